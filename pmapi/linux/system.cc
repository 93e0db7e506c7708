// uname(2) and sysconf(3).
#include "pmapi/linux/system.h"

#include <sys/utsname.h>
#include <unistd.h>

namespace pmapi::lnx {

System ThisSystem() {
  System system;
  utsname names{};
  if (uname(&names) == 0) {
    system.nodename = names.nodename;
    system.sysname = names.sysname;
    system.release = names.release;
    system.version = names.version;
    system.machine = names.machine;
  }
  const long ticks = sysconf(_SC_CLK_TCK);
  if (ticks > 0) system.ticks_per_second = static_cast<std::uint64_t>(ticks);
  const long page = sysconf(_SC_PAGESIZE);
  if (page > 0) system.page_bytes = static_cast<std::uint64_t>(page);
  return system;
}

}  // namespace pmapi::lnx
