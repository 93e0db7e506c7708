// Several threads find what one does, whatever the temporal index says.
#include "pmapi/archive/survey_parts.h"

#include <gtest/gtest.h>

#include <random>

#include "tests/unit/pmapi/archive/replay_stage.h"

namespace pmapi {
namespace {

constexpr int kRecords = 200;
const std::vector<std::string> kNames = {"i", "di"};

/// Disks come and go, in three volumes; about each fourth record is in the
/// index.
tests::ArchiveImage Long(std::mt19937* random, bool marks) {
  tests::ArchiveWriter writer = StageWriter();
  auto here = static_cast<std::uint32_t>((*random)());
  for (int k = 0; k < kRecords; ++k) {
    if (k == 90 || k == 150) writer.NextVolume();
    if (marks && k == 120) writer.Mark(StageTime(k));
    if ((*random)() % 4 == 0) writer.Index();
    here ^= (*random)() % 4 == 0 ? 1U << (*random)() % 10 : 0;
    std::vector<tests::InstanceValue> disks;
    for (InstanceId id = 0; id < 10; ++id) {
      if ((here >> id) % 2 == 1) disks.push_back({id, k});
    }
    std::vector<tests::ValuesOf> sets = {{"t", k}};
    if ((*random)() % 9 == 0) sets.push_back({"i", k});
    if (!disks.empty()) sets.push_back({"di", disks});
    writer.Record(StageTime(k), sets);
  }
  return writer.Image();
}

std::string Text(const Return& found) {
  return std::to_string(static_cast<int>(found.kind)) + " " +
         std::to_string(found.place.volume) + "@" +
         std::to_string(found.place.offset) + "\n";
}

/// All that can be asked.
std::string Answers(const Survey& survey) {
  std::string all;
  for (int t = 0; t <= kRecords; ++t) {
    all += Text(survey.Metric(0, t)) + Text(survey.Metric(1, t));
    for (InstanceId id = 0; id < 10; ++id) all += Text(survey.Lane(1, id, t));
  }
  return all;
}

void ExpectTheSame(const tests::ArchiveImage& image, std::size_t part_bytes,
                   double from) {
  ArchiveReadingOptions reading;
  reading.horizon = 500;
  ReplayStage stage(image, kNames, reading);
  stage.MoveTo(from);
  const std::vector<SurveyStart> starts(kNames.size());
  const Survey alone(stage.reader(), starts);
  for (const int threads : {2, 3, 20}) {
    const Survey together(stage.reader(), starts, {threads, part_bytes});
    ASSERT_EQ(Answers(together), Answers(alone)) << threads << " threads";
  }
}

TEST(SurveyParts, ThreadsFindWhatOneDoes) {
  std::mt19937 random(5);
  for (int round = 0; round < 12; ++round) {
    const auto image = Long(&random, round % 2 == 0);
    for (const std::size_t part_bytes : {1, 300, 3000}) {
      ExpectTheSame(image, part_bytes,
                    round % 3 == 0 ? -1 : static_cast<int>(random() % 150));
    }
  }
}

/// Bytes of the index changed at random: of entries and of offsets in them.
TEST(SurveyParts, AnIndexThatIsWrongChangesNothing) {
  std::mt19937 random(6);
  int opened = 0;
  for (int round = 0; round < 40; ++round) {
    tests::ArchiveImage image = Long(&random, false);
    auto& index = image.files["index"];
    const std::size_t label = index.size() - index.size() * 3 / 4;
    for (int k = 0; k < 8; ++k) {
      const std::size_t at = label + random() % (index.size() - label);
      index[at] = static_cast<std::uint8_t>(
          random() % 2 == 0 ? random() : index[at] + random() % 3);
    }
    if (!tests::OpenImage(image)) continue;
    ++opened;
    ExpectTheSame(image, 200, -1);
  }
  EXPECT_GT(opened, 15);
}

/// Where a record is damaged the survey ends for all alike.
TEST(SurveyParts, DamageEndsItWhereverItIs) {
  std::mt19937 random(8);
  int opened = 0;
  for (int round = 0; round < 20; ++round) {
    tests::ArchiveImage image = Long(&random, false);
    auto& volume = image.files["1"];
    volume[volume.size() / 2 + random() % (volume.size() / 2)] ^=
        static_cast<std::uint8_t>(1 << random() % 8);
    if (!tests::OpenImage(image)) continue;
    ++opened;
    ExpectTheSame(image, 200, -1);
  }
  EXPECT_GT(opened, 10);
}

/// It is not known before the parts are joined that the segment ends in the
/// first: the second, at the end of the volume, must not open the next one.
TEST(SurveyParts, LeaveOtherVolumesAlone) {
  tests::ArchiveWriter writer = StageWriter();
  for (const int t : {0, 1, 2, 3, 1, 5, 6}) {
    writer.Index();
    writer.Record(StageTime(t), {{"i", t}});
  }
  writer.Mark(StageTime(7));
  writer.Index();
  writer.NextVolume();
  writer.Record(StageTime(8), {{"i", 8}});
  writer.NextVolume();
  writer.Record(StageTime(9), {{"i", 9}});
  tests::ArchiveImage image = writer.Image();
  image.files["1"][5] ^= 0xff;  // its label's magic word
  ArchiveReadingOptions reading;
  for (const bool ignore_marks : {false, true}) {
    if (ignore_marks) reading.ignore_marks = base::Duration{1};
    ReplayStage stage(image, {"i"}, reading);
    ASSERT_TRUE(stage.archive().members()[0]->passed_over().empty());
    const Survey survey(stage.reader(), {SurveyStart{}}, {8, 1});
    EXPECT_EQ(survey.Metric(0, 3).kind, Return::Kind::kNever);
    EXPECT_TRUE(stage.archive().members()[0]->passed_over().empty());
  }
}

TEST(SurveyParts, WalkUpToWhereTheIndexEnds) {
  std::mt19937 random(9);
  ReplayStage stage(Long(&random, false), kNames);
  SurveyWalk walk(stage.reader(), std::vector<SurveyStart>(kNames.size()));
  ASSERT_TRUE(walk.Step());
  const std::uint64_t last = walk.walker().Waypoints(200).back();
  WalkTogether({3, 200}, &walk);
  EXPECT_FALSE(walk.ended());
  const Record& record = walk.walker().record();
  EXPECT_EQ(record.place.offset + record.bytes.size(), last);
  EXPECT_GT(last, 1000);
}

}  // namespace
}  // namespace pmapi
