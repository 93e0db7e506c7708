// Labels of both versions, and each way in which one is refused.
#include "pmapi/archive/label.h"

#include <gtest/gtest.h>

#include "tests/support/archive_surgery.h"
#include "tests/support/archive_writer.h"

namespace pmapi {
namespace {

using base::ErrorCode;
using tests::ArchiveOptions;
using tests::ArchiveWriter;
using tests::At;
using tests::FileBytes;
using tests::Flip;
using tests::Patch;
using tests::Truncate;

class Labels : public testing::TestWithParam<ArchiveVersion> {
 protected:
  Labels() {
    options_.version = GetParam();
    options_.start = At(2'000'000'000, 123'456'000);
    options_.host = "a.host";
    options_.zone = "AEST-10";
    options_.pid = 99;
    volume_ = ArchiveWriter(options_).Image().files.at("0");
  }

  base::Result<Label> Read(const FileBytes& file, int volume = 0) {
    return ReadLabel(file, "a.0", volume);
  }
  ErrorCode CodeOf(const FileBytes& file, int volume = 0) {
    const auto label = Read(file, volume);
    return label ? ErrorCode::kInvalid : label.error().code;
  }

  ArchiveOptions options_;
  FileBytes volume_;
};

TEST_P(Labels, AreReadFieldByField) {
  const auto label = Read(volume_);
  ASSERT_TRUE(label) << label.error().message;
  EXPECT_EQ(label->version, GetParam());
  EXPECT_EQ(label->pid, 99);
  EXPECT_EQ(label->start, At(2'000'000'000, 123'456'000));
  EXPECT_EQ(label->volume, 0);
  EXPECT_EQ(label->host, "a.host");
  EXPECT_EQ(label->zone, "AEST-10");
  EXPECT_EQ(label->size(), volume_.size());
}

TEST_P(Labels, WithoutLengthAndMagicAreNoData) {
  EXPECT_EQ(CodeOf({}), ErrorCode::kNoData);
  EXPECT_EQ(CodeOf(Truncate(volume_, 7)), ErrorCode::kNoData);
}

TEST_P(Labels, AreRefusedWhereAnythingIsWrong) {
  EXPECT_EQ(CodeOf(Truncate(volume_, 8)), ErrorCode::kBadLabel);
  EXPECT_EQ(CodeOf(Truncate(volume_, volume_.size() - 1)),
            ErrorCode::kBadLabel);
  EXPECT_EQ(CodeOf(Patch(volume_, 0, {131})), ErrorCode::kBadLabel);
  EXPECT_EQ(CodeOf(Patch(volume_, 4, {0x50052601})), ErrorCode::kBadLabel);
  EXPECT_EQ(CodeOf(Flip(volume_, 5, 1)), ErrorCode::kBadLabel);
  EXPECT_EQ(CodeOf(Flip(volume_, volume_.size() - 1, 1)), ErrorCode::kBadLabel);
  EXPECT_EQ(CodeOf(volume_, 1), ErrorCode::kBadLabel);
}

TEST_P(Labels, OfOtherFilesSayWhichTheyAre) {
  const auto image = ArchiveWriter(options_).Image();
  EXPECT_TRUE(Read(image.files.at("meta"), kMetaVolume));
  EXPECT_TRUE(Read(image.files.at("index"), kIndexVolume));
  EXPECT_EQ(CodeOf(image.files.at("index"), kMetaVolume), ErrorCode::kBadLabel);
}

TEST_P(Labels, MustAgreeButForTheirStart) {
  const Label volume = *Read(volume_);
  const auto code = [&](const Label& other) {
    const auto same = CheckSameArchive(volume, other, "a.meta");
    return same ? ErrorCode::kInvalid : same.error().code;
  };
  Label other = volume;
  other.start = At(1);
  EXPECT_EQ(code(other), ErrorCode::kInvalid) << "starts are not compared";
  other.pid = 1;
  EXPECT_EQ(code(other), ErrorCode::kBadLabel);
  other = volume;
  other.host = "another";
  EXPECT_EQ(code(other), ErrorCode::kBadLabel);
}

INSTANTIATE_TEST_SUITE_P(Versions, Labels,
                         testing::Values(ArchiveVersion::k2,
                                         ArchiveVersion::k3));

// The low word comes first: pmapi/archive/FORMAT.md, "Frame and label".
TEST(LabelOfVersion3, HasTheLowWordOfSecondsFirst) {
  const FileBytes stamp = {0x62, 0x49, 0x43, 0xcf, 0,    0,
                           0,    0,    0x17, 0xf0, 0x4d, 0x1d};
  EXPECT_EQ(LoadStamp(stamp.data(), ArchiveVersion::k3),
            At(0x624943cf, 0x17f04d1d));
}

TEST(LabelOfVersion3, MayLieAfter2038ButNotAfter2262) {
  ArchiveOptions options;
  options.start = At(5'000'000'000);
  const FileBytes file = ArchiveWriter(options).Image().files.at("0");
  EXPECT_EQ(ReadLabel(file, "a.0", 0)->start, At(5'000'000'000));
  const auto later = ReadLabel(tests::Patch(file, 16, {0x7fffffff}), "a.0", 0);
  ASSERT_FALSE(later);
  EXPECT_EQ(later.error().code, ErrorCode::kCorrupt);
}

TEST(LabelOfVersion3, MayHaveTheFeatureThatChangesNothing) {
  const FileBytes file = ArchiveWriter().Image().files.at("0");
  EXPECT_TRUE(ReadLabel(tests::Patch(file, 28, {0x80000000}), "a.0", 0));
  const auto other = ReadLabel(tests::Patch(file, 28, {1}), "a.0", 0);
  ASSERT_FALSE(other);
  EXPECT_EQ(other.error().code, ErrorCode::kFeature);
}

}  // namespace
}  // namespace pmapi
