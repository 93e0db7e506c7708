// Unpacker: one compressed file on its way into a file without a name, piece by
// piece. The only place that knows libarchive, which takes all kinds but gzip;
// in which thread is unpacking.h's.
#ifndef TOCSIN_PMAPI_ARCHIVE_UNPACKER_H_
#define TOCSIN_PMAPI_ARCHIVE_UNPACKER_H_

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "base/file.h"
#include "base/result.h"
#include "pmapi/archive/gzip_reader.h"

struct archive;

namespace pmapi {

/// How large a file of `packed` bytes may be: a small one that fills the disk
/// is no archive. Half a GiB whatever it is made of; the 2 GiB of version 2
/// where metrics hardly ever change (by a factor of 1000); more where it is
/// made of as much as archives mostly are (100). Units: bytes.
std::uint64_t MostUnpacked(std::uint64_t packed);

/// Threads: one at a time.
class Unpacker {
 public:
  /// Of `path` into an unlinked file in $PCP_TMPFILE_DIR (or /var/tmp), which
  /// is to have no more than `most` bytes, nor MostUnpacked().
  /// Errors: kSystem; kCorrupt where the file cannot be unpacked; kUnsupported
  /// where there is no libarchive or zlib.
  static base::Result<std::unique_ptr<Unpacker>> Open(const std::string& path,
                                                      std::uint64_t most);
  ~Unpacker();
  Unpacker(const Unpacker&) = delete;
  Unpacker& operator=(const Unpacker&) = delete;

  /// Appends the next piece, or learns that there is none (ended()).
  /// Errors: kSystem where the disk is full; kCorrupt.
  base::Result<void> Step();

  bool ended() const { return ended_; }
  /// So much is there. Units: bytes.
  std::uint64_t size() const { return size_; }
  std::uint64_t most() const { return most_; }
  /// Of the file without a name. Lifetime: the unpacker's.
  int fd() const { return fd_; }

 private:
  Unpacker(const std::string& path, base::RegularFile packed,
           std::uint64_t most);

  base::Result<void> Begin();
  base::Result<void> BeginGzip();
  base::Result<void> BeginOther();
  base::Result<std::string_view> Next();
  base::Result<std::string_view> NextOfOther();
  base::Error Failure() const;
  base::Error CannotBe(const base::Error& why) const;
  base::Error TooMuch() const;

  std::string path_;
  base::RegularFile packed_;
  std::uint64_t most_;
  std::unique_ptr<GzipReader> gzip_;       // null: it is of another kind
  std::optional<std::string_view> first_;  // piece of gzip_
  ::archive* in_ = nullptr;                // of other kinds
  std::string pattern_;                    // of the unnamed file's name
  int fd_ = -1;
  bool ended_ = false;
  std::uint64_t size_ = 0;
};

}  // namespace pmapi

#endif  // TOCSIN_PMAPI_ARCHIVE_UNPACKER_H_
