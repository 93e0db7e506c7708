// Folds that know of no others, one by one.
#include "pmapi/events/event_fold.h"

#include <utility>

namespace pmapi {
namespace {

class ApartTally : public EventTally {
 public:
  explicit ApartTally(std::vector<std::unique_ptr<EventTally>> tallies)
      : tallies_(std::move(tallies)) {}

  base::Result<void> Add(InstanceId instance, base::Timestamp at,
                         base::Bytes array) override {
    for (const auto& tally : tallies_) {
      if (auto added = tally->Add(instance, at, array); !added) return added;
    }
    return {};
  }
  void Lose() override {
    for (const auto& tally : tallies_) tally->Lose();
  }
  std::span<const EventRow> Finish(base::Timestamp at) override {
    rows_.clear();
    for (const auto& tally : tallies_) {
      for (const EventRow& row : tally->Finish(at)) rows_.push_back(row);
    }
    return rows_;
  }

 private:
  std::vector<std::unique_ptr<EventTally>> tallies_;
  std::vector<EventRow> rows_;
};

}  // namespace

std::unique_ptr<EventTally> EventFold::BeginAll(
    const EventFolds& all, Type type,
    const std::vector<InstanceId>& instances) const {
  std::vector<std::unique_ptr<EventTally>> tallies;
  for (const auto& fold : all) tallies.push_back(fold->Begin(type, instances));
  return std::make_unique<ApartTally>(std::move(tallies));
}

}  // namespace pmapi
