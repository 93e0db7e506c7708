// One metric at ticks: by its semantics, lane by lane, around gaps and marks.
#include "pmapi/archive/replay_metric.h"

#include <gtest/gtest.h>

#include <limits>

#include "tests/unit/pmapi/archive/replay_stage.h"

namespace pmapi {
namespace {

constexpr double kNever = std::numeric_limits<double>::infinity();

/// All singular metrics are 10 at 0 s and 20 at 2 s.
tests::ArchiveImage TwoRecords() {
  tests::ArchiveWriter writer = StageWriter();
  writer.Record(StageTime(0), {{"i", 10}, {"c", 10}, {"t", 10}, {"s", "a"}});
  writer.Record(StageTime(2), {{"i", 20}, {"c", 20}, {"t", 20}, {"s", "b"}});
  return writer.Image();
}

TEST(MetricRows, OfAnInstantAreHeldUntilTheLastRecord) {
  ReplayStage stage(TwoRecords(), {"i"});
  EXPECT_EQ(stage.RowAt(-1), "-");
  EXPECT_EQ(stage.RowAt(0), "10");
  EXPECT_EQ(stage.RowAt(1.75), "10");
  EXPECT_EQ(stage.RowAt(2), "20");
  EXPECT_EQ(stage.RowAt(2.25), "-");
}

TEST(MetricRows, OfACounterAreInterpolated) {
  ReplayStage stage(TwoRecords(), {"c"});
  EXPECT_EQ(stage.RowAt(-1), "-");
  EXPECT_EQ(stage.RowAt(0), "10");
  EXPECT_EQ(stage.RowAt(1), "15");
  EXPECT_EQ(stage.RowAt(2), "20");
  EXPECT_EQ(stage.RowAt(2.25), "-");
}

TEST(MetricRows, OfADiscreteMetricAreHeldForGood) {
  ReplayStage stage(TwoRecords(), {"t"});
  EXPECT_EQ(stage.RowAt(-1), "-");
  EXPECT_EQ(stage.RowAt(1), "10");
  EXPECT_EQ(stage.RowAt(9), "20");
}

TEST(MetricRows, OfTextsAreTheEarlierText) {
  ReplayStage stage(TwoRecords(), {"s"});
  EXPECT_EQ(stage.RowAt(1), "a");
  EXPECT_EQ(stage.RowAt(2), "b");
  EXPECT_EQ(stage.RowAt(3), "-");
}

TEST(MetricRows, MayBeAskedForTwiceAndMayJump) {
  ReplayStage stage(TwoRecords(), {"c", "c"});
  EXPECT_EQ(stage.RowAt(1.5, 0), "18") << "17.5";
  EXPECT_EQ(stage.RowAt(1.5, 0), "18");
  EXPECT_EQ(stage.RowAt(1.5, 1), "18");
  ReplayStage other(TwoRecords(), {"c"});
  EXPECT_EQ(other.RowAt(2), "20");
}

TEST(MetricRows, DoNotReachAcrossAMark) {
  tests::ArchiveWriter writer = StageWriter();
  writer.Record(StageTime(0), {{"i", 10}, {"c", 10}, {"t", 10}});
  writer.Mark(StageTime(2));
  writer.Record(StageTime(4), {{"i", 20}, {"c", 20}, {"t", 20}});
  ReplayStage stage(writer.Image(), {"i", "c", "t"});
  const auto rows = [&](double t) {
    return stage.RowAt(t, 0) + " " + stage.RowAt(t, 1) + " " +
           stage.RowAt(t, 2);
  };
  EXPECT_EQ(rows(0), "10 10 10");
  EXPECT_EQ(rows(1), "- - 10");
  EXPECT_EQ(rows(2), "- - -");
  EXPECT_EQ(rows(3), "- - -");
  EXPECT_EQ(rows(4), "20 20 20");
}

TEST(MetricRows, WrapACounterWhereAsked) {
  tests::ArchiveWriter writer = StageWriter();
  writer.Record(StageTime(0), {{"c", std::int64_t{4294967293}}});
  writer.Record(StageTime(2), {{"c", 7}});
  ReplayStage plain(writer.Image(), {"c"});
  EXPECT_EQ(plain.RowAt(1), "2147483650");
  ArchiveReadingOptions wrap;
  wrap.counter_wrap = true;
  ReplayStage wrapping(writer.Image(), {"c"}, wrap);
  EXPECT_EQ(wrapping.RowAt(1), "2") << "4294967293 + 10 / 2, of 2^32";
}

/// Disk 1 always, disk 2 not at 1 s, disk 3 from 2 s on.
tests::ArchiveImage ALaneWithAGap(const std::string& name) {
  tests::ArchiveWriter writer = StageWriter();
  writer.Record(StageTime(0), {{name, {{1, 10}, {2, 20}}}});
  writer.Record(StageTime(1), {{name, {{1, 11}}}});
  writer.Record(StageTime(2), {{name, {{1, 12}, {2, 22}, {3, 32}}}});
  writer.Record(StageTime(3), {{name, {{1, 13}, {2, 23}, {3, 33}}}});
  return writer.Image();
}

TEST(MetricRows, BridgeTheGapOfALane) {
  for (const std::size_t horizon : {std::size_t{0}, std::size_t{1} << 20}) {
    ArchiveReadingOptions options;
    options.horizon = horizon;
    ReplayStage instants(ALaneWithAGap("di"), {"di"}, options);
    EXPECT_EQ(instants.RowAt(0), "1:10 2:20");
    EXPECT_EQ(instants.RowAt(0.5), "1:10 2:20");
    EXPECT_EQ(instants.RowAt(1), "1:11 2:20");
    EXPECT_EQ(instants.RowAt(1.5), "1:11 2:20");
    EXPECT_EQ(instants.RowAt(2), "1:12 2:22 3:32");
    ReplayStage counters(ALaneWithAGap("dc"), {"dc"}, options);
    EXPECT_EQ(counters.RowAt(0), "1:10 2:20");
    EXPECT_EQ(counters.RowAt(1), "1:11 2:21") << "half way from 20 to 22";
    EXPECT_EQ(counters.RowAt(2), "1:12 2:22 3:32");
    ReplayStage discrete(ALaneWithAGap("dt"), {"dt"}, options);
    EXPECT_EQ(discrete.RowAt(1.5), "1:11 2:20");
    EXPECT_EQ(discrete.RowAt(9), "1:13 2:23 3:33");
  }
}

TEST(MetricRows, BridgeTheGapOfAText) {
  tests::ArchiveWriter writer = StageWriter();
  writer.Record(StageTime(0), {{"ds", {{1, "a"}, {2, "b"}}}});
  writer.Record(StageTime(1), {{"ds", {{1, "c"}}}});
  writer.Record(StageTime(2), {{"ds", {{1, "d"}, {2, "e"}}}});
  ReplayStage stage(writer.Image(), {"ds"});
  EXPECT_EQ(stage.RowAt(1), "1:c 2:b");
  EXPECT_EQ(stage.RowAt(2), "1:d 2:e");
}

TEST(MetricRows, LackALaneThatDoesNotReturn) {
  tests::ArchiveWriter writer = StageWriter();
  for (const char* name : {"di", "dc", "dt"}) {
    writer.Record(StageTime(0), {{name, {{1, 10}, {2, 20}}}});
  }
  for (int k = 1; k < 4; ++k) {
    writer.Record(StageTime(k),
                  {{"di", {{1, k}}}, {"dc", {{1, k}}}, {"dt", {{1, k}}}});
  }
  ReplayStage stage(writer.Image(), {"di", "dc", "dt"});
  EXPECT_EQ(stage.RowAt(0, 0), "1:10 2:20") << "at its own time it is there";
  EXPECT_EQ(stage.RowAt(0, 1), "1:10 2:20");
  EXPECT_EQ(stage.RowAt(1, 0), "1:1");
  EXPECT_EQ(stage.RowAt(1, 1), "1:1");
  EXPECT_EQ(stage.RowAt(1, 2), "1:1 2:20") << "a discrete one stays";
}

TEST(MetricRows, LackALaneThatReturnsBehindAMark) {
  tests::ArchiveWriter writer = StageWriter();
  writer.Record(StageTime(0), {{"di", {{1, 10}, {2, 20}}}});
  writer.Record(StageTime(1), {{"di", {{1, 11}}}});
  writer.Record(StageTime(2), {{"di", {{1, 12}}}});
  writer.Mark(StageTime(3));
  writer.Record(StageTime(4), {{"di", {{1, 14}, {2, 24}}}});
  ReplayStage stage(writer.Image(), {"di"});
  EXPECT_EQ(stage.RowAt(1), "1:11");
  EXPECT_EQ(stage.RowAt(3), "-");
  EXPECT_EQ(stage.RowAt(4), "1:14 2:24");
}

TEST(MetricRows, OfADiscreteMetricLackWhoIsNotInTheDomain) {
  auto lives = std::make_shared<LaneLives>();
  lives->birth.assign(10, 0);
  lives->death.assign(10, kNever);
  lives->birth[2] = 1;
  lives->death[2] = 3;
  tests::ArchiveWriter writer = StageWriter();
  const std::vector<tests::InstanceValue> all = {{1, 10}, {2, 20}, {4, 40}};
  writer.Record(StageTime(0), {{"dt", all}});
  for (int k = 1; k < 9; ++k) writer.Record(StageTime(k), {{"i", k}});
  ReplayStage stage(writer.Image(), {"dt"}, {}, lives);
  EXPECT_EQ(stage.RowAt(0), "1:10 4:40");
  EXPECT_EQ(stage.RowAt(1), "1:10 2:20 4:40");
  EXPECT_EQ(stage.RowAt(3), "1:10 2:20 4:40");
  EXPECT_EQ(stage.RowAt(3.25), "1:10 4:40");

  writer.Record(StageTime(9), {{"dt", {{1, 11}}}});
  ReplayStage loose(writer.Image(), {"dt"}, {}, lives);
  EXPECT_EQ(loose.RowAt(9), "1:11 4:40");
}

TEST(MetricRows, TellOfDamageThroughTheLookAhead) {
  tests::ArchiveWriter writer = StageWriter();
  const std::size_t first = writer.Image().files.at("0").size();
  writer.Record(StageTime(0), {{"s", "a"}});
  writer.Record(StageTime(1), {{"s", "b"}});
  tests::ArchiveImage image = writer.Image();
  // The high byte of the word that says where the block is.
  image.files.at("0")[first + 20 + 12 + 4] = 0x7f;
  ReplayStage stage(image, {"s"});
  EXPECT_EQ(stage.RowAt(0), "-");
  ASSERT_TRUE(stage.ahead().failure());
  EXPECT_EQ(stage.ahead().failure()->code, base::ErrorCode::kCorrupt);
}

}  // namespace
}  // namespace pmapi
