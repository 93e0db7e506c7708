// LinuxStream: one tick a fetch, of what the tables hold then.
#ifndef TOCSIN_PMAPI_LINUX_LINUX_STREAM_H_
#define TOCSIN_PMAPI_LINUX_LINUX_STREAM_H_

#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "pmapi/linux/awaited.h"
#include "pmapi/linux/linux_catalog.h"
#include "pmapi/linux/machine.h"
#include "pmapi/records/record_hub.h"
#include "pmapi/source/event_wants.h"
#include "pmapi/source/shortfalls.h"
#include "pmapi/source/source.h"
#include "pmapi/source/tick_builder.h"

namespace pmapi::lnx {

/// Its tables are its own; numbers of instances are the source's.
class LinuxStream : public SampleStream {
 public:
  /// `awaited`: what the rules wait for, if they were checked. `shortfalls`,
  /// `hub`: those of all streams of the source.
  LinuxStream(std::unique_ptr<Machine> machine, const LinuxCatalog& catalog,
              std::vector<Want> wants, TickGrid grid,
              std::shared_ptr<Awaited> awaited,
              std::shared_ptr<Shortfalls> shortfalls,
              std::shared_ptr<records::RecordHub> hub);
  ~LinuxStream() override;
  LinuxStream(const LinuxStream&) = delete;
  LinuxStream& operator=(const LinuxStream&) = delete;

  void Ask(base::Timestamp now, base::Duration limit,
           const std::function<void()>& ready) override;
  base::Result<void> Fetch(int max_ticks, Samples* samples) override;
  std::optional<base::Error> Interruption() override;
  std::optional<base::Error> Shortfall() override { return shortfalls_->any(); }

 private:
  /// Where a want's values are, and what they are multiplied and divided by.
  struct WantedField {
    const Table* table = nullptr;  // none: not this source's metric
    const TableSpec* spec = nullptr;
    std::size_t column = 0;
    Type type = Type::kNoSupport;
    std::uint64_t times = 1;
    std::uint64_t over = 1;
  };

  void AddWant(const Want& want, const LocatedMetric* located);
  void LimitProcesses();
  void FinishWithEvents(Samples* samples);
  void Load(std::size_t want);
  static std::uint64_t Bits(const WantedField& wanted, const Field& field);

  std::unique_ptr<Machine> machine_;
  TickGrid grid_;
  std::shared_ptr<Awaited> awaited_;
  std::shared_ptr<Shortfalls> shortfalls_;
  std::int64_t next_ = 0;
  std::optional<base::Timestamp> now_;
  base::Timestamp stamp_;  // of the last tick
  std::vector<TableId> tables_;
  std::vector<WantedField> fields_;  // a want each
  TickBuilder tick_;
  std::shared_ptr<records::RecordHub> hub_;
  EventWants events_;
  Samples made_;  // of a tick with events, before it is handed out
};

}  // namespace pmapi::lnx

#endif  // TOCSIN_PMAPI_LINUX_LINUX_STREAM_H_
