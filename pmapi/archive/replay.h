// ReplayStream: values of an archive's metrics at the ticks of a grid, as
// PMAPI's interpolated mode gives them, bit for bit. One forward walk; its
// parts are replay_reader.h (records), look_ahead.h (what comes later),
// replay_metric.h (one metric), replay_block.h (Samples).
// Source: pmapi/archive/REPLAY.md, "Which values exist".
#ifndef TOCSIN_PMAPI_ARCHIVE_REPLAY_H_
#define TOCSIN_PMAPI_ARCHIVE_REPLAY_H_

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "pmapi/archive/archive.h"
#include "pmapi/archive/archive_reading_options.h"
#include "pmapi/archive/look_ahead.h"
#include "pmapi/archive/replay_block.h"
#include "pmapi/archive/replay_metric.h"
#include "pmapi/archive/replay_reader.h"
#include "pmapi/source/lead.h"
#include "pmapi/source/source.h"

namespace pmapi {

/// Threads: one at a time; several streams of one archive may run at once.
class ReplayStream : public SampleStream, private Lead {
 public:
  /// REQUIRES: grid.step is positive.
  /// Lifetime: the archive must outlive the stream.
  ReplayStream(const Archive& archive, const ArchiveReadingOptions& options,
               const std::vector<Want>& wants, TickGrid grid);

  base::Result<void> Fetch(int max_ticks, Samples* samples) override;
  Lead* AsLead() override;

 private:
  /// What one tick is, before its rows.
  struct Tick {
    base::Timestamp time;
    double t = 0;
    /// Beyond the archive, or after it ceased to make sense: no values.
    bool empty = false;
  };

  void Begin(SampleStream* part) override;
  void Skip(int ticks) override;
  bool Settled() const override { return settled_; }
  std::size_t Bytes() const override { return reader_.bytes_read() - begun_; }
  void End() override;
  void StartFrom(const ReplayStream& other);

  bool IsOutside(double t) const;
  bool Reach(Tick* tick);
  std::vector<std::vector<InstanceId>> GuessColumns() const;
  bool PassMarks(std::size_t m, double t);
  bool PutRows(const Tick& tick);
  void PutNothing();
  void Fail();

  TickGrid grid_;
  double end_;
  std::vector<InDom> indoms_;
  std::vector<int> groups_;
  ReplayReader reader_;
  std::vector<ReplayMetric> metrics_;
  LookAhead look_ahead_;
  ReplayBlock block_;
  std::int64_t next_ = 0;
  /// The segment in which the metric's last tick was.
  std::vector<std::int32_t> segments_;
  /// Of a want: a tick after a mark has no values if the one before had any.
  std::vector<std::uint8_t> cut_;
  /// The last tick gave values of the metric.
  std::vector<std::uint8_t> returned_;
  std::vector<bool> after_mark_;  // of events: this tick is
  /// The members of the context overlap from here on.
  bool dead_ = false;
  std::optional<base::Error> failure_;
  ReplayRow row_;

  /// As a lead: whom it leaves ticks to, and what it has read on its way; as
  /// one that was led: what is to follow.
  ReplayStream* part_ = nullptr;
  std::unique_ptr<Trail> trail_;
  std::shared_ptr<SurveyShelf> shelf_;
  std::uint64_t begun_ = 0;  // what was read before Begin()
  bool settled_ = true;
};

}  // namespace pmapi

#endif  // TOCSIN_PMAPI_ARCHIVE_REPLAY_H_
