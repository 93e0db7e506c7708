// StatisticsWriter: writes the statistics file on a thread of its own, for its
// disk may hang, and no tick waits for that.
#ifndef TOCSIN_CLI_STATISTICS_WRITER_H_
#define TOCSIN_CLI_STATISTICS_WRITER_H_

#include <functional>
#include <memory>
#include <string>

#include "base/loop/loop.h"
#include "base/loop/worker.h"
#include "base/result.h"
#include "base/time.h"
#include "cli/statistics_file.h"

namespace cli {

/// Threads: all is for the loop's.
class StatisticsWriter {
 public:
  /// Who waits for the disk at the start and at the end does so no longer.
  static constexpr base::Duration kPatience{base::kNanosPerSecond};

  /// What came of making the folder, and of the file in it.
  struct Begun {
    base::Result<void> folder;
    base::Result<void> file;
  };

  /// Lifetime: `loop` outlives the writer.
  explicit StatisticsWriter(base::loop::Loop* loop);
  /// Removes the file.
  ~StatisticsWriter();
  StatisticsWriter(const StatisticsWriter&) = delete;
  StatisticsWriter& operator=(const StatisticsWriter&) = delete;

  /// Makes the file of process `pid` in `folder`, which is made, too. Calls
  /// `told`: before the return, if the disk answers within kPatience.
  void Create(const std::string& folder, int pid, StatisticsOrigin origin,
              std::function<void(const Begun&)> told);
  /// As StatisticsFile::Update(); calls `told` from the loop. False, and
  /// nothing is done, while an earlier call waits for the disk.
  bool Update(const std::string& host, const RunCounts& counts,
              std::function<void(const base::Result<void>&)> told);

  const std::string& path() const { return path_; }

 private:
  std::string path_;
  bool busy_ = false;
  std::shared_ptr<StatisticsFile> file_;  // the thread's
  base::loop::Worker worker_;
};

}  // namespace cli

#endif  // TOCSIN_CLI_STATISTICS_WRITER_H_
