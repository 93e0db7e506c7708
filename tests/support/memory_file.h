// MemoryFile: the fake of base::ReadableFile. Bytes on the heap and of the
// exact size, so that the sanitizers see every read beyond the end.
#ifndef TOCSIN_TESTS_SUPPORT_MEMORY_FILE_H_
#define TOCSIN_TESTS_SUPPORT_MEMORY_FILE_H_

#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "base/file.h"

namespace tests {

class MemoryFile : public base::ReadableFile {
 public:
  explicit MemoryFile(std::vector<std::uint8_t> bytes)
      : bytes_(std::move(bytes)) {
    bytes_.shrink_to_fit();
  }

  base::Bytes bytes() const override { return bytes_; }

 private:
  std::vector<std::uint8_t> bytes_;
};

}  // namespace tests

#endif  // TOCSIN_TESTS_SUPPORT_MEMORY_FILE_H_
