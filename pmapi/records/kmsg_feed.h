// KmsgFeed: the kernel's log, as /dev/kmsg gives it.
#ifndef TOCSIN_PMAPI_RECORDS_KMSG_FEED_H_
#define TOCSIN_PMAPI_RECORDS_KMSG_FEED_H_

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "base/time.h"
#include "pmapi/records/kmsg_record.h"
#include "pmapi/records/record_feed.h"

namespace pmapi::records {

/// `kmsg.records`: what the kernel has said since Begin(), and who writes to
/// its log. How many records were overwritten before they were read is known by
/// their numbers, and where it is opened again, which were read before. If none
/// was, it is read from its end, and one record is missed, or more.
class KmsgFeed : public RecordFeed {
 public:
  /// `device` gives a record a read(2). `uptime`: a text as of /proc/uptime.
  KmsgFeed(std::string device, std::string uptime);
  /// The device is open already, and is closed with this.
  KmsgFeed(int fd, std::string uptime);
  ~KmsgFeed() override;
  KmsgFeed(const KmsgFeed&) = delete;
  KmsgFeed& operator=(const KmsgFeed&) = delete;

  std::vector<RecordMetric> Metrics() const override;
  void Begin() override;
  base::Result<void> Read(RecordSink* sink) override;

 private:
  base::Result<void> Open();
  base::Result<void> OpenAgain(RecordSink* sink);
  void Take(std::string_view text, RecordSink* sink);
  void Add(const KmsgRecord& record, RecordSink* sink);
  base::Timestamp TimeOf(const KmsgRecord& record, base::Timestamp now) const;

  std::string device_;
  std::string uptime_;
  int fd_ = -1;
  std::optional<base::Duration> up_;       // at this tick
  std::optional<std::uint64_t> sequence_;  // of the last record
  bool again_ = false;  // opened again: what was read may come first
};

/// The first number of /proc/uptime's text.
std::optional<base::Duration> ParseUptimeSeconds(std::string_view text);

}  // namespace pmapi::records

#endif  // TOCSIN_PMAPI_RECORDS_KMSG_FEED_H_
