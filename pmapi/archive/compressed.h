// Opens a file of an archive, whichever way it is compressed. The only place
// that knows libarchive; what the bytes mean is everyone else's.
#ifndef TOCSIN_PMAPI_ARCHIVE_COMPRESSED_H_
#define TOCSIN_PMAPI_ARCHIVE_COMPRESSED_H_

#include <cstdint>
#include <functional>
#include <memory>
#include <string>

#include "base/file.h"
#include "base/result.h"

namespace pmapi {

/// How much of a file is wanted: all of it, or at least its label and what
/// precedes the values of the first record, which of a compressed file is
/// cheaper.
enum class FilePart { kWhole, kLabel };

/// How the files of an archive are opened: OpenArchiveFile, or, in tests, a
/// look-up in memory.
using FileOpener =
    std::function<base::Result<std::unique_ptr<base::ReadableFile>>(
        const std::string& path, FilePart part)>;

/// Maps the file at `path`. One that is compressed by its name is unpacked
/// into an unlinked file in $PCP_TMPFILE_DIR (or /var/tmp), which is mapped,
/// so that memory is the page cache's and not ours.
/// Errors: kSystem; kCorrupt where the file cannot be unpacked, or is more than
/// MostUnpacked().
base::Result<std::unique_ptr<base::ReadableFile>> OpenArchiveFile(
    const std::string& path, FilePart part);

/// How large a file of `packed` bytes may be: a small one that fills the disk
/// is no archive. Half a GiB whatever it is made of; the 2 GiB of version 2
/// where metrics hardly ever change (by a factor of 1000); more where it is
/// made of as much as archives mostly are (100). Units: bytes.
std::uint64_t MostUnpacked(std::uint64_t packed);

/// As OpenArchiveFile, of a compressed one and no more than `most` bytes.
base::Result<std::unique_ptr<base::ReadableFile>> OpenUnpacked(
    const std::string& path, FilePart part, std::uint64_t most);

}  // namespace pmapi

#endif  // TOCSIN_PMAPI_ARCHIVE_COMPRESSED_H_
