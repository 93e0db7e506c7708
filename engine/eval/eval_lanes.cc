// Pairing the k-th member with the k-th; matching by name.
#include "engine/eval/eval_lanes.h"

#include <algorithm>

#include "engine/eval/lead.h"
#include "engine/eval/undecided.h"

namespace engine::eval {
namespace {

/// Copies what is present of one row, in order, onto what is of the other.
void AlignRow(const double* from, const pmapi::Cell* from_cell,
              const pmapi::Cell* lead_cell, double* to, pmapi::Cell* to_cell,
              int width) {
  int k = 0;
  for (int j = 0; j < width; ++j) {
    to[j] = 0;
    to_cell[j] = pmapi::kAbsent;
    if (!pmapi::IsPresent(lead_cell[j])) continue;
    while (!pmapi::IsPresent(from_cell[k])) ++k;
    to[j] = from[k];
    to_cell[j] = from_cell[k];
    ++k;
  }
}

/// Word `w` of a mask of `words` words that goes up by `lanes`.
Word MovedUp(const Word* mask, int words, int lanes, int w) {
  const auto at = [&](int i) { return i >= 0 && i < words ? mask[i] : 0; };
  const int from = w - lanes / kWordBits;
  const int bits = lanes % kWordBits;
  if (bits == 0) return at(from);
  return at(from) << bits | at(from - 1) >> (kWordBits - bits);
}

}  // namespace

void EvalAlign(const pmapi::Block& operand, const pmapi::Block& lead,
               pmapi::Block* out) {
  bool dense = true;
  for (int t = 0; t < lead.ticks(); ++t) {
    const pmapi::Cell* cells = operand.cell_row(t);
    const pmapi::Cell* lead_cells = lead.cell_row(t);
    const int present = CountPresent(lead_cells, lead.width());
    if (present == CountPresent(cells, operand.width())) {
      AlignRow(operand.row(t), cells, lead_cells, out->row(t), out->cell_row(t),
               out->width());
    } else {
      std::fill_n(out->row(t), out->width(), 0.0);
      for (int j = 0; j < out->width(); ++j) {
        out->cell_row(t)[j] =
            static_cast<pmapi::Cell>(lead_cells[j] & pmapi::kMember);
      }
    }
    dense &= std::all_of(out->cell_row(t), out->cell_row(t) + out->width(),
                         [](pmapi::Cell c) { return c == pmapi::kKnown; });
  }
  out->set_dense(dense);
}

void Widen(const pmapi::Block& operand, const pmapi::LaneSet& lanes,
           pmapi::Block* out) {
  out->Reset(operand.ticks(), lanes);
  const int width = operand.width();
  const int others = out->width() - width;
  for (int t = 0; t < out->ticks(); ++t) {
    std::fill_n(out->row(t), others, 0.0);
    std::fill_n(out->cell_row(t), others, pmapi::kAbsent);
    std::copy_n(operand.row(t), width, out->row(t) + others);
    std::copy_n(operand.cell_row(t), width, out->cell_row(t) + others);
  }
}

void Widen(const Truths& operand, const pmapi::LaneSet& lanes, Truths* out) {
  out->Reset(operand.ticks(), lanes);
  const int others = out->width() - operand.width();
  for (int t = 0; t < out->ticks(); ++t) {
    const ConstRow row = operand.masks(t);
    const auto moved = [&](const Word* mask, int w) {
      return MovedUp(mask, operand.words(), others, w);
    };
    WriteRow(t, out, [&](int w) {
      return MaskWords{moved(row.truths, w), moved(row.known, w),
                       moved(row.valued, w), moved(row.members, w),
                       moved(row.present, w)};
    });
  }
}

void NameMatcher::MatchNames(const pmapi::LaneSet& lanes,
                             const expr::Layout& layout, const Names& names) {
  const int words = WordsOf(static_cast<int>(lanes->size()));
  selected_.assign(static_cast<std::size_t>(words), 0);
  has_instance_ = selected_;
  for (std::size_t j = 0; j < lanes->size(); ++j) {
    const pmapi::Lane& lane = (*lanes)[j];
    const std::string_view text =
        InstanceName(names, layout, lane, static_cast<int>(j));
    // A lane without an instance qualifies for neither form.
    const bool selected =
        !text.empty() && node_.pattern->Matches(text) != node_.negated;
    const std::size_t word = j / kWordBits;
    const std::size_t bit = j % kWordBits;
    selected_[word] |= Word{selected} << bit;
    has_instance_[word] |= Word{lane.instance != pmapi::kNullInstance} << bit;
  }
  lanes_ = lanes;
}

void NameMatcher::Run(const Truths& operand, const expr::Layout& layout,
                      const Names& names, Truths* out) {
  if (lanes_ != operand.lanes()) MatchNames(operand.lanes(), layout, names);
  for (int t = 0; t < operand.ticks(); ++t) {
    if (operand.known(t)) {
      for (int w = 0; w < out->words(); ++w) {
        out->row(t)[w] = operand.row(t)[w] & selected_[w];
      }
      continue;
    }
    const ConstRow row = operand.masks(t);
    // All that is present is a member. Of a lane that does not qualify the
    // truth is known: false, of the rest of groups, too. A lane without an
    // instance stays unknown while its operand is.
    WriteRow(t, out, [&](int w) {
      const MaskWords masks = At(row, w);
      const Word present = masks.present;
      const Word known =
          (present & (~selected_[w] & has_instance_[w])) | masks.known;
      return MaskWords{masks.truths & selected_[w], known, present | known,
                       present, present};
    });
  }
}

}  // namespace engine::eval
