// The seams to where metrics come from: what there is (MetricCatalog), a host
// (Source; LiveSource, whose metrics come and go), and its values tick by tick
// (SampleStream). Fakes: tests/support/memory_source.h, live_source.h.
#ifndef TOCSIN_PMAPI_SOURCE_SOURCE_H_
#define TOCSIN_PMAPI_SOURCE_SOURCE_H_

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "base/time.h"
#include "pmapi/metric/metric.h"
#include "pmapi/source/samples.h"

namespace pmapi {

class EventFold;

/// Names, descriptors and instances: what the checker asks. Opens nothing.
class MetricCatalog {
 public:
  virtual ~MetricCatalog() = default;

  /// Errors: kNoMetric, kNonLeaf (the name is a prefix of metrics), kNoPmid.
  virtual base::Result<MetricDesc> Describe(std::string_view name) const = 0;

  /// All instances that the domain ever had (archive) or has now (live), each
  /// with its newest name, newest record first: an instance that a rule
  /// names is the first whose name matches. Errors: kNoIndomInLog, kNoIndom;
  /// kSystem where they cannot be had now.
  virtual base::Result<std::vector<Instance>> Instances(InDom indom) const = 0;

  /// Every metric name, sorted: for "did you mean".
  virtual std::vector<std::string> MetricNames() const = 0;

  /// The help text of a metric that Describe() knows, for lists of metrics.
  virtual HelpText Help(std::string_view /*name*/) const { return {}; }
};

/// A metric to be fetched at every tick.
struct Want {
  MetricDesc desc;
  /// The instances that are wanted, or all of them where this is empty.
  std::vector<InstanceId> only;
  /// Of a counter of an archive: the first tick after a mark has its values,
  /// too, whatever the tick before had. Whoever takes them applies the rule.
  bool across_marks = false;
  /// Of an event metric: what is wanted is this number of the records that have
  /// come since the tick before, as one of DOUBLE.
  std::shared_ptr<const EventFold> fold = nullptr;

  friend bool operator==(const Want&, const Want&) = default;
};

/// Ticks: `start + k * step` for k = 0, 1, ...
struct TickGrid {
  base::Timestamp start;
  base::Duration step;
  /// What would be later is at this time, if there is one.
  std::optional<base::Timestamp> close = std::nullopt;

  /// The time of tick `k`.
  base::Timestamp At(std::int64_t k) const {
    const base::Timestamp at{start.ns + k * step.ns};
    return close && *close < at ? *close : at;
  }
  friend bool operator==(const TickGrid&, const TickGrid&) = default;
};

class Lead;

/// Values for ticks that are asked for once, in order.
class SampleStream {
 public:
  virtual ~SampleStream() = default;

  /// Live sources: begins to fetch the next tick, at time `now`. `ready` is
  /// called once, perhaps before this returns, when Fetch(1) can hand the tick
  /// out or say why not, without waiting; after `limit` at the latest. What has
  /// not come by then is not given up: Fetch() says kLate, nothing else is
  /// asked for meanwhile, and the answer is that of the tick at which it comes.
  /// Where values are at hand there is nothing to begin.
  virtual void Ask(base::Timestamp /*now*/, base::Duration /*limit*/,
                   const std::function<void()>& ready) {
    ready();
  }

  /// Fills `samples` with the next at most `max_ticks` ticks (at least one).
  /// Fewer come where the source sees reason to stop early. Errors: kCorrupt
  /// and the like, only for the next tick itself: what stands before the
  /// damage has been delivered by then. A tick before or after the source's
  /// own time has no values and is no error. An error of a live source is of
  /// this tick alone: the next may have values again.
  virtual base::Result<void> Fetch(int max_ticks, Samples* samples) = 0;

  /// Live sources: why the tick that Fetch() has handed out lacks values that
  /// are there. The streams of a source all say the same.
  virtual std::optional<base::Error> Shortfall() { return std::nullopt; }

  /// Live sources: what befell the connection since the tick before, though it
  /// may be there again. Of all streams of a source one is told. kChanged, by
  /// all: the rules are to be checked again, though the tick has values.
  virtual std::optional<base::Error> Interruption() { return std::nullopt; }

  /// This stream as one that goes ahead for others; null where it cannot.
  /// Lifetime: the stream's.
  virtual Lead* AsLead() { return nullptr; }
};

/// A metric that rules use, and those of its instances that they name.
struct Need {
  /// "*.NAME", optional: every metric the last part of whose name that is.
  std::string metric;
  std::vector<std::string> instances;
  /// Rules can do without it: a source that lacks it is not asked again.
  bool optional = false;
  /// Of a derived metric: the metrics that it is computed of. Its instances are
  /// those of one of them, whichever that is.
  std::vector<std::string> operands = {};
};

/// What is needed of a host: of many hosts mostly the same. Not null.
using SharedNeeds = std::shared_ptr<const std::vector<Need>>;

/// One host's metrics.
class Source {
 public:
  virtual ~Source() = default;

  /// Lifetime: the source's.
  virtual const MetricCatalog& Catalog() const = 0;
  /// What the source calls its host: %h.
  virtual const std::string& HostName() const = 0;
  /// The archive's path or the connection, as given: %c.
  virtual const std::string& ContextName() const = 0;
  /// What is missing may come: streams are asked even where they have no
  /// wants, and tell by kChanged that the rules are to be checked again.
  virtual bool waits() const { return false; }
  /// Values at every tick of `grid`. Errors: kInvalid for a step that is not
  /// positive. Lifetime: the stream must not outlive the source.
  virtual base::Result<std::unique_ptr<SampleStream>> Open(
      std::vector<Want> wants, TickGrid grid) = 0;
};

/// One host's metrics now. What is missing may come: it always waits.
class LiveSource : public Source {
 public:
  bool waits() const override { return true; }
  /// Makes the catalogue know all that `needs` are about; `ready` is called
  /// once, perhaps before this returns. From then on the source looks by itself
  /// whether that is still so: once it is not, the streams that were opened
  /// say kChanged. Errors: why nothing can be known now; the source tries on.
  virtual void Prepare(SharedNeeds needs, base::Duration limit,
                       std::function<void(base::Result<void>)> ready) = 0;
};

}  // namespace pmapi

#endif  // TOCSIN_PMAPI_SOURCE_SOURCE_H_
