// What is true is counted in all rows at once; what is known, in the rows that
// have something unknown.
#include "engine/eval/reduce_truths.h"

#include <algorithm>
#include <bit>
#include <vector>

#include "base/check.h"
#include "engine/eval/lane_groups.h"
#include "engine/eval/undecided.h"

namespace engine::eval {
namespace {

using program::Reducer;

/// Of the `n` bits from `first` on.
int CountBits(const Word* mask, std::size_t first, std::size_t n) {
  if (n == 0) return 0;
  const std::size_t last = first + n - 1;
  const auto begin = first / kWordBits;
  const auto end = last / kWordBits;
  int count = 0;
  for (std::size_t w = begin; w <= end; ++w) {
    Word word = mask[w];
    if (w == begin) word &= ~Word{0} << first % kWordBits;
    if (w == end) word &= ~Word{0} >> (kWordBits - 1 - last % kWordBits);
    count += std::popcount(word);
  }
  return count;
}

Tally TallyOf(const ConstRow& row, std::size_t first, std::size_t n) {
  return {CountBits(row.members, first, n), CountBits(row.valued, first, n),
          CountBits(row.known, first, n), CountBits(row.truths, first, n)};
}

/// What is 0 or false of groups of which it is known that none is there.
bool IsNoneOfNone(Reducer reducer) {
  return reducer == Reducer::kCount || reducer == Reducer::kSome;
}

/// A reduction of one operand, group by group.
class LaneReduction {
 public:
  LaneReduction(const program::ReduceLanes& node, const Truths& operand,
                const expr::Layout& layout, LaneRoom* room)
      : node_(node),
        operand_(operand),
        hosts_(node.by_host ? layout.hosts() : 0),
        rests_(HasGroups(layout) ? RestsOf(node, layout) : 0),
        groups_(room->groups),
        counts_(room->counts) {
    FindGroups(*operand.lanes(), hosts_, layout.parts, &groups_);
    counts_.resize(static_cast<std::size_t>(operand.ticks()));
  }

  std::size_t groups() const { return groups_.size() - 1; }
  std::size_t size(std::size_t g) const { return groups_[g + 1] - groups_[g]; }

  /// How many of the group are true in each row. REQUIRES: not of none.
  const std::vector<std::uint32_t>& Counts(std::size_t g) {
    base::kernels::BestOfTruths().count(operand_.row(0), operand_.shape(),
                                        groups_[g], size(g), counts_.data());
    return counts_;
  }

  /// In a row that is not known throughout.
  Reduced At(int tick, std::size_t g) const {
    const ConstRow row = operand_.masks(tick);
    const Tally tally = rests_ > 0 ? TallyOfMembers(tick, g)
                                   : TallyOf(row, groups_[g], size(g));
    if (tally.members == 0 && rests_ > 0 &&
        IsNoneOfNone(node_.reduction.reducer) && IsKnownToBeEmpty(tick, g)) {
      return Reduced{0, pmapi::kKnown};
    }
    Reduced reduced = ReduceTruths(node_.reduction, tally);
    // A quantifier over no members is only undecided where another host has
    // some.
    const bool among_others = hosts_ > 1 && tally.members == 0 &&
                              CountBits(row.members, 0, groups_.back()) > 0;
    if (among_others && IsQuantifier(node_.reduction.reducer)) {
      reduced.cell = kUndecided;
    }
    return reduced;
  }

 private:
  /// How many hosts a reduction goes over.
  static std::size_t RestsOf(const program::ReduceLanes& node,
                             const expr::Layout& layout) {
    return node.by_host ? 1 : layout.sources.size();
  }
  /// The rest of groups, which is none, may be known.
  Tally TallyOfMembers(int tick, std::size_t g) const {
    Tally tally;
    for (std::size_t i = groups_[g]; i < groups_[g + 1]; ++i) {
      const auto lane = static_cast<int>(i);
      const pmapi::Cell cell = operand_.cell(tick, lane);
      if (!pmapi::IsMember(cell)) continue;
      ++tally.members;
      tally.values += HasValue(cell);
      tally.known += cell == pmapi::kKnown;
      tally.truths += operand_.truth(tick, lane);
    }
    return tally;
  }
  bool IsKnownToBeEmpty(int tick, std::size_t g) const {
    return eval::IsKnownToBeEmpty(
        *operand_.lanes(), groups_[g], size(g), rests_, [&](std::size_t i) {
          return operand_.cell(tick, static_cast<int>(i)) == pmapi::kRestKnown;
        });
  }

