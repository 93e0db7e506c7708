// Steps of a program first, as K. Thompson has them; all that can be reached
// without a byte is one way each.
#include "base/ordered_positions.h"

#include <algorithm>
#include <utility>

namespace base {
namespace {

using Kind = RegexNode::Kind;

struct Step {
  enum class Kind { kSet, kChoice, kPass, kBegin, kEnd, kMatch };
  Kind kind = Kind::kMatch;
  std::size_t place = 0;               // of kSet
  int passed = 0;                      // of kPass
  std::vector<std::size_t> next = {};  // the first choice first
};

class Program {
 public:
  /// False: it is too large.
  bool Build(const RegexNode& regex) {
    steps_.push_back({});
    begin_ = Emit(regex, 0);
    return !too_large_;
  }

  const std::vector<Step>& steps() const { return steps_; }
  std::size_t begin() const { return begin_; }
  std::vector<SymbolSet>* places() { return &places_; }
  /// The step behind each place.
  const std::vector<std::size_t>& behind() const { return behind_; }

 private:
  /// Of steps that match nothing there are no more than some a place.
  static constexpr std::size_t kMostSteps = 8 * RegexPositions::kMost;

  std::size_t Add(Step step) {
    too_large_ |= steps_.size() >= kMostSteps;
    if (too_large_) return 0;
    steps_.push_back(std::move(step));
    return steps_.size() - 1;
  }

  /// The step that `node` begins with, where `next` is what comes behind it.
  std::size_t Emit(const RegexNode& node, std::size_t next) {
    if (too_large_) return 0;
    switch (node.kind) {
      case Kind::kSet:
        return EmitSet(node.set, next);
      case Kind::kChoice:
        return EmitChoice(node, next);
      case Kind::kRepeat:
        return EmitRepeat(node, next);
      case Kind::kGroup:
        next = Add({Step::Kind::kPass, 0, 2 * node.group + 1, {next}});
        next = Emit(node.operands.front(), next);
        return Add({Step::Kind::kPass, 0, 2 * node.group, {next}});
      case Kind::kBegin:
        return Add({Step::Kind::kBegin, 0, 0, {next}});
      case Kind::kEnd:
        return Add({Step::Kind::kEnd, 0, 0, {next}});
      case Kind::kSequence:
        break;
    }
    for (auto one = node.operands.rbegin(); one != node.operands.rend();
         ++one) {
      next = Emit(*one, next);
    }
    return next;
  }

  std::size_t EmitSet(const SymbolSet& set, std::size_t next) {
    too_large_ |= places_.size() + 1 >= RegexPositions::kMost;
    if (too_large_) return 0;
    places_.push_back(set);
    behind_.push_back(next);
    return Add({Step::Kind::kSet, places_.size() - 1, 0, {next}});
  }

  std::size_t EmitChoice(const RegexNode& node, std::size_t next) {
    Step step{Step::Kind::kChoice, 0, 0, {}};
    for (const RegexNode& one : node.operands) {
      step.next.push_back(Emit(one, next));
    }
    return Add(std::move(step));
  }

  /// Copies of what may be left out, each behind the one before, and before
  /// them those that may not.
  std::size_t EmitRepeat(const RegexNode& node, std::size_t next) {
    const RegexNode& operand = node.operands.front();
    int copies = node.least;
    std::size_t at = next;
    if (!node.most) {
      const std::size_t choice = Add({Step::Kind::kChoice, 0, 0, {}});
      const std::size_t loop = Emit(operand, choice);
      Choose(choice, loop, next, node.greedy);
      at = copies == 0 ? choice : loop;
      copies = std::max(copies - 1, 0);
    }
    for (int i = node.least; i < node.most.value_or(0) && !too_large_; ++i) {
      const std::size_t copy = Emit(operand, at);
      at = Add({Step::Kind::kChoice, 0, 0, {}});
      Choose(at, copy, next, node.greedy);
    }
    for (; copies > 0 && !too_large_; --copies) at = Emit(operand, at);
    return at;
  }

  void Choose(std::size_t choice, std::size_t more, std::size_t end,
              bool greedy) {
    if (too_large_) return;
    steps_[choice].next =
        greedy ? std::vector{more, end} : std::vector{end, more};
  }

  std::vector<Step> steps_;
  std::size_t begin_ = 0;
  std::vector<SymbolSet> places_;
  std::vector<std::size_t> behind_;
  bool too_large_ = false;
};

/// The ways from a step: a step that was passed once leads nowhere new.
class Ways {
 public:
  explicit Ways(const std::vector<Step>& steps)
      : steps_(steps), seen_(steps.size(), 0) {}

  RegexWays From(std::size_t step, bool at_begin, bool at_end) {
    at_begin_ = at_begin;
    at_end_ = at_end;
    ++round_;
    found_.clear();
    passed_.clear();
    Follow(step);
    left_ -= std::min(left_, found_.size() + 1);
    return std::move(found_);
  }

  bool too_many() const { return left_ == 0; }

 private:
  /// True once the match has ended: no other way is gone then.
  bool Follow(std::size_t at) {
    if (std::exchange(seen_[at], round_) == round_) return false;
    const Step& step = steps_[at];
    switch (step.kind) {
      case Step::Kind::kMatch:
        found_.push_back({RegexWay::kMatch, passed_});
        return true;
      case Step::Kind::kSet:
        if (!at_end_) found_.push_back({step.place, passed_});
        return false;
      case Step::Kind::kBegin:
        return at_begin_ && Follow(step.next.front());
      case Step::Kind::kEnd:
        return at_end_ && Follow(step.next.front());
      case Step::Kind::kPass: {
        passed_.push_back(step.passed);
        const bool ended = Follow(step.next.front());
        passed_.pop_back();
        return ended;
      }
      case Step::Kind::kChoice:
        break;
    }
    return std::any_of(step.next.begin(), step.next.end(),
                       [this](std::size_t next) { return Follow(next); });
  }

  const std::vector<Step>& steps_;
  std::vector<int> seen_;  // in which round, a step each
  int round_ = 0;
  bool at_begin_ = false;
  bool at_end_ = false;
  std::vector<int> passed_;
  RegexWays found_;
  std::size_t left_ = RegexPositions::kMostPairs;
};

}  // namespace

std::optional<OrderedPositions> OrderPositions(const RegexNode& regex) {
  Program program;
  if (!program.Build(regex)) return std::nullopt;
  OrderedPositions found;
  Ways ways(program.steps());
  for (const bool end : {false, true}) {
    found.at_begin[end ? 1 : 0] = ways.From(program.begin(), true, end);
    found.behind_begin[end ? 1 : 0] = ways.From(program.begin(), false, end);
    for (const std::size_t step : program.behind()) {
      found.after[end ? 1 : 0].push_back(ways.From(step, false, end));
      if (ways.too_many()) return std::nullopt;
    }
  }
  found.places = std::move(*program.places());
  return found;
}

}  // namespace base
