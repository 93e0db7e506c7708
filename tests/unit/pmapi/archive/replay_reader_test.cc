// The forward walk of a replay: its clock, its table of metrics, which marks
// count, and what each record hands to whom.
#include "pmapi/archive/replay_reader.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>
#include <set>

#include "tests/support/archive_surgery.h"
#include "tests/unit/pmapi/archive/replay_stage.h"

namespace pmapi {
namespace {

using base::ErrorCode;
using testing::ElementsAre;
using tests::At;

TEST(ReplayClock, CountsSecondsFromTheStart) {
  const ReplayClock clock(At(100, 500'000'000));
  EXPECT_EQ(clock.At(At(100, 500'000'000)), 0);
  EXPECT_EQ(clock.At(At(101)), 0.5);
  EXPECT_EQ(clock.At(At(99)), -1.5);
  EXPECT_EQ(clock.At(At(100, 600'000'000)), 0.1);
  EXPECT_EQ(clock.At(At(100, 500'000'001)), 1e-9);
  EXPECT_EQ(clock.At(At(1'000'000'100, 500'000'000)), 1e9);
}

// The tables.

Subscription For(std::uint32_t pmid, bool served = true) {
  Subscription wanted;
  wanted.pmid = Pmid{pmid};
  wanted.served = served;
  return wanted;
}

TEST(PmidTables, FindNothingWhereNothingIsWanted) {
  const PmidTable table({});
  EXPECT_EQ(table.Find(Pmid{1}), -1);
  EXPECT_EQ(table.Find(kNullPmid), -1);
}

TEST(PmidTables, FindEachOfMany) {
  std::vector<Subscription> wanted;
  for (std::uint32_t i = 0; i < 1000; ++i) wanted.push_back(For(i << 10));
  const PmidTable table(wanted);
  for (std::uint32_t i = 0; i < 1000; ++i) {
    ASSERT_EQ(table.Find(Pmid{i << 10}), static_cast<std::int32_t>(i));
    ASSERT_EQ(table.Next(static_cast<std::int32_t>(i)), -1);
    ASSERT_EQ(table.Find(Pmid{(i << 10) + 1}), -1);
  }
}

TEST(PmidTables, ChainThoseForOneMetric) {
  const PmidTable table({For(7), For(8), For(7), For(7, false), For(7)});
  std::set<std::int32_t> found;
  for (std::int32_t i = table.Find(Pmid{7}); i >= 0; i = table.Next(i)) {
    EXPECT_TRUE(found.insert(i).second);
  }
  EXPECT_EQ(found, (std::set<std::int32_t>{0, 2, 4}));
  EXPECT_EQ(table.Next(table.Find(Pmid{8})), -1);
}

TEST(PmidTables, DoNotHoldWhatHasNoValues) {
  EXPECT_EQ(PmidTable({For(7, false)}).Find(Pmid{7}), -1);
}

// Marks.

/// Whether the mark counts that stands between records at 10 s and 14 s.
bool Counts(std::optional<base::Duration> ignore,
            std::optional<base::Timestamp> before) {
  tests::ArchiveWriter writer = StageWriter();
  writer.Record(StageTime(10), {{"i", 1}});
  writer.Mark(StageTime(11));
  writer.Mark(StageTime(12));
  writer.Record(StageTime(14), {{"i", 2}});
  const auto archive = *tests::OpenImage(writer.Image());
  RecordWalker walker = archive->Walk();
  CHECK(walker.Next() && walker.Next());
  CHECK(walker.record().mark());
  ArchiveReadingOptions options;
  options.ignore_marks = ignore;
  return MarkCounts(walker, options, before);
}

TEST(Marks, CountUnlessTheGapIsShortEnough) {
  const std::int64_t gap = 4 * base::kNanosPerSecond;
  EXPECT_TRUE(Counts(std::nullopt, StageTime(10)));
  EXPECT_TRUE(Counts(base::Duration{gap - 1}, StageTime(10)));
  EXPECT_FALSE(Counts(base::Duration{gap}, StageTime(10)));
  EXPECT_FALSE(Counts(base::Duration{INT64_MAX}, StageTime(10)));
}

TEST(Marks, CountWhereNothingIsBeforeThem) {
  EXPECT_TRUE(Counts(base::Duration{INT64_MAX}, std::nullopt));
}

TEST(Marks, CountWhereNothingFollows) {
  tests::ArchiveWriter writer = StageWriter();
  writer.Mark(StageTime(11));
  const auto archive = *tests::OpenImage(writer.Image());
  RecordWalker walker = archive->Walk();
  CHECK(walker.Next());
  ArchiveReadingOptions options;
  options.ignore_marks = base::Duration{INT64_MAX};
  EXPECT_TRUE(MarkCounts(walker, options, StageTime(10)));
}

// The walk.

/// The times of all frames that are ahead.
std::vector<double> Ahead(ReplayReader& reader, std::int32_t subscription) {
  std::vector<double> times;
  const Track& track = reader.track(subscription);
  for (std::size_t i = 0; i < track.ahead_size(); ++i) {
    times.push_back(track.ahead(i).t);
  }
  return times;
}

int StepToEnd(ReplayReader& reader) {
  int steps = 0;
  while (reader.Step()) ++steps;
  return steps;
}

TEST(ReplayReader, HandsEachMetricItsSets) {
  tests::ArchiveWriter writer = StageWriter();
  writer.Record(StageTime(0), {{"i", 1}, {"c", 1}});
  writer.Record(StageTime(1), {{"c", 2}, tests::Absent("i", -12351)});
  writer.Record(StageTime(2), {{"t", 1}});
  writer.Record(StageTime(2), {{"i", 3}, tests::Absent("c")});
  ReplayStage stage(writer.Image(), {"i", "c", "i"});
  ReplayReader& reader = stage.reader();
  EXPECT_EQ(reader.last_t(), -std::numeric_limits<double>::infinity());
  EXPECT_FALSE(reader.last_time());
  ASSERT_TRUE(reader.Step());
  EXPECT_EQ(reader.last_t(), 0);
  EXPECT_EQ(reader.last_time(), StageTime(0));
  EXPECT_EQ(reader.bytes_read(), 4u + 12 + 4 + 2 * 20 + 4);
  EXPECT_EQ(StepToEnd(reader), 3);
  EXPECT_TRUE(reader.ended());
  EXPECT_FALSE(reader.failure());
  EXPECT_FALSE(reader.Step()) << "and stays there";
  EXPECT_THAT(Ahead(reader, 0), ElementsAre(0, 2));
  EXPECT_THAT(Ahead(reader, 1), ElementsAre(0, 1));
  EXPECT_THAT(Ahead(reader, 2), ElementsAre(0, 2));
}

TEST(ReplayReader, CountsMarksAndPassesThemInTime) {
  tests::ArchiveWriter writer = StageWriter();
  writer.Record(StageTime(0), {{"i", 1}});
  writer.Mark(StageTime(1));
  writer.Record(StageTime(2), {{"i", 1}});
  writer.Mark(StageTime(3));
  writer.Record(StageTime(4), {{"i", 1}});
  ReplayStage stage(writer.Image(), {"i"});
  ReplayReader& reader = stage.reader();
  EXPECT_EQ(StepToEnd(reader), 5);
  EXPECT_EQ(reader.segment(), 2);
  EXPECT_EQ(reader.track(0).ahead(0).segment, 0);
  EXPECT_EQ(reader.track(0).ahead(1).segment, 1);
  EXPECT_EQ(reader.track(0).ahead(2).segment, 2);
  EXPECT_FALSE(reader.PassMarks(0.75));
  EXPECT_EQ(reader.passed(), 0);
  EXPECT_TRUE(reader.PassMarks(1));
  EXPECT_EQ(reader.passed(), 1);
  EXPECT_FALSE(reader.PassMarks(2));
  EXPECT_TRUE(reader.PassMarks(9));
  EXPECT_EQ(reader.passed(), 2);
}

TEST(ReplayReader, LetsNoMarkBeLaterThanTheRecordAfterIt) {
  tests::ArchiveWriter first = StageWriter();
  first.Record(At(kStageStart), {{"i", 1}});
  tests::ArchiveOptions options;
  options.start = At(kStageStart, 500'000);
  tests::ArchiveWriter second(options);
  second.Metric("i",
                {Pmid{1}, Type::kU32, kNullInDom, Semantics::kInstant, {}});
  second.Record(options.start, {{"i", 2}});
  const auto archive = *tests::OpenImages({first.Image(), second.Image()});
  Subscription wanted = For(1);
  wanted.type = Type::kU32;
  wanted.singular = true;
  ReplayReader reader(*archive, {}, {wanted});
  ASSERT_TRUE(reader.Step());
  ASSERT_TRUE(reader.Step());
  EXPECT_EQ(reader.segment(), 1);
  EXPECT_EQ(reader.last_t(), 0) << "the mark is in no file";
  ASSERT_TRUE(reader.Step());
  EXPECT_FALSE(reader.PassMarks(0.000499));
  EXPECT_TRUE(reader.PassMarks(0.0005)) << "not 1 ms after the first's end";
}

base::Error Failure(const tests::ArchiveImage& image, int good,
                    const std::vector<std::string>& names = {"i"}) {
  ReplayStage stage(image, names);
  EXPECT_EQ(StepToEnd(stage.reader()), good);
  EXPECT_TRUE(stage.reader().ended());
  if (!stage.reader().failure()) return {ErrorCode::kInvalid, "none"};
  EXPECT_EQ(stage.reader().track(0).ahead_size(),
            static_cast<std::size_t>(good))
      << "a record is good as a whole or not at all";
  return *stage.reader().failure();
}

TEST(ReplayReader, FailsWhereTimeGoesBack) {
  tests::ArchiveWriter writer = StageWriter();
  writer.Record(StageTime(1), {{"i", 1}});
  const std::size_t second = writer.Image().files.at("0").size();
  writer.Record(At(kStageStart, 999'999'999), {{"i", 2}});
  writer.Record(StageTime(2), {{"i", 3}});
  const base::Error error = Failure(writer.Image(), 1);
  EXPECT_EQ(error.code, ErrorCode::kCorrupt);
  EXPECT_EQ(error.message, "memory0.0: byte " + std::to_string(second) +
                               ": the record is older than the one before");
}

TEST(ReplayReader, FailsForASetThatDoesNotFit) {
  tests::ArchiveWriter writer = StageWriter();
  writer.Record(StageTime(0), {{"i", 1}, {"c", 1}});
  const std::size_t second = writer.Image().files.at("0").size();
  writer.Record(StageTime(1), {{"i", 2}, {"c", 2}});
  writer.Record(StageTime(2), {{"i", 3}});
  const tests::ArchiveImage image = writer.Image();
  // How many values the second set has.
  const std::size_t count = second + 20 + 20 + 4;
  const auto volume = tests::Patch(image.files.at("0"), count, {2});
  const base::Error error = Failure(With(image, "0", volume), 1);
  EXPECT_EQ(error.code, ErrorCode::kCorrupt);
  EXPECT_THAT(error.message,
              testing::StartsWith("memory0.0: byte " +
                                  std::to_string(second + 20 + 20) + ": "));
}

TEST(ReplayReader, FailsForAFormatThatIsNotItsTypes) {
  tests::ArchiveWriter writer = StageWriter();
  writer.Record(StageTime(0), {{"i", 1}, {"c", 1}});
  const std::size_t second = writer.Image().files.at("0").size();
  writer.Record(StageTime(1), {{"i", 2}, {"c", 2}});
  writer.Record(StageTime(2), {{"i", 3}});
  const tests::ArchiveImage image = writer.Image();
  const std::size_t format = second + 20 + 20 + 8;
  const auto wounded =
      With(image, "0", tests::Patch(image.files.at("0"), format, {1}));
  const base::Error error = Failure(wounded, 1, {"i", "c"});
  EXPECT_EQ(error.code, ErrorCode::kCorrupt);
  EXPECT_THAT(error.message,
              testing::EndsWith("the value format does not fit its type"));
  EXPECT_EQ(Failure(wounded, 3, {"t"}).message, "none")
      << "what nobody wants is not looked at";
}

TEST(ReplayReader, LetsFloatsHaveOneFormatOnly) {
  tests::ArchiveWriter writer;
  writer.Metric("f",
                {Pmid{1}, Type::kFloat, kNullInDom, Semantics::kInstant, {}});
  writer.Record(StageTime(0), {{"f", 0.5}});
  const std::size_t second = writer.Image().files.at("0").size();
  writer.Record(StageTime(1), {{"f", 1.5}});
  writer.Record(StageTime(2), {{"f", 2.5}});
  const tests::ArchiveImage image = writer.Image();
  const std::size_t format = 20 + 8;
  const auto& volume = image.files.at("0");
  EXPECT_EQ(Failure(image, 3, {"f"}).message, "none");
  const auto mixed =
      With(image, "0", tests::Patch(volume, second + format, {0}));
  EXPECT_EQ(Failure(mixed, 1, {"f"}).code, ErrorCode::kCorrupt);
}

TEST(ReplayReader, ReadsAcrossVolumesWithFramesInHand) {
  tests::ArchiveWriter writer = StageWriter();
  writer.Record(StageTime(0), {{"s", "a"}});
  writer.NextVolume();
  writer.Record(StageTime(1), {{"s", "b"}});
  ReplayStage stage(writer.Image(), {"s"});
  ReplayReader& reader = stage.reader();
  EXPECT_EQ(StepToEnd(reader), 2);
  for (const std::size_t i : {0u, 1u}) {
    Frame& frame = reader.track(0).ahead(i);
    ASSERT_TRUE(DecodeFrame(Type::kString, &frame));
    EXPECT_THAT(frame.texts, ElementsAre(i == 0 ? "a" : "b"));
  }
}

TEST(ReplayReader, NamesTheByteOfDamage) {
  tests::ArchiveWriter writer = StageWriter();
  writer.Record(StageTime(0), {{"i", 1}});
  writer.NextVolume();
  writer.Record(StageTime(1), {{"i", 2}});
  ReplayStage stage(writer.Image(), {"i"});
  StepToEnd(stage.reader());
  const Record& record = stage.reader().track(0).ahead(1).record;
  const base::Error error = stage.reader().DamageOf(record, 36);
  EXPECT_EQ(error.code, ErrorCode::kCorrupt);
  EXPECT_THAT(error.message, testing::StartsWith("memory0.1: byte 844: "))
      << "808 of the label, and 36";
}

}  // namespace
}  // namespace pmapi
