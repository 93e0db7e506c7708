// StatisticsWriter: keeps the statistics file up to date on a thread of its
// own, for its disk may hang, and no tick waits for that.
#ifndef TOCSIN_CLI_STATISTICS_WRITER_H_
#define TOCSIN_CLI_STATISTICS_WRITER_H_

#include <functional>
#include <memory>
#include <string>

#include "base/lifetime.h"
#include "base/loop/loop.h"
#include "base/result.h"
#include "base/time.h"
#include "cli/statistics_file.h"

namespace cli {

/// Threads: all is for the loop's.
class StatisticsWriter {
 public:
  /// Who waits for the disk at the start and at the end does so no longer.
  static constexpr base::Duration kPatience{base::kNanosPerSecond};
  /// Between two writes there is as much time at least: to wake the thread
  /// takes a third of what the twenty rules of a host take.
  static constexpr base::Duration kRest{10 * base::kNanosPerSecond};

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
  /// `begun`: before the return, if the disk answers within kPatience. From
  /// then on `told` is called with each write that fails, and with the first
  /// that does not after that.
  void Create(const std::string& folder, int pid, StatisticsOrigin origin,
              std::function<void(const Begun&)> begun,
              std::function<void(const base::Result<void>&)> told);
  /// The file is to have these: at once if none were for kRest, else after it.
  /// Does nothing before Create().
  void Update(const std::string& host, const RunCounts& counts);

  const std::string& path() const { return path_; }

 private:
  struct Desk;

  void Close();

  std::string path_;
  base::loop::Loop& loop_;
  std::shared_ptr<Desk> desk_;  // null: nothing to be written
  base::Lifetime lifetime_;
};

}  // namespace cli

#endif  // TOCSIN_CLI_STATISTICS_WRITER_H_
