// A survey's walk in parts finds what one walk does, wherever they meet.
#include "pmapi/archive/survey_walk.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>
#include <sstream>

#include "tests/unit/pmapi/archive/replay_stage.h"

namespace pmapi {
namespace {

std::string Text(RecordPlace place) {
  return std::to_string(place.volume) + "@" + std::to_string(place.offset);
}

/// All that is looked up in it.
std::string Text(const std::vector<SurveyedMetric>& metrics) {
  std::ostringstream out;
  for (const SurveyedMetric& metric : metrics) {
    out << (metric.any ? "any, last " + std::to_string(metric.last.t) : "none");
    for (std::size_t rank = 0; rank < metric.gone.size(); ++rank) {
      const double t = metric.gone[rank].t;
      if (!std::isinf(t) || t < 0) out << "; " << rank << " gone at " << t;
    }
    for (const auto& note : metric.notes) {
      out << "; " << note.rank << " since " << note.since << " at "
          << Text(note.place);
    }
    out << "\n";
  }
  return out.str();
}

constexpr int kRecords = 24;
const std::vector<std::string> kNames = {"i", "di", "dc"};

/// Disks come and go; now and then a mark, or a time that is set back.
tests::ArchiveImage Coming(std::mt19937* random) {
  tests::ArchiveWriter writer = StageWriter();
  auto here = static_cast<std::uint32_t>((*random)());
  const bool marks = (*random)() % 2 == 0;
  for (int k = 0; k < kRecords; ++k) {
    const auto dice = (*random)();
    here ^= dice % 3 == 0 ? 1U << (*random)() % 10 : 0;
    const auto t = StageTime(dice % 200 == 1 ? k - 3 : k - dice % 2);
    if (marks && dice % 11 == 0) {
      writer.Mark(t);
      continue;
    }
    std::vector<tests::InstanceValue> disks;
    for (InstanceId id = 0; id < 10; ++id) {
      if ((here >> id) % 2 == 1) disks.push_back({id, k});
    }
    std::vector<tests::ValuesOf> sets;
    if (dice % 5 == 0) sets.push_back({"i", k});
    if (dice % 4 != 0 && !disks.empty()) sets.push_back({"di", disks});
    if (dice % 7 == 0 && !disks.empty()) sets.push_back({"dc", disks});
    if (sets.empty()) sets.push_back({"t", k});
    writer.Record(t, sets);
  }
  return writer.Image();
}

std::vector<RecordPlace> PlacesOf(const Archive& archive) {
  std::vector<RecordPlace> places;
  for (RecordWalker walker = archive.Walk(); walker.Next();) {
    places.push_back(walker.record().place);
  }
  return places;
}

TEST(SurveyWalks, APartIsAsIfItHadBeenWalkedFromBefore) {
  std::mt19937 random(7);
  int joined = 0;
  for (int round = 0; round < 3000; ++round) {
    ArchiveReadingOptions options;
    options.horizon = random() % 400;
    if (random() % 2 == 0) options.ignore_marks = base::Duration{INT64_MAX};
    ReplayStage stage(Coming(&random), kNames, options);
    std::vector<SurveyStart> starts(kNames.size());
    if (random() % 2 == 0) starts[1].missing = {{3, -2}, {7, -1}};
    starts[2].asked = random() % 5 != 0;
    SurveyWalk alone(stage.reader(), starts);
    while (alone.Step()) continue;

    SurveyWalk whole(stage.reader(), starts);
    const std::vector<RecordPlace> places = PlacesOf(stage.archive());
    std::size_t at = 1 + random() % 4;
    for (std::size_t k = 0; k < at && whole.Step(); ++k) continue;
    while (!whole.ended()) {
      const std::size_t next = at + 1 + random() % 8;
      if (next >= places.size()) break;
      SurveyWalk part(&whole);
      part.WalkPart(whole.walker(), places[at].offset, places[next].offset);
      if (!whole.Join(&part)) break;
      ++joined;
      at = next;
    }
    while (!whole.ended() && whole.Step()) continue;
    ASSERT_EQ(Text(whole.Finish()), Text(alone.Finish())) << round;
  }
  EXPECT_GT(joined, 3000) << "the case does not test what it is for";
}

/// Two parts of records each, the second part from the third record on.
class PartsTest : public testing::Test {
 protected:
  static bool Joins(const tests::ArchiveImage& image,
                    const std::vector<std::string>& names, std::uint64_t off,
                    const ArchiveReadingOptions& options = {}) {
    ReplayStage stage(image, names, options);
    SurveyWalk whole(stage.reader(), std::vector<SurveyStart>(names.size()));
    for (int k = 0; k < 2; ++k) EXPECT_TRUE(whole.Step());
    SurveyWalk part(&whole);
    part.WalkPart(whole.walker(), stage.Place(2).offset,
                  stage.Place(3).offset + off);
    return whole.Join(&part);
  }
};

TEST_F(PartsTest, WhatDoesNotEndWhereARecordBeginsIsNotTaken) {
  tests::ArchiveWriter writer = StageWriter();
  for (int k = 0; k < 5; ++k) writer.Record(StageTime(k), {{"i", k}});
  EXPECT_TRUE(Joins(writer.Image(), {"i"}, 0));
  EXPECT_FALSE(Joins(writer.Image(), {"i"}, 1));
  EXPECT_FALSE(Joins(writer.Image(), {"i"}, 1'000'000));
}

TEST_F(PartsTest, WhatIsOlderThanWhatWasBeforeIsNotTaken) {
  tests::ArchiveWriter writer = StageWriter();
  for (const int t : {1, 2, 1, 3}) writer.Record(StageTime(t), {{"i", t}});
  EXPECT_FALSE(Joins(writer.Image(), {"i"}, 0));
}

TEST_F(PartsTest, AMarkThatMayNotCountIsNotTakenFirst) {
  tests::ArchiveWriter writer = StageWriter();
  writer.Record(StageTime(0), {{"i", 0}});
  writer.Record(StageTime(1), {{"i", 1}});
  writer.Mark(StageTime(2));
  for (int k = 3; k < 5; ++k) writer.Record(StageTime(k), {{"i", k}});
  EXPECT_TRUE(Joins(writer.Image(), {"i"}, 0)) << "it ends the segment";
  ArchiveReadingOptions options;
  options.ignore_marks = base::Duration{5 * base::kNanosPerSecond};
  EXPECT_FALSE(Joins(writer.Image(), {"i"}, 0, options));
}

TEST_F(PartsTest, FloatsInAnotherFormatThanBeforeAreNotTaken) {
  const MetricDesc desc{
      Pmid{99}, Type::kFloat, kNullInDom, Semantics::kInstant, {}};
  tests::ArchiveWriter meta = StageWriter();
  meta.Metric("f", desc);
  for (const bool changes : {false, true}) {
    tests::ArchiveWriter writer = StageWriter();
    MetricDesc in_situ = desc;
    in_situ.type = Type::kU32;
    writer.Metric("f", desc);
    writer.Metric("in_situ", in_situ);
    for (int k = 0; k < 5; ++k) {
      writer.Record(StageTime(k), {{changes && k > 1 ? "in_situ" : "f", k}});
    }
    tests::ArchiveImage image = meta.Image();
    image.files["0"] = writer.Image().files["0"];
    image.files["index"] = writer.Image().files["index"];
    EXPECT_EQ(Joins(image, {"f"}, 0), !changes);
  }
}

}  // namespace
}  // namespace pmapi
