// pread from the start until nothing more comes, in a buffer that grows.
#include "pmapi/linux/kept_files.h"

#include <dirent.h>
#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cstring>
#include <memory>
#include <utility>

#include "base/system_error.h"

namespace pmapi::lnx {
namespace {

constexpr std::size_t kFirstBuffer = 16 << 10;
constexpr std::size_t kLongestFile = std::size_t{1} << 30;

int OpenForReading(const std::string& path) {
  return open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
}

/// True of a file that is not there: of a kernel without it, of a device or a
/// process that has gone.
bool IsAbsent(int why) {
  return why == ENOENT || why == ENOTDIR || why == ESRCH || why == ENODEV ||
         why == ENXIO;
}

bool IsExhausted(int why) {
  return why == EMFILE || why == ENFILE || why == ENOMEM || why == ENOBUFS;
}

}  // namespace

KeptFiles::~KeptFiles() {
  for (const auto& [path, descriptor] : open_) close(descriptor);
}

void KeptFiles::Note(std::string_view what, int system_errno) {
  failed_ = IsAbsent(system_errno) ? 0 : system_errno;
  if (IsExhausted(system_errno)) ReportUnreadable(what);
}

void KeptFiles::ReportUnreadable(std::string_view what) {
  if (!unreadable() || shortfall_) return;
  shortfall_ = base::SystemError("cannot read " + std::string(what), failed_);
}

std::string_view KeptFiles::ReadWhole(int descriptor, int* failed) {
  if (buffer_.empty()) buffer_.resize(kFirstBuffer);
  std::size_t size = 0;
  *failed = 0;
  while (size < kLongestFile) {
    if (size == buffer_.size()) buffer_.resize(2 * size);
    const ssize_t got = pread(descriptor, buffer_.data() + size,
                              buffer_.size() - size, static_cast<off_t>(size));
    if (got < 0) *failed = errno;
    if (got <= 0) break;
    size += static_cast<std::size_t>(got);
  }
  return *failed != 0 ? std::string_view()
                      : std::string_view(buffer_).substr(0, size);
}

std::string_view KeptFiles::Read(std::string_view path) {
  int failed = 0;
  const auto known = open_.find(path);
  if (known != open_.end()) {
    const std::string_view text = ReadWhole(known->second, &failed);
    if (failed == 0) {
      Note(path, 0);
      return text;
    }
    close(known->second);  // such as a device that is gone: try once more
    open_.erase(known);
  }
  const int descriptor = OpenForReading(root_ + std::string(path));
  if (descriptor < 0) {
    Note(path, errno);
    return {};
  }
  open_.emplace(path, descriptor);
  const std::string_view text = ReadWhole(descriptor, &failed);
  Note(path, failed);
  return text;
}

std::string_view KeptFiles::ReadOnce(const std::string& path) {
  const int descriptor = OpenForReading(root_ + path);
  if (descriptor < 0) {
    Note(path, errno);
    return {};
  }
  int failed = 0;
  const std::string_view text = ReadWhole(descriptor, &failed);
  close(descriptor);
  Note(path, failed);
  return text;
}

/// Calls `found` with each entry that does not begin with a dot.
template <typename Found>
bool KeptFiles::ForEachEntry(const std::string& path, Found found) {
  const std::unique_ptr<DIR, int (*)(DIR*)> folder(
      opendir((root_ + path).c_str()), closedir);
  if (folder == nullptr) {
    Note(path, errno);
    return false;
  }
  errno = 0;
  while (const dirent* entry = readdir(folder.get())) {
    if (entry->d_name[0] != '.') found(*entry);
    errno = 0;
  }
  const int failed = errno;
  Note(path, failed);
  return failed == 0;
}

std::vector<std::string> KeptFiles::List(const std::string& path) {
  std::vector<std::string> names;
  ForEachEntry(path, [&names](const dirent& entry) {
    names.emplace_back(entry.d_name);
  });
  std::sort(names.begin(), names.end());
  return names;
}

std::vector<std::string> KeptFiles::Folders(const std::string& path) {
  std::vector<std::string> names;
  ForEachEntry(path, [&names](const dirent& entry) {
    if (entry.d_type == DT_DIR) names.emplace_back(entry.d_name);
  });
  std::sort(names.begin(), names.end());
  return names;
}

void KeptFiles::ListNumbers(const std::string& path,
                            std::vector<int>* numbers) {
  numbers->clear();
  ForEachEntry(path, [numbers](const dirent& entry) {
    const std::string_view name = entry.d_name;
    int number = 0;
    const auto got =
        std::from_chars(name.data(), name.data() + name.size(), number);
    if (got.ec == std::errc() && got.ptr == name.data() + name.size()) {
      numbers->push_back(number);
    }
  });
  std::sort(numbers->begin(), numbers->end());
}

std::optional<std::uint64_t> KeptFiles::Count(const std::string& path) {
  std::uint64_t count = 0;
  const bool readable =
      ForEachEntry(path, [&count](const dirent&) { ++count; });
  if (!readable) return std::nullopt;
  return count;
}

}  // namespace pmapi::lnx
