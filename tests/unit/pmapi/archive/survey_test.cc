// What a survey says of gaps: nothing more, soon, or far and where.
#include "pmapi/archive/survey.h"

#include <gtest/gtest.h>

#include "tests/unit/pmapi/archive/replay_stage.h"

namespace pmapi {
namespace {

using Kind = Return::Kind;
using Start = Survey::Start;

/// Length, stamp, count, a set of one value in situ, length.
constexpr std::size_t kOneValue = 4 + 12 + 4 + 20 + 4;

ArchiveReadingOptions Horizon(std::size_t bytes) {
  ArchiveReadingOptions options;
  options.horizon = bytes;
  return options;
}

/// `i` at 0 s and 4 s, `t` each second between.
tests::ArchiveImage GapOfFour() {
  tests::ArchiveWriter writer = StageWriter();
  writer.Record(StageTime(0), {{"i", 0}});
  for (int k = 1; k < 4; ++k) writer.Record(StageTime(k), {{"t", k}});
  writer.Record(StageTime(4), {{"i", 4}});
  return writer.Image();
}

TEST(Surveys, FindAMetricsNextRecordBeyondTheHorizon) {
  // From the end of the first record to that of the last: four records.
  ReplayStage stage(GapOfFour(), {"i"}, Horizon(4 * kOneValue - 1));
  const Survey survey(stage.reader(), {Start{}});
  const Return next = survey.Metric(0, 0);
  EXPECT_EQ(next.kind, Kind::kFar);
  EXPECT_EQ(next.place, stage.Place(4));
  EXPECT_EQ(survey.Metric(0, 4).kind, Kind::kNever);
}

TEST(Surveys, NoteNothingWithinTheHorizon) {
  ReplayStage stage(GapOfFour(), {"i"}, Horizon(4 * kOneValue));
  const Survey survey(stage.reader(), {Start{}});
  EXPECT_EQ(survey.Metric(0, 0).kind, Kind::kSoon);
  EXPECT_EQ(survey.Metric(0, 4).kind, Kind::kNever);
}

/// `di` of disks 1 and 2 at 0 s and 5 s, of 1 between, of 1 and 3 at 6 s.
tests::ArchiveWriter GapOfALane() {
  tests::ArchiveWriter writer = StageWriter();
  writer.Record(StageTime(0), {{"di", {{1, 0}, {2, 0}}}});
  for (int k = 1; k < 5; ++k) writer.Record(StageTime(k), {{"di", {{1, k}}}});
  writer.Record(StageTime(5), {{"di", {{1, 5}, {2, 5}}}});
  writer.Record(StageTime(6), {{"di", {{1, 6}, {3, 6}}}});
  return writer;
}

TEST(Surveys, FollowEachLane) {
  ReplayStage stage(GapOfALane().Image(), {"di"}, Horizon(0));
  const Survey survey(stage.reader(), {Start{}});
  const Return second = survey.Lane(0, 2, 0);
  EXPECT_EQ(second.kind, Kind::kFar);
  EXPECT_EQ(second.place, stage.Place(5));
  EXPECT_EQ(survey.Lane(0, 2, 5).kind, Kind::kNever);
  EXPECT_EQ(survey.Lane(0, 3, 6).kind, Kind::kNever);
}

TEST(Surveys, CallALaneThatReturnsWithinTheHorizonSoon) {
  ReplayStage stage(GapOfALane().Image(), {"di"}, Horizon(1 << 20));
  const Survey survey(stage.reader(), {Start{}});
  EXPECT_EQ(survey.Lane(0, 2, 0).kind, Kind::kSoon);
  EXPECT_EQ(survey.Lane(0, 2, 5).kind, Kind::kNever);
}

TEST(Surveys, EndAtAMark) {
  tests::ArchiveWriter writer = StageWriter();
  writer.Record(StageTime(0), {{"i", 0}, {"di", {{1, 0}, {2, 0}}}});
  writer.Record(StageTime(1), {{"i", 1}, {"di", {{1, 0}}}});
  writer.Mark(StageTime(2));
  writer.Record(StageTime(3), {{"i", 3}, {"di", {{1, 0}, {2, 0}}}});
  ReplayStage stage(writer.Image(), {"i", "di"}, Horizon(0));
  const Survey survey(stage.reader(), {Start{}, Start{}});
  EXPECT_EQ(survey.Metric(0, 0).kind, Kind::kFar);
  EXPECT_EQ(survey.Metric(0, 1).kind, Kind::kNever);
  EXPECT_EQ(survey.Lane(1, 2, 0).kind, Kind::kNever);

  ArchiveReadingOptions all = Horizon(0);
  all.ignore_marks = base::Duration{INT64_MAX};
  ReplayStage unmarked(writer.Image(), {"i", "di"}, all);
  const Survey further(unmarked.reader(), {Start{}, Start{}});
  EXPECT_EQ(further.Metric(0, 1).kind, Kind::kFar);
  EXPECT_EQ(further.Lane(1, 2, 0).place, unmarked.Place(3));
}

TEST(Surveys, CountWhatIsMissingAlreadyAsFar) {
  ReplayStage stage(GapOfALane().Image(), {"di"}, Horizon(1 << 20));
  stage.MoveTo(1);
  Start start;
  start.frames.push_back(stage.reader().track(0).prior());
  start.frames.push_back(&stage.reader().track(0).ahead(0));
  start.missing.push_back({2, 0});
  const Survey survey(stage.reader(), {start});
  const Return second = survey.Lane(0, 2, 0);
  EXPECT_EQ(second.kind, Kind::kFar);
  EXPECT_EQ(second.place, stage.Place(5));
}

TEST(Surveys, FindLanesAgainThatAreMissingWithNothingInHand) {
  ReplayStage stage(GapOfALane().Image(), {"di"}, Horizon(1 << 20));
  Start start;
  start.missing = {{1, -2}, {4, -1}};
  const Survey survey(stage.reader(), {start});
  EXPECT_EQ(survey.Lane(0, 1, -2).place, stage.Place(0));
  EXPECT_EQ(survey.Lane(0, 1, -2).kind, Kind::kFar);
  EXPECT_EQ(survey.Lane(0, 4, -1).kind, Kind::kNever);
}

TEST(Surveys, OfMetricsThatNeverComeFindNothing) {
  ReplayStage stage(GapOfALane().Image(), {"i"}, Horizon(0));
  const Survey survey(stage.reader(), {Start{}});
  EXPECT_EQ(survey.Metric(0, 0).kind, Kind::kNever);
}

}  // namespace
}  // namespace pmapi
