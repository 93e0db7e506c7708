// StatisticsFile: what PCP's pmcd agent shows as pmcd.pmie.*: a file named
// after the process, in a folder that all pmies share.
// Source: docs/pmie.md, "Statistics file".
#ifndef TOCSIN_CLI_STATISTICS_FILE_H_
#define TOCSIN_CLI_STATISTICS_FILE_H_

#include <optional>
#include <string>

#include "base/result.h"
#include "cli/run_state.h"

namespace cli {

/// What does not change while the process runs.
struct StatisticsOrigin {
  std::string config;  // the first rule file, "<stdin>"
  std::string log;     // "<none>"
};

/// The file's bytes. Texts that are too long are cut.
std::string StatisticsBytes(const StatisticsOrigin& origin,
                            const std::string& host, const RunCounts& counts);

/// Makes `folder`, where it is missing. Errors: kSystem, in pmie's words
/// behind its "warning".
base::Result<void> MakeStatisticsFolder(const std::string& folder);

/// Removes what processes of ours that are gone have left in `folder`.
void RemoveStaleStatistics(const std::string& folder);

class StatisticsFile {
 public:
  StatisticsFile() = default;
  /// Removes the file.
  ~StatisticsFile();
  StatisticsFile(const StatisticsFile&) = delete;
  StatisticsFile& operator=(const StatisticsFile&) = delete;

  /// Makes the file of process `pid` in `folder`. Errors: kSystem; where it may
  /// be otherwise another time (a disk that is full) Update() tries again.
  base::Result<void> Create(const std::string& folder, int pid,
                            StatisticsOrigin origin);
  /// Does nothing where there is to be no file. Writes the counts, and the host
  /// only where it is another than before.
  /// Errors: kSystem.
  base::Result<void> Update(const std::string& host, const RunCounts& counts);

  const std::string& path() const { return path_; }

 private:
  base::Result<void> Open();

  std::string path_;  // empty: there is to be none
  int fd_ = -1;
  StatisticsOrigin origin_;
  std::optional<std::string> host_;  // as it stands in the file
};

}  // namespace cli

#endif  // TOCSIN_CLI_STATISTICS_FILE_H_
