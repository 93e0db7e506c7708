// EventLister: event records that match, printed as they arrive. Where they
// come from is its source's business.
#ifndef TOCSIN_CLI_EVENT_LISTER_H_
#define TOCSIN_CLI_EVENT_LISTER_H_

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "base/time.h"
#include "base/zone.h"
#include "cli/output.h"
#include "engine/events/event_function.h"
#include "pmapi/events/event_fold.h"

namespace cli {

/// How records are printed.
struct EventListing {
  bool json = false;
  bool count = false;          // nothing but how many there are
  base::Timestamp since = {};  // what arrived before is passed over
  const base::Zone* zone = nullptr;
  Output* out = nullptr;
};

/// What a host's names are.
struct EventNames {
  std::string host;
  /// Empty: unknown.
  std::function<std::string(pmapi::InstanceId)> instance;
  std::function<std::string(pmapi::Pmid)> parameter;
};

/// Takes the place of `function`, a count_event, as the fold of a want; its
/// numbers are the same. Text: a line a record, of its time, instance, flags
/// and parameters; JSON: an object.
class EventLister : public pmapi::EventFold {
 public:
  /// Lifetime: what `listing` points to outlives this.
  EventLister(std::shared_ptr<const pmapi::EventFold> function,
              EventListing listing, EventNames names);

  std::unique_ptr<pmapi::EventTally> Begin(
      pmapi::Type type,
      std::vector<pmapi::InstanceId> instances) const override;

  void Print(const engine::events::Arrival& arrival,
             pmapi::InstanceId instance) const;
  /// How many have been printed, or would have been.
  std::int64_t count() const { return count_; }

 private:
  std::string Line(const engine::events::Arrival& arrival,
                   pmapi::InstanceId instance) const;
  std::string Object(const engine::events::Arrival& arrival,
                     pmapi::InstanceId instance) const;

  std::shared_ptr<const pmapi::EventFold> function_;
  EventListing listing_;
  EventNames names_;
  mutable std::int64_t count_ = 0;
};

}  // namespace cli

#endif  // TOCSIN_CLI_EVENT_LISTER_H_
