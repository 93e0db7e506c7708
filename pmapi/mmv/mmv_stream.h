// MmvStream: one tick a fetch, of what the files hold then.
#ifndef TOCSIN_PMAPI_MMV_MMV_STREAM_H_
#define TOCSIN_PMAPI_MMV_MMV_STREAM_H_

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "pmapi/mmv/folder.h"
#include "pmapi/source/facts.h"
#include "pmapi/source/source.h"
#include "pmapi/source/tick_builder.h"

namespace pmapi::mmv {

/// Shares the folder, and what is known of it, with its source.
class MmvStream : public SampleStream {
 public:
  /// `known`: what the rules were checked against, if they were.
  MmvStream(std::shared_ptr<Folder> folder, std::vector<Want> wants,
            TickGrid grid, std::shared_ptr<const KnownFacts> known);
  ~MmvStream() override;
  MmvStream(const MmvStream&) = delete;
  MmvStream& operator=(const MmvStream&) = delete;

  void Ask(base::Timestamp now, base::Duration limit,
           const std::function<void()>& ready) override;
  base::Result<void> Fetch(int max_ticks, Samples* samples) override;
  std::optional<base::Error> Shortfall() override {
    return folder_->shortfalls().any();
  }

 private:
  struct WantedMetric {
    MetricDesc desc;
    const ExportedMetric* source = nullptr;  // none: no file has it now
    const FolderFile* last = nullptr;        // the file that had it
  };

  bool Locate();
  bool Changed();
  void TellOfLost();
  void Load(std::size_t want, base::Timestamp stamp);

  std::shared_ptr<Folder> folder_;
  TickGrid grid_;
  std::int64_t next_ = 0;
  std::optional<base::Timestamp> now_;
  std::shared_ptr<const KnownFacts> known_;
  std::int64_t located_ = -1;   // Folder::changes() when metrics were found
  std::int64_t compared_ = -1;  // ... when it was still as it was known
  bool changed_ = false;
  std::vector<WantedMetric> metrics_;  // a want each
  TickBuilder tick_;
};

}  // namespace pmapi::mmv

#endif  // TOCSIN_PMAPI_MMV_MMV_STREAM_H_
