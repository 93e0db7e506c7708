// pcp.conf: where PCP's parts are on this machine. What the environment does
// not say is taken from there, as PCP's own programs do.
#ifndef TOCSIN_CLI_PCP_CONF_H_
#define TOCSIN_CLI_PCP_CONF_H_

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/result.h"
#include "cli/options.h"

namespace cli {

/// Variables and their values, in the order of the file.
using Settings = std::vector<std::pair<std::string, std::string>>;

/// $PCP_CONF, or pcp.conf in $PCP_DIR's /etc, or in the system's.
std::string PcpConfPath(const Environment& environment);

/// The lines NAME=VALUE of `text` whose names begin with PCP_, without quotes
/// round the value. What else is there is left out, as PCP does.
Settings ParsePcpConf(std::string_view text);

/// Of the regular file at `path`. Errors: those of base::ReadRegularText.
base::Result<Settings> ReadPcpConf(const std::string& path);

}  // namespace cli

#endif  // TOCSIN_CLI_PCP_CONF_H_
