// A summary an array is kept for as long as the window needs it.
#include "engine/events/event_tally.h"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

#include "base/number.h"

namespace engine::events {
namespace {

using base::Timestamp;
using grammar::ast::Reducer;
using Written = EventFunction::Written;

/// Ticks for which a group stays without a record.
constexpr int kLeastStay = 10;
constexpr std::size_t kMostGroups = 1000;

void AppendText(const FieldValue& value, std::string* text) {
  if (!text->empty()) *text += ", ";
  if (const auto* number = std::get_if<double>(&value)) {
    base::AppendNumber(*number, text);
  } else {
    *text += std::get<std::string_view>(value);
  }
}

}  // namespace

FunctionTally::Lane::Lane(const Written& written) {
  if (written.sequel) sequel.emplace(written.where, *written.sequel);
}

void FunctionTally::Lane::Add(Timestamp at, const EventSummary& summary) {
  if (summary.empty()) return;
  if (parts.empty() || parts.back().at != at) parts.push_back({at, {}});
  parts.back().summary.Add(summary);
}

void FunctionTally::Lane::DropUntil(Timestamp since) {
  while (!parts.empty() && parts.front().at <= since) parts.pop_front();
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
    lane_->sequel->Take(arrival, &summary_);
  } else {
    Summarize(arrival, &summary_);
  }
}

void FunctionTally::EndArray(Timestamp at) {
  if (lane_ == nullptr) return;
  lane_->Add(at, std::exchange(summary_, EventSummary()));
}

void FunctionTally::Summarize(const Arrival& arrival,
                              EventSummary* summary) const {
  if (arrival.record.is_missed() && !of_missed_) return;
  const Kleene truth = written_.where.Truth(arrival);
  // What does not match is nothing to a count.
  if (written_.reduction.reducer == Reducer::kCount && truth != Kleene::kTrue) {
    return;
  }
  if (written_.of) {
    if (truth == Kleene::kTrue) AddNumbers(arrival, summary);
  } else if (!written_.holds) {
    summary->AddTruth(truth);
  } else if (truth == Kleene::kTrue) {
    summary->AddTruth(written_.holds->Truth(arrival));
  }
}

/// Of a parameter that repeats each.
void FunctionTally::AddNumbers(const Arrival& arrival,
                               EventSummary* summary) const {
  const auto add = [summary](const std::optional<FieldValue>& value) {
    const auto* number = value ? std::get_if<double>(&*value) : nullptr;
    if (number != nullptr) summary->AddNumber(*number);
  };
  if (written_.of->own) return add(ValueOf(arrival, *written_.of->own));
  for (const pmapi::EventParameter& parameter : arrival.parameters) {
    const Field::Metric* metric = written_.of->Find(parameter.pmid);
    if (metric != nullptr) add(ValueOf(parameter, *metric));
  }
}

void FunctionTally::AddToGroup(const Arrival& arrival) {
  EventSummary one;
  Summarize(arrival, &one);
  if (one.empty()) return;
  const auto group = GroupOf(arrival);
  if (group) LaneOf(*group).Add(arrival.at, one);
}

/// Nothing of a record that lacks a parameter that it goes by.
std::optional<pmapi::InstanceId> FunctionTally::GroupOf(
    const Arrival& arrival) const {
  const EventFunction::Groups& groups = *written_.groups;
  auto key = KeyOf(arrival, groups.by);
  if (!key) return std::nullopt;
  if (groups.instances) *key += "#" + std::to_string(instance_);
  const auto number = groups.table->NumberOf(*key, GroupName(arrival));
  const bool room = lanes_.size() < kMostGroups || lanes_.contains(number);
  return room ? number : GroupTable::kOther;
}

std::string FunctionTally::GroupName(const Arrival& arrival) const {
  const EventFunction::Groups& groups = *written_.groups;
  std::string name;
  if (groups.instances) {
    const auto known = groups.instances->find(instance_);
    name = known != groups.instances->end() ? known->second
                                            : std::to_string(instance_);
  }
  for (const Field& field : groups.by) {
    AppendText(*ValueOf(arrival, field), &name);
  }
  return name;
}

void FunctionTally::Lose() {
  lost_ = true;
  for (auto& [id, lane] : lanes_) {
    if (lane.sequel) lane.sequel->Forget();
  }
}

const pmapi::EventRow& FunctionTally::Finish(Timestamp at) {
  for (auto& [id, lane] : lanes_) FinishSequel(at, &lane);
  if (std::exchange(lost_, false)) unknown_until_ = at + written_.window;
  row_.instances.clear();
  row_.bits.clear();
  const bool known = !unknown_until_ || *unknown_until_ < at;
  for (auto& [id, lane] : lanes_) {
    const auto value = ValueAt(at, &lane);
    if (!known || !value) continue;
    row_.instances.push_back(id);
    row_.bits.push_back(std::bit_cast<std::uint64_t>(*value));
  }
  if (written_.groups) {
    std::erase_if(
        lanes_, [](const auto& lane) { return lane.second.idle > kLeastStay; });
  }
  return row_;
}

void FunctionTally::FinishSequel(Timestamp at, Lane* lane) {
  if (!lane->sequel) return;
  EventSummary summary;
  lane->sequel->Finish(at, &summary);
  lane->Add(at, summary);
  lost_ |= lane->sequel->TakeOverflow();
}

std::optional<double> FunctionTally::ValueAt(Timestamp at, Lane* lane) {
  const bool windowed = written_.window.ns > 0;
  if (windowed) lane->DropUntil({at.ns - written_.window.ns});
  lane->idle = lane->parts.empty() ? lane->idle + 1 : 0;
  EventSummary all;
  for (const Lane::Part& part : lane->parts) all.Add(part.summary);
  if (!windowed) lane->parts.clear();
  return all.ValueOf(written_.reduction);
}

}  // namespace engine::events
