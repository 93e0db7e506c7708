// A summary an array is kept for as long as the window needs it.
#include "engine/events/event_function.h"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <deque>
#include <map>
#include <string_view>
#include <utility>

#include "base/number.h"
#include "engine/events/event_summary.h"

namespace engine::events {
namespace {

using base::Timestamp;
using grammar::ast::Reducer;
using Written = EventFunction::Written;

/// Makes summaries of arrays.
class Summarizer {
 public:
  explicit Summarizer(const Written& written) : written_(written) {
    of_missed_ = written.where.of_missed() ||
                 (written.of && written.of->own == OwnField::kMissed) ||
                 (written.holds && written.holds->of_missed());
  }

  void Add(const Arrival& arrival, EventSummary* summary) {
    if (arrival.record.is_missed() && !of_missed_) return;
    const Kleene truth = written_.where.Truth(arrival, &scratch_);
    // What does not match is nothing to a count.
    if (written_.reduction.reducer == Reducer::kCount &&
        truth != Kleene::kTrue) {
      return;
    }
    if (written_.of) {
      if (truth == Kleene::kTrue) AddNumbers(arrival, summary);
    } else if (!written_.holds) {
      summary->AddTruth(truth);
    } else if (truth == Kleene::kTrue) {
      summary->AddTruth(written_.holds->Truth(arrival, &scratch_));
    }
  }

 private:
  /// Of a parameter that repeats each.
  void AddNumbers(const Arrival& arrival, EventSummary* summary) const {
    const auto add = [summary](const std::optional<FieldValue>& value) {
      const auto* number = value ? std::get_if<double>(&*value) : nullptr;
      if (number != nullptr) summary->AddNumber(*number);
    };
    if (written_.of->own) return add(ValueOf(arrival, *written_.of->own));
    pmapi::EventParameters parameters(arrival.record);
    pmapi::EventParameter parameter;
    while (parameters.Next(&parameter)) {
      const Field::Metric* metric = written_.of->Find(parameter.pmid);
      if (metric != nullptr) add(ValueOf(parameter, *metric));
    }
  }

  const Written& written_;
  bool of_missed_ = false;
  std::vector<Kleene> scratch_;
};

/// What is kept of one lane.
struct Lane {
  explicit Lane(const Written& written) {
    if (written.sequel) sequel.emplace(written.where, *written.sequel);
  }

  void Add(Timestamp at, const EventSummary& summary) {
    if (summary.empty()) return;
    if (parts.empty() || parts.back().at != at) parts.push_back({at, {}});
    parts.back().summary.Add(summary);
  }
  /// Forgets what is not later than `since`.
  void DropUntil(Timestamp since) {
    while (!parts.empty() && parts.front().at <= since) parts.pop_front();
  }

  struct Part {
    Timestamp at;
    EventSummary summary;
  };
  std::deque<Part> parts;  // ascending
  std::optional<EventSequel> sequel;
  int idle = 0;  // ticks without a record
};

using Lanes = std::map<pmapi::InstanceId, Lane>;

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

/// Which group a record is in.
class Grouping {
 public:
  explicit Grouping(const EventFunction::Groups& groups) : groups_(groups) {}

  bool Wants(pmapi::InstanceId instance) const {
    return groups_.only.empty() ||
           std::binary_search(groups_.only.begin(), groups_.only.end(),
                              instance);
  }

  /// Nothing of a record that lacks a parameter that it goes by.
  std::optional<pmapi::InstanceId> NumberOf(const Arrival& arrival,
                                            pmapi::InstanceId instance,
                                            const Lanes& lanes) const {
    auto key = KeyOf(arrival, groups_.by);
    if (!key) return std::nullopt;
    if (groups_.instances) *key += "#" + std::to_string(instance);
    const auto number = groups_.table->NumberOf(*key, Name(arrival, instance));
    const bool room = lanes.size() < kMostGroups || lanes.contains(number);
    return room ? number : GroupTable::kOther;
  }

 private:
  std::string Name(const Arrival& arrival, pmapi::InstanceId instance) const {
    std::string name;
    if (groups_.instances) {
      const auto known = groups_.instances->find(instance);
      name = known != groups_.instances->end() ? known->second
                                               : std::to_string(instance);
    }
    for (const Field& field : groups_.by) {
      AppendText(*ValueOf(arrival, field), &name);
    }
    return name;
  }

