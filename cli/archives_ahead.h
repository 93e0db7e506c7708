// ArchivesAhead: archives opened by several threads before they are asked for.
#ifndef TOCSIN_CLI_ARCHIVES_AHEAD_H_
#define TOCSIN_CLI_ARCHIVES_AHEAD_H_

#include <condition_variable>
#include <cstddef>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "base/quiet_thread.h"
#include "base/result.h"
#include "pmapi/archive/archive.h"

namespace cli {

/// Threads: one calls it, and does what the others do while it waits.
class ArchivesAhead {
 public:
  using Opened = base::Result<std::unique_ptr<pmapi::Archive>>;
  /// Called from any thread, also several at once.
  using Open = std::function<Opened(const std::string& name)>;

  /// Begins `others` threads, or as many as there are to be had.
  ArchivesAhead(const std::vector<std::string>& names, int others, Open open);
  /// Waits for what is being opened.
  ~ArchivesAhead();
  ArchivesAhead(const ArchivesAhead&) = delete;
  ArchivesAhead& operator=(const ArchivesAhead&) = delete;

  /// What `open` gives. Who asks in the order of the names waits the least.
  Opened Take(const std::string& name);

 private:
  using Lock = std::unique_lock<std::mutex>;

  struct Slot {
    std::string name;
    std::optional<Opened> opened;
  };

  void OpenNext(Lock* lock);

  const Open open_;
  std::vector<Slot> slots_;
  std::size_t taken_ = 0;
  std::mutex mutex_;  // of what follows, and of what is opened
  std::condition_variable changed_;
  std::size_t begun_ = 0;
  bool over_ = false;
  std::deque<base::QuietThread> others_;
};

}  // namespace cli

#endif  // TOCSIN_CLI_ARCHIVES_AHEAD_H_
