// A data file opened, what there is at its bytes, and how long volumes stay.
#include "pmapi/archive/volume.h"

#include <gtest/gtest.h>

#include "tests/support/archive_surgery.h"
#include "tests/support/archive_writer.h"
#include "tests/support/memory_file.h"

namespace pmapi {
namespace {

using base::ErrorCode;
using tests::At;
using tests::FileBytes;
using tests::Patch;

constexpr std::int64_t kT = 1'000'000'000;

FileBytes LabelAlone() { return tests::ArchiveWriter().Image().files.at("0"); }

base::Result<std::shared_ptr<const Volume>> Open(const FileBytes& bytes,
                                                 std::int32_t number = 0) {
  return Volume::Of(std::make_unique<tests::MemoryFile>(bytes),
                    {number, "memory0.0"});
}

TEST(Volumes, KnowTheirLabelPathAndBytes) {
  const FileBytes bytes = LabelAlone();
  const auto volume = Open(bytes);
  ASSERT_TRUE(volume);
  EXPECT_EQ((*volume)->label().start, At(kT));
  EXPECT_EQ((*volume)->path(), "memory0.0");
  EXPECT_EQ((*volume)->bytes().size(), bytes.size());
  EXPECT_FALSE((*volume)->cut());
}

TEST(Volumes, AreEmptyUntilAByteFollowsTheLabel) {
  EXPECT_TRUE((*Open(LabelAlone()))->empty());
  EXPECT_FALSE((*Open(tests::Append(LabelAlone(), {0})))->empty());
}

TEST(Volumes, MustHaveALabelOfTheirNumber) {
  const auto other = Open(LabelAlone(), 1);
  ASSERT_FALSE(other);
  EXPECT_EQ(other.error().code, ErrorCode::kBadLabel);
  EXPECT_EQ(Open({}).error().code, ErrorCode::kNoData);
}

TEST(Volumes, StayOpenUntilThirtyTwoOthersAreKept) {
  RecentVolumes recent;
  std::weak_ptr<const Volume> first;
  {
    auto volume = *Open(LabelAlone());
    first = volume;
    recent.Keep(std::move(volume));
  }
  for (int i = 0; i < 31; ++i) recent.Keep(*Open(LabelAlone()));
  EXPECT_FALSE(first.expired());
  recent.Keep(*Open(LabelAlone()));
  EXPECT_TRUE(first.expired());
}

class VolumeFrames : public testing::TestWithParam<ArchiveVersion> {
 protected:
  /// `words` zero words in a record, with the metric count `metrics`.
  FileBytes RecordOf(std::uint32_t words, std::uint32_t metrics) const {
    const auto size =
        static_cast<std::uint32_t>(MarkSize(GetParam()) + 4 * words);
    FileBytes bytes(size);
    bytes = Patch(bytes, 0, {size});
    bytes = Patch(bytes, DataHeaderSize(GetParam()) - 4, {metrics});
    return Patch(bytes, size - 4, {size});
  }
  RecordState Read(const FileBytes& bytes, std::uint64_t offset = 0) {
    what_ = "";
    return ReadRecord(bytes, offset, GetParam(), &record_, &what_);
  }
  std::string Damage(const FileBytes& bytes) {
    EXPECT_EQ(Read(bytes), RecordState::kDamaged);
    return what_;
  }

  Record record_;
  const char* what_ = "";
};

TEST_P(VolumeFrames, TellWhereARecordIs) {
  FileBytes bytes = RecordOf(2, 1);
  bytes = Patch(bytes, 4, {7});
  const FileBytes file = tests::Append(RecordOf(0, 0), bytes);
  ASSERT_EQ(Read(file, MarkSize(GetParam())), RecordState::kRecord);
  EXPECT_EQ(record_.time, At(7));
  EXPECT_EQ(record_.bytes.size(), bytes.size());
  EXPECT_EQ(record_.bytes.data(), file.data() + MarkSize(GetParam()));
  EXPECT_EQ(static_cast<std::size_t>(record_.header_size),
            DataHeaderSize(GetParam()));
  EXPECT_EQ(record_.metric_count, 1);
  EXPECT_FALSE(record_.mark());
  ASSERT_EQ(Read(file), RecordState::kRecord);
  EXPECT_TRUE(record_.mark());
}

TEST_P(VolumeFrames, EndWhereNoLengthWordIsLeft) {
  const FileBytes file = RecordOf(0, 0);
  for (std::uint64_t left = 0; left < 4; ++left) {
    EXPECT_EQ(Read(file, file.size() - left), RecordState::kEnd) << left;
  }
  EXPECT_EQ(Read(file, file.size() + 1), RecordState::kEnd);
  EXPECT_EQ(Read({}), RecordState::kEnd);
}

TEST_P(VolumeFrames, AreTornWhereTheFileEndsWithinThem) {
  const FileBytes whole = RecordOf(2, 1);
  for (std::size_t size = 4; size < whole.size(); ++size) {
    EXPECT_EQ(Read(tests::Truncate(whole, size)), RecordState::kTorn) << size;
  }
  EXPECT_EQ(Read(Patch(whole, 0, {0x7fffffff})), RecordState::kTorn);
  EXPECT_EQ(Read(Patch(whole, 0, {0x80000000})), RecordState::kDamaged);
}

TEST_P(VolumeFrames, AreDamagedWhereTheyCannotBe) {
  const FileBytes good = RecordOf(2, 1);
  const auto shortest = static_cast<std::uint32_t>(MarkSize(GetParam()));
  EXPECT_EQ(Damage(Patch(good, 0, {shortest - 1})),
            "the record is shorter than any");
  EXPECT_EQ(Damage(Patch(good, good.size() - 4, {shortest})),
            "the closing length of the record differs from the first");
  const std::string count = "the number of metrics does not fit the record";
  EXPECT_EQ(Damage(RecordOf(2, 2)), count) << "a set takes 8 bytes";
  EXPECT_EQ(Damage(RecordOf(3, 2)), count);
  EXPECT_EQ(Damage(RecordOf(2, 0x80000000)), count);
  EXPECT_EQ(Damage(RecordOf(0, 1)), count);
  EXPECT_EQ(Damage(RecordOf(1, 0)), count) << "nothing follows a mark";
  EXPECT_EQ(Read(RecordOf(4, 2)), RecordState::kRecord);
}

INSTANTIATE_TEST_SUITE_P(Versions, VolumeFrames,
                         testing::Values(ArchiveVersion::k2,
                                         ArchiveVersion::k3));

TEST(VolumeFramesOfVersion3, AreDamagedWhereNoTimestampHoldsTheirTime) {
  FileBytes bytes(24);
  bytes = Patch(bytes, 0, {24, 0, 0x7fffffff, 0, 0, 24});
  Record record;
  const char* what = "";
  EXPECT_EQ(ReadRecord(bytes, 0, ArchiveVersion::k3, &record, &what),
            RecordState::kDamaged);
  EXPECT_STREQ(what, "the time of the record is out of range");
}

}  // namespace
}  // namespace pmapi
