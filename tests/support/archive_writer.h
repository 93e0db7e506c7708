// ArchiveWriter: makes small archives of version 2 or 3 for tests, from
// metrics, instances and values as a test says them. It writes what it is
// told, also what no logger would write. Reading is pmapi/archive's.
#ifndef TOCSIN_TESTS_SUPPORT_ARCHIVE_WRITER_H_
#define TOCSIN_TESTS_SUPPORT_ARCHIVE_WRITER_H_

#include <cstdint>
#include <map>
#include <string>
#include <variant>
#include <vector>

#include "base/time.h"
#include "pmapi/archive/format.h"
#include "pmapi/metric/metric.h"
#include "tests/support/archive_image.h"

namespace tests {

/// `seconds` and nanoseconds since the epoch.
constexpr base::Timestamp At(std::int64_t seconds, std::int64_t ns = 0) {
  return base::Timestamp{seconds * base::kNanosPerSecond + ns};
}

struct ArchiveOptions {
  pmapi::ArchiveVersion version = pmapi::ArchiveVersion::k3;
  base::Timestamp start = At(1'000'000'000);
  std::string host = "host.example";
  std::string zone = "UTC";
  std::int32_t pid = 4711;
  std::int32_t first_volume = 0;
  bool index = true;
};

/// A value in any type; it is written in its metric's.
using Value = std::variant<int, std::int64_t, std::uint64_t, double,
                           const char*, std::string>;

struct InstanceValue {
  pmapi::InstanceId instance;
  Value value;
};

/// A metric's values in one record. `{"m", 3}` is singular,
/// `{"m", {{0, 3}, {1, 4}}}` has instances, Absent("m", -12351) an error code
/// or, without one, no value.
struct ValuesOf {
  ValuesOf(std::string name, Value value)
      : metric(std::move(name)),
        values({{pmapi::kNullInstance, std::move(value)}}) {}
  ValuesOf(std::string name, std::vector<InstanceValue> several)
      : metric(std::move(name)), values(std::move(several)) {}

  std::string metric;
  std::vector<InstanceValue> values;
  std::int32_t error = 0;
};
ValuesOf Absent(std::string metric, std::int32_t error = 0);

class ArchiveWriter {
 public:
  explicit ArchiveWriter(ArchiveOptions options = {});

  /// Describes a metric; further names may follow. REQUIRES: for values, that
  /// their metric has been described.
  void Metric(const std::string& name, const pmapi::MetricDesc& desc,
              const std::vector<std::string>& more_names = {});
  /// The members of `indom` from `time` on.
  void Members(base::Timestamp time, pmapi::InDom indom,
               const std::vector<pmapi::Instance>& instances);
  /// How they change at `time`. REQUIRES: version 3.
  void MembersChange(base::Timestamp time, pmapi::InDom indom,
                     const std::vector<pmapi::Instance>& come,
                     const std::vector<pmapi::InstanceId>& gone);
  /// One set of labels of the whole context: JSON text.
  void ContextLabels(base::Timestamp time, const std::string& json);
  void OnelineText(pmapi::Pmid pmid, const std::string& text) {
    Text(1 + 4, static_cast<std::uint32_t>(pmid), text);
  }
  /// 1 for one line or 2, and 4 for a metric or 8 for a domain.
  void Text(std::int32_t type, std::uint32_t ident, const std::string& text);

  /// A data record.
  void Record(base::Timestamp time, const std::vector<ValuesOf>& sets);
  /// "Logging was not continuous here."
  void Mark(base::Timestamp time);
  /// An entry of the temporal index, as a logger writes one now and then.
  void Index() { IndexEntry(last_, &index_); }
  /// What follows goes into volume `number`, by default the next one.
  void NextVolume();
  void NextVolume(std::int32_t number);

  /// The files so far. The writer may go on: what is written later is how
  /// the archive grows.
  ArchiveImage Image() const;

 private:
  void MembersRecord(base::Timestamp time, pmapi::MetaType type,
                     pmapi::InDom indom,
                     const std::vector<pmapi::Instance>& instances,
                     const std::vector<pmapi::InstanceId>& gone);
  void StartVolume(std::int32_t number);
  void IndexEntry(base::Timestamp time, FileBytes* index) const;

  ArchiveOptions options_;
  std::map<std::string, pmapi::MetricDesc> metrics_;
  FileBytes meta_;
  FileBytes index_;
  std::map<std::int32_t, FileBytes> volumes_;
  std::int32_t volume_ = 0;
  base::Timestamp last_;
};

}  // namespace tests

#endif  // TOCSIN_TESTS_SUPPORT_ARCHIVE_WRITER_H_
