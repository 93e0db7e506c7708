// ArchiveSource: a PCP archive as the Source of one host's metrics. The
// values are replay.h's, names and descriptors metadata.h's.
#ifndef TOCSIN_PMAPI_ARCHIVE_ARCHIVE_SOURCE_H_
#define TOCSIN_PMAPI_ARCHIVE_ARCHIVE_SOURCE_H_

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "pmapi/archive/archive.h"
#include "pmapi/archive/archive_reading_options.h"
#include "pmapi/archive/names.h"
#include "pmapi/source/source.h"

namespace pmapi {

/// Threads: const members and Open() may be called from several at once;
/// streams from one each.
class ArchiveSource : public Source {
 public:
  ArchiveSource(std::unique_ptr<Archive> archive, ArchiveReadingOptions options)
      : archive_(std::move(archive)), options_(options) {}

  const Archive& archive() const { return *archive_; }
  Archive& archive() { return *archive_; }

  /// From now on the metrics are called what `names` says, and nothing else.
  void UseNames(NameTable names) {
    renamed_ = std::make_unique<RenamedCatalog>(&archive_->metadata(),
                                                std::move(names));
  }

  const MetricCatalog& Catalog() const override {
    if (renamed_ != nullptr) return *renamed_;
    return archive_->metadata();
  }
  const std::string& HostName() const override { return archive_->host(); }
  const std::string& ContextName() const override { return archive_->name(); }
  /// Lifetime: the stream must not outlive the source.
  base::Result<std::unique_ptr<SampleStream>> Open(std::vector<Want> wants,
                                                   TickGrid grid) override;

 private:
  std::unique_ptr<Archive> archive_;
  std::unique_ptr<RenamedCatalog> renamed_;  // if the names are others
  ArchiveReadingOptions options_;
};

}  // namespace pmapi

#endif  // TOCSIN_PMAPI_ARCHIVE_ARCHIVE_SOURCE_H_
