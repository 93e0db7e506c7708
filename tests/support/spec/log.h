// Log: everything an archive holds, in plain lists: each value with its time,
// by metric and instance. No order of reading, no caches; what a value is at
// some time between is interpolate.h's.
#ifndef TOCSIN_TESTS_SUPPORT_SPEC_LOG_H_
#define TOCSIN_TESTS_SUPPORT_SPEC_LOG_H_

#include <cstdint>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "base/result.h"
#include "base/time.h"
#include "pmapi/archive/archive.h"
#include "pmapi/metric/metric.h"

namespace spec {

/// A value in its metric's own type: `integer` (the bits, for U64), `real`
/// (of FLOAT: a float's value) or `text`.
struct Raw {
  std::int64_t integer = 0;
  double real = 0;
  std::string text;
  /// From a block that says no type: libpcp leaves its bytes as they are.
  bool untyped = false;
  /// It is between two records, or another one that was fetched with it is.
  bool between = false;

  friend bool operator==(const Raw&, const Raw&) = default;
};

/// A time and the number of the record there, which orders equal times.
struct Place {
  base::Timestamp time;
  int record = 0;

  friend auto operator<=>(const Place&, const Place&) = default;
};

struct Point {
  Place place;
  Raw value;
};

/// The values of one instance, by place.
using Series = std::vector<Point>;

/// When an instance domain held an instance; `ended` if some later record of
/// the domain does not.
struct Life {
  base::Timestamp birth;
  base::Timestamp death;
  bool ended = false;
};

struct Log {
  std::unique_ptr<pmapi::Archive> archive;
  /// Of instances that the metadata know of.
  std::map<pmapi::Pmid, std::map<pmapi::InstanceId, Series>> metrics;
  std::vector<Place> marks;
  /// The newest name of each instance.
  std::map<pmapi::InDom, std::map<pmapi::InstanceId, std::string>> names;
  /// Only of the domains that had at least 16 instances at once.
  std::map<pmapi::InDom, std::map<pmapi::InstanceId, Life>> lives;

  base::Timestamp start() const { return archive->start(); }
  base::Timestamp end() const { return archive->end(); }
};

/// Reads all of the archive that `name` means, or the values only of `metrics`
/// where that is not null. Errors: those of OpenArchive and of RecordWalker.
base::Result<Log> ReadLog(const std::string& name,
                          const std::set<std::string>* metrics = nullptr);
/// As above, of an archive that is open.
base::Result<Log> ReadLog(std::unique_ptr<pmapi::Archive> archive,
                          const std::set<std::string>* metrics = nullptr);

/// True if `type` is held in Raw::integer.
bool IsInteger(pmapi::Type type);

}  // namespace spec

#endif  // TOCSIN_TESTS_SUPPORT_SPEC_LOG_H_
