// EventRows: arrays of event records in a replay, each of which belongs to one
// tick.
#include "pmapi/archive/event_rows.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <bit>
#include <string>

#include "pmapi/archive/archive_source.h"
#include "tests/support/archive_writer.h"
#include "tests/support/event_counts.h"

namespace pmapi {
namespace {

using testing::HasSubstr;
using tests::At;

constexpr std::int64_t kT = 1'000'000'000;
constexpr InDom kLogs{0x0f000001};
constexpr MetricDesc kLines{
    Pmid{1}, Type::kEvent, kLogs, Semantics::kInstant, {}};
constexpr MetricDesc kAlone{
    Pmid{2}, Type::kHighresEvent, kNullInDom, Semantics::kInstant, {}};

tests::ArchiveWriter Writer() {
  tests::ArchiveWriter writer;
  writer.Metric("lines", kLines);
  writer.Metric("alone", kAlone);
  writer.Members(At(kT), kLogs, {{3, "app"}, {8, "db"}});
  return writer;
}

/// `lines` records of instance 3 at kT + `t`.
void Lines(tests::ArchiveWriter* writer, int t, int lines,
           InstanceId instance = 3) {
  writer->Record(
      At(kT + t),
      {{"lines", {{instance, tests::EventText(Type::kEvent, lines)}}}});
}

/// The counts of `name` at ticks `step` seconds apart, "id=count" each; `only`
/// as in a Want. At last an error's message.
std::string Replay(const tests::ArchiveWriter& writer, const std::string& name,
                   int step, int ticks, std::vector<InstanceId> only = {},
                   int start = 0) {
  ArchiveSource source(*tests::OpenImage(writer.Image()), {});
  Want want{*source.Catalog().Describe(name), std::move(only)};
  want.fold = std::make_shared<tests::EventCounts>();
  const auto stream = *source.Open(
      {want}, TickGrid{At(kT + start), {step * base::kNanosPerSecond}});
  EXPECT_EQ(stream->AsLead(), nullptr);
  std::string text;
  Samples samples;
  for (int done = 0; done < ticks; done += samples.ticks()) {
    const auto fetched = stream->Fetch(ticks - done, &samples);
    if (!fetched) return text + fetched.error().message;
    const MetricSamples& metric = samples.metrics[0];
    const auto& ids = samples.groups[metric.group].instances;
    for (int t = 0; t < samples.ticks(); ++t) {
      for (std::size_t i = 0; i < ids.size(); ++i) {
        const std::size_t at = static_cast<std::size_t>(t) * ids.size() + i;
        if (metric.cells[at] == kAbsent) continue;
        text += std::to_string(ids[i]) + "=" +
                std::to_string(
                    static_cast<int>(std::bit_cast<double>(metric.bits[at]))) +
                " ";
      }
      text += "| ";
    }
  }
  return text;
}

TEST(EventRows, EachArrayIsOfTheFirstTickThatIsNotBeforeIt) {
  auto writer = Writer();
  Lines(&writer, 0, 1);
  Lines(&writer, 1, 2);
  Lines(&writer, 2, 4);
  Lines(&writer, 2, 8, 8);
  Lines(&writer, 5, 16);
  Lines(&writer, 6, 32);
  EXPECT_EQ(Replay(writer, "lines", 2, 4),
            "3=1 8=0 | 3=6 8=8 | 3=0 8=0 | 3=48 8=0 | ");
  EXPECT_EQ(Replay(writer, "lines", 6, 2), "3=1 8=0 | 3=54 8=8 | ");
  EXPECT_EQ(Replay(writer, "lines", 2, 4, {8}), "8=0 | 8=8 | 8=0 | 8=0 | ");
}

TEST(EventRows, TheFirstTickHasThoseOfOneInterval) {
  auto writer = Writer();
  Lines(&writer, 0, 1);
  Lines(&writer, 4, 2);
  Lines(&writer, 5, 4);
  Lines(&writer, 6, 8);
  Lines(&writer, 7, 16);
  EXPECT_EQ(Replay(writer, "lines", 2, 1, {}, 6), "3=12 8=0 | ");
  EXPECT_EQ(Replay(writer, "lines", 1, 2, {}, 6), "3=8 8=0 | 3=16 8=0 | ");
  EXPECT_EQ(Replay(writer, "lines", 1, 1, {}, 3), "3=0 8=0 | ");
}

TEST(EventRows, AMarkMakesATickUnknown) {
  auto writer = Writer();
  Lines(&writer, 0, 1);
  Lines(&writer, 1, 2);
  writer.Mark(At(kT + 2));
  Lines(&writer, 3, 4);
  Lines(&writer, 6, 8);
  EXPECT_EQ(Replay(writer, "lines", 2, 4), "3=1 8=0 | | 3=4 8=0 | 3=8 8=0 | ");
}

/// The cells of each of three ticks, and the numbers of those that are known,
/// as who wants rows of numbers gets them, or not.
std::string Cells(const tests::ArchiveWriter& writer, bool numbers) {
  ArchiveSource source(*tests::OpenImage(writer.Image()), {});
  Want want{kLines, {}};
  want.fold = std::make_shared<tests::EventCounts>(false);
  const auto stream =
      *source.Open({want}, TickGrid{At(kT), {base::kNanosPerSecond}});
  NumberRows rows({Type::kDouble});
  Samples samples;
  samples.metrics.resize(1);
  if (numbers) samples.metrics[0].numbers = &rows;
  EXPECT_TRUE(stream->Fetch(3, &samples));
  EXPECT_EQ(samples.ticks(), 3);
  const MetricSamples& metric = samples.metrics[0];
  EXPECT_FALSE(numbers ? rows.known() : metric.dense);
  const std::vector<Cell>& cells = numbers ? rows.cells() : metric.cells;
  const std::size_t width = samples.groups[0].instances.size();
  std::string text;
  for (std::size_t at = 0; at < 3 * width; ++at) {
    const double number =
        numbers ? rows.values()[at] : std::bit_cast<double>(metric.bits[at]);
    text += cells[at] == kAbsent   ? "-"
            : cells[at] == kMember ? "?"
                                   : std::to_string(static_cast<int>(number));
    text += at % width == width - 1 ? " | " : " ";
  }
  return text;
}

TEST(EventRows, WhatNobodyKnowsIsAMember) {
  auto writer = Writer();
  Lines(&writer, 0, 1);
  Lines(&writer, 0, 2, 8);
  writer.Members(At(kT + 1), kLogs, {{3, "app"}, {8, "db"}, {9, "new"}});
  Lines(&writer, 1, 5, 9);
  Lines(&writer, 2, 4);
  Lines(&writer, 2, 3, 8);
  for (const bool numbers : {false, true}) {
    EXPECT_EQ(Cells(writer, numbers), "? 2 0 | 0 0 ? | 4 ? 0 | ");
  }
}

TEST(EventRows, OfASingularMetricThereIsOneValue) {
  auto writer = Writer();
  writer.Record(At(kT + 1),
                {{"alone", tests::EventText(Type::kHighresEvent, 7)}});
  Lines(&writer, 2, 1);
  EXPECT_EQ(Replay(writer, "alone", 1, 3), "-1=0 | -1=7 | -1=0 | ");
}

TEST(EventRows, BeyondTheArchiveNothingIsKnown) {
  auto writer = Writer();
  Lines(&writer, 0, 1);
  Lines(&writer, 1, 2);
  EXPECT_EQ(Replay(writer, "lines", 1, 4), "3=1 8=0 | 3=2 8=0 | | | ");
}

TEST(EventRows, WhatIsNoArrayEndsTheReplay) {
  auto writer = Writer();
  Lines(&writer, 0, 1);
  std::string damaged = tests::EventText(Type::kEvent, 3);
  damaged.pop_back();
  writer.Record(At(kT + 1), {{"lines", {{3, damaged}}}});
  Lines(&writer, 2, 1);
  const std::string text = Replay(writer, "lines", 1, 3);
  EXPECT_THAT(text, HasSubstr("3=1 8=0 | "));
  EXPECT_THAT(text, HasSubstr(": an event array: "));
}

}  // namespace
}  // namespace pmapi
