// One pass over each array, whether for one function or for many.
#include "engine/events/event_function.h"

#include <algorithm>
#include <set>
#include <span>
#include <utility>

#include "engine/events/event_guards.h"
#include "engine/events/event_tally.h"

namespace engine::events {
namespace {

using base::Timestamp;

/// An array that is none may have been taken in part: nothing counts behind it.
base::Result<void> Ended(const pmapi::EventRecords& records, pmapi::Type type,
                         base::Bytes array) {
  if (records.whole()) return {};
  return pmapi::CheckEvents(type, array).error();
}

class OneTally : public pmapi::EventTally {
 public:
  OneTally(const EventFunction& function, pmapi::Type type,
           const std::vector<pmapi::InstanceId>& instances)
      : function_(function),
        type_(type),
        tally_(function.written(), instances) {
    const EventFunction::Written& written = function.written();
    if (!FunctionTally::TakesMatchesAlone(written)) return;
    leading_ = written.where.LeadingNumber();
    counts_numbers_ =
        written.where.IsNumber() && FunctionTally::IsCount(written);
  }

  base::Result<void> Add(pmapi::InstanceId instance, Timestamp at,
                         base::Bytes array) override {
    tally_.BeginArray(instance);
    pmapi::EventRecords records(type_, array);
    arrival_.at = at;
    if (leading_ != nullptr) {
      TakePossible(&records);
    } else {
      while (arrival_.Next(&records)) tally_.Take(arrival_);
    }
    tally_.EndArray(at);
    return Ended(records, type_, array);
  }
  void Lose() override { tally_.Lose(); }
  std::span<const pmapi::EventRow> Finish(Timestamp at) override {
    const pmapi::EventRow& row = tally_.Finish(at);
    if (tally_.TakeOverflow()) function_.CountOverflow();
    return {&row, 1};
  }

 private:
  /// Of a record of which the number is not true nothing else is looked at.
  void TakePossible(pmapi::EventRecords* records) {
    while (true) {
      NumberAnswer answer(*leading_);
      const auto take = [&answer](const auto& one) { answer.Take(one); };
      if (!records->Next(&arrival_.record, take)) return;
      if (counts_numbers_ && !answer.has_other()) {
        tally_.CountIf(answer.is_true());
      } else if (answer.is_true() || answer.has_other()) {
        arrival_.ReadParameters();
        tally_.Take(arrival_);
      }
    }
  }

  const EventFunction& function_;
  pmapi::Type type_;
  FunctionTally tally_;
  Arrival arrival_;
  const NumberTerm* leading_ = nullptr;  // null: each record is looked at
  bool counts_numbers_ = false;          // nothing but `leading_` is asked
};

std::vector<const EventFilter*> FiltersOf(
    const std::vector<const EventFunction*>& all) {
  std::vector<const EventFilter*> filters;
  for (const EventFunction* one : all) {
    const bool guarded = FunctionTally::TakesMatchesAlone(one->written());
    filters.push_back(guarded ? &one->written().where : nullptr);
  }
  return filters;
}

/// Which of `all` have groups of one table, where those are several.
std::vector<std::vector<std::size_t>> SharingGroups(
    const std::vector<const EventFunction*>& all) {
  std::map<const GroupTable*, std::vector<std::size_t>> by_table;
  for (std::size_t i = 0; i < all.size(); ++i) {
    const auto& groups = all[i]->written().groups;
    if (groups) by_table[groups->table.get()].push_back(i);
  }
  std::vector<std::vector<std::size_t>> sharing;
  for (auto& [table, functions] : by_table) {
    if (functions.size() > 1) sharing.push_back(std::move(functions));
  }
  return sharing;
}

/// Only functions whose guards let a record pass are given it.
class ManyTallies : public pmapi::EventTally {
 public:
  ManyTallies(std::vector<const EventFunction*> all, pmapi::Type type,
              const std::vector<pmapi::InstanceId>& instances)
      : functions_(std::move(all)),
        type_(type),
        guards_(FiltersOf(functions_)),
        sharing_(SharingGroups(functions_)),
        known_(instances.begin(), instances.end()),
        begun_(functions_.size(), 0),
        rows_(functions_.size()) {
    for (const EventFunction* one : functions_) {
      tallies_.emplace_back(one->written(), instances);
    }
  }

