// The entries of an index, of both versions, up to the last whole one.
#include "pmapi/archive/temporal_index.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/archive_surgery.h"

namespace pmapi {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using tests::FileBytes;

constexpr ArchiveVersion kBoth[] = {ArchiveVersion::k2, ArchiveVersion::k3};

/// A label of zeros, then `words`.
FileBytes Index(ArchiveVersion version,
                const std::vector<std::uint32_t>& words) {
  FileBytes file(LabelSize(version) + 4 * words.size());
  std::size_t at = LabelSize(version);
  for (const std::uint32_t word : words) {
    file = tests::Patch(std::move(file), at, {word});
    at += 4;
  }
  return file;
}

TEST(TemporalIndex, HasNoEntriesAfterTheLabelAlone) {
  for (const ArchiveVersion version : kBoth) {
    EXPECT_THAT(ReadIndex(Index(version, {}), version), IsEmpty());
  }
}

TEST(TemporalIndex, OfVersion2HasOffsetsOf32Bits) {
  // Seconds, microseconds, volume, offset into .meta, offset into the volume.
  const FileBytes file =
      Index(ArchiveVersion::k2, {7, 5, 0, 111, 132, 8, 5, 3, 222, 0x7fffffff});
  EXPECT_THAT(
      ReadIndex(file, ArchiveVersion::k2),
      ElementsAre(IndexEntry{0, 132, 111}, IndexEntry{3, 0x7fffffff, 222}));
}

TEST(TemporalIndex, OfVersion3HasOffsetsOf64Bits) {
  // Seconds (2), nanoseconds, volume, into .meta (2), into the volume (2).
  const FileBytes file = Index(ArchiveVersion::k3, {7, 0, 5, 1, 0, 111, 1, 2});
  EXPECT_THAT(ReadIndex(file, ArchiveVersion::k3),
              ElementsAre(IndexEntry{1, (std::int64_t{1} << 32) + 2, 111}));
}

TEST(TemporalIndex, LeavesOutALastEntryThatIsNotWhole) {
  for (const ArchiveVersion version : kBoth) {
    const FileBytes one = Index(
        version, std::vector<std::uint32_t>(IndexEntrySize(version) / 4, 9));
    const FileBytes two =
        tests::Append(one, FileBytes(IndexEntrySize(version) - 1, 9));
    EXPECT_EQ(ReadIndex(one, version).size(), 1u);
    EXPECT_EQ(ReadIndex(two, version).size(), 1u);
    EXPECT_THAT(ReadIndex(tests::Truncate(one, one.size() - 1), version),
                IsEmpty());
  }
}

}  // namespace
}  // namespace pmapi
