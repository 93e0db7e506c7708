// Which files belong to a base name, and which it stands for.
#include "pmapi/archive/name.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <cstring>
#include <filesystem>
#include <map>
#include <optional>
#include <system_error>

#include "base/system_error.h"

namespace pmapi {
namespace {

namespace fs = std::filesystem;

// In the order in which libpcp tries them; the uncompressed file comes first.
constexpr std::array<std::string_view, 8> kSuffixes = {
    ".xz", ".lzma", ".bz2", ".bz", ".gz", ".Z", ".z", ".zst"};

/// Of a file that is there one does not say that it is not.
base::Error NoArchive(const std::string& name) {
  base::Error error = base::SystemError(name, ENOENT);
  std::error_code failed;
  if (fs::exists(name, failed)) {
    error.message =
        name + ": neither a file of an archive nor a folder of them";
  }
  return error;
}

std::string_view WithoutCompression(std::string_view path) {
  return path.substr(0, path.size() - CompressionSuffix(path).size());
}

/// 0 for an uncompressed file, then as kSuffixes.
std::size_t SuffixRank(std::string_view path) {
  const std::string_view suffix = CompressionSuffix(path);
  if (suffix.empty()) return 0;
  const auto* found = std::find(kSuffixes.begin(), kSuffixes.end(), suffix);
  return static_cast<std::size_t>(found - kSuffixes.begin()) + 1;
}

std::optional<std::int32_t> VolumeNumber(std::string_view tail) {
  if (tail.empty() || tail[0] < '0' || tail[0] > '9') return std::nullopt;
  std::int32_t number = 0;
  const auto [end, failed] =
      std::from_chars(tail.data(), tail.data() + tail.size(), number);
  if (failed != std::errc() || end != tail.data() + tail.size()) {
    return std::nullopt;
  }
  return number;
}

/// The base name that an existing file's name stands for.
std::string BaseOfFile(const std::string& name) {
  const std::string_view plain = WithoutCompression(name);
  const std::size_t dot = plain.rfind('.');
  if (dot == std::string_view::npos) return name;
  const std::string_view tail = plain.substr(dot + 1);
  const bool known =
      tail == "meta" || tail == "index" || VolumeNumber(tail).has_value();
  return known ? std::string(plain.substr(0, dot)) : name;
}

/// Of two files that could be the same part of an archive, the one that is
/// less compressed.
void Prefer(const std::string& candidate, std::string* chosen) {
  if (chosen->empty() || SuffixRank(candidate) < SuffixRank(*chosen)) {
    *chosen = candidate;
  }
}

/// Sorts the directory entries `BASE.*` into the parts of an archive.
class PartCollector {
 public:
  explicit PartCollector(std::string base) { paths_.base = std::move(base); }

  void Add(const std::string& path, std::string_view tail) {
    const std::string_view part = WithoutCompression(tail);
    if (part == "meta") {
      Prefer(path, &paths_.meta);
    } else if (part == "index") {
      Prefer(path, &paths_.index);
    } else if (const auto number = VolumeNumber(part)) {
      Prefer(path, &volumes_[*number]);
    } else {
      return;
    }
    any_ = true;
  }

  bool has_meta() const { return !paths_.meta.empty(); }

  base::Result<ArchivePaths> Finish() && {
    if (!any_) return base::SystemError(paths_.base, ENOENT);
    if (volumes_.empty() || paths_.meta.empty()) {
      return base::Error{base::ErrorCode::kNotFound,
                         paths_.base + ": the archive has no " +
                             (volumes_.empty() ? "data volume" : "metadata") +
                             " file"};
    }
    for (auto& [number, path] : volumes_) {
      paths_.volumes.push_back({number, std::move(path)});
    }
    return std::move(paths_);
  }

 private:
  ArchivePaths paths_;
  std::map<std::int32_t, std::string> volumes_;
  bool any_ = false;
};

/// The parts of the archives in `folder` whose base names `wanted` accepts;
/// the key is the base name without the folder.
template <typename Wanted>
base::Result<std::map<std::string, PartCollector>> CollectParts(
    const std::string& folder, Wanted wanted) {
  std::error_code failed;
  fs::directory_iterator entries(folder.empty() ? "." : folder, failed);
  if (failed) return base::SystemError(folder, failed.value());
  std::map<std::string, PartCollector> archives;
  for (; entries != fs::directory_iterator(); entries.increment(failed)) {
    const std::string file = entries->path().filename().string();
    const std::size_t dot = WithoutCompression(file).rfind('.');
    if (dot == std::string::npos || !wanted(file.substr(0, dot))) continue;
    const std::string base = file.substr(0, dot);
    archives.try_emplace(base, folder + base)
        .first->second.Add(folder + file,
                           std::string_view(file).substr(dot + 1));
  }
  return archives;
}

base::Result<ArchivePaths> FindByBase(const std::string& base) {
  const std::size_t slash = base.rfind('/');
  const std::string folder =
      slash == std::string::npos ? "" : base.substr(0, slash + 1);
  const std::string name = base.substr(folder.size());
  auto found =
      CollectParts(folder, [&](const std::string& b) { return b == name; });
  if (!found) return base::SystemError(base, found.error().system_errno);
  if (found->empty()) return NoArchive(base);
  return std::move(found->begin()->second).Finish();
}

base::Result<std::vector<ArchivePaths>> FindInDirectory(std::string folder) {
  if (!folder.ends_with('/')) folder += '/';
  auto found = CollectParts(folder, [](const std::string&) { return true; });
  if (!found) return found.error();
  std::vector<ArchivePaths> archives;
  for (auto& [base, parts] : *found) {
    if (!parts.has_meta()) continue;
    auto paths = std::move(parts).Finish();
    if (!paths) return paths.error();
    archives.push_back(*std::move(paths));
  }
  return archives;
}

/// A file that is there, compressed or not.
bool IsFile(const std::string& name) {
  std::error_code failed;
  if (fs::is_regular_file(name, failed)) return true;
  return std::any_of(kSuffixes.begin(), kSuffixes.end(), [&](auto suffix) {
    return fs::is_regular_file(name + std::string(suffix), failed);
  });
}

base::Result<void> AppendArchives(const std::string& name,
                                  std::vector<ArchivePaths>* archives) {
  std::error_code failed;
  if (fs::is_directory(name, failed)) {
    auto found = FindInDirectory(name);
    if (!found) return found.error();
    for (ArchivePaths& paths : *found) archives->push_back(std::move(paths));
    return {};
  }
  auto paths = FindArchive(name);
  if (!paths) return paths.error();
  archives->push_back(*std::move(paths));
  return {};
}

}  // namespace

std::string_view CompressionSuffix(std::string_view path) {
  for (const std::string_view suffix : kSuffixes) {
    if (path.ends_with(suffix)) return suffix;
  }
  return {};
}

base::Result<ArchivePaths> FindArchive(const std::string& name) {
  return FindByBase(IsFile(name) ? BaseOfFile(name) : name);
}

base::Result<std::vector<ArchivePaths>> FindArchives(const std::string& names) {
  std::vector<ArchivePaths> archives;
  std::size_t start = 0;
  for (;;) {
    const std::size_t comma = names.find(',', start);
    const std::string name = names.substr(start, comma - start);
    if (!name.empty()) {
      auto added = AppendArchives(name, &archives);
      if (!added) return added.error();
    }
    if (comma == std::string::npos) break;
    start = comma + 1;
  }
  if (!archives.empty()) return archives;
  return base::Error{base::ErrorCode::kNotFound, names + ": no archive there"};
}

}  // namespace pmapi