  base::Result<void> Add(pmapi::InstanceId instance, Timestamp at,
                         base::Bytes array) override {
    if (known_.insert(instance).second) {
      for (std::size_t i = 0; i < tallies_.size(); ++i) Begin(i, instance);
    }
    pmapi::EventRecords records(type_, array);
    arrival_.at = at;
    while (arrival_.Next(&records)) {
      for (const std::size_t i : guards_.Possible(arrival_)) {
        Begin(i, instance);
        tallies_[i].Take(arrival_);
      }
    }
    for (const std::size_t i : in_array_) {
      tallies_[i].EndArray(at);
      begun_[i] = 0;
    }
    in_array_.clear();
    return Ended(records, type_, array);
  }
  void Lose() override {
    for (FunctionTally& one : tallies_) one.Lose();
  }
  std::span<const pmapi::EventRow> Finish(Timestamp at) override {
    ShareGroups();
    for (std::size_t i = 0; i < tallies_.size(); ++i) {
      rows_[i] = tallies_[i].Finish(at);
      if (tallies_[i].TakeOverflow()) functions_[i]->CountOverflow();
    }
    return rows_;
  }

 private:
  /// The array at hand is one of the function `i`, too.
  void Begin(std::size_t i, pmapi::InstanceId instance) {
    if (begun_[i] != 0) return;
    begun_[i] = 1;
    in_array_.push_back(i);
    tallies_[i].BeginArray(instance);
  }

  /// A group that one of them has is there in all.
  void ShareGroups() {
    for (const std::vector<std::size_t>& functions : sharing_) {
      std::set<pmapi::InstanceId> groups;
      for (const std::size_t i : functions) tallies_[i].AddGroupsTo(&groups);
      for (const std::size_t i : functions) tallies_[i].HaveGroups(groups);
    }
  }

  std::vector<const EventFunction*> functions_;
  pmapi::Type type_;
  EventGuards guards_;
  std::vector<std::vector<std::size_t>> sharing_;
  std::vector<FunctionTally> tallies_;
  std::set<pmapi::InstanceId> known_;  // instances that have lanes
  std::vector<char> begun_;            // shape: tallies; those in in_array_
  std::vector<std::size_t> in_array_;
  std::vector<pmapi::EventRow> rows_;
  Arrival arrival_;
};

}  // namespace

std::shared_ptr<const EventFunction> EventFunction::ComparedBy(
    CountCompared compared) const {
  if (written_.reduction.reducer != grammar::ast::Reducer::kCount) {
    return nullptr;
  }
  Written written = written_;
  written.compared = compared;
  return std::make_shared<EventFunction>(std::move(written));
}

bool EventFunction::Matches(const Arrival& arrival) const {
  if (arrival.record.is_missed() && !written_.where.of_missed()) return false;
  return written_.where.Truth(arrival) == Kleene::kTrue;
}

std::unique_ptr<pmapi::EventTally> EventFunction::Begin(
    pmapi::Type type, std::vector<pmapi::InstanceId> instances) const {
  return std::make_unique<OneTally>(*this, type, instances);
}

std::unique_ptr<pmapi::EventTally> EventFunction::BeginAll(
    const pmapi::EventFolds& all, pmapi::Type type,
    const std::vector<pmapi::InstanceId>& instances) const {
  std::vector<const EventFunction*> functions;
  for (const auto& fold : all) {
    const auto* one = dynamic_cast<const EventFunction*>(fold.get());
    if (one != nullptr) functions.push_back(one);
  }
  if (all.size() == 1 || functions.size() < all.size()) {
    return EventFold::BeginAll(all, type, instances);
  }
  return std::make_unique<ManyTallies>(std::move(functions), type, instances);
}

std::optional<pmapi::InDom> EventFunction::LaneDomain() const {
  if (!written_.groups) return std::nullopt;
  return written_.groups->table->domain();
}

std::string EventFunction::LaneName(pmapi::InstanceId lane) const {
  return written_.groups ? written_.groups->table->NameOf(lane) : std::string();
}

}  // namespace engine::events
