// ArchiveImage: the files of one small archive in memory, to be opened there,
// written out, or wounded (archive_surgery.h). archive_writer.h makes them.
#ifndef TOCSIN_TESTS_SUPPORT_ARCHIVE_IMAGE_H_
#define TOCSIN_TESTS_SUPPORT_ARCHIVE_IMAGE_H_

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "base/result.h"
#include "pmapi/archive/archive.h"

namespace tests {

using FileBytes = std::vector<std::uint8_t>;

/// Bytes by what follows `BASE.`: "meta", "index", "0", "1", ...
struct ArchiveImage {
  std::map<std::string, FileBytes> files;

  friend bool operator==(const ArchiveImage&, const ArchiveImage&) = default;
};

/// Opens `images` as one context, each from memory, without any file.
base::Result<std::unique_ptr<pmapi::Archive>> OpenImages(
    const std::vector<ArchiveImage>& images);
base::Result<std::unique_ptr<pmapi::Archive>> OpenImage(
    const ArchiveImage& image);

/// The parts of OpenImages(), for tests of less than a context: what the files
/// of the `i`-th image are called, and how all of them are opened.
pmapi::ArchivePaths PathsOf(const ArchiveImage& image, std::size_t i = 0);
pmapi::FileOpener OpenerOf(const std::vector<ArchiveImage>& images);

/// Writes the files `base.meta` and so on, over any that exist.
void WriteImage(const ArchiveImage& image, const std::string& base);

/// A new folder below the test's temporary folder, removed with the object.
class TemporaryFolder {
 public:
  TemporaryFolder();
  ~TemporaryFolder();
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;

  const std::string& path() const { return path_; }
  /// The path of `name` in the folder.
  std::string operator/(const std::string& name) const {
    return path_ + "/" + name;
  }

 private:
  std::string path_;
};

}  // namespace tests

#endif  // TOCSIN_TESTS_SUPPORT_ARCHIVE_IMAGE_H_