  const EventFunction::Groups& groups_;
};

class Tally : public pmapi::EventTally {
 public:
  Tally(const Written& written, pmapi::Type type,
        const std::vector<pmapi::InstanceId>& instances)
      : written_(written), summarizer_(written), type_(type) {
    if (written.groups) {
      grouping_.emplace(*written.groups);
    } else {
      for (const pmapi::InstanceId id : instances) LaneOf(id);
    }
  }

  base::Result<void> Add(pmapi::InstanceId instance, Timestamp at,
                         base::Bytes array) override {
    const auto checked = pmapi::CheckEvents(type_, array);
    if (!checked) return checked.error();
    if (grouping_ && !grouping_->Wants(instance)) return {};
    Lane* lane = grouping_ ? nullptr : &LaneOf(instance);
    pmapi::EventRecords records(type_, array);
    Arrival arrival{{}, at};
    EventSummary all;
    while (records.Next(&arrival.record)) {
      if (lane == nullptr) {
        AddToGroup(arrival, instance);
      } else if (lane->sequel) {
        lane->sequel->Take(arrival, &all);
      } else {
        summarizer_.Add(arrival, &all);
      }
    }
    if (lane != nullptr) lane->Add(at, all);
    return {};
  }

  void Lose() override {
    lost_ = true;
    for (auto& [id, lane] : lanes_) {
      if (lane.sequel) lane.sequel->Forget();
    }
  }

  const pmapi::EventRow& Finish(Timestamp at) override {
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
    if (grouping_) DropIdle();
    return row_;
  }

 private:
  /// Of a live host instances come.
  Lane& LaneOf(pmapi::InstanceId id) {
    return lanes_.try_emplace(id, written_).first->second;
  }

  void AddToGroup(const Arrival& arrival, pmapi::InstanceId instance) {
    EventSummary one;
    summarizer_.Add(arrival, &one);
    if (one.empty()) return;
    const auto number = grouping_->NumberOf(arrival, instance, lanes_);
    if (number) LaneOf(*number).Add(arrival.at, one);
  }

  void FinishSequel(Timestamp at, Lane* lane) {
    if (!lane->sequel) return;
    EventSummary summary;
    lane->sequel->Finish(at, &summary);
    lane->Add(at, summary);
    lost_ |= lane->sequel->TakeOverflow();
  }

  std::optional<double> ValueAt(Timestamp at, Lane* lane) {
    const bool windowed = written_.window.ns > 0;
    if (windowed) lane->DropUntil({at.ns - written_.window.ns});
    lane->idle = lane->parts.empty() ? lane->idle + 1 : 0;
    EventSummary all;
    for (const Lane::Part& part : lane->parts) all.Add(part.summary);
    if (!windowed) lane->parts.clear();
    return all.ValueOf(written_.reduction);
  }

  void DropIdle() {
    std::erase_if(
        lanes_, [](const auto& lane) { return lane.second.idle > kLeastStay; });
  }

  const Written& written_;
  Summarizer summarizer_;
  pmapi::Type type_;
  std::optional<Grouping> grouping_;
  Lanes lanes_;
  bool lost_ = false;
  std::optional<Timestamp> unknown_until_;
  pmapi::EventRow row_;
};

}  // namespace

bool EventFunction::Matches(const Arrival& arrival,
                            std::vector<Kleene>* scratch) const {
  if (arrival.record.is_missed() && !written_.where.of_missed()) return false;
  return written_.where.Truth(arrival, scratch) == Kleene::kTrue;
}

std::unique_ptr<pmapi::EventTally> EventFunction::Begin(
    pmapi::Type type, std::vector<pmapi::InstanceId> instances) const {
  return std::make_unique<Tally>(written_, type, instances);
}

std::optional<pmapi::InDom> EventFunction::LaneDomain() const {
  if (!written_.groups) return std::nullopt;
  return written_.groups->table->domain();
}

std::string EventFunction::LaneName(pmapi::InstanceId lane) const {
  return written_.groups ? written_.groups->table->NameOf(lane) : std::string();
}

}  // namespace engine::events
