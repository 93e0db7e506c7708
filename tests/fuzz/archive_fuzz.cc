// Fuzz target: the files of an archive, read as a whole. The input is the four
// files meta, 0, 1 and index, the first three after their length in two bytes;
// a missing file has length 0xffff.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>

#include "base/byte_reader.h"
#include "tests/support/archive_reading.h"

namespace {

constexpr std::uint16_t kMissing = 0xffff;

tests::FileBytes Copy(base::Bytes bytes) {
  return {bytes.begin(), bytes.end()};
}

tests::ArchiveImage ImageOf(base::Bytes input) {
  tests::ArchiveImage image;
  base::ByteReader in(input);
  for (const char* part : {"meta", "0", "1"}) {
    const std::uint16_t size = in.U16();
    if (size == kMissing) continue;
    image.files[part] =
        Copy(in.TakeBytes(std::min<std::size_t>(size, in.remaining())));
  }
  if (in.remaining() > 0) {
    image.files["index"] = Copy(in.TakeBytes(in.remaining()));
  }
  return image;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data,
                                      std::size_t size) {
  const tests::ArchiveImage image = ImageOf({data, size});
  // What name.h sees to: there is metadata and a volume.
  if (!image.files.contains("meta")) return 0;
  if (!image.files.contains("0") && !image.files.contains("1")) return 0;
  tests::ReadWhole(image);
  return 0;
}
