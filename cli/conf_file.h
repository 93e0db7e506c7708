// ConfFile: the file that pmieconf generates: read, written anew, and who runs
// by it. What is in it: rules/pmieconf/modifications.h.
#ifndef TOCSIN_CLI_CONF_FILE_H_
#define TOCSIN_CLI_CONF_FILE_H_

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "cli/process_context.h"

namespace cli {

/// The absolute path of `path`, without links as far as it is there.
/// Errors: kSystem.
base::Result<std::string> CanonicalPath(const std::string& path);

/// Where pmieconf's rules are: `given`, or what PMIECONF_PATH says, or PCP's;
/// where that is not there our own, where the program was installed or else
/// where a package has them.
std::string PmieconfRules(const std::optional<std::string>& given,
                          const ProcessContext& process);

/// Its text; empty where there is none. Errors: kSystem, kInvalid.
base::Result<std::string> ReadConfFile(const std::string& path);

/// Puts `text` in the place of what is there, whole or not at all, with the
/// rights that it had; directories that are missing are made.
/// Errors: kSystem, in pmieconf's words.
base::Result<void> WriteConfFile(const std::string& path,
                                 std::string_view text);

/// Processes that tell in `folder` (statistics_file.h) that they run by `path`.
std::vector<int> ProcessesBy(const std::string& path,
                             const std::string& folder);

}  // namespace cli

#endif  // TOCSIN_CLI_CONF_FILE_H_
