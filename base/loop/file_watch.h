// FileWatch: tells that files may be others than they were, by inotify(7). What
// is in them, and whether it differs, is for who reads them.
#ifndef TOCSIN_BASE_LOOP_FILE_WATCH_H_
#define TOCSIN_BASE_LOOP_FILE_WATCH_H_

#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>

#include "base/lifetime.h"
#include "base/loop/loop.h"
#include "base/result.h"
#include "base/time.h"

namespace base::loop {

/// Folders are what is watched, so that a file that takes the place of another,
/// or comes later, is seen, and so is a symbolic link on the way to it that is
/// changed. Threads: the loop's.
class FileWatch {
 public:
  /// Who writes several files is given so long for all of them.
  static constexpr Duration kQuiet{kNanosPerSecond / 5};

  /// `changed` is called once after one or more changes. Lifetime: `loop`
  /// outlives it.
  FileWatch(Loop* loop, std::function<void()> changed)
      : loop_(*loop), changed_(std::move(changed)) {}
  ~FileWatch();
  FileWatch(const FileWatch&) = delete;
  FileWatch& operator=(const FileWatch&) = delete;

  /// From now on `paths` are watched, and no others: files, and folders, whose
  /// entries are watched. None need be there. A relative one is one of the
  /// working folder. True where folders are watched that were not before: what
  /// has changed in them until now was not told. Errors: kSystem: not all of
  /// them can be watched; the others are.
  Result<bool> Watch(const std::set<std::string>& paths);

 private:
  /// Names in folders; the empty one is all of them.
  using Names = std::map<std::string, std::set<std::string>>;

  static void AddNames(const std::string& path, Names* names);
  Result<void> Open();
  void Read();

  Loop& loop_;
  std::function<void()> changed_;
  int fd_ = -1;
  std::optional<Pending> readable_;
  std::map<int, std::set<std::string>> watched_;  // names, by watch
  Pending quiet_;
  bool waiting_ = false;  // for quiet_
};

}  // namespace base::loop

#endif  // TOCSIN_BASE_LOOP_FILE_WATCH_H_
