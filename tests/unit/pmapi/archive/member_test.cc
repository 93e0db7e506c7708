// One archive of a context: its files opened, its labels compared, volumes
// passed over, its end.
#include "pmapi/archive/member.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/archive_surgery.h"
#include "tests/support/archive_writer.h"

namespace pmapi {
namespace {

using base::ErrorCode;
using testing::ElementsAre;
using testing::IsEmpty;
using tests::ArchiveImage;
using tests::ArchiveOptions;
using tests::ArchiveWriter;
using tests::At;
using tests::FileBytes;

constexpr std::int64_t kT = 1'000'000'000;
constexpr std::size_t kLabel = 808;

ArchiveWriter Writer(ArchiveOptions options = {}) {
  ArchiveWriter writer(std::move(options));
  writer.Metric("a",
                {Pmid{1}, Type::kU32, kNullInDom, Semantics::kInstant, {}});
  return writer;
}

/// Volumes 0, 1 and 2 with a record each, 1 s, 2 s and 3 s after the start.
ArchiveImage ThreeVolumes(ArchiveOptions options = {}) {
  ArchiveWriter writer = Writer(std::move(options));
  for (int k = 1; k <= 3; ++k) {
    if (k > 1) writer.NextVolume();
    writer.Record(At(kT + k), {{"a", k}});
  }
  return writer.Image();
}

class OneMember : public testing::Test {
 protected:
  base::Result<std::unique_ptr<Member>> Open(const ArchiveImage& image) {
    return Member::Open(tests::PathsOf(image), tests::OpenerOf({image}),
                        &recent_);
  }
  /// REQUIRES: it can be opened.
  std::unique_ptr<Member> Opened(const ArchiveImage& image) {
    return *Open(image);
  }
  ErrorCode Failure(const ArchiveImage& image) {
    const auto member = Open(image);
    return member ? ErrorCode::kInvalid : member.error().code;
  }

