// What the argument of -a means: which archives, and which files each has.
// Looks at directories, opens no file; compression is compressed.h's.
#ifndef TOCSIN_PMAPI_ARCHIVE_NAME_H_
#define TOCSIN_PMAPI_ARCHIVE_NAME_H_

#include <cstddef>
#include <cstdint>
#include <map>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace pmapi {

/// A data file and the number that its name ends in.
struct VolumePath {
  std::int32_t number = 0;
  std::string path;

  friend bool operator==(const VolumePath&, const VolumePath&) = default;
};

/// The files of one archive, compressed or not.
struct ArchivePaths {
  std::string base;
  std::string meta;
  /// Empty where there is no index.
  std::string index;
  /// Ascending by number; numbers may start above 0 and have gaps.
  std::vector<VolumePath> volumes;
};

/// ".xz", ".zst", ...: the suffix by which `path` says that it is compressed,
/// or nothing.
std::string_view CompressionSuffix(std::string_view path);

/// What folders hold: each is read once, however many archives are looked for
/// in it, so it is for one look only. Threads: any.
class ArchiveFolders {
 public:
  /// The files of the archive that `name` means: its base name, or one of its
  /// files. Errors: kSystem (nothing is called so), kNotFound (no volume or no
  /// metadata). Source: pmapi/archive/FORMAT.md, "Files".
  base::Result<ArchivePaths> Find(const std::string& name);

  /// As Find(), for a list with commas whose elements may be directories: each
  /// stands for every archive in it, in the order of names. Errors: those of
  /// Find(); kNotFound where there is no archive at all.
  base::Result<std::vector<ArchivePaths>> FindAll(const std::string& names);

  /// How many entries of folders have been looked at.
  std::size_t entries_read() const {
    const std::lock_guard lock(mutex_);
    return entries_read_;
  }

 private:
  /// By base name, without the folder; they may lack files.
  using Archives = std::map<std::string, ArchivePaths>;

  base::Result<const Archives*> Read(const std::string& folder);
  base::Result<ArchivePaths> FindByBase(const std::string& base);
  base::Result<void> AppendFolder(std::string folder,
                                  std::vector<ArchivePaths>* archives);
  base::Result<void> Append(const std::string& name,
                            std::vector<ArchivePaths>* archives);

  base::Result<ArchivePaths> FindOne(const std::string& name);

  mutable std::mutex mutex_;
  std::map<std::string, Archives> folders_;
  std::size_t entries_read_ = 0;
};

/// ArchiveFolders::Find() of folders as they are now.
base::Result<ArchivePaths> FindArchive(const std::string& name);

}  // namespace pmapi

#endif  // TOCSIN_PMAPI_ARCHIVE_NAME_H_
