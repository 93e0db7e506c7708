// A summary an array is kept for as long as the window needs it.
#include "engine/events/event_tally.h"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <limits>
#include <string>
#include <utility>

#include "base/deviation.h"
#include "base/percentile.h"
#include "pmapi/block/cell.h"
#include "pmapi/block/rest.h"

namespace engine::events {
namespace {

using base::Timestamp;
using grammar::ast::Reducer;
using Written = EventFunction::Written;

/// Ticks for which a group stays without a record.
constexpr int kLeastStay = 10;
constexpr std::size_t kMostGroups = 1000;

}  // namespace

FunctionTally::Lane::Lane(const Written& written) {
  if (written.sequel) sequel.emplace(written.where, *written.sequel);
}

void FunctionTally::AddTo(Timestamp at, Taken taken, Lane* lane) {
  if (taken.summary.empty()) return;
  auto& parts = lane->parts;
  if (parts.empty() || parts.back().at != at) parts.push_back({at, {}});
  Taken& part = parts.back().taken;
  if (!ShowsFirst() || part.summary.empty()) {
    part.shown = std::move(taken.shown);
  }
  // Of several the last is shown, as long as any is.
  if (!ShowsFirst() && parts.size() > 1) {
    std::string().swap(parts[parts.size() - 2].taken.shown);
  }
  part.summary.Add(taken.summary);
  KeepNumbers(&taken, &part);
}

void FunctionTally::KeepNumbers(Taken* from, Taken* to) {
  to->too_many |= held_ + from->numbers.size() > EventFunction::kMostNumbers;
  if (from->numbers.empty() || to->too_many) return;
  held_ += from->numbers.size();
  if (to->numbers.empty()) {
    to->numbers = std::move(from->numbers);
  } else {
    to->numbers.insert(to->numbers.end(), from->numbers.begin(),
                       from->numbers.end());
  }
}

void FunctionTally::DropFirst(Lane* lane) {
  held_ -= lane->parts.front().taken.numbers.size();
  lane->parts.pop_front();
}

void FunctionTally::DropUntil(Timestamp since, Lane* lane) {
  while (!lane->parts.empty() && lane->parts.front().at <= since) {
    DropFirst(lane);
  }
}

FunctionTally::FunctionTally(const Written& written,
                             const std::vector<pmapi::InstanceId>& instances)
    : written_(written) {
  of_missed_ = written.where.of_missed() ||
               (written.of && written.of->own == OwnField::kMissed) ||
               (written.holds && written.holds->of_missed());
  if (written.groups) return;
  for (const pmapi::InstanceId id : instances) LaneOf(id);
}

/// Quantifiers of the condition itself tell what is false from what is unknown.
bool FunctionTally::TakesMatchesAlone(const Written& written) {
  return !written.sequel && (written.reduction.reducer == Reducer::kCount ||
                             written.of || written.holds);
}

bool FunctionTally::IsCount(const Written& written) {
  return written.reduction.reducer == Reducer::kCount && !written.of &&
         !written.holds && !written.groups && !written.sequel;
}

void FunctionTally::BeginArray(pmapi::InstanceId instance) {
  instance_ = instance;
  if (!written_.groups) {
    lane_ = &LaneOf(instance);
    return;
  }
  const auto& only = written_.groups->only;
  wanted_ =
      only.empty() || std::binary_search(only.begin(), only.end(), instance);
}

void FunctionTally::Take(const Arrival& arrival) {
  if (lane_ == nullptr) {
    if (wanted_) AddToGroup(arrival);
  } else if (lane_->sequel) {
    lane_->sequel->Take(arrival, &taken_.summary,
                        written_.KeepsNumbers() ? &taken_.numbers : nullptr,
                        &taken_.shown);
  } else {
    Summarize(arrival, &taken_);
  }
}

void FunctionTally::EndArray(Timestamp at) {
  if (lane_ == nullptr) return;
  AddTo(at, std::exchange(taken_, Taken()), lane_);
}

void FunctionTally::Summarize(const Arrival& arrival, Taken* taken) const {
  if (arrival.record.is_missed() && !of_missed_) return;
  const Kleene truth = written_.where.Truth(arrival);
  EventSummary* const summary = &taken->summary;
  const bool counts = written_.reduction.reducer == Reducer::kCount;
  if (counts && !written_.of && !written_.holds) {
    return summary->AddIf(truth == Kleene::kTrue);
  }
  // What does not match is nothing to a count.
  if (counts && truth != Kleene::kTrue) return;
  if (written_.of) {
    if (truth != Kleene::kTrue) return;
    if (written_.shown) {
      Show(arrival, taken);
    } else {
      AddNumbers(arrival, taken);
    }
  } else if (!written_.holds) {
    summary->AddTruth(truth);
  } else if (truth == Kleene::kTrue) {
    summary->AddTruth(written_.holds->Truth(arrival));
  }
}

/// A record that lacks the parameter shows nothing, and is the last one, too.
void FunctionTally::Show(const Arrival& arrival, Taken* taken) const {
  if (!written_.shown->first || taken->summary.empty()) {
    taken->shown = ShownText(arrival, *written_.of);
  }
  taken->summary.AddTruth(Kleene::kTrue);
}

/// Of a parameter that repeats each.
void FunctionTally::AddNumbers(const Arrival& arrival, Taken* taken) const {
  const bool each = written_.KeepsNumbers();
  const auto add = [taken, each](const std::optional<FieldValue>& value) {
    const auto number = value ? NumberOf(*value) : std::nullopt;
    if (!number) return;
    taken->summary.AddNumber(*number);
    if (each) taken->numbers.push_back(*number);
  };
  if (written_.of->own) return add(ValueOf(arrival, *written_.of->own));
  for (const pmapi::EventParameter& parameter : arrival.parameters) {
    const Field::Metric* metric = written_.of->Find(parameter.pmid);
    if (metric != nullptr) add(ValueOf(parameter, *metric));
  }
}

void FunctionTally::AddToGroup(const Arrival& arrival) {
  Taken one;
  Summarize(arrival, &one);
  if (one.summary.empty()) return;
  const auto group = GroupOf(arrival);
  if (group) AddTo(arrival.at, std::move(one), &LaneOf(*group));
}

/// Nothing of a record that lacks a parameter that it goes by. The table is not
/// told of groups that have no lane: they would drive others out of it.
std::optional<pmapi::InstanceId> FunctionTally::GroupOf(
    const Arrival& arrival) const {
  const EventFunction::Groups& groups = *written_.groups;
  auto key = KeyOf(arrival, groups.by);
  if (!key) return std::nullopt;
  if (groups.instances) *key += "#" + std::to_string(instance_);
  const auto known = groups.table->Find(*key);
  if (known && lanes_.contains(*known)) return known;
  if (lanes_.size() >= kMostGroups) return GroupTable::kOther;
  return groups.table->NumberOf(*key, GroupName(arrival));
}

std::string FunctionTally::GroupName(const Arrival& arrival) const {
  const EventFunction::Groups& groups = *written_.groups;
  std::string name;
  if (groups.instances && instance_ != pmapi::kNullInstance) {
    const auto known = groups.instances->find(instance_);
    name = known != groups.instances->end() ? known->second
                                            : std::to_string(instance_);
  }
  for (const Field& field : groups.by) {
    AppendText(*ValueOf(arrival, field), &name);
  }
  return KeptText(name);
}

void FunctionTally::Lose() {
  lost_ = true;
  for (auto& [id, lane] : lanes_) {
    if (lane.sequel) lane.sequel->Forget();
  }
}

void FunctionTally::AddGroupsTo(std::set<pmapi::InstanceId>* groups) const {
  for (const auto& [id, lane] : lanes_) groups->insert(id);
}

/// They go with that row, unless records come to them.
void FunctionTally::HaveGroups(const std::set<pmapi::InstanceId>& groups) {
  const bool has_other = lanes_.contains(GroupTable::kOther);
  for (const pmapi::InstanceId id : groups) {
    const auto [at, is_new] = lanes_.try_emplace(id, written_);
    if (!is_new) continue;
    at->second.idle = kLeastStay;
    at->second.may_be_other = has_other;
  }
}

const pmapi::EventRow& FunctionTally::Finish(Timestamp at) {
  if (!begun_) begun_ = at;
  for (auto& [id, lane] : lanes_) FinishSequel(at, &lane);
  if (std::exchange(lost_, false)) unknown_until_ = at + written_.window;
  row_.instances.clear();
  row_.bits.clear();
  row_.cells.clear();
  for (auto& [id, lane] : lanes_) AddToRow(id, at, &lane);
  if (written_.groups) {
    AddRest(at);
    std::erase_if(
        lanes_, [](const auto& lane) { return lane.second.idle > kLeastStay; });
  }
  return row_;
}

/// (T - window, T] does not reach into what was lost any more at the end of
/// that time.
bool FunctionTally::IsLost(Timestamp at) const {
  return unknown_until_ && (at < *unknown_until_ ||
                            (written_.window.ns == 0 && at == *unknown_until_));
}

/// What a group has of which nothing has come. Where that is no number it is
/// NaN, which is neither more nor less than any.
void FunctionTally::AddRest(Timestamp at) {
  if (IsLost(at) || ReachesBeforeStart(at) || written_.shown) return;
  const Reducer reducer = written_.reduction.reducer;
  const bool none = IsOfTruths(reducer) || reducer == Reducer::kSum;
  const double value = none ? 0 : std::numeric_limits<double>::quiet_NaN();
  row_.cells.resize(row_.instances.size(), pmapi::kKnown);
  row_.instances.push_back(pmapi::kRest);
  row_.bits.push_back(std::bit_cast<std::uint64_t>(value));
  row_.cells.push_back(pmapi::kRestKnown);
}

/// Where nobody knows what has come there is nothing, as where there is no
/// host.
void FunctionTally::AddToRow(pmapi::InstanceId id, Timestamp at, Lane* lane) {
  Known known = ValueAt(at, lane);
  if (lane->may_be_other) known = {std::nullopt, true};
  if (IsLost(at) || (!known.value && !known.unknown)) return;
  if (known.unknown) row_.cells.resize(row_.instances.size(), pmapi::kKnown);
  row_.instances.push_back(id);
  row_.bits.push_back(std::bit_cast<std::uint64_t>(known.value.value_or(0)));
  if (!known.unknown && row_.cells.empty()) return;
  row_.cells.push_back(known.unknown ? pmapi::kMember : pmapi::kKnown);
}

void FunctionTally::FinishSequel(Timestamp at, Lane* lane) {
  if (!lane->sequel) return;
  Taken taken;
  lane->sequel->Finish(at, &taken.summary, &taken.shown);
  AddTo(at, std::move(taken), lane);
  if (!lane->sequel->TakeOverflow()) return;
  lost_ = true;
  overflow_ = true;
}

std::optional<double> FunctionTally::ShownBy(const Lane& lane) const {
  if (lane.parts.empty()) return std::nullopt;
  const Lane::Part& part =
      ShowsFirst() ? lane.parts.front() : lane.parts.back();
  return written_.shown->texts->NumberOf(part.taken.shown);
}

/// Unknown where there are too many.
std::optional<double> FunctionTally::SpreadOf(const Lane& lane) {
  std::vector<double> all;
  for (const Lane::Part& part : lane.parts) {
    if (part.taken.too_many) {
      overflow_ = true;
      return std::nullopt;
    }
    const std::vector<double>& some = part.taken.numbers;
    all.insert(all.end(), some.begin(), some.end());
  }
  if (all.empty()) return std::nullopt;
  if (written_.reduction.reducer == Reducer::kPercentile) {
    return base::Percentile(written_.reduction.percent, &all);
  }
  return base::DeviationOf(static_cast<int>(all.size()), [&all](int i) {
    return all[static_cast<std::size_t>(i)];
  });
}

bool FunctionTally::ReachesBeforeStart(Timestamp at) const {
  return at.ns - written_.window.ns < begun_->ns;
}

/// Whether the window reaches to before the first tick. What is seen of it is a
/// least number then.
bool FunctionTally::MayHaveCome(Timestamp at) const {
  const Reducer reducer = written_.reduction.reducer;
  const bool counts = !written_.shown &&
                      (reducer == Reducer::kCount || reducer == Reducer::kSome);
  return counts && ReachesBeforeStart(at);
}

FunctionTally::Known FunctionTally::ValueAt(Timestamp at, Lane* lane) {
  const bool windowed = written_.window.ns > 0;
  if (windowed) DropUntil({at.ns - written_.window.ns}, lane);
  lane->idle = lane->parts.empty() ? lane->idle + 1 : 0;
  Known known;
  if (written_.shown) {
    known.value = ShownBy(*lane);
  } else if (written_.KeepsNumbers()) {
    known.value = SpreadOf(*lane);
  } else {
    EventSummary all;
    for (const Lane::Part& part : lane->parts) all.Add(part.taken.summary);
    known.value = all.ValueOf(written_.reduction);
  }
  // Of what is there it is only not known.
  known.unknown = !known.value && !lane->parts.empty();
  while (!windowed && !lane->parts.empty()) DropFirst(lane);
  if (windowed && known.value && MayHaveCome(at) &&
      !IsSettled(*known.value, written_.compared)) {
    known.value.reset();
    known.unknown = IsTruthOrCompared();
  }
  return known;
}

/// What is made of counts takes them as they are, and nothing as none.
bool FunctionTally::IsTruthOrCompared() const {
  return written_.compared || written_.reduction.reducer == Reducer::kSome;
}

}  // namespace engine::events