  RecentVolumes recent_;
};

TEST_F(OneMember, HasTheLabelOfItsFirstVolume) {
  ArchiveOptions options;
  options.host = "left.example";
  const auto member = Opened(ThreeVolumes(options));
  EXPECT_EQ(member->label().host, "left.example");
  EXPECT_EQ(member->label().volume, 0);
  EXPECT_EQ(member->volume_count(), 3);
  EXPECT_EQ(member->paths().base, "memory0");
  EXPECT_EQ(member->meta()->bytes().size(),
            ThreeVolumes(options).files.at("meta").size());
}

TEST_F(OneMember, LacksAFileThatCannotBeOpened) {
  for (const char* part : {"0", "meta", "index"}) {
    const ArchiveImage image = ThreeVolumes();
    const auto member =
        Member::Open(tests::PathsOf(image),
                     tests::OpenerOf({Without(image, part)}), &recent_);
    ASSERT_FALSE(member) << part;
    EXPECT_EQ(member.error().code, ErrorCode::kSystem);
  }
  EXPECT_TRUE(Open(Without(ThreeVolumes(), "index"))) << "needs none";
}

TEST_F(OneMember, HasNoDataWhereALabelStandsAlone) {
  const ArchiveImage image = ThreeVolumes();
  for (const char* part : {"0", "meta", "index"}) {
    const FileBytes& file = image.files.at(part);
    EXPECT_EQ(Failure(With(image, part, tests::Truncate(file, kLabel))),
              ErrorCode::kNoData)
        << part;
    EXPECT_EQ(Failure(With(image, part, tests::Truncate(file, kLabel + 1))),
              ErrorCode::kInvalid)
        << part << ": what follows is not looked at here";
  }
}

TEST_F(OneMember, RefusesFilesOfAnotherLogger) {
  ArchiveOptions other;
  other.pid = 1;
  for (const char* part : {"meta", "index"}) {
    EXPECT_EQ(
        Failure(With(ThreeVolumes(), part, ThreeVolumes(other).files.at(part))),
        ErrorCode::kBadLabel)
        << part;
  }
}

TEST_F(OneMember, RefusesFeaturesItDoesNotKnow) {
  const ArchiveImage image = ThreeVolumes();
  EXPECT_EQ(
      Failure(With(image, "0", tests::Patch(image.files.at("0"), 28, {1}))),
      ErrorCode::kFeature);
}

TEST_F(OneMember, OpensAVolumeOnceAsLongAsSomeoneHasIt) {
  const auto member = Opened(ThreeVolumes());
  const auto first = member->OpenVolume(1);
  ASSERT_TRUE(first);
  EXPECT_EQ((*first)->label().volume, 1);
  EXPECT_EQ(*member->OpenVolume(1), *first);
  EXPECT_NE(*member->OpenVolume(2), *first);
}

TEST_F(OneMember, PassesOverLaterVolumesWhoseLabelIsAtFault) {
  const auto member = Opened(ThreeVolumes());
  const base::Error label{ErrorCode::kBadLabel, "b"};
  EXPECT_FALSE(member->PassOver(0, label)) << "the first must be good";
  EXPECT_FALSE(member->PassOver(1, {ErrorCode::kSystem, "s"}));
  EXPECT_THAT(member->passed_over(), IsEmpty());
  EXPECT_TRUE(member->PassOver(2, {ErrorCode::kNoData, "n"}));
  EXPECT_TRUE(member->PassOver(1, label));
  EXPECT_TRUE(member->PassOver(1, {ErrorCode::kCorrupt, "again"}));
  EXPECT_THAT(member->passed_over(),
              ElementsAre(std::pair(1, label),
                          std::pair(2, base::Error{ErrorCode::kNoData, "n"})));
}

TEST_F(OneMember, EndsWithTheLastRecordOfTheLastVolumeThatHasOne) {
  const ArchiveImage image = ThreeVolumes();
  EXPECT_EQ(Opened(image)->End()->time, At(kT + 3));
  const ArchiveImage empty =
      With(image, "2", tests::Truncate(image.files.at("2"), kLabel));
  EXPECT_EQ(Opened(empty)->End()->time, At(kT + 2));
  const auto member =
      Opened(With(empty, "1", tests::Flip(image.files.at("1"), 4, 1)));
  EXPECT_EQ(member->End()->time, At(kT + 1));
  ASSERT_EQ(member->passed_over().size(), 1u);
  EXPECT_EQ(member->passed_over().at(1).code, ErrorCode::kBadLabel);
}

TEST_F(OneMember, HasNoEndWithoutAGoodRecord) {
  const ArchiveImage image = Writer().Image();
  FileBytes volume = image.files.at("0");
  volume.push_back(0);
  const auto end = Opened(With(image, "0", volume))->End();
  ASSERT_FALSE(end);
  EXPECT_EQ(end.error().code, ErrorCode::kNoEnd);
  EXPECT_EQ(end.error().message, "memory0: no data volume has a good record");
}

TEST_F(OneMember, FailsForALastVolumeThatCannotBeOpened) {
  const ArchiveImage image = ThreeVolumes();
  const auto member = Member::Open(
      tests::PathsOf(image), tests::OpenerOf({Without(image, "2")}), &recent_);
  ASSERT_TRUE(member);
  const auto end = (*member)->End();
  ASSERT_FALSE(end);
  EXPECT_EQ(end.error().code, ErrorCode::kSystem);
}

TEST_F(OneMember, SeesOnRequestWhatHasBeenWrittenSince) {
  const tests::TemporaryFolder folder;
  ArchiveWriter writer = Writer();
  writer.Record(At(kT + 1), {{"a", 1}});
  WriteImage(writer.Image(), folder / "x");
  const auto opened =
      Member::Open(*FindArchive(folder / "x"), OpenArchiveFile, &recent_);
  ASSERT_TRUE(opened);
  Member& member = **opened;
  EXPECT_EQ(member.End()->time, At(kT + 1));
  const auto before = *member.OpenVolume(0);

  writer.Record(At(kT + 2), {{"a", 2}});
  WriteImage(writer.Image(), folder / "x");
  EXPECT_EQ(member.End()->time, At(kT + 1)) << "not before it is asked to";
  ASSERT_TRUE(member.Refresh());
  EXPECT_EQ(member.End()->time, At(kT + 2));
  const auto after = *member.OpenVolume(0);
  EXPECT_EQ(after->bytes().size(), before->bytes().size() + 44);

  writer.NextVolume();
  writer.Record(At(kT + 3), {{"a", 3}});
  WriteImage(writer.Image(), folder / "x");
  ASSERT_TRUE(member.Refresh());
  EXPECT_EQ(member.volume_count(), 2);
  EXPECT_EQ(member.End()->time, At(kT + 3));
}

}  // namespace
}  // namespace pmapi