  const program::ReduceLanes& node_;
  const Truths& operand_;
  int hosts_;
  std::size_t rests_;  // of so many hosts; 0: there are no groups
  std::vector<std::size_t>& groups_;
  std::vector<std::uint32_t>& counts_;
};

/// The masks of one lane, in bit `bit`.
MaskWords MasksOf(const Reduced& reduced, int bit) {
  const bool known = reduced.cell == pmapi::kKnown;
  const Word one = Word{1} << bit;
  return {known && reduced.value != 0 ? one : 0, known ? one : 0,
          HasValue(reduced.cell) ? one : 0, one, one};
}

/// A row of which some group is not known.
void QuantifyRow(const LaneReduction& reduction, int tick, Truths* out) {
  WriteRow(tick, out, [&](int w) {
    MaskWords all;
    const int first = w * kWordBits;
    const int n = std::min(kWordBits, out->width() - first);
    for (int g = 0; g < n; ++g) {
      const Reduced reduced =
          reduction.At(tick, static_cast<std::size_t>(first + g));
      const MaskWords one = MasksOf(reduced, g);
      all.truths |= one.truths;
      all.known |= one.known;
      all.valued |= one.valued;
      all.members |= one.members;
      all.present |= one.present;
    }
    return all;
  });
}

}  // namespace

int NeededOf(const program::Reduction& reduction, int members) {
  return static_cast<int>(0.5 + reduction.percent / 100.0 * members);
}

int EnoughOf(const program::Reduction& reduction, int members) {
  if (reduction.reducer == Reducer::kAll) return members;
  if (reduction.reducer == Reducer::kSome) return 1;
  return NeededOf(reduction, members);
}

Reduced ReduceTruths(const program::Reduction& reduction, const Tally& tally) {
  if (tally.members == 0) return Reduced{};
  const int unknown = tally.members - tally.known;
  const bool valued = tally.values == tally.members;
  if (reduction.reducer == Reducer::kCount) {
    if (!valued) return Reduced{};
    return Reduced{static_cast<double>(tally.truths), pmapi::kKnown};
  }
  CHECK(IsQuantifier(reduction.reducer));
  // N%_ that is rounded to none is true of all that is known, and not of what
  // is not.
  const int needed = EnoughOf(reduction, tally.members);
  const int enough = unknown > 0 ? std::max(needed, 1) : needed;
  if (tally.truths >= enough) return Reduced{1, pmapi::kKnown};
  if (tally.truths + unknown < enough) return Reduced{0, pmapi::kKnown};
  return Reduced{0, valued ? kUndecided : pmapi::kMember};
}

void CountLanes(const program::ReduceLanes& node, const Truths& operand,
                const expr::Layout& layout, LaneRoom* room, pmapi::Block* out) {
  LaneReduction reduction(node, operand, layout, room);
  bool dense = true;
  for (std::size_t g = 0; g < reduction.groups(); ++g) {
    const bool none = reduction.size(g) == 0;
    const std::uint32_t* counts = none ? nullptr : reduction.Counts(g).data();
    for (int t = 0; t < operand.ticks(); ++t) {
      const Reduced reduced =
          !none && operand.known(t)
              ? Reduced{static_cast<double>(counts[t]), pmapi::kKnown}
              : reduction.At(t, g);
      out->row(t)[g] = reduced.value;
      out->cell_row(t)[g] = reduced.cell;
      dense = dense && reduced.cell == pmapi::kKnown;
    }
  }
  out->set_dense(dense);
}

void QuantifyLanes(const program::ReduceLanes& node, const Truths& operand,
                   const expr::Layout& layout, LaneRoom* room, Truths* out) {
  LaneReduction reduction(node, operand, layout, room);
  std::fill_n(out->row(0), out->ticks() * out->words(), Word{0});
  bool none = false;  // of some host
  for (std::size_t g = 0; g < reduction.groups(); ++g) {
    if (reduction.size(g) == 0) {
      none = true;
      continue;
    }
    const std::vector<std::uint32_t>& counts = reduction.Counts(g);
    const int members = static_cast<int>(reduction.size(g));
    const auto enough =
        static_cast<std::uint32_t>(EnoughOf(node.reduction, members));
    Word* to = out->row(0) + g / kWordBits;
    for (const std::uint32_t count : counts) {
      *to |= Word{count >= enough} << g % kWordBits;
      to += out->words();
    }
  }
  if (!none && operand.dense()) return;
  for (int t = 0; t < operand.ticks(); ++t) {
    if (none || !operand.known(t)) QuantifyRow(reduction, t, out);
  }
}

}  // namespace engine::eval
