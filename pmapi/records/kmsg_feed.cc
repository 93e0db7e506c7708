// read(2) gives a record, or EAGAIN; EPIPE says that some are gone.
#include "pmapi/records/kmsg_feed.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <utility>

#include "base/file.h"
#include "base/system_error.h"

namespace pmapi::records {
namespace {

using base::Error;
using base::ErrorCode;
using base::Result;

/// Twice what the kernel gives at most. Units: bytes.
constexpr std::size_t kLongestRecord = 16 << 10;
/// What is read at a tick; the rest stays in the kernel's buffer, and is
/// counted where it does not stay there long enough.
constexpr int kMostReads = 50'000;
constexpr std::size_t kUptimeBytes = 4096;

/// A domain that no agent of PCP's has.
constexpr std::uint32_t kKmsgDomain = 509u << 22;
constexpr Pmid kRecords{kKmsgDomain | 0};
constexpr Pmid kMessage{kKmsgDomain | 1};
constexpr Pmid kPriority{kKmsgDomain | 2};
constexpr Pmid kFacility{kKmsgDomain | 3};
constexpr Pmid kSubsystem{kKmsgDomain | 4};
constexpr Pmid kDevice{kKmsgDomain | 5};
constexpr Pmid kField{kKmsgDomain | 6};

}  // namespace

KmsgFeed::KmsgFeed(std::string device, std::string uptime)
    : device_(std::move(device)), uptime_(std::move(uptime)) {}

KmsgFeed::KmsgFeed(int fd, std::string uptime)
    : uptime_(std::move(uptime)), fd_(fd) {}

KmsgFeed::~KmsgFeed() {
  if (fd_ >= 0) ::close(fd_);
}

std::vector<RecordMetric> KmsgFeed::Metrics() const {
  return {
      MetricOfRecords("kmsg.records", kRecords,
                      "what the kernel's log has got, as dmesg(1) shows it"),
      ParameterOfRecords("kmsg.message", kMessage, Type::kString,
                         "what is said, in a line"),
      ParameterOfRecords("kmsg.priority", kPriority, Type::kU32,
                         "from 0, an emergency, to 7, for debugging; 3 is an "
                         "error"),
      ParameterOfRecords("kmsg.facility", kFacility, Type::kU32,
                         "who says it, as syslog(3) counts: 0 is the kernel"),
      ParameterOfRecords("kmsg.subsystem", kSubsystem, Type::kString,
                         "which part of the kernel says it of a device"),
      ParameterOfRecords("kmsg.device", kDevice, Type::kString,
                         "which device it is about: b8:0, c1:3, n2 or "
                         "+SUBSYSTEM:NAME"),
      ParameterOfRecords("kmsg.field", kField, Type::kString,
                         "NAME=VALUE, of any other field")};
}

void KmsgFeed::Begin() {
  if (fd_ < 0 && Open()) ::lseek(fd_, 0, SEEK_END);
}

Result<void> KmsgFeed::Open() {
  fd_ = ::open(device_.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC);
  if (fd_ >= 0) return {};
  const int why = errno;
  Error error =
      base::SystemError("cannot read the kernel's log, " + device_, why);
  if (why == EACCES || why == EPERM) {
    error.message +=
        ": run as root, or give the capability CAP_SYSLOG and the right to "
        "read the device";
  }
  return error;
}

/// A device that is opened gives all that the kernel still has.
Result<void> KmsgFeed::OpenAgain(RecordSink* sink) {
  if (auto opened = Open(); !opened) return opened;
  again_ = sequence_.has_value();
  if (again_) return {};
  ::lseek(fd_, 0, SEEK_END);
  sink->AddMissed(1);
  return {};
}

Result<void> KmsgFeed::Read(RecordSink* sink) {
  if (fd_ < 0) {
    auto opened = OpenAgain(sink);
    if (!opened) return opened;
  }
  const auto uptime = base::ReadRegularText(uptime_, kUptimeBytes);
  up_ = uptime ? ParseUptimeSeconds(*uptime) : std::nullopt;
  std::string buffer(kLongestRecord, '\0');
  for (int reads = 0; reads < kMostReads && sink->has_room(); ++reads) {
    const ssize_t got = ::read(fd_, buffer.data(), buffer.size());
    if (got > 0) {
      Take({buffer.data(), static_cast<std::size_t>(got)}, sink);
      continue;
    }
    if (got < 0 && (errno == EPIPE || errno == EINTR)) continue;
    if (got < 0 && errno == EAGAIN) {
      again_ = false;
      return {};
    }
    const int why = got < 0 ? errno : EIO;
    ::close(std::exchange(fd_, -1));
    return base::SystemError("cannot read the kernel's log", why);
  }
  return {};
}

/// Numbers that begin anew are another kernel's, or no numbers: nothing is
/// known to be missed.
void KmsgFeed::Take(std::string_view text, RecordSink* sink) {
  const auto record = ParseKmsg(text);
  if (!record) return sink->AddMissed(1);
  if (again_ && record->sequence <= *sequence_) return;
  again_ = false;
  if (sequence_ && record->sequence > *sequence_ + 1) {
    sink->AddMissed(record->sequence - *sequence_ - 1);
  }
  sequence_ = record->sequence;
  Add(*record, sink);
}

void KmsgFeed::Add(const KmsgRecord& record, RecordSink* sink) {
  EventWriter& to = sink->BeginRecord(TimeOf(record, sink->now()));
  to.AddText(kMessage, record.message);
  to.AddNumber(kPriority, Type::kU32, record.priority);
  to.AddNumber(kFacility, Type::kU32, record.facility);
  for (const auto& [name, value] : record.fields) {
    if (name == "SUBSYSTEM") {
      to.AddText(kSubsystem, value);
    } else if (name == "DEVICE") {
      to.AddText(kDevice, value);
    } else {
      to.AddText(kField, name + '=' + value);
    }
  }
}

/// As `dmesg -T` has it; not later than now, which it is where nobody knows.
base::Timestamp KmsgFeed::TimeOf(const KmsgRecord& record,
                                 base::Timestamp now) const {
  if (!up_) return now;
  return std::min(now,
                  base::Timestamp{now.ns - up_->ns +
                                  std::min(record.since_boot.ns, up_->ns)});
}

std::optional<base::Duration> ParseUptimeSeconds(std::string_view text) {
  double seconds = 0;
  const auto [rest, error] =
      std::from_chars(text.data(), text.data() + text.size(), seconds);
  constexpr double kMost = 1e9;  // thirty years
  if (error != std::errc() || !(seconds >= 0 && seconds < kMost)) {
    return std::nullopt;
  }
  return base::Duration{static_cast<std::int64_t>(
      seconds * static_cast<double>(base::kNanosPerSecond))};
}

}  // namespace pmapi::records
