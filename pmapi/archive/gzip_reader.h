// GzipReader: what a gzip file holds, piece by piece, with the sums that it
// ends with looked at: libarchive reads those over. The wall round zlib.
#ifndef TOCSIN_PMAPI_ARCHIVE_GZIP_READER_H_
#define TOCSIN_PMAPI_ARCHIVE_GZIP_READER_H_

#include <memory>
#include <string_view>

#include "base/result.h"

namespace pmapi {

/// Members that follow one another are one text (RFC 1952, section 2.2); what
/// comes behind them and is none is no part of it. Threads: one at a time.
class GzipReader {
 public:
  /// Whether the file `fd` begins as gzip does.
  static bool Takes(int fd);
  /// From where `fd` stands. Errors: kUnsupported where there is no zlib.
  /// Lifetime: `fd` stays open.
  static base::Result<std::unique_ptr<GzipReader>> Open(int fd);
  ~GzipReader();
  GzipReader(const GzipReader&) = delete;
  GzipReader& operator=(const GzipReader&) = delete;

  /// The next piece, empty at the end. Errors: once all that stands before has
  /// been handed out, and from then on, kSystem; kCorrupt where a sum or a
  /// length is another or the file ends too early. Lifetime: the next call.
  base::Result<std::string_view> Next();

 private:
  class Impl;
  explicit GzipReader(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

}  // namespace pmapi

#endif  // TOCSIN_PMAPI_ARCHIVE_GZIP_READER_H_
