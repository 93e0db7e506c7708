// What pmieconf tells once it has written its file.
#ifndef TOCSIN_CLI_CONF_REPORT_H_
#define TOCSIN_CLI_CONF_REPORT_H_

#include <optional>
#include <string>
#include <vector>

namespace cli {

/// Rules that are no longer what they were, below a line that begins with
/// `who`; empty where there are none.
std::string DeprecatedReport(const std::string& who,
                             const std::vector<std::string>& rules,
                             const std::string& file);

/// Where PCP's program is that starts pmie anew, and the file that tells it
/// which.
struct PmieCheck {
  std::string program;
  std::string control;
};

/// Processes that go on with what the file said before, and what to do; empty
/// where there are none. `check` is nothing where PCP is not.
std::string InUseReport(const std::string& file,
                        const std::vector<int>& processes,
                        const std::optional<PmieCheck>& check);

}  // namespace cli

#endif  // TOCSIN_CLI_CONF_REPORT_H_
