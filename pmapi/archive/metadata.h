// Metadata: what the .meta files of a context say, merged: names,
// descriptors, instance domains over time. The MetricCatalog of archives.
// Values are record.h's.
#ifndef TOCSIN_PMAPI_ARCHIVE_METADATA_H_
#define TOCSIN_PMAPI_ARCHIVE_METADATA_H_

#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "base/file.h"
#include "base/result.h"
#include "pmapi/archive/desc_table.h"
#include "pmapi/archive/instances_ever.h"
#include "pmapi/archive/meta_reader.h"
#include "pmapi/source/name_table.h"
#include "pmapi/source/source.h"

namespace pmapi {

/// All instances that a domain ever had, newest record first, and whether it
/// is one of those for which births and deaths count (pmapi/archive/REPLAY.md,
/// "Births and deaths").
struct InDomHistory {
  std::vector<InstanceLife> instances;
  bool lives_count = false;
};

/// Whether the file may end within a record because it is being written.
enum class MetaTail { kMustBeWhole, kMayBeTorn };

/// Threads: const members may be called from several at once.
class Metadata : public MetricCatalog {
 public:
  /// Adds the records of `file` from byte `offset` on; `path` is its name in
  /// errors. Returns where the next addition would begin.
  /// Errors: kCorrupt, kRecordType, kTypeChanged, kSemChanged, kIndomChanged,
  /// kUnitsChanged. Lifetime: keeps `file`.
  base::Result<std::uint64_t> Add(
      std::shared_ptr<const base::ReadableFile> file, const std::string& path,
      std::uint64_t offset, MetaTail tail);

  /// To be called after the last Add(), before anything is asked.
  /// Errors: kCorrupt (a delta that comes first).
  base::Result<void> Finish();

  base::Result<MetricDesc> Describe(std::string_view name) const override;
  base::Result<std::vector<Instance>> Instances(InDom indom) const override;
  std::vector<std::string> MetricNames() const override;
  HelpText Help(std::string_view name) const override;
  /// Of the metric `pmid`, whatever it is called.
  HelpText HelpOf(Pmid pmid) const;

  /// The descriptor of `pmid`, or nullptr.
  const MetricDesc* Find(Pmid pmid) const;
  /// Every descriptor with its metric, in the order of the files.
  const std::vector<std::pair<Pmid, MetricDesc>>& descriptors() const {
    return descriptors_.all();
  }
  /// Every name with its metric, sorted by name. Lifetime: until the next
  /// Add().
  const NameTable& names() const;
  /// Every instance domain that has records, sorted.
  std::vector<InDom> indoms() const;
  /// The records of `indom` that have members, in time order.
  const std::vector<InDomRecord>& Records(InDom indom) const;
  /// Nothing (but not null) for a domain without records. Lifetime: until
  /// the next Add(); the names view the metadata.
  std::shared_ptr<const InDomHistory> History(InDom indom) const;

 private:
  /// `room`: for descriptors, one after the other.
  base::Result<void> AddRecord(const MetaRecord& record, DescRecord* room);
  base::Result<void> AddDesc(const MetaRecord& record, DescRecord* room);
  base::Result<void> AddInDom(const MetaRecord& record);
  base::Result<Pmid> FindName(std::string_view name) const;

  std::vector<std::shared_ptr<const base::ReadableFile>> files_;
  DescTable descriptors_;
  std::vector<std::pair<std::string_view, Pmid>> names_;  // view the files
  std::unordered_map<InDom, std::vector<InDomRecord>> indoms_;
  std::vector<TextRecord> texts_;  // of one metric and kind the last counts
  mutable std::mutex mutex_;
  mutable std::unordered_map<InDom, std::shared_ptr<const InDomHistory>>
      histories_;
  mutable NameTable copied_names_;  // of names(), where it was asked
};

}  // namespace pmapi

#endif  // TOCSIN_PMAPI_ARCHIVE_METADATA_H_
