// Wounds for archives: each verb returns a copy of a file with one thing
// changed. Whole archives are archive_image.h's.
#ifndef TOCSIN_TESTS_SUPPORT_ARCHIVE_SURGERY_H_
#define TOCSIN_TESTS_SUPPORT_ARCHIVE_SURGERY_H_

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <string>

#include "tests/support/archive_image.h"

namespace tests {

/// The byte at `offset` with the bits of `mask` turned over.
FileBytes Flip(FileBytes file, std::size_t offset, std::uint8_t mask);

/// The first `size` bytes.
FileBytes Truncate(FileBytes file, std::size_t size);

/// The big-endian 32-bit words from `offset` on replaced.
FileBytes Patch(FileBytes file, std::size_t offset,
                std::initializer_list<std::uint32_t> words);

/// `bytes` at the end.
FileBytes Append(FileBytes file, const FileBytes& bytes);

/// The bytes from `begin` to before `end` taken out.
FileBytes Cut(FileBytes file, std::size_t begin, std::size_t end);

/// `image` with its file `suffix` replaced.
ArchiveImage With(ArchiveImage image, const std::string& suffix,
                  FileBytes file);

/// `image` without its file `suffix`.
ArchiveImage Without(ArchiveImage image, const std::string& suffix);

}  // namespace tests

#endif  // TOCSIN_TESTS_SUPPORT_ARCHIVE_SURGERY_H_
