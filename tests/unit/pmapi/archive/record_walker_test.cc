// The walk over records: volumes, members, damage, growth.
#include "pmapi/archive/record_walker.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>

#include "pmapi/archive/archive.h"
#include "tests/support/archive_surgery.h"
#include "tests/support/archive_writer.h"

namespace pmapi {
namespace {

using base::ErrorCode;
using testing::ElementsAre;
using tests::ArchiveImage;
using tests::ArchiveOptions;
using tests::ArchiveWriter;
using tests::At;

constexpr std::int64_t kT = 1'000'000'000;

ArchiveWriter Writer(ArchiveOptions options = {}) {
  ArchiveWriter writer(std::move(options));
  writer.Metric("a",
                {Pmid{1}, Type::kU32, kNullInDom, Semantics::kInstant, {}});
  return writer;
}

/// The seconds after kT of all records; a mark's are negative.
std::vector<double> Times(RecordWalker* walker) {
  std::vector<double> times;
  while (walker->Next()) {
    const double t = (walker->record().time - At(kT)).Seconds();
    times.push_back(walker->record().mark() ? -t : t);
  }
  return times;
}

std::unique_ptr<Archive> Open(const std::vector<ArchiveImage>& images) {
  auto archive = tests::OpenImages(images);
  EXPECT_TRUE(archive) << archive.error().message;
  return archive ? *std::move(archive) : nullptr;
}

/// Three volumes, 0, 1 and 5, of two records each.
ArchiveImage ThreeVolumes() {
  ArchiveWriter writer = Writer();
  writer.Record(At(kT), {{"a", 0}});
  writer.Mark(At(kT + 1));
  writer.NextVolume();
  writer.Record(At(kT + 2), {{"a", 2}});
  writer.Record(At(kT + 3), {{"a", 3}});
  writer.NextVolume(5);
  writer.Record(At(kT + 4), {{"a", 4}});
  writer.Record(At(kT + 5), {{"a", 5}});
  return writer.Image();
}

TEST(RecordWalker, WalksAllVolumes) {
  const auto archive = Open({ThreeVolumes()});
  RecordWalker walker = archive->Walk();
  EXPECT_THAT(Times(&walker), ElementsAre(0, -1, 2, 3, 4, 5));
  EXPECT_TRUE(walker.status());
  EXPECT_FALSE(walker.Next()) << "the end stays the end";
  EXPECT_EQ(archive->end(), At(kT + 5));
  EXPECT_FALSE(archive->torn());
}

TEST(RecordWalker, ACopyWalksByItself) {
  const auto archive = Open({ThreeVolumes()});
  RecordWalker walker = archive->Walk();
  ASSERT_TRUE(walker.Next());
  ASSERT_TRUE(walker.Next());
  RecordWalker ahead = walker;
  EXPECT_THAT(Times(&ahead), ElementsAre(2, 3, 4, 5));
  EXPECT_THAT(Times(&walker), ElementsAre(2, 3, 4, 5));
}

TEST(RecordWalker, ReturnsToAPlace) {
  const auto archive = Open({ThreeVolumes()});
  RecordWalker walker = archive->Walk();
  std::vector<RecordPlace> places;
  while (walker.Next()) places.push_back(walker.record().place);
  EXPECT_TRUE(std::is_sorted(places.begin(), places.end()));
  for (const std::size_t i : {3u, 0u, 5u, 4u, 2u}) {
    ASSERT_TRUE(walker.At(places[i]));
    EXPECT_EQ(walker.record().time, At(kT + static_cast<int>(i)));
    EXPECT_EQ(walker.record().place, places[i]);
  }
  EXPECT_THAT(Times(&walker), ElementsAre(3, 4, 5)) << "and walks on";
}

TEST(RecordWalker, WaypointsAreTheIndexsOfTheVolumeAhead) {
  ArchiveWriter writer = Writer();
  for (int k = 0; k < 6; ++k) {
    if (k == 4) writer.NextVolume();
    writer.Record(At(kT + k), {{"a", k}});
    writer.Index();
  }
  const auto archive = *tests::OpenImage(writer.Image());
  RecordWalker walker = archive->Walk();
  ASSERT_TRUE(walker.Next());
  const std::uint64_t begin = walker.record().place.offset;
  const std::uint64_t size = walker.record().bytes.size();
  EXPECT_THAT(walker.Waypoints(1),
              ElementsAre(begin + size, begin + 2 * size, begin + 3 * size,
                          begin + 4 * size));
  EXPECT_THAT(walker.Waypoints(size + 1),
              ElementsAre(begin + size, begin + 3 * size));
  for (int k = 0; k < 4; ++k) ASSERT_TRUE(walker.Next());
  EXPECT_EQ(walker.record().place.volume, 1);
  EXPECT_THAT(walker.Waypoints(1), ElementsAre(begin + size, begin + 2 * size));
}

TEST(RecordWalker, ReadsAtAPlaceOfItsVolumeAndLooksNowhereElse) {
  ArchiveWriter writer = Writer();
  for (int k = 0; k < 3; ++k) writer.Record(At(kT + k), {{"a", k}});
  for (const int t : {3, 4}) {
    writer.NextVolume();
    writer.Record(At(kT + t), {{"a", t}});
  }
  ArchiveImage image = writer.Image();
  image.files["1"][5] ^= 0xff;  // its label's magic word
  const auto archive = *tests::OpenImage(image);
  RecordWalker walker = archive->Walk();
  ASSERT_TRUE(walker.Next());
  const std::uint64_t begin = walker.record().place.offset;
  const std::uint64_t size = walker.record().bytes.size();
  EXPECT_TRUE(walker.ReadAt(begin + 2 * size));
  EXPECT_EQ(walker.record().time, At(kT + 2));
  EXPECT_EQ(walker.record().place.offset, begin + 2 * size);
  for (const std::uint64_t offset :
       {begin + 3 * size, begin + 3 * size - 2, begin + 1, UINT64_MAX}) {
    EXPECT_FALSE(walker.ReadAt(offset)) << offset;
  }
  EXPECT_TRUE(archive->members()[0]->passed_over().empty());
  EXPECT_TRUE(walker.Next());
  EXPECT_EQ(walker.record().time, At(kT + 4));
  EXPECT_FALSE(archive->members()[0]->passed_over().empty());
}

TEST(RecordWalker, PassesOverVolumesWithoutRecordsOrLabel) {
  const ArchiveImage image = ThreeVolumes();
  const auto& middle = image.files.at("1");
  for (const std::size_t size : {0u, 7u, 100u, 808u, 810u}) {
    const auto archive =
        Open({With(image, "1", tests::Truncate(middle, size))});
    RecordWalker walker = archive->Walk();
    EXPECT_THAT(Times(&walker), ElementsAre(0, -1, 4, 5)) << size;
    EXPECT_TRUE(walker.status()) << size;
    EXPECT_EQ(archive->members().front()->passed_over().size(),
              size < 808 ? 1u : 0u);
  }
}

TEST(RecordWalker, EndsBeforeALastVolumeWithoutRecordsOrLabel) {
  const ArchiveImage image = ThreeVolumes();
  const auto& last = image.files.at("5");
  for (const std::size_t size : {0u, 100u, 808u, 811u}) {
    const auto archive = Open({With(image, "5", tests::Truncate(last, size))});
    RecordWalker walker = archive->Walk();
    EXPECT_THAT(Times(&walker), ElementsAre(0, -1, 2, 3)) << size;
    EXPECT_TRUE(walker.status()) << size;
    EXPECT_EQ(archive->end(), At(kT + 3));
  }
}

TEST(RecordWalker, DamageStopsItWithFileAndByte) {
  const ArchiveImage image = ThreeVolumes();
  const auto& middle = image.files.at("1");
  const std::size_t size = (middle.size() - 808) / 2;
  const auto archive =
      Open({With(image, "1", tests::Flip(middle, 808 + 2 * size - 1, 4))});
  RecordWalker walker = archive->Walk();
  EXPECT_THAT(Times(&walker), ElementsAre(0, -1, 2));
  ASSERT_FALSE(walker.status());
  EXPECT_EQ(walker.status().error().code, ErrorCode::kCorrupt);
  EXPECT_EQ(walker.status().error().message,
            "memory0.1: byte " + std::to_string(808 + size) +
                ": the closing length of the record differs from the first");
  EXPECT_FALSE(walker.Next()) << "nothing behind it is read";
  EXPECT_FALSE(walker.status());
}

TEST(RecordWalker, ATornRecordIsDamageForWhoGetsThere) {
  const ArchiveImage image = ThreeVolumes();
  const auto& last = image.files.at("5");
  const auto archive =
      Open({With(image, "5", tests::Truncate(last, last.size() - 1))});
  EXPECT_EQ(archive->end(), At(kT + 4));
  EXPECT_TRUE(archive->torn());
  RecordWalker walker = archive->Walk();
  EXPECT_THAT(Times(&walker), ElementsAre(0, -1, 2, 3, 4));
  ASSERT_FALSE(walker.status());
  EXPECT_EQ(walker.status().error().code, ErrorCode::kCorrupt);
}

TEST(RecordWalker, PartOfALengthWordIsTheEnd) {
  const ArchiveImage image = ThreeVolumes();
  const auto& last = image.files.at("5");
  const auto archive = Open({With(image, "5", tests::Append(last, {0, 0, 0}))});
  EXPECT_EQ(archive->end(), At(kT + 5));
  RecordWalker walker = archive->Walk();
  EXPECT_THAT(Times(&walker), ElementsAre(0, -1, 2, 3, 4, 5));
  EXPECT_TRUE(walker.status());
}

TEST(RecordWalker, RefusesWhatCannotBeARecord) {
  ArchiveWriter writer = Writer();
  writer.Record(At(kT), {{"a", 0}});
  const std::size_t at = writer.Image().files.at("0").size();
  writer.Record(At(kT + 1), {{"a", 0}});
  writer.Record(At(kT + 2), {{"a", 0}});
  const ArchiveImage image = writer.Image();
  const auto& volume = image.files.at("0");
  struct Case {
    std::size_t offset;
    std::uint32_t word;
    const char* what;
  };
  for (const Case& c :
       {Case{at, 8, "shorter than any record"},
        Case{at, 0x80000000, "a negative length"}, Case{at, 0, "no length"},
        Case{at + 8, 0x7fffffff, "after the year 2262"},
        Case{at + 16, 0, "a mark longer than marks are"},
        Case{at + 16, 0xffffffff, "a negative count"},
        Case{at + 16, 4, "more metrics than fit"}}) {
    const auto archive =
        Open({With(image, "0", tests::Patch(volume, c.offset, {c.word}))});
    RecordWalker walker = archive->Walk();
    EXPECT_THAT(Times(&walker), ElementsAre(0)) << c.what;
    EXPECT_EQ(walker.status().error().code, ErrorCode::kCorrupt) << c.what;
  }
}

ArchiveImage Member(std::int64_t start, int seconds,
                    const std::string& host = "h") {
  ArchiveOptions options;
  options.start = At(start);
  options.host = host;
  ArchiveWriter writer = Writer(options);
  for (int i = 0; i <= seconds; ++i) {
    writer.Record(At(start + i), {{"a", i}});
  }
  return writer.Image();
}

TEST(RecordWalker, PutsAMarkBetweenMembers) {
  const auto archive = Open({Member(kT + 10, 1), Member(kT, 1)});
  RecordWalker walker = archive->Walk();
  EXPECT_THAT(Times(&walker), ElementsAre(0, 1, -1.001, 10, 11));
  EXPECT_TRUE(walker.status());
  EXPECT_EQ(archive->start(), At(kT));
  EXPECT_EQ(archive->end(), At(kT + 11));
}

TEST(RecordWalker, TheMarkBetweenMembersHasNoSetsButAPlace) {
  const auto archive = Open({Member(kT, 0), Member(kT + 10, 0)});
  RecordWalker walker = archive->Walk();
  ASSERT_TRUE(walker.Next());
  const RecordPlace first = walker.record().place;
  ASSERT_TRUE(walker.Next());
  ASSERT_TRUE(walker.record().mark());
  EXPECT_GT(walker.record().place, first);
  ValueSet set;
  ValueSets sets(walker.record());
  EXPECT_FALSE(sets.Next(&set));
  EXPECT_FALSE(sets.damaged());
  EXPECT_TRUE(CheckRecord(walker.record(), walker.path()));
  const RecordPlace mark = walker.record().place;
  ASSERT_TRUE(walker.Next());
  EXPECT_GT(walker.record().place, mark);
}

TEST(RecordWalker, AtTheEndOfAllTimesTheMarkIsAtTheLast) {
  constexpr base::Timestamp kLast{std::numeric_limits<std::int64_t>::max()};
  const auto member = [](base::Timestamp time) {
    ArchiveOptions options;
    options.start = time;
    ArchiveWriter writer = Writer(options);
    writer.Record(time, {{"a", 1}});
    return writer.Image();
  };
  const auto archive = Open({member({kLast.ns - 1}), member(kLast)});
  RecordWalker walker = archive->Walk();
  ASSERT_TRUE(walker.Next());
  ASSERT_TRUE(walker.Next());
  EXPECT_TRUE(walker.record().mark());
  EXPECT_EQ(walker.record().time, kLast);
  EXPECT_TRUE(walker.Next());
}

TEST(RecordWalker, MembersThatOverlapAreNoticedWhenItGetsThere) {
  const auto archive = Open({Member(kT, 5), Member(kT + 4, 5)});
  RecordWalker walker = archive->Walk();
  EXPECT_THAT(Times(&walker), ElementsAre(0, 1, 2, 3, 4, 5));
  ASSERT_FALSE(walker.status());
  EXPECT_EQ(walker.status().error().code, ErrorCode::kOverlap);
}

}  // namespace
}  // namespace pmapi
