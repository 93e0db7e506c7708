// A file mapped as it is, or once it has been unpacked.
#include "pmapi/archive/compressed.h"

#include <limits>

#include "pmapi/archive/format.h"
#include "pmapi/archive/name.h"
#include "pmapi/archive/unpacker.h"

namespace pmapi {

base::Result<std::unique_ptr<base::ReadableFile>> OpenUnpacked(
    const std::string& path, FilePart part, std::uint64_t most) {
  const auto unpacker = Unpacker::Open(path, most);
  if (!unpacker) return unpacker.error();
  Unpacker& file = **unpacker;
  const std::uint64_t enough =
      part == FilePart::kLabel
          ? LabelSize(ArchiveVersion::k3) + DataHeaderSize(ArchiveVersion::k3)
          : file.most() + 1;
  while (!file.ended() && file.size() < enough) {
    if (auto step = file.Step(); !step) return step.error();
  }
  return base::MapFile("/proc/self/fd/" + std::to_string(file.fd()));
}

base::Result<std::unique_ptr<base::ReadableFile>> OpenArchiveFile(
    const std::string& path, FilePart part) {
  if (CompressionSuffix(path).empty()) return base::MapFile(path);
  if (part == FilePart::kAhead) return std::unique_ptr<base::ReadableFile>();
  return OpenUnpacked(path, part, std::numeric_limits<std::uint64_t>::max());
}

}  // namespace pmapi
