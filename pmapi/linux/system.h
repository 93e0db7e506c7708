// System: what is asked of the kernel by call and not by file, once.
#ifndef TOCSIN_PMAPI_LINUX_SYSTEM_H_
#define TOCSIN_PMAPI_LINUX_SYSTEM_H_

#include <cstdint>
#include <string>

namespace pmapi::lnx {

/// Units: ticks of the scheduler's clock in a second; bytes of a page.
struct System {
  std::string nodename;
  std::string sysname;
  std::string release;
  std::string version;
  std::string machine;
  std::uint64_t ticks_per_second = 100;
  std::uint64_t page_bytes = 4096;
};

/// The host that this process runs on.
System ThisSystem();

}  // namespace pmapi::lnx

#endif  // TOCSIN_PMAPI_LINUX_SYSTEM_H_
