// A file mapped as it is, or once it has been unpacked.
#include "pmapi/archive/compressed.h"

#include <limits>
#include <utility>

#include "pmapi/archive/format.h"
#include "pmapi/archive/name.h"
#include "pmapi/archive/unpacker.h"

namespace pmapi {
namespace {

constexpr std::uint64_t kAnySize = std::numeric_limits<std::uint64_t>::max();

/// A file that has been unpacked as far as it could be.
class Unpacked : public base::ReadableFile {
 public:
  Unpacked(std::unique_ptr<base::ReadableFile> mapped,
           base::Result<void> status)
      : mapped_(std::move(mapped)), status_(std::move(status)) {}

  base::Bytes bytes() const override { return mapped_->bytes(); }
  base::Result<void> status() const override { return status_; }
  bool cut() const override { return mapped_->cut(); }

 private:
  std::unique_ptr<base::ReadableFile> mapped_;
  base::Result<void> status_;
};

}  // namespace

base::Result<std::unique_ptr<base::ReadableFile>> OpenUnpacked(
    const std::string& path, FilePart part, std::uint64_t most) {
  const auto unpacker = Unpacker::Open(path, most);
  if (!unpacker) return unpacker.error();
  Unpacker& file = **unpacker;
  const std::uint64_t enough =
      part == FilePart::kLabel
          ? LabelSize(ArchiveVersion::k3) + DataHeaderSize(ArchiveVersion::k3)
          : file.most() + 1;
  base::Result<void> status;
  while (status && !file.ended() && file.size() < enough) status = file.Step();
  auto mapped = base::MapFile("/proc/self/fd/" + std::to_string(file.fd()));
  if (!mapped) return mapped.error();
  return std::unique_ptr<base::ReadableFile>(
      std::make_unique<Unpacked>(*std::move(mapped), std::move(status)));
}

base::Result<std::unique_ptr<base::ReadableFile>> OpenArchiveFile(
    const std::string& path, FilePart part) {
  if (CompressionSuffix(path).empty()) return base::MapFile(path);
  if (part == FilePart::kAhead) return std::unique_ptr<base::ReadableFile>();
  auto file = OpenUnpacked(path, part, kAnySize);
  if (!file) return file;
  if (auto status = (*file)->status(); !status) return status.error();
  return file;
}

}  // namespace pmapi
