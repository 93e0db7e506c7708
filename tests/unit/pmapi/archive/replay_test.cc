// Replays by example: the instants at which something begins or ends. What
// random archives give is compared with a model in tests/sweep.
#include "pmapi/archive/replay.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>

#include "pmapi/archive/archive_source.h"
#include "tests/support/archive_surgery.h"
#include "tests/support/archive_writer.h"

namespace pmapi {
namespace {

using testing::HasSubstr;
using tests::ArchiveImage;
using tests::ArchiveOptions;
using tests::ArchiveWriter;
using tests::At;

constexpr std::int64_t kT = 1'000'000'000;
constexpr std::int64_t kSecond = base::kNanosPerSecond;
constexpr std::int64_t kMilli = kSecond / 1000;
constexpr InDom kDisks{0x0f000001};

MetricDesc Desc(std::uint32_t pmid, Semantics semantics, Type type = Type::kU32,
                InDom indom = kNullInDom) {
  return {Pmid{pmid}, type, indom, semantics, {}};
}

/// An archive of `a`, a counter, and `b`, an instant.
ArchiveWriter Writer(ArchiveOptions options = {}) {
  ArchiveWriter writer(std::move(options));
  writer.Metric("a", Desc(1, Semantics::kCounter));
  writer.Metric("b", Desc(2, Semantics::kInstant));
  return writer;
}

void Both(ArchiveWriter* writer, base::Timestamp time, int value) {
  writer->Record(time, {{"a", value}, {"b", value}});
}

std::string Text(const Samples& samples, std::size_t m, int tick) {
  const MetricSamples& metric = samples.metrics[m];
  const auto& ids = samples.groups[metric.group].instances;
  std::string text = metric.after_mark[tick] ? "|" : "";
  std::string values;
  for (std::size_t i = 0; i < ids.size(); ++i) {
    const std::size_t at = static_cast<std::size_t>(tick) * ids.size() + i;
    if (metric.cells[at] == kAbsent) continue;
    if (!values.empty()) values += ',';
    values += samples.strings.empty() ? std::to_string(metric.bits[at])
                                      : samples.strings[metric.bits[at]];
  }
  return text + (values.empty() ? "-" : values);
}

/// The values of `name` at the grid's ticks, `-` for none, `|` for a mark
/// before it; at last an error's message.
std::string Replay(const std::vector<ArchiveImage>& images,
                   const std::vector<std::string>& names, TickGrid grid,
                   int ticks, const ArchiveReadingOptions& options = {},
                   bool across_marks = false) {
  auto archive = tests::OpenImages(images);
  if (!archive) return archive.error().message;
  ArchiveSource source(*std::move(archive), options);
  std::vector<Want> wants;
  for (const std::string& name : names) {
    wants.push_back({*source.Catalog().Describe(name), {}, across_marks});
  }
  const auto stream = *source.Open(wants, grid);
  std::string text;
  Samples samples;
  for (int done = 0; done < ticks; done += samples.ticks()) {
    const auto fetched = stream->Fetch(ticks - done, &samples);
    if (!fetched) return text + fetched.error().message;
    for (int t = 0; t < samples.ticks(); ++t) {
      for (std::size_t m = 0; m < wants.size(); ++m) {
        text += Text(samples, m, t) + (m + 1 < wants.size() ? "/" : " ");
      }
    }
  }
  return text;
}

/// A grid from `start` nanoseconds after the archive's start.
TickGrid Every(std::int64_t step, std::int64_t start = 0) {
  return {At(kT, start), base::Duration{step}};
}

/// Records of 10 at 0 s, 20 at 2 s, 30 at 4 s, 40 at 6 s.
ArchiveImage FourRecords() {
  ArchiveWriter writer = Writer();
  for (int k = 0; k < 4; ++k) Both(&writer, At(kT + 2 * k), 10 + 10 * k);
  return writer.Image();
}

std::size_t RecordSize(const ArchiveImage& image) {
  return (image.files.at("0").size() - LabelSize(ArchiveVersion::k3)) / 4;
}

TEST(ReplayStream, HasValuesBetweenTheFirstRecordAndTheLast) {
  EXPECT_EQ(Replay({FourRecords()}, {"a", "b"}, Every(kSecond, -kSecond), 9),
            "-/- 10/10 15/10 20/20 25/20 30/30 35/30 40/40 -/- ");
}

TEST(ReplayStream, HasAValueAtTheLastRecordBeforeATornTail) {
  const ArchiveImage image = FourRecords();
  const auto& volume = image.files.at("0");
  for (const std::size_t cut : {std::size_t{1}, RecordSize(image) - 5}) {
    const ArchiveImage torn =
        With(image, "0", tests::Truncate(volume, volume.size() - cut));
    EXPECT_EQ(Replay({torn}, {"a", "b"}, Every(kSecond), 7),
              "10/10 15/10 20/20 25/20 30/30 -/- -/- ");
    // 4.0004 s is within PMAPI's tolerance, and still no damage.
    EXPECT_EQ(Replay({torn}, {"b"}, Every(kSecond, 400'000), 6),
              "10 10 20 20 - - ");
  }
}

// The third record's closing length is wrong; the fourth makes the end.
ArchiveImage DamagedInTheMiddle() {
  const ArchiveImage image = FourRecords();
  const std::size_t at =
      LabelSize(ArchiveVersion::k3) + 3 * RecordSize(image) - 1;
  return With(image, "0", tests::Flip(image.files.at("0"), at, 1));
}

TEST(ReplayStream, EndsWithAnErrorAfterTheLastRecordBeforeDamage) {
  EXPECT_THAT(Replay({DamagedInTheMiddle()}, {"a", "b"}, Every(kSecond), 7),
              testing::StartsWith("10/10 15/10 20/20 memory0.0: byte "));
}

TEST(ReplayStream, DoesNotFailForDamageThatIsFurtherAhead) {
  ArchiveWriter writer = Writer();
  Both(&writer, At(kT), 10);
  for (int k = 1; k < 4; ++k) writer.Record(At(kT + k), {{"b", k}});
  const std::size_t good = writer.Image().files.at("0").size();
  Both(&writer, At(kT + 4), 20);
  Both(&writer, At(kT + 5), 30);
  ArchiveImage image = writer.Image();
  image = With(image, "0", tests::Flip(image.files.at("0"), good + 3, 0x40));
  for (const std::size_t horizon : {std::size_t{1}, std::size_t{1} << 20}) {
    ArchiveReadingOptions options;
    options.horizon = horizon;
    EXPECT_THAT(Replay({image}, {"a", "b"}, Every(kSecond), 6, options),
                testing::MatchesRegex("10/10 -/1 -/2 -/3 memory0.0: byte .*"))
        << "the next value of a is beyond the damage, as if beyond the end";
  }
}

TEST(ReplayStream, HasNothingAfterArchivesBeginToOverlap) {
  ArchiveOptions later;
  later.start = At(kT + 5);
  ArchiveWriter writer = Writer(later);
  Both(&writer, At(kT + 5), 50);
  Both(&writer, At(kT + 9), 60);
  EXPECT_EQ(
      Replay({FourRecords(), writer.Image()}, {"a", "b"}, Every(kSecond), 9),
      "10/10 15/10 20/20 25/20 30/30 35/30 40/40 -/- -/- ");
}

TEST(ReplayStream, TakesTheLastOfValuesAtOneStamp) {
  ArchiveWriter writer = Writer();
  Both(&writer, At(kT), 10);
  Both(&writer, At(kT + 2), 20);
  Both(&writer, At(kT + 2), 30);
  Both(&writer, At(kT + 4), 40);
  EXPECT_EQ(Replay({writer.Image()}, {"a", "b"}, Every(kSecond), 5),
            "10/10 15/10 30/30 35/30 40/40 ");
}

TEST(ReplayStream, CutsAtAMarkWhereItStandsInTheFile) {
  ArchiveWriter after = Writer();
  Both(&after, At(kT), 10);
  Both(&after, At(kT + 2), 20);
  after.Mark(At(kT + 2));
  Both(&after, At(kT + 4), 40);
  EXPECT_EQ(Replay({after.Image()}, {"a", "b"}, Every(kSecond), 5),
            "10/10 15/10 20/20 |-/|- 40/40 ")
      << "the value at 2 s stands, nothing comes of it";
  EXPECT_EQ(Replay({after.Image()}, {"a", "b"}, Every(2 * kSecond), 3),
            "10/10 20/20 |-/|40 ");
  EXPECT_EQ(
      Replay({after.Image()}, {"a", "b"}, Every(2 * kSecond), 3, {}, true),
      "10/10 20/20 |40/|40 ")
      << "wanted across marks";

  ArchiveWriter before = Writer();
  Both(&before, At(kT), 10);
  before.Mark(At(kT + 2));
  Both(&before, At(kT + 2), 20);
  Both(&before, At(kT + 4), 40);
  EXPECT_EQ(Replay({before.Image()}, {"a", "b"}, Every(2 * kSecond), 3),
            "10/10 |-/|20 40/40 ");
}

TEST(ReplayStream, PutsTheMarkBetweenMembersNoLaterThanTheNextRecord) {
  for (const std::int64_t gap : {std::int64_t{0}, 500'000L, 3 * kMilli}) {
    ArchiveOptions options;
    options.start = At(kT + 6, gap);
    ArchiveWriter writer = Writer(options);
    Both(&writer, At(kT + 6, gap), 100);
    Both(&writer, At(kT + 6, gap + 10 * kMilli), 110);
    const std::vector<ArchiveImage> both = {FourRecords(), writer.Image()};
    const TickGrid grid = Every(kMilli / 2, 6 * kSecond - kMilli / 2);
    const std::string text = Replay(both, {"b"}, grid, 8);
    EXPECT_EQ(text, gap == 0               ? "30 |100 100 100 100 100 100 100 "
                    : gap < kSecond / 1000 ? "30 40 |100 100 100 100 100 100 "
                                           : "30 40 - |- - - - 100 ");
  }
}

TEST(ReplayStream, HasAStringsNewValueAtItsRecordsTime) {
  ArchiveWriter writer;
  writer.Metric("s", Desc(1, Semantics::kInstant, Type::kString));
  for (int k = 0; k < 3; ++k) {
    writer.Record(At(kT + 2 * k), {{"s", "text" + std::to_string(k)}});
  }
  EXPECT_EQ(Replay({writer.Image()}, {"s"}, Every(kSecond), 6),
            "text0 text0 text1 text1 text2 - ");
}

TEST(ReplayStream, WidensABlockForInstancesThatCome) {
  ArchiveWriter writer;
  writer.Metric("d", Desc(1, Semantics::kInstant, Type::kU32, kDisks));
  std::vector<Instance> members;
  for (int i = 0; i < 40; ++i) members.push_back({i, std::to_string(i)});
  writer.Members(At(kT), kDisks, members);
  writer.Record(At(kT), {{"d", {{7, 70}}}});
  std::vector<tests::InstanceValue> all;
  for (int i = 0; i < 40; ++i) all.push_back({i, i});
  writer.Record(At(kT + 1), {{"d", all}});
  writer.Record(At(kT + 2), {{"d", all}});
  const std::string text = Replay({writer.Image()}, {"d"}, Every(kSecond), 3);
  EXPECT_THAT(text, testing::StartsWith("70 0,1,2,"));
  EXPECT_THAT(text, testing::EndsWith(",38,39 "));
}

TEST(ReplayStream, SaysThatAFileWasCutWhileItWasRead) {
  ArchiveWriter writer = Writer();
  for (int k = 0; k < 1000; ++k) Both(&writer, At(kT + k), k);
  const tests::TemporaryFolder folder;
  WriteImage(writer.Image(), folder / "x");
  ArchiveReadingOptions options;
  options.horizon = 1;
  ArchiveSource source(*OpenArchive(folder / "x"), options);
  const auto stream =
      *source.Open({{*source.Catalog().Describe("a"), {}}}, Every(kSecond));
  Samples samples;
  ASSERT_TRUE(stream->Fetch(3, &samples));
  EXPECT_EQ(samples.ticks(), 3);
  // A whole number of pages: what is cut off is not there at all.
  std::filesystem::resize_file(folder / "x.0", 8192);
  const auto fetched = stream->Fetch(900, &samples);
  ASSERT_FALSE(fetched);
  EXPECT_EQ(fetched.error().message,
            (folder / "x.0") + ": was cut short while it was read");
}

}  // namespace
}  // namespace pmapi
