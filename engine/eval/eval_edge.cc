// A word at a time; lane by lane only where lanes come or go.
#include "engine/eval/eval_edge.h"

#include <algorithm>

#include "engine/eval/history.h"
#include "pmapi/block/rest.h"

namespace engine::eval {
namespace {

std::size_t WordAt(std::size_t lane) { return lane / kWordBits; }
Word BitAt(std::size_t lane) { return Word{1} << lane % kWordBits; }
bool Has(const Word* mask, std::size_t lane) {
  return (mask[WordAt(lane)] & BitAt(lane)) != 0;
}

void SetBits(std::size_t first, std::size_t end, Word* mask) {
  while (first < end) {
    const std::size_t next =
        std::min(end, (WordAt(first) + 1) * std::size_t{kWordBits});
    const Word bits = ~Word{0} >> (kWordBits - (next - first));
    mask[WordAt(first)] |= bits << first % kWordBits;
    first = next;
  }
}

}  // namespace

Edge::Last Edge::LastOf(std::size_t lane) const {
  if (Has(known_.data(), lane)) {
    return Has(last_.data(), lane) ? Last::kTrue : Last::kFalse;
  }
  return Has(seen_.data(), lane) ? Last::kSeen : Last::kNever;
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
  std::map<pmapi::Lane, Last> lent;  // or none of their own
  for (std::size_t i = 0; lanes_ && i < lanes_->size(); ++i) {
    const Last last = LastOf(i);
    if (groups_ && (last == Last::kNever || Has(lent_.data(), i))) {
      lent.emplace((*lanes_)[i], last);
    } else if (last != Last::kNever) {
      gone_[(*lanes_)[i]] = {last, ticks_};
    }
  }
  const int words = WordsOf(static_cast<int>(lanes->size()));
  for (std::vector<Word>* mask : {&seen_, &known_, &last_, &lent_}) {
    mask->assign(static_cast<std::size_t>(words), 0);
  }
  for (std::size_t j = 0; j < lanes->size(); ++j) {
    const pmapi::Lane& lane = (*lanes)[j];
    if (const auto at = gone_.find(lane); at != gone_.end()) {
      SetLast(j, at->second.last);
      gone_.erase(at);
      continue;
    }
    auto from = lent.find(lane);
    if (from == lent.end()) from = lent.find({lane.host, pmapi::kRest});
    if (from == lent.end() || from->second == Last::kNever) continue;
    SetLast(j, from->second);
    lent_[WordAt(j)] |= BitAt(j);
  }
  if (gone_.size() > limit_) ForgetGone();
}

void Edge::ForgetGone() {
  std::erase_if(gone_, [this](const auto& one) {
    return one.second.since + kLongAgo < ticks_;
  });
  limit_ = std::max(kLeastLimit, 2 * gone_.size());
}

/// Where the lanes of hosts are that have a rest.
void Edge::FindSegments() {
  segments_.clear();
  std::size_t first = 0;
  for (std::size_t j = 0; j < lanes_->size(); ++j) {
    const pmapi::Lane& lane = (*lanes_)[j];
    if (lane.host != (*lanes_)[first].host) first = j;
    if (lane.instance == pmapi::kRest) segments_.push_back({first, j});
  }
  rest_known_.resize(known_.size());
  rest_truths_.resize(known_.size());
}

/// Gives each lane the rest of its host.
void Edge::SpreadRest(const ConstRow& now) {
  std::fill(rest_known_.begin(), rest_known_.end(), 0);
  std::fill(rest_truths_.begin(), rest_truths_.end(), 0);
  for (const Segment& one : segments_) {
    if (!Has(now.known, one.rest)) continue;
    SetBits(one.first, one.rest + 1, rest_known_.data());
    if (Has(now.truths, one.rest)) {
      SetBits(one.first, one.rest + 1, rest_truths_.data());
    }
    const std::int32_t host = (*lanes_)[one.rest].host;
    gone_.erase(gone_.lower_bound({host, pmapi::kNullInstance}),
                gone_.upper_bound({host, pmapi::kRest}));
  }
}

/// The last of each lane that is not there is the rest of now; where that is
/// not known it is the lane's own, or none.
void Edge::LendRest(const ConstRow& now) {
  SpreadRest(now);
  for (std::size_t w = 0; w < lent_.size(); ++w) {
    const Word present = now.present[w];
    const Word lend = rest_known_[w] & ~present;
    const Word back = lent_[w] & ~present & ~lend;
    seen_[w] = (seen_[w] & ~back) | lend;
    known_[w] = (known_[w] & ~back) | lend;
    last_[w] = (last_[w] & ~back & ~lend) | (rest_truths_[w] & lend);
    lent_[w] = (lent_[w] & ~now.known[w] & ~back) | lend;
  }
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
  const bool same = SameLanes(lanes_, operand.lanes());
  if (!same) MoveTo(operand.lanes());
  lanes_ = operand.lanes();
  ticks_ += operand.ticks();
  if (groups_) {
    if (!same) FindSegments();
    for (int t = 0; t < operand.ticks(); ++t) {
      RunRow(operand.masks(t), t, out);
      LendRest(operand.masks(t));
    }
    return;
  }
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
