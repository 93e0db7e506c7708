// ParseKmsg: a record as /dev/kmsg gives it.
// Source: pmapi/records/FORMAT.md, "The kernel's log".
#ifndef TOCSIN_PMAPI_RECORDS_KMSG_RECORD_H_
#define TOCSIN_PMAPI_RECORDS_KMSG_RECORD_H_

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/time.h"

namespace pmapi::records {

/// Units: `since_boot` as the kernel's clock has it, which stands still while
/// the machine sleeps.
struct KmsgRecord {
  std::uint32_t priority = 0;  // 0 emergency to 7 debug
  std::uint32_t facility = 0;  // 0 the kernel; syslog(3) has the others
  std::uint64_t sequence = 0;
  base::Duration since_boot;
  std::string message;
  /// SUBSYSTEM=usb and the like: names and values.
  std::vector<std::pair<std::string, std::string>> fields;
};

/// "PRIO,SEQ,USEC,FLAGS[,...];MESSAGE\n NAME=VALUE\n...". Bytes that the kernel
/// has written as \xNN are themselves again, but NUL, which is a blank. Nothing
/// of what is no such record.
std::optional<KmsgRecord> ParseKmsg(std::string_view text);

}  // namespace pmapi::records

#endif  // TOCSIN_PMAPI_RECORDS_KMSG_RECORD_H_
