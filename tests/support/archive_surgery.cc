// Wounds: bytes changed where a record says they are.
#include "tests/support/archive_surgery.h"

#include <utility>

#include "base/check.h"

namespace tests {

FileBytes Flip(FileBytes file, std::size_t offset, std::uint8_t mask) {
  CHECK(offset < file.size());
  file[offset] = static_cast<std::uint8_t>(file[offset] ^ mask);
  return file;
}

FileBytes Truncate(FileBytes file, std::size_t size) {
  CHECK(size <= file.size());
  file.resize(size);
  return file;
}

FileBytes Patch(FileBytes file, std::size_t offset,
                std::initializer_list<std::uint32_t> words) {
  CHECK(offset + 4 * words.size() <= file.size());
  for (const std::uint32_t word : words) {
    for (int shift = 24; shift >= 0; shift -= 8) {
      file[offset++] = static_cast<std::uint8_t>(word >> shift);
    }
  }
  return file;
}

FileBytes Append(FileBytes file, const FileBytes& bytes) {
  file.insert(file.end(), bytes.begin(), bytes.end());
  return file;
}

FileBytes Cut(FileBytes file, std::size_t begin, std::size_t end) {
  CHECK(begin <= end && end <= file.size());
  const auto at = [&](std::size_t i) {
    return file.begin() + static_cast<std::ptrdiff_t>(i);
  };
  file.erase(at(begin), at(end));
  return file;
}

ArchiveImage With(ArchiveImage image, const std::string& suffix,
                  FileBytes file) {
  image.files[suffix] = std::move(file);
  return image;
}

ArchiveImage Without(ArchiveImage image, const std::string& suffix) {
  image.files.erase(suffix);
  return image;
}

}  // namespace tests
