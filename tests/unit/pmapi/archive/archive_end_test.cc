// Where volumes end: whole, torn, damaged, with an index and without.
#include "pmapi/archive/archive_end.h"

#include <gtest/gtest.h>

#include "tests/support/archive_surgery.h"
#include "tests/support/archive_writer.h"

namespace pmapi {
namespace {

using tests::ArchiveWriter;
using tests::At;
using tests::FileBytes;

constexpr std::int64_t kT = 1'000'000'000;
constexpr std::int64_t kLabel = 808;
/// Length, stamp, count, a set of one value in situ, length.
constexpr std::int64_t kRecord = 4 + 12 + 4 + 20 + 4;

/// Records at 1 s, 2 s, ... `records` s.
FileBytes VolumeBytes(int records) {
  ArchiveWriter writer;
  writer.Metric("a",
                {Pmid{1}, Type::kU32, kNullInDom, Semantics::kInstant, {}});
  for (int k = 1; k <= records; ++k) writer.Record(At(kT + k), {{"a", k}});
  return writer.Image().files.at("0");
}

std::optional<ArchiveEnd> EndOf(FileBytes bytes,
                                const std::vector<IndexEntry>& index = {}) {
  const auto opener = tests::OpenerOf({{{{"0", std::move(bytes)}}}});
  const auto volume =
      Volume::Of(*opener("memory0.0", FilePart::kWhole), {0, "memory0.0"});
  EXPECT_TRUE(volume) << volume.error().message;
  return FindEnd(**volume, index);
}

/// In seconds after kT; 0.5 more where it is torn, -1 for none.
double Second(const std::optional<ArchiveEnd>& end) {
  if (!end) return -1;
  return (end->time - At(kT)).Seconds() + (end->torn ? 0.5 : 0);
}

TEST(ArchiveEnd, IsTheLastRecord) {
  EXPECT_EQ(Second(EndOf(VolumeBytes(1))), 1);
  EXPECT_EQ(Second(EndOf(VolumeBytes(5))), 5);
}

TEST(ArchiveEnd, MayBeAMark) {
  ArchiveWriter writer;
  writer.Mark(At(kT + 7));
  EXPECT_EQ(Second(EndOf(writer.Image().files.at("0"))), 7);
}

TEST(ArchiveEnd, IsNowhereWithoutARecord) {
  const FileBytes one = VolumeBytes(1);
  EXPECT_EQ(Second(EndOf(VolumeBytes(0))), -1);
  EXPECT_EQ(Second(EndOf(tests::Truncate(one, kLabel + 1))), -1);
  EXPECT_EQ(Second(EndOf(tests::Truncate(one, kLabel + kRecord - 1))), -1);
}

TEST(ArchiveEnd, IsBeforeATornTail) {
  const FileBytes bytes = VolumeBytes(3);
  for (std::int64_t cut = 1; cut < kRecord; ++cut) {
    EXPECT_EQ(Second(EndOf(tests::Truncate(bytes, bytes.size() - cut))), 2.5);
  }
  EXPECT_EQ(Second(EndOf(tests::Truncate(bytes, bytes.size() - kRecord))), 2);
}

/// Records of 1 s to 4 s: the second's closing length is wrong, and the last
/// is torn.
FileBytes DamagedAndTorn() {
  const FileBytes bytes = VolumeBytes(4);
  return tests::Flip(tests::Truncate(bytes, bytes.size() - 1),
                     kLabel + 2 * kRecord - 1, 1);
}

TEST(ArchiveEnd, IsBeforeDamageIfTheIndexDoesNotLeadPastIt) {
  EXPECT_EQ(Second(EndOf(DamagedAndTorn())), 1.5);
  EXPECT_EQ(Second(EndOf(DamagedAndTorn(), {{0, kLabel}})), 1.5);
  EXPECT_EQ(Second(EndOf(DamagedAndTorn(), {{0, kLabel + 2 * kRecord}})), 3.5);
}

TEST(ArchiveEnd, IsSearchedFromTheLastEntryOfThisVolumeThatCanBe) {
  const std::int64_t third = kLabel + 2 * kRecord;
  const std::int64_t size = kLabel + 4 * kRecord - 1;
  EXPECT_EQ(Second(EndOf(DamagedAndTorn(), {{0, kLabel}, {0, third}})), 3.5);
  EXPECT_EQ(Second(EndOf(DamagedAndTorn(), {{0, third}, {0, size + 1}})), 3.5)
      << "beyond the file";
  EXPECT_EQ(Second(EndOf(DamagedAndTorn(), {{0, third}, {1, kLabel}})), 3.5)
      << "of another volume";
  EXPECT_EQ(Second(EndOf(DamagedAndTorn(), {{0, -5}})), 1.5)
      << "before the label";
}

TEST(ArchiveEnd, IsFoundThoughTheIndexLeadsAstray) {
  EXPECT_EQ(Second(EndOf(DamagedAndTorn(), {{0, kLabel + 3}})), 1.5);
  EXPECT_EQ(Second(EndOf(DamagedAndTorn(), {{0, kLabel + 4 * kRecord - 1}})),
            1.5)
      << "at the very end";
}

TEST(ArchiveEnd, IsNoRecordWhoseContentsAreWrong) {
  const FileBytes bytes = VolumeBytes(2);
  // The value format of the last record's only set.
  EXPECT_EQ(Second(EndOf(tests::Flip(bytes, kLabel + kRecord + 20 + 11, 0x10))),
            1.5);
}

}  // namespace
}  // namespace pmapi
