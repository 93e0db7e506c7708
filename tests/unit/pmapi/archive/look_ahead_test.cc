// What comes after a tick: found among what has been read, by reading on, or
// by a survey where it is far.
#include "pmapi/archive/look_ahead.h"

#include <gtest/gtest.h>

#include "tests/support/archive_surgery.h"
#include "tests/unit/pmapi/archive/replay_stage.h"

namespace pmapi {
namespace {

using Fate = LooseLane::Fate;

/// Horizons: reading ahead always suffices, or never does.
constexpr std::size_t kNear = std::size_t{1} << 20;
constexpr std::size_t kFar = 0;

class Ahead : public testing::TestWithParam<std::size_t> {
 protected:
  ReplayStage Stage(const std::vector<std::string>& names) const {
    ArchiveReadingOptions options;
    options.horizon = GetParam();
    return ReplayStage(writer_.Image(), names, options);
  }
  static LooseLane LaneOf(InstanceId id, double since) {
    LooseLane lane;
    lane.id = id;
    lane.t = since;
    return lane;
  }

  tests::ArchiveWriter writer_ = StageWriter();
};

TEST_P(Ahead, IsTheNextFrameHoweverFar) {
  writer_.Record(StageTime(0), {{"i", 10}});
  for (int k = 1; k < 9; ++k) writer_.Record(StageTime(k), {{"t", k}});
  writer_.Record(StageTime(9), {{"i", 19}});
  ReplayStage stage = Stage({"i"});
  stage.MoveTo(0);
  const Frame* next = stage.ahead().Next(0, true);
  ASSERT_NE(next, nullptr);
  EXPECT_EQ(next->t, 9);
  EXPECT_EQ(next->bits, (std::vector<std::uint64_t>{19}));
  EXPECT_EQ(stage.ahead().Next(0, true)->t, 9) << "asked again";
  stage.MoveTo(9);
  EXPECT_EQ(stage.reader().track(0).prior()->t, 9);
}

TEST_P(Ahead, IsNothingAtTheEnd) {
  writer_.Record(StageTime(0), {{"i", 10}});
  writer_.Record(StageTime(9), {{"t", 1}});
  ReplayStage stage = Stage({"i"});
  stage.MoveTo(0);
  EXPECT_EQ(stage.ahead().Next(0, true), nullptr);
  EXPECT_FALSE(stage.ahead().failure());
}

TEST_P(Ahead, IsNothingBehindAMark) {
  writer_.Record(StageTime(0), {{"i", 10}, {"di", {{1, 5}}}});
  writer_.Record(StageTime(1), {{"t", 1}});
  writer_.Mark(StageTime(2));
  writer_.Record(StageTime(3), {{"i", 13}, {"di", {{1, 5}}}});
  ReplayStage stage = Stage({"i", "di"});
  stage.MoveTo(0);
  EXPECT_EQ(stage.ahead().Next(0, true), nullptr);
  LooseLane lane = LaneOf(1, 0);
  stage.ahead().Resolve(1, true, &lane);
  EXPECT_EQ(lane.fate, Fate::kNever);
}

TEST_P(Ahead, OfALaneIsItsNextValueWhereThatIsAsked) {
  writer_.Record(StageTime(0), {{"dc", {{1, 10}, {2, 20}}}});
  for (int k = 1; k < 9; ++k) writer_.Record(StageTime(k), {{"dc", {{1, k}}}});
  writer_.Record(StageTime(9), {{"dc", {{1, 11}, {2, 29}}}});
  ReplayStage stage = Stage({"dc"});
  stage.MoveTo(1);
  ASSERT_EQ(stage.metric().loose().size(), 1u);
  LooseLane lane = LaneOf(2, 0);
  stage.ahead().Resolve(0, true, &lane);
  EXPECT_EQ(lane.fate, Fate::kFound);
  EXPECT_EQ(lane.next_t, 9);
  EXPECT_EQ(lane.next_bits, 29u);
  lane = LaneOf(2, 0);
  stage.ahead().Resolve(0, false, &lane);
  EXPECT_EQ(lane.fate, Fate::kReturns);
}

TEST_P(Ahead, OfTwoSetsInARecordItIsTheFirstThatHasIt) {
  writer_.Record(StageTime(0), {{"dc", {{1, 10}, {2, 20}}}, {"i", 10}});
  for (int k = 1; k < 9; ++k) writer_.Record(StageTime(k), {{"dc", {{1, k}}}});
  writer_.Record(StageTime(9), {{"dc", {{1, 5}}},
                                {"dc", {{1, 6}, {2, 29}}},
                                {"dc", {{1, 7}, {2, 99}}},
                                {"i", 19},
                                {"i", 99}});
  ReplayStage stage = Stage({"dc", "i"});
  stage.MoveTo(1);
  LooseLane lane = LaneOf(2, 0);
  stage.ahead().Resolve(0, true, &lane);
  EXPECT_EQ(lane.fate, Fate::kFound);
  EXPECT_EQ(lane.next_bits, 29u);
  const Frame* next = stage.ahead().Next(1, true);
  ASSERT_NE(next, nullptr);
  EXPECT_EQ(next->bits, (std::vector<std::uint64_t>{19}));
}

TEST_P(Ahead, OfALaneThatNeverReturnsIsNothing) {
  writer_.Record(StageTime(0), {{"dc", {{1, 10}, {2, 20}}}});
  for (int k = 1; k < 9; ++k) writer_.Record(StageTime(k), {{"dc", {{1, k}}}});
  ReplayStage stage = Stage({"dc"});
  stage.MoveTo(1);
  for (const bool value : {false, true}) {
    LooseLane lane = LaneOf(2, 0);
    stage.ahead().Resolve(0, value, &lane);
    EXPECT_EQ(lane.fate, Fate::kNever) << value;
  }
}

INSTANTIATE_TEST_SUITE_P(Horizons, Ahead, testing::Values(kNear, kFar),
                         [](const auto& horizon) {
                           return horizon.param == kFar ? "Far" : "Near";
                         });

TEST(LookAhead, FailsForADamagedValueThatIsNeeded) {
  tests::ArchiveWriter writer = StageWriter();
  writer.Record(StageTime(0), {{"s", "a"}});
  const std::size_t second = writer.Image().files.at("0").size();
  writer.Record(StageTime(1), {{"s", "b"}});
  tests::ArchiveImage image = writer.Image();
  writer.Record(StageTime(2), {{"t", 1}});
  image = writer.Image();
  // The word that says where the block of the second value is.
  const std::size_t word = second + 20 + 12 + 4;
  image = With(image, "0", tests::Patch(image.files.at("0"), word, {1}));
  ReplayStage stage(image, {"s"});
  stage.MoveTo(0);
  EXPECT_NE(stage.ahead().Next(0, false), nullptr) << "its value is not asked";
  EXPECT_FALSE(stage.ahead().failure());
  EXPECT_EQ(stage.ahead().Next(0, true), nullptr);
  ASSERT_TRUE(stage.ahead().failure());
  EXPECT_EQ(stage.ahead().failure()->code, base::ErrorCode::kCorrupt);
  EXPECT_EQ(stage.ahead().failure()->message,
            "memory0.0: byte " + std::to_string(word) +
                ": the value block is not within the record or not of its "
                "metric's type");
}

TEST(LookAhead, TakesDamagedRecordsForTheEnd) {
  tests::ArchiveWriter writer = StageWriter();
  writer.Record(StageTime(0), {{"i", 1}});
  const std::size_t second = writer.Image().files.at("0").size();
  writer.Record(StageTime(1), {{"i", 2}});
  writer.Record(StageTime(2), {{"i", 3}});
  const tests::ArchiveImage image = writer.Image();
  ReplayStage stage(
      With(image, "0", tests::Patch(image.files.at("0"), second, {1})), {"i"});
  stage.MoveTo(0);
  EXPECT_EQ(stage.ahead().Next(0, true), nullptr);
  EXPECT_FALSE(stage.ahead().failure());
}

}  // namespace
}  // namespace pmapi
