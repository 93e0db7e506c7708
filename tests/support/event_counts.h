// Arrays of empty records, and a fold that counts them.
#ifndef TOCSIN_TESTS_SUPPORT_EVENT_COUNTS_H_
#define TOCSIN_TESTS_SUPPORT_EVENT_COUNTS_H_

#include <bit>
#include <cmath>
#include <cstdint>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "pmapi/block/cell.h"
#include "pmapi/events/event_array.h"
#include "pmapi/events/event_fold.h"
#include "pmapi/events/event_writer.h"

namespace tests {

inline std::vector<std::uint8_t> EventArray(pmapi::Type type, int records) {
  pmapi::EventWriter writer(type);
  for (int i = 0; i < records; ++i) writer.BeginRecord({}, 0);
  return writer.Finish();
}

/// The same as a text, for writers of such.
inline std::string EventText(pmapi::Type type, int records) {
  const auto array = EventArray(type, records);
  return {array.begin(), array.end()};
}

/// How many records each instance has had since the tick before; odd numbers
/// nobody knows unless it `knows_odd`.
class EventCounts : public pmapi::EventFold {
 public:
  explicit EventCounts(bool knows_odd = true) : knows_odd_(knows_odd) {}

  std::unique_ptr<pmapi::EventTally> Begin(
      pmapi::Type type,
      std::vector<pmapi::InstanceId> instances) const override {
    return std::make_unique<Tally>(type, instances, knows_odd_);
  }

 private:
  class Tally : public pmapi::EventTally {
   public:
    Tally(pmapi::Type type, const std::vector<pmapi::InstanceId>& instances,
          bool knows_odd)
        : type_(type), knows_odd_(knows_odd) {
      for (const pmapi::InstanceId id : instances) counts_[id] = 0;
    }
    base::Result<void> Add(pmapi::InstanceId instance, base::Timestamp /*at*/,
                           base::Bytes array) override {
      const auto checked = pmapi::CheckEvents(type_, array);
      if (!checked) return checked.error();
      counts_[instance] += static_cast<double>(checked->records);
      return {};
    }
    void Lose() override { lost_ = true; }
    std::span<const pmapi::EventRow> Finish(base::Timestamp /*at*/) override {
      row_ = {};
      const bool lost = std::exchange(lost_, false);
      for (auto& [id, count] : counts_) {
        const double number = std::exchange(count, 0);
        if (lost) continue;
        const bool known = knows_odd_ || std::fmod(number, 2) == 0;
        row_.instances.push_back(id);
        row_.bits.push_back(std::bit_cast<std::uint64_t>(known ? number : 0));
        if (knows_odd_) continue;
        row_.cells.push_back(known ? pmapi::kKnown : pmapi::kMember);
      }
      return {&row_, 1};
    }

   private:
    pmapi::Type type_;
    bool knows_odd_;
    std::map<pmapi::InstanceId, double> counts_;
    bool lost_ = false;
    pmapi::EventRow row_;
  };

  bool knows_odd_;
};

}  // namespace tests

#endif  // TOCSIN_TESTS_SUPPORT_EVENT_COUNTS_H_
