// Opens a file of an archive, whichever way it is compressed. How it is
// unpacked is unpacker.h's; what the bytes mean is everyone else's.
#ifndef TOCSIN_PMAPI_ARCHIVE_COMPRESSED_H_
#define TOCSIN_PMAPI_ARCHIVE_COMPRESSED_H_

#include <cstdint>
#include <functional>
#include <memory>
#include <string>

#include "base/file.h"
#include "base/result.h"

namespace pmapi {

/// How much of a file is wanted, and when.
enum class FilePart {
  kWhole,
  /// At least its label and what precedes the values of the first record,
  /// which of a compressed file is cheaper.
  kLabel,
  /// All of it, which another thread may still be unpacking. Nothing (a null
  /// pointer) where none can.
  kAhead,
};

/// How the files of an archive are opened: OpenArchiveFile, UnpackThreads::Open
/// or, in tests, a look-up in memory.
using FileOpener =
    std::function<base::Result<std::unique_ptr<base::ReadableFile>>(
        const std::string& path, FilePart part)>;

/// Maps the file at `path`. One that is compressed by its name is unpacked
/// into an unlinked file, which is mapped, so that memory is the page cache's
/// and not ours; kAhead of one is nothing.
/// Errors: those of Unpacker, also where that is not to its end.
base::Result<std::unique_ptr<base::ReadableFile>> OpenArchiveFile(
    const std::string& path, FilePart part);

/// As OpenArchiveFile, of a compressed one and no more than `most` bytes. What
/// keeps it from being unpacked to its end is its status().
base::Result<std::unique_ptr<base::ReadableFile>> OpenUnpacked(
    const std::string& path, FilePart part, std::uint64_t most);

}  // namespace pmapi

#endif  // TOCSIN_PMAPI_ARCHIVE_COMPRESSED_H_
