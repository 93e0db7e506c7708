// What archives lack: each file cut, or missing, where nothing else says so.
#include "pmapi/archive/losses.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/archive_surgery.h"
#include "tests/support/archive_writer.h"

namespace pmapi {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using tests::ArchiveImage;
using tests::ArchiveWriter;
using tests::At;
using tests::FileBytes;

constexpr std::int64_t kT = 1'000'000'000;
constexpr std::size_t kLabel = 808;
constexpr std::size_t kRecord = 4 + 12 + 4 + 20 + 4;

ArchiveWriter Writer(tests::ArchiveOptions options = {}) {
  ArchiveWriter writer(std::move(options));
  writer.Metric("a",
                {Pmid{1}, Type::kU32, kNullInDom, Semantics::kInstant, {}});
  return writer;
}

/// Volumes 0, 1 and 2 with two records each, 1 s and 2 s after the start, 3 s
/// and 4 s, 5 s and 6 s.
ArchiveImage ThreeVolumes() {
  ArchiveWriter writer = Writer();
  for (int k = 1; k <= 6; ++k) {
    if (k == 3 || k == 5) writer.NextVolume();
    writer.Record(At(kT + k), {{"a", k}});
  }
  return writer.Image();
}

/// "memory0.1 is missing 2-5" for each loss: seconds after the start; "+" for
/// one that may grow.
std::vector<std::string> LossesOf(const std::vector<ArchiveImage>& images) {
  const auto archive = tests::OpenImages(images);
  EXPECT_TRUE(archive) << archive.error().message;
  for (RecordWalker walker = (*archive)->Walk(); walker.Next();) continue;
  std::vector<std::string> texts;
  const auto second = [](const std::optional<base::Timestamp>& time) {
    return time ? std::to_string((time->ns - At(kT).ns) / base::kNanosPerSecond)
                : "";
  };
  for (const Loss& loss : (*archive)->Losses()) {
    texts.push_back(loss.path + ' ' + loss.what + ' ' + second(loss.from) +
                    '-' + second(loss.until) + (loss.may_grow ? "+" : ""));
  }
  return texts;
}

std::vector<std::string> LossesOf(const ArchiveImage& image) {
  return LossesOf(std::vector<ArchiveImage>{image});
}

ArchiveImage Shortened(const ArchiveImage& image, const std::string& suffix,
                       std::size_t bytes) {
  const FileBytes& file = image.files.at(suffix);
  return With(image, suffix, tests::Truncate(file, file.size() - bytes));
}

TEST(Losses, OfAWholeArchiveThereAreNone) {
  EXPECT_THAT(LossesOf(ThreeVolumes()), IsEmpty());
  EXPECT_THAT(LossesOf(Without(ThreeVolumes(), "index")), IsEmpty());
}

TEST(Losses, AWrongStartInALabel) {
  ArchiveImage image = ThreeVolumes();
  for (const std::uint32_t high : {0xffffffffu, 1u}) {
    image.files["0"] = tests::Patch(image.files["0"], 12, {1, high});
    EXPECT_THAT(LossesOf(image),
                ElementsAre("memory0.0 has a label with a wrong start: that of "
                            "the metadata is taken -"));
  }
}

TEST(Losses, AFirstRecordYearsFromTheLabel) {
  ArchiveImage image = ThreeVolumes();
  image.files["0"] =
      tests::Patch(image.files["0"], kLabel + 4, {2'000'000'000});
  const auto archive = tests::OpenImage(image);
  ASSERT_TRUE(archive) << archive.error().message;
  const auto losses = (*archive)->Losses();
  ASSERT_EQ(losses.size(), 1u);
  EXPECT_EQ(losses[0].what,
            "has its first record years from its label: one time is wrong");
}

TEST(Losses, ATornLastRecordMayStillBeWritten) {
  const ArchiveImage image = Without(ThreeVolumes(), "index");
  const std::string at = std::to_string(kLabel + kRecord);
  for (std::size_t cut = 1; cut < kRecord - 4; ++cut) {
    EXPECT_THAT(
        LossesOf(Shortened(image, "2", cut)),
        ElementsAre("memory0.2 ends within a record, at byte " + at + " 5-+"))
        << cut;
  }
  EXPECT_THAT(LossesOf(Shortened(image, "2", kRecord)), IsEmpty())
      << "it merely goes on growing";
  EXPECT_THAT(LossesOf(Shortened(image, "2", kRecord + 1)),
              ElementsAre("memory0.2 ends within a record, at byte " +
                          std::to_string(kLabel) + " 4-+"))
      << "its only record";
}

TEST(Losses, DamageAtTheEndIsNoGrowth) {
  const ArchiveImage image = Without(ThreeVolumes(), "index");
  const FileBytes& last = image.files.at("2");
  EXPECT_THAT(LossesOf(With(image, "2", tests::Flip(last, last.size() - 1, 1))),
              ElementsAre("memory0.2 is damaged, at byte " +
                          std::to_string(kLabel + kRecord) + " 5-"));
}

TEST(Losses, VolumesThatAreMissingAreBetweenOthersOrInTheIndex) {
  const ArchiveImage image = ThreeVolumes();
  EXPECT_THAT(LossesOf(Without(image, "1")),
              ElementsAre("memory0.1 is missing 2-5"));
  EXPECT_THAT(LossesOf(Without(Without(image, "index"), "1")),
              ElementsAre("memory0.1 is missing 2-5"));
  EXPECT_THAT(LossesOf(Without(image, "2")),
              ElementsAre("memory0.2 is missing 4-"));
  EXPECT_THAT(LossesOf(Without(image, "0")), IsEmpty())
      << "old ones are removed on purpose";
}

TEST(Losses, VolumesThatCannotBeUsedAreAsGoodAsMissing) {
  const ArchiveImage image = Without(ThreeVolumes(), "index");
  const auto losses = LossesOf(
      With(image, "1", tests::Truncate(image.files.at("1"), kLabel - 1)));
  ASSERT_EQ(losses.size(), 1u);
  EXPECT_THAT(losses[0], testing::StartsWith("memory0.1 cannot be used: "));
  EXPECT_THAT(losses[0], testing::EndsWith(" 2-5"));
}

TEST(Losses, OfManyTheFirstAreToldAndTheOthersCounted) {
  ArchiveWriter writer = Writer();
  for (int k = 1; k <= 20; ++k) {
    writer.Record(At(kT + k), {{"a", k}});
    writer.NextVolume(k < 20 ? k : 1'000'000'000);
  }
  writer.Record(At(kT + 21), {{"a", 21}});
  ArchiveImage image = Without(writer.Image(), "index");
  for (int k = 1; k < 20; ++k) {
    const std::string name = std::to_string(k);
    image =
        With(image, name, tests::Truncate(image.files.at(name), kLabel - 1));
  }
  const auto losses = LossesOf(image);
  ASSERT_EQ(losses.size(), 9u);
  EXPECT_THAT(losses[7], testing::StartsWith("memory0.8 cannot be used: "));
  EXPECT_THAT(losses[7], testing::EndsWith(" 1-21"));
  // Volumes 9 to 19 and those up to the last one's number.
  EXPECT_EQ(losses[8],
            "memory0 lacks 999999991 more volumes, which are missing or "
            "cannot be used 1-21");
}

TEST(Losses, TheMetadataMayBeCutBetweenRecords) {
  ArchiveWriter writer = Writer();
  const std::size_t size = writer.Image().files.at("meta").size();
  writer.Metric("b",
                {Pmid{2}, Type::kU32, kNullInDom, Semantics::kInstant, {}});
  writer.Record(At(kT + 1), {{"a", 1}, {"b", 2}});
  const ArchiveImage image = writer.Image();
  const std::size_t whole = image.files.at("meta").size();
  EXPECT_THAT(LossesOf(image), IsEmpty());
  EXPECT_THAT(
      LossesOf(Shortened(image, "meta", whole - size)),
      ElementsAre("memory0.meta is cut, at byte " + std::to_string(size) +
                  ": metrics and instances are missing -"));
}

TEST(Losses, OfAnArchiveBeforeOthersEndWhereTheNextBegins) {
  tests::ArchiveOptions later;
  later.start = At(kT + 10);
  ArchiveWriter writer = Writer(later);
  writer.Record(At(kT + 11), {{"a", 1}});
  EXPECT_THAT(LossesOf({Without(ThreeVolumes(), "2"), writer.Image()}),
              ElementsAre("memory0.2 is missing 4-10"));
}

}  // namespace
}  // namespace pmapi
