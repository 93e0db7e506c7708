// KeptFiles: the kernel's files, kept open and read anew each time.
#ifndef TOCSIN_PMAPI_LINUX_KEPT_FILES_H_
#define TOCSIN_PMAPI_LINUX_KEPT_FILES_H_

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

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
  std::vector<std::string> List(const std::string& path) const;
  /// Of these only the folders.
  std::vector<std::string> Folders(const std::string& path) const;
  /// Of these only the numbers, ascending.
  void ListNumbers(const std::string& path, std::vector<int>* numbers) const;
  /// How many entries the directory `path` has; nothing if it cannot be read.
  std::optional<std::uint64_t> Count(const std::string& path) const;

  const std::string& root() const { return root_; }

 private:
  std::string_view ReadWhole(int descriptor, bool* failed);

  std::string root_;
  std::map<std::string, int, std::less<>> open_;
  std::string buffer_;
};

}  // namespace pmapi::lnx

#endif  // TOCSIN_PMAPI_LINUX_KEPT_FILES_H_
