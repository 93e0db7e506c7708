// LocalZone: that of TZ, or of the system, as reports have it.
#ifndef TOCSIN_CLI_LOCAL_ZONE_H_
#define TOCSIN_CLI_LOCAL_ZONE_H_

#include "base/zone.h"
#include "cli/process_context.h"

namespace cli {

inline base::Zone LocalZone(const ProcessContext& process) {
  const auto tz = process.environment("TZ");
  return tz ? base::Zone::FromTz(*tz) : base::Zone::OfSystem();
}

}  // namespace cli

#endif  // TOCSIN_CLI_LOCAL_ZONE_H_
