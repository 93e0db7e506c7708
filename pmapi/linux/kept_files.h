// KeptFiles: the kernel's files, kept open and read anew each time. What cannot
// be read is as empty as what is not there: unreadable() tells the two apart.
#ifndef TOCSIN_PMAPI_LINUX_KEPT_FILES_H_
#define TOCSIN_PMAPI_LINUX_KEPT_FILES_H_

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"

namespace pmapi::lnx {

/// Reads below `root`, which stands before every path.
/// Threads: one at a time.
class KeptFiles {
 public:
  explicit KeptFiles(std::string root) : root_(std::move(root)) {}
  ~KeptFiles();
  KeptFiles(const KeptFiles&) = delete;
  KeptFiles& operator=(const KeptFiles&) = delete;

  /// The text of `path` now, by its descriptor of last time: of the kernel's
  /// own files, which nobody replaces. Empty where it cannot be read. Lifetime:
  /// until the next reading.
  std::string_view Read(std::string_view path);
  /// The same for files of which there are many, or that come and go: opened
  /// and closed.
  std::string_view ReadOnce(const std::string& path);
  /// The names in the directory `path`, without those that begin with a dot.
  std::vector<std::string> List(const std::string& path);
  /// Of these only the folders.
  std::vector<std::string> Folders(const std::string& path);
  /// Of these only the numbers, ascending.
  void ListNumbers(const std::string& path, std::vector<int>* numbers);
  /// How many entries the directory `path` has; nothing if it cannot be read.
  std::optional<std::uint64_t> Count(const std::string& path);

  /// Whether the last of these calls failed on something that is, or may be,
  /// there.
  bool unreadable() const { return failed_ != 0; }

  /// Why something could not be read that should be: the process or the
  /// machine has run out of what it takes, or it is for everybody
  /// (ReportUnreadable()). The first since ClearShortfall().
  const std::optional<base::Error>& shortfall() const { return shortfall_; }
  void ClearShortfall() { shortfall_.reset(); }
  /// Notes that `what` has failed with `system_errno`, or has not (0). Sets
  /// unreadable().
  void Note(std::string_view what, int system_errno);
  /// If the last of these calls was unreadable(), that is a shortfall: `what`
  /// it was to read is for everybody.
  void ReportUnreadable(std::string_view what);

  const std::string& root() const { return root_; }

 private:
  template <typename Found>
  bool ForEachEntry(const std::string& path, Found found);
  std::string_view ReadWhole(int descriptor, int* failed);

  std::string root_;
  std::map<std::string, int, std::less<>> open_;
  std::string buffer_;
  int failed_ = 0;  // errno, of what unreadable() tells
  std::optional<base::Error> shortfall_;
};

}  // namespace pmapi::lnx

#endif  // TOCSIN_PMAPI_LINUX_KEPT_FILES_H_
