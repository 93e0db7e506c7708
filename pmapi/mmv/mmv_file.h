// MmvFile: one file on disk, copied with read(2) and never mapped, so that
// whoever truncates it does not end us; decoded again when it is another.
#ifndef TOCSIN_PMAPI_MMV_MMV_FILE_H_
#define TOCSIN_PMAPI_MMV_MMV_FILE_H_

#include <sys/stat.h>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/byte_reader.h"
#include "base/error.h"
#include "base/result.h"
#include "pmapi/mmv/layout.h"

namespace pmapi::mmv {

/// Threads: one at a time.
class MmvFile {
 public:
  explicit MmvFile(std::string path) : path_(std::move(path)) {}

  /// Looks at the file: decodes it if it is another than it was, copies its
  /// values if `values`. True if what it declares may have changed.
  bool Read(bool values);

  /// The file cannot be used, for `why`. As Read().
  bool Lose(base::Error why);

  /// Whether the file is there, complete and sound, and its process alive where
  /// that matters.
  bool usable() const { return usable_; }
  /// Why it is not usable: kSystem, kCorrupt; kNoData: not now.
  const base::Error& why() const { return why_; }
  /// Of a usable file.
  const FileLayout& layout() const { return layout_; }
  /// As copied by the last Read() with `values`.
  base::Bytes bytes() const { return bytes_; }

 private:
  /// What tells this file from another under the same name.
  struct Identity {
    std::uint64_t device = 0;
    std::uint64_t node = 0;
    std::int64_t size = 0;
    Header header;
    friend bool operator==(const Identity&, const Identity&) = default;
  };

  bool ReadFrom(int file, bool values);
  base::Result<Identity> Identify(int file) const;
  bool Copy(int file, std::size_t size);

  std::string path_;
  std::optional<Identity> identity_;
  bool usable_ = false;
  base::Error why_{base::ErrorCode::kNoData, "not read yet"};
  FileLayout layout_;
  std::vector<std::uint8_t> bytes_;
};

}  // namespace pmapi::mmv

#endif  // TOCSIN_PMAPI_MMV_MMV_FILE_H_
