// RecordFeed: a stream of this host's own events, read without waiting.
#ifndef TOCSIN_PMAPI_RECORDS_RECORD_FEED_H_
#define TOCSIN_PMAPI_RECORDS_RECORD_FEED_H_

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "pmapi/metric/metric.h"
#include "pmapi/records/record_sink.h"

namespace pmapi::records {

/// A metric of events, or one whose values are parameters of theirs.
struct RecordMetric {
  std::string name;
  MetricDesc desc;
  std::string help;  // in a line, without an end

  friend bool operator==(const RecordMetric&, const RecordMetric&) = default;
};

/// Singular, and without units.
RecordMetric MetricOfRecords(std::string name, Pmid pmid, std::string help);
RecordMetric ParameterOfRecords(std::string name, Pmid pmid, Type type,
                                std::string help);

class RecordFeed {
 public:
  virtual ~RecordFeed() = default;

  /// That of the records, then those of their parameters.
  virtual std::vector<RecordMetric> Metrics() const = 0;
  /// What comes from now on is wanted. Called once, before Read().
  virtual void Begin() = 0;
  /// What has come since the call before, or Begin(). Never waits. Errors: why
  /// that is not known, or not beyond what `sink` has; another call may
  /// succeed.
  virtual base::Result<void> Read(RecordSink* sink) = 0;
  /// What it may give at a tick. Units: bytes of arrays.
  virtual std::size_t MostOfTick() const { return kMostOfTick; }
  /// What is wrong, although all has been read.
  virtual std::optional<base::Error> Trouble() const { return std::nullopt; }
};

}  // namespace pmapi::records

#endif  // TOCSIN_PMAPI_RECORDS_RECORD_FEED_H_
