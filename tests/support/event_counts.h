// Arrays of empty records, and a fold that counts them.
#ifndef TOCSIN_TESTS_SUPPORT_EVENT_COUNTS_H_
#define TOCSIN_TESTS_SUPPORT_EVENT_COUNTS_H_

#include <bit>
#include <cstdint>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

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

/// How many records each instance has had since the tick before.
class EventCounts : public pmapi::EventFold {
 public:
  std::unique_ptr<pmapi::EventTally> Begin(
      pmapi::Type type,
      std::vector<pmapi::InstanceId> instances) const override {
    return std::make_unique<Tally>(type, instances);
  }

 private:
  class Tally : public pmapi::EventTally {
   public:
    Tally(pmapi::Type type, const std::vector<pmapi::InstanceId>& instances)
        : type_(type) {
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
        row_.instances.push_back(id);
        row_.bits.push_back(std::bit_cast<std::uint64_t>(number));
      }
      return {&row_, 1};
    }

   private:
    pmapi::Type type_;
    std::map<pmapi::InstanceId, double> counts_;
    bool lost_ = false;
    pmapi::EventRow row_;
  };
};

}  // namespace tests

#endif  // TOCSIN_TESTS_SUPPORT_EVENT_COUNTS_H_
