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

/// The base name that `name` stands for if it is a file's.
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

/// The archive itself, if it has what an archive must have.
base::Result<ArchivePaths> Complete(const ArchivePaths& paths) {
  if (!paths.volumes.empty() && !paths.meta.empty()) return paths;
  return base::Error{base::ErrorCode::kNotFound,
                     paths.base + ": the archive has no " +
                         (paths.volumes.empty() ? "data volume" : "metadata") +
                         " file"};
}

/// Adds the directory entry `BASE.tail`, which is at `path`.
void AddPart(const std::string& path, std::string_view part,
             ArchivePaths* paths) {
  if (part == "meta") return Prefer(path, &paths->meta);
  if (part == "index") return Prefer(path, &paths->index);
  const VolumePath volume{*VolumeNumber(part), path};
  auto& all = paths->volumes;
  const auto at = std::lower_bound(all.begin(), all.end(), volume,
                                   [](const auto& one, const auto& other) {
                                     return one.number < other.number;
                                   });
  if (at == all.end() || at->number != volume.number) {
    all.insert(at, volume);
  } else {
    Prefer(path, &at->path);
  }
}

bool IsPart(std::string_view part) {
  return part == "meta" || part == "index" || VolumeNumber(part).has_value();
}

/// A file that is there, compressed or not.
bool IsFile(const std::string& name) {
  std::error_code failed;
  if (fs::is_regular_file(name, failed)) return true;
  return std::any_of(kSuffixes.begin(), kSuffixes.end(), [&](auto suffix) {
    return fs::is_regular_file(name + std::string(suffix), failed);
  });
}

}  // namespace

std::string_view CompressionSuffix(std::string_view path) {
  for (const std::string_view suffix : kSuffixes) {
    if (path.ends_with(suffix)) return suffix;
  }
  return {};
}

base::Result<const ArchiveFolders::Archives*> ArchiveFolders::Read(
    const std::string& folder) {
  const auto known = folders_.find(folder);
  if (known != folders_.end()) return &known->second;
  std::error_code failed;
  fs::directory_iterator entries(folder.empty() ? "." : folder, failed);
  if (failed) return base::SystemError(folder, failed.value());
  Archives& archives = folders_[folder];
  for (; entries != fs::directory_iterator(); entries.increment(failed)) {
    ++entries_read_;
    const std::string_view path = entries->path().native();
    const std::string_view file = path.substr(path.rfind('/') + 1);
    const std::string_view plain = WithoutCompression(file);
    const std::size_t dot = plain.rfind('.');
    if (dot == std::string_view::npos) continue;
    const std::string_view part = plain.substr(dot + 1);
    if (!IsPart(part)) continue;
    const std::string base(file.substr(0, dot));
    ArchivePaths& paths = archives[base];
    if (paths.base.empty()) paths.base = folder + base;
    AddPart(folder + std::string(file), part, &paths);
  }
  return &archives;
}

base::Result<ArchivePaths> ArchiveFolders::FindByBase(const std::string& base) {
  const std::size_t slash = base.rfind('/');
  const std::string folder =
      slash == std::string::npos ? "" : base.substr(0, slash + 1);
  const auto archives = Read(folder);
  if (!archives) {
    return base::SystemError(base, archives.error().system_errno);
  }
  const auto found = (*archives)->find(base.substr(folder.size()));
  if (found == (*archives)->end()) return NoArchive(base);
  return Complete(found->second);
}

base::Result<void> ArchiveFolders::AppendFolder(
    std::string folder, std::vector<ArchivePaths>* archives) {
  if (!folder.ends_with('/')) folder += '/';
  const auto found = Read(folder);
  if (!found) return found.error();
  for (const auto& [base, paths] : **found) {
    if (paths.meta.empty()) continue;
    auto complete = Complete(paths);
    if (!complete) return complete.error();
    archives->push_back(*std::move(complete));
  }
  return {};
}

base::Result<void> ArchiveFolders::Append(const std::string& name,
                                          std::vector<ArchivePaths>* archives) {
  std::error_code failed;
  if (fs::is_directory(name, failed)) return AppendFolder(name, archives);
  auto paths = FindOne(name);
  if (!paths) return paths.error();
  archives->push_back(*std::move(paths));
  return {};
}

base::Result<ArchivePaths> ArchiveFolders::Find(const std::string& name) {
  const std::lock_guard lock(mutex_);
  return FindOne(name);
}

base::Result<ArchivePaths> ArchiveFolders::FindOne(const std::string& name) {
  const std::string base = BaseOfFile(name);
  return FindByBase(base != name && IsFile(name) ? base : name);
}

base::Result<std::vector<ArchivePaths>> ArchiveFolders::FindAll(
    const std::string& names) {
  const std::lock_guard lock(mutex_);
  std::vector<ArchivePaths> archives;
  std::size_t start = 0;
  for (;;) {
    const std::size_t comma = names.find(',', start);
    const std::string name = names.substr(start, comma - start);
    if (!name.empty()) {
      auto added = Append(name, &archives);
      if (!added) return added.error();
    }
    if (comma == std::string::npos) break;
    start = comma + 1;
  }
  if (!archives.empty()) return archives;
  return base::Error{base::ErrorCode::kNotFound, names + ": no archive there"};
}

base::Result<ArchivePaths> FindArchive(const std::string& name) {
  return ArchiveFolders().Find(name);
}

}  // namespace pmapi
