// Archives opened from memory; files written and removed.
#include "tests/support/archive_image.h"

#include <cerrno>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <system_error>

#include "base/check.h"
#include "tests/support/memory_file.h"

namespace tests {
namespace {

std::string BaseName(std::size_t i) { return "memory" + std::to_string(i); }

}  // namespace

pmapi::ArchivePaths PathsOf(const ArchiveImage& image, std::size_t i) {
  pmapi::ArchivePaths paths;
  const std::string base = BaseName(i);
  paths.base = base;
  std::map<std::int32_t, std::string> volumes;
  for (const auto& [suffix, bytes] : image.files) {
    const std::string path = base + "." + suffix;
    if (suffix == "meta") {
      paths.meta = path;
    } else if (suffix == "index") {
      paths.index = path;
    } else {
      volumes[std::atoi(suffix.c_str())] = path;
    }
  }
  for (const auto& [number, path] : volumes) {
    paths.volumes.push_back({number, path});
  }
  return paths;
}

pmapi::FileOpener OpenerOf(const std::vector<ArchiveImage>& images) {
  std::map<std::string, FileBytes> files;
  for (std::size_t i = 0; i < images.size(); ++i) {
    for (const auto& [suffix, bytes] : images[i].files) {
      files[BaseName(i) + "." + suffix] = bytes;
    }
  }
  return [files](const std::string& path, pmapi::FilePart)
             -> base::Result<std::unique_ptr<base::ReadableFile>> {
    const auto found = files.find(path);
    if (found == files.end()) {
      return base::Error{base::ErrorCode::kSystem, path + ": no such file",
                         ENOENT};
    }
    return std::unique_ptr<base::ReadableFile>(
        std::make_unique<MemoryFile>(found->second));
  };
}

base::Result<std::unique_ptr<pmapi::Archive>> OpenImages(
    const std::vector<ArchiveImage>& images) {
  std::vector<pmapi::ArchivePaths> paths;
  for (std::size_t i = 0; i < images.size(); ++i) {
    paths.push_back(PathsOf(images[i], i));
  }
  return pmapi::OpenArchive("memory", std::move(paths), OpenerOf(images));
}

base::Result<std::unique_ptr<pmapi::Archive>> OpenImage(
    const ArchiveImage& image) {
  return OpenImages({image});
}

void WriteImage(const ArchiveImage& image, const std::string& base) {
  for (const auto& [suffix, bytes] : image.files) {
    std::ofstream out(base + "." + suffix, std::ios::binary);
    out.write(reinterpret_cast<const char*>(bytes.data()),
              static_cast<std::streamsize>(bytes.size()));
    CHECK(out.good());
  }
}

TemporaryFolder::TemporaryFolder() {
  path_ = (std::filesystem::temp_directory_path() / "tocsin-XXXXXX").string();
  CHECK(::mkdtemp(path_.data()) != nullptr);
}

TemporaryFolder::~TemporaryFolder() {
  std::error_code ignored;
  std::filesystem::remove_all(path_, ignored);
}

}  // namespace tests
