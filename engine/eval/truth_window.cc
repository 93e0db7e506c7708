// A row that enters takes the place of the one that leaves: only the lanes in
// which they differ are counted.
#include "engine/eval/truth_window.h"

#include <algorithm>
#include <utility>

#include "engine/eval/history.h"
#include "engine/eval/reduce_truths.h"
#include "engine/eval/undecided.h"

namespace engine::eval {
namespace {

int Threshold(const program::ReduceSamples& node) {
  if (node.reduction.reducer == program::Reducer::kCount) return 1;
  return std::max(EnoughOf(node.reduction, node.samples), 1);
}

/// What may be true: all but what is known to be false.
Word Possible(const MaskWords& masks, Word all) {
  return all & (~masks.known | masks.truths);
}

void CountSwapped(int word, Word before, Word now, BitCounter* counter) {
  if (before == now) return;
  counter->Add(word, now & ~before);
  counter->Subtract(word, before & ~now);
}

}  // namespace

TruthWindow::TruthWindow(const program::ReduceSamples& node, bool open)
    : node_(node),
      open_(open),
      to_none_(IsQuantifier(node.reduction.reducer) &&
               EnoughOf(node.reduction, node.samples) == 0),
      unknown_rows_(node.samples),
      truths_(node.samples, Threshold(node)),
      possible_(node.samples, Threshold(node)),
      valued_(node.samples, node.samples),
      members_(node.samples, node.samples) {}

/// A word of each row before the first tick.
MaskWords TruthWindow::Before(int word) const {
  const Word members = open_ ? 0 : rows_.all()[word];
  return {0, 0, 0, members, members};
}

/// Lanes that are new have been absent.
void TruthWindow::MoveTo(const pmapi::LaneSet& lanes) {
  if (SameLanes(rows_.lanes(), lanes)) return;
  Truths moved;
  moved.Reset(rows_.ticks(), lanes);
  if (rows_.lanes()) {
    MoveLanes(rows_, MatchLanes(*rows_.lanes(), *lanes), &moved);
  }
  rows_ = std::move(moved);
  CountAnew();
}

void TruthWindow::CountAnew() {
  const int words = rows_.words();
  const int before = node_.samples - rows_.ticks();
  truths_.Assign(words, 0);
  possible_.Assign(words, before);
  valued_.Assign(words, 0);
  members_.Assign(words, open_ ? 0 : before);
  unknown_rows_ = before;
  for (int r = 0; r < rows_.ticks(); ++r) {
    unknown_rows_ += rows_.known(r) ? 0 : 1;
    const ConstRow row = rows_.masks(r);
    for (int w = 0; w < words; ++w) {
      const MaskWords masks = At(row, w);
      truths_.Add(w, masks.truths);
      possible_.Add(w, Possible(masks, rows_.all()[w]));
      valued_.Add(w, masks.valued);
      members_.Add(w, masks.members);
    }
  }
}

/// All rows are known: what may be true is.
void TruthWindow::BeginUnknown() {
  possible_ = truths_;
  valued_.Assign(rows_.words(), node_.samples);
  members_.Assign(rows_.words(), node_.samples);
}

void TruthWindow::SwapTruths(int slot, const Word* now) {
  Word* row = rows_.row(slot);
  for (int w = 0; w < rows_.words(); ++w) {
    CountSwapped(w, row[w], now[w], &truths_);
    row[w] = now[w];
  }
}

void TruthWindow::SwapMasks(int slot, const ConstRow& now) {
  const bool is_new = slot >= rows_.ticks();
  if (is_new) rows_.AddRow();
  const ConstRow leaves = rows_.masks(slot);
  WriteRow(slot, &rows_, [&](int w) {
    const MaskWords before = is_new ? Before(w) : At(leaves, w);
    const MaskWords masks = At(now, w);
    const Word all = rows_.all()[w];
    CountSwapped(w, before.truths, masks.truths, &truths_);
    CountSwapped(w, Possible(before, all), Possible(masks, all), &possible_);
    CountSwapped(w, before.valued, masks.valued, &valued_);
    CountSwapped(w, before.members, masks.members, &members_);
    return masks;
  });
}

/// The row of `tick` enters, and one leaves.
void TruthWindow::Swap(const Truths& operand, int tick) {
  const int slot = SlotOf(ticks_++);
  const bool enters_unknown = !operand.known(tick);
  const bool leaves_unknown = slot >= rows_.ticks() || !rows_.known(slot);
  if (unknown_rows_ == 0) {
    if (!enters_unknown) return SwapTruths(slot, operand.row(tick));
    BeginUnknown();
  }
  SwapMasks(slot, operand.masks(tick));
  unknown_rows_ += static_cast<int>(enters_unknown);
  unknown_rows_ -= static_cast<int>(leaves_unknown);
}

/// docs/evaluation.md, "Reductions", of the lanes that have been members of all
/// rows. The threshold is reached by what is true, or not by what may be.
void TruthWindow::QuantifyRow(const ConstRow& now, int tick,
                              Truths* out) const {
  WriteRow(tick, out, [&](int w) {
    MaskWords masks;
    masks.present = now.present[w];
    masks.members = members_.Enough(w) & out->all()[w];
    if (!full()) return masks;
    masks.truths = truths_.Enough(w) & masks.members;
    const Word falses = ~possible_.Enough(w) & masks.members;
    if (to_none_) masks.truths |= falses;
    masks.known = masks.truths | falses;
    masks.valued = masks.known | (valued_.Enough(w) & masks.members);
    return masks;
  });
}

void TruthWindow::Quantify(const Truths& operand, Truths* out) {
  MoveTo(operand.lanes());
  for (int t = 0; t < operand.ticks(); ++t) {
    Swap(operand, t);
    if (unknown_rows_ > 0) {
      QuantifyRow(operand.masks(t), t, out);
      continue;
    }
    for (int w = 0; w < out->words(); ++w) {
      const Word enough = to_none_ ? ~Word{0} : truths_.Enough(w);
      out->row(t)[w] = enough & out->all()[w];
    }
  }
}

void TruthWindow::CountRow(const ConstRow& now, int tick,
                           pmapi::Block* out) const {
  double* values = out->row(tick);
  pmapi::Cell* cells = out->cell_row(tick);
  for (int j = 0; j < out->width(); ++j) {
    const int w = j / kWordBits;
    const int bit = j % kWordBits;
    const auto has = [bit](Word mask) { return (mask >> bit & 1) != 0; };
    const bool all = unknown_rows_ == 0;
    const bool member = all || has(members_.Enough(w));
    const bool known = member && full() && (all || has(valued_.Enough(w)));
    values[j] = known ? static_cast<double>(truths_.count(w, bit)) : 0;
    cells[j] = known                 ? pmapi::kKnown
               : member              ? pmapi::kMember
               : has(now.present[w]) ? pmapi::kPresent
                                     : pmapi::kAbsent;
  }
}

void TruthWindow::Count(const Truths& operand, pmapi::Block* out) {
  MoveTo(operand.lanes());
  bool dense = true;
  for (int t = 0; t < operand.ticks(); ++t) {
    Swap(operand, t);
    CountRow(operand.masks(t), t, out);
    dense = dense && pmapi::AreKnown(out->cell_row(t), out->width());
  }
  out->set_dense(dense);
}

void TruthWindow::Continue(TruthWindow* before) {
  ticks_ = before->ticks_;
  rows_ = std::move(before->rows_);
  unknown_rows_ = before->unknown_rows_;
  truths_ = std::move(before->truths_);
  possible_ = std::move(before->possible_);
  valued_ = std::move(before->valued_);
  members_ = std::move(before->members_);
}

}  // namespace engine::eval
