// pread from the start until nothing more comes, in a buffer that grows.
#include "pmapi/linux/kept_files.h"

#include <dirent.h>
#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <memory>
#include <utility>

namespace pmapi::lnx {
namespace {

constexpr std::size_t kFirstBuffer = 16 << 10;
constexpr std::size_t kLongestFile = std::size_t{1} << 30;

int OpenForReading(const std::string& path) {
  return open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
}

}  // namespace

KeptFiles::~KeptFiles() {
  for (const auto& [path, descriptor] : open_) close(descriptor);
}

std::string_view KeptFiles::ReadWhole(int descriptor, bool* failed) {
  if (buffer_.empty()) buffer_.resize(kFirstBuffer);
  std::size_t size = 0;
  while (size < kLongestFile) {
    if (size == buffer_.size()) buffer_.resize(2 * size);
    const ssize_t got = pread(descriptor, buffer_.data() + size,
                              buffer_.size() - size, static_cast<off_t>(size));
    *failed = got < 0;
    if (got <= 0) break;
    size += static_cast<std::size_t>(got);
  }
  return *failed ? std::string_view()
                 : std::string_view(buffer_).substr(0, size);
}

std::string_view KeptFiles::Read(std::string_view path) {
  const auto known = open_.find(path);
  if (known != open_.end()) {
    bool failed = false;
    const std::string_view text = ReadWhole(known->second, &failed);
    if (!failed) return text;
    close(known->second);  // such as a device that is gone: try once more
    open_.erase(known);
  }
  const int descriptor = OpenForReading(root_ + std::string(path));
  if (descriptor < 0) return {};
  open_.emplace(path, descriptor);
  bool failed = false;
  return ReadWhole(descriptor, &failed);
}

std::string_view KeptFiles::ReadOnce(const std::string& path) {
  const int descriptor = OpenForReading(root_ + path);
  if (descriptor < 0) return {};
  bool failed = false;
  const std::string_view text = ReadWhole(descriptor, &failed);
  close(descriptor);
  return text;
}

namespace {

/// Calls `found` with each entry that does not begin with a dot.
template <typename Found>
bool ForEachEntry(const std::string& path, Found found) {
  const std::unique_ptr<DIR, int (*)(DIR*)> folder(opendir(path.c_str()),
                                                   closedir);
  if (folder == nullptr) return false;
  while (const dirent* entry = readdir(folder.get())) {
    if (entry->d_name[0] != '.') found(*entry);
  }
  return true;
}

}  // namespace

std::vector<std::string> KeptFiles::List(const std::string& path) const {
  std::vector<std::string> names;
  ForEachEntry(root_ + path, [&names](const dirent& entry) {
    names.emplace_back(entry.d_name);
  });
  std::sort(names.begin(), names.end());
  return names;
}

std::vector<std::string> KeptFiles::Folders(const std::string& path) const {
  std::vector<std::string> names;
  ForEachEntry(root_ + path, [&names](const dirent& entry) {
    if (entry.d_type == DT_DIR) names.emplace_back(entry.d_name);
  });
  std::sort(names.begin(), names.end());
  return names;
}

void KeptFiles::ListNumbers(const std::string& path,
                            std::vector<int>* numbers) const {
  numbers->clear();
  ForEachEntry(root_ + path, [numbers](const dirent& entry) {
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

std::optional<std::uint64_t> KeptFiles::Count(const std::string& path) const {
  std::uint64_t count = 0;
  const bool readable =
      ForEachEntry(root_ + path, [&count](const dirent&) { ++count; });
  if (!readable) return std::nullopt;
  return count;
}

}  // namespace pmapi::lnx
