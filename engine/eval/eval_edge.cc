// A word at a time; lane by lane only where lanes come or go.
#include "engine/eval/eval_edge.h"

#include <algorithm>

#include "engine/eval/history.h"

namespace engine::eval {
namespace {

std::size_t WordAt(std::size_t lane) { return lane / kWordBits; }
Word BitAt(std::size_t lane) { return Word{1} << lane % kWordBits; }

}  // namespace

Edge::Last Edge::LastOf(std::size_t lane) const {
  const auto has = [lane](const std::vector<Word>& mask) {
    return (mask[WordAt(lane)] & BitAt(lane)) != 0;
  };
  if (has(known_)) return has(last_) ? Last::kTrue : Last::kFalse;
  return has(seen_) ? Last::kSeen : Last::kNever;
}

void Edge::SetLast(std::size_t lane, Last last) {
  const auto set = [lane](bool value, std::vector<Word>* mask) {
    if (value) (*mask)[WordAt(lane)] |= BitAt(lane);
  };
  set(last != Last::kNever, &seen_);
  set(last == Last::kTrue || last == Last::kFalse, &known_);
  set(last == Last::kTrue, &last_);
}

void Edge::MoveTo(const pmapi::LaneSet& lanes) {
  for (std::size_t i = 0; lanes_ && i < lanes_->size(); ++i) {
    const Last last = LastOf(i);
    if (last != Last::kNever) gone_[(*lanes_)[i]] = {last, ticks_};
  }
  const int words = WordsOf(static_cast<int>(lanes->size()));
  for (std::vector<Word>* mask : {&seen_, &known_, &last_}) {
    mask->assign(static_cast<std::size_t>(words), 0);
  }
  for (std::size_t j = 0; j < lanes->size(); ++j) {
    const auto at = gone_.find((*lanes)[j]);
    if (at == gone_.end()) continue;
    SetLast(j, at->second.last);
    gone_.erase(at);
  }
  if (gone_.size() > limit_) ForgetGone();
}

void Edge::ForgetGone() {
  std::erase_if(gone_, [this](const auto& one) {
    return one.second.since + kLongAgo < ticks_;
  });
  limit_ = std::max(kLeastLimit, 2 * gone_.size());
}

void Edge::RunRow(const ConstRow& now, int tick, Truths* out) {
  WriteRow(tick, out, [&](int w) {
    const MaskWords masks = At(now, w);
    const Word last = last_[w];
    const Word compared = masks.known & known_[w];
    const Word edge = rising_ ? masks.truths & ~last : ~masks.truths & last;
    // What is not compared is undecided if it has a value, and had one.
    const Word valued = compared | (masks.valued & seen_[w]);
    last_[w] = (last & ~masks.known) | masks.truths;
    known_[w] |= masks.known;
    seen_[w] |= masks.valued;
    return MaskWords{edge & compared, compared, valued, masks.members,
                     masks.present};
  });
}

void Edge::Run(const Truths& operand, Truths* out) {
  if (!SameLanes(lanes_, operand.lanes())) MoveTo(operand.lanes());
  lanes_ = operand.lanes();
  ticks_ += operand.ticks();
  bool all = std::equal(known_.begin(), known_.end(), operand.all());
  for (int t = 0; t < operand.ticks(); ++t) {
    if (!all || !operand.known(t)) {
      RunRow(operand.masks(t), t, out);
      all = std::equal(known_.begin(), known_.end(), operand.all());
      continue;
    }
    const Word* now = operand.row(t);
    Word* to = out->row(t);
    for (std::size_t w = 0; w < last_.size(); ++w) {
      to[w] = rising_ ? now[w] & ~last_[w] : ~now[w] & last_[w];
      last_[w] = now[w];
    }
  }
}

}  // namespace engine::eval
