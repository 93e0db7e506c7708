// Whole contexts: what opening one finds and refuses; real files, compressed
// ones and growing ones.
#include "pmapi/archive/archive.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>

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
using tests::Truncate;

constexpr std::int64_t kT = 1'000'000'000;

ArchiveWriter Writer(ArchiveOptions options = {}) {
  ArchiveWriter writer(std::move(options));
  writer.Metric("a",
                {Pmid{1}, Type::kU32, kNullInDom, Semantics::kInstant, {}});
  return writer;
}

ArchiveImage Image(ArchiveOptions options = {}) {
  ArchiveWriter writer = Writer(options);
  for (int i = 1; i < 4; ++i) {
    writer.Record(options.start + base::Duration{i * base::kNanosPerSecond},
                  {{"a", i}});
  }
  return writer.Image();
}

ErrorCode Failure(const std::vector<ArchiveImage>& images) {
  const auto archive = tests::OpenImages(images);
  return archive ? ErrorCode::kInvalid : archive.error().code;
}

int CountRecords(const Archive& archive) {
  int count = 0;
  for (RecordWalker walker = archive.Walk(); walker.Next();) ++count;
  return count;
}

base::Timestamp StartWith(std::uint32_t volume, std::uint32_t meta,
                          ArchiveVersion version) {
  ArchiveOptions options;
  options.version = version;
  ArchiveImage image = Image(options);
  image.files["0"] = tests::Patch(image.files["0"], 12, {volume});
  image.files["meta"] = tests::Patch(image.files["meta"], 12, {meta});
  const auto archive = tests::OpenImage(image);
  EXPECT_TRUE(archive);
  return (*archive)->start();
}

TEST(Archives, BeginAsTheMetadataSaysWhereTheFirstLabelIsFarFromAllRecords) {
  constexpr std::uint32_t kTrue = kT;
  constexpr std::uint32_t kMonthBefore = kTrue - 30 * 86400;
  for (const auto version : {ArchiveVersion::k2, ArchiveVersion::k3}) {
    EXPECT_EQ(StartWith(1, kTrue, version), At(kT));
    EXPECT_EQ(StartWith(0x7fffffff, kTrue, version), At(kT));
    // Early volumes may have been removed; and who is wrong here?
    EXPECT_EQ(StartWith(kMonthBefore, kTrue, version), At(kMonthBefore));
    EXPECT_EQ(StartWith(kTrue, 1, version), At(kT));
    EXPECT_EQ(StartWith(1, 1, version), At(1));
    EXPECT_EQ(StartWith(1, 2, version), At(1));
  }
}

TEST(Archives, TellWhoAndWhen) {
  for (const auto version : {ArchiveVersion::k2, ArchiveVersion::k3}) {
    ArchiveOptions options;
    options.version = version;
    options.host = "left.example";
    options.zone = "NZST-12";
    const auto archive = tests::OpenImage(Image(options));
    ASSERT_TRUE(archive);
    EXPECT_EQ((*archive)->host(), "left.example");
    EXPECT_EQ((*archive)->zone(), "NZST-12");
    EXPECT_EQ((*archive)->start(), At(kT));
    EXPECT_EQ((*archive)->end(), At(kT + 3));
  }
}

TEST(Archives, NeedNoIndexButNoEmptyOne) {
  const ArchiveImage image = Image();
  EXPECT_EQ(Failure({Without(image, "index")}), ErrorCode::kInvalid);
  const auto& index = image.files.at("index");
  EXPECT_EQ(Failure({With(image, "index", {})}), ErrorCode::kNoData);
  EXPECT_EQ(Failure({With(image, "index", Truncate(index, 808))}),
            ErrorCode::kNoData);
  EXPECT_EQ(Failure({With(image, "index", Truncate(index, 809))}),
            ErrorCode::kInvalid)
      << "a partial entry is ignored";
}

TEST(Archives, NeedMetadataAndRecords) {
  const ArchiveImage image = Image();
  for (const char* part : {"meta", "0"}) {
    const auto& file = image.files.at(part);
    EXPECT_EQ(Failure({With(image, part, {})}), ErrorCode::kNoData) << part;
    EXPECT_EQ(Failure({With(image, part, Truncate(file, 808))}),
              ErrorCode::kNoData)
        << part;
    EXPECT_EQ(Failure({With(image, part, Truncate(file, 100))}),
              ErrorCode::kBadLabel)
        << part;
  }
  const auto& volume = image.files.at("0");
  EXPECT_EQ(Failure({With(image, "0", Truncate(volume, 820))}),
            ErrorCode::kNoEnd);
}

TEST(Archives, MustBeOfOneLogger) {
  ArchiveOptions other;
  other.pid = 1;
  const ArchiveImage image = Image();
  for (const char* part : {"meta", "index"}) {
    EXPECT_EQ(Failure({With(image, part, Image(other).files.at(part))}),
              ErrorCode::kBadLabel)
        << part;
  }
}

TEST(Archives, OfAContextMustBeOfOneHostAndStartApart) {
  ArchiveOptions later;
  later.start = At(kT + 100);
  EXPECT_EQ(Failure({Image(later), Image()}), ErrorCode::kInvalid);
  later.host = "another";
  EXPECT_EQ(Failure({Image(later), Image()}), ErrorCode::kHostsDiffer);
  EXPECT_EQ(Failure({Image(), Image()}), ErrorCode::kOverlap);
}

TEST(Archives, OfAContextAddUpTheirMetadata) {
  ArchiveOptions later;
  later.start = At(kT + 100);
  ArchiveWriter writer(later);
  writer.Metric("b",
                {Pmid{2}, Type::kU32, kNullInDom, Semantics::kInstant, {}});
  writer.Record(At(kT + 100), {{"b", 1}});
  const auto archive = tests::OpenImages({Image(), writer.Image()});
  ASSERT_TRUE(archive);
  EXPECT_THAT((*archive)->metadata().MetricNames(), ElementsAre("a", "b"));
  writer.Metric("a",
                {Pmid{1}, Type::kU32, kNullInDom, Semantics::kCounter, {}});
  EXPECT_EQ(Failure({Image(), writer.Image()}), ErrorCode::kSemChanged);
}

TEST(Archives, GivenTwiceAreThereOnce) {
  const tests::TemporaryFolder folder;
  WriteImage(Image(), folder / "x");
  const auto archive = OpenArchive(folder / "x" + "," + (folder / "x.meta"));
  ASSERT_TRUE(archive) << archive.error().message;
  EXPECT_EQ((*archive)->members().size(), 1u);
}

TEST(Archives, TheTornLastRecordIsNotTheirEnd) {
  const ArchiveImage image = Image();
  const auto& volume = image.files.at("0");
  const std::size_t size = (volume.size() - 808) / 3;
  for (std::size_t cut = 1; cut < size - 3; ++cut) {
    const ArchiveImage torn =
        With(image, "0", Truncate(volume, volume.size() - cut));
    for (const ArchiveImage& each : {torn, Without(torn, "index")}) {
      const auto archive = tests::OpenImage(each);
      ASSERT_TRUE(archive) << cut;
      EXPECT_EQ((*archive)->end(), At(kT + 2)) << cut;
      EXPECT_TRUE((*archive)->torn()) << cut;
    }
  }
}

TEST(Archives, DamageWithinTheLastRecordEndsThemBeforeIt) {
  const ArchiveImage image = Image();
  const auto& volume = image.files.at("0");
  // The value format of the last record's only set.
  const auto archive = tests::OpenImage(
      With(image, "0", tests::Flip(volume, volume.size() - 13, 0x10)));
  ASSERT_TRUE(archive);
  EXPECT_EQ((*archive)->end(), At(kT + 2));
}

// Compressed by the tools that PCP's users have; what they lack is skipped.
class CompressedArchives : public testing::TestWithParam<const char*> {};

TEST_P(CompressedArchives, ReadAsTheOthers) {
  const std::string suffix = GetParam();
  const std::string tool = suffix == ".bz2"    ? "bzip2"
                           : suffix == ".gz"   ? "gzip"
                           : suffix == ".zst"  ? "zstd -q --rm"
                           : suffix == ".lzma" ? "xz --format=lzma"
                                               : "xz";
  const tests::TemporaryFolder folder;
  WriteImage(Image(), folder / "x");
  const std::string command = tool + " '" + (folder / "x.0") + "' '" +
                              (folder / "x.meta") + "' '" +
                              (folder / "x.index") + "' 2>/dev/null";
  if (std::system(command.c_str()) != 0) {
    GTEST_SKIP() << tool << " is not installed";
  }
  ASSERT_TRUE(std::filesystem::exists(folder / ("x.0" + suffix)));
  const auto archive = OpenArchive(folder / "x");
  ASSERT_TRUE(archive) << archive.error().message;
  EXPECT_EQ((*archive)->end(), At(kT + 3));
  EXPECT_EQ(CountRecords(**archive), 3);
}

INSTANTIATE_TEST_SUITE_P(Suffixes, CompressedArchives,
                         testing::Values(".xz", ".lzma", ".bz2", ".gz", ".zst"),
                         [](const auto& suffix) {
                           return std::string(suffix.param + 1);
                         });

TEST(CompressedArchives, ThatCannotBeUnpackedAreCorrupt) {
  const tests::TemporaryFolder folder;
  WriteImage(Image(), folder / "x");
  std::filesystem::rename(folder / "x.0", folder / "x.0.xz");
  const auto archive = OpenArchive(folder / "x");
  ASSERT_FALSE(archive);
  EXPECT_EQ(archive.error().code, ErrorCode::kCorrupt);
  EXPECT_THAT(archive.error().message, testing::HasSubstr("x.0.xz"));
}

TEST(GrowingArchives, AreSeenToGrow) {
  const tests::TemporaryFolder folder;
  ArchiveWriter writer = Writer();
  writer.Record(At(kT + 1), {{"a", 1}});
  WriteImage(writer.Image(), folder / "x");
  auto archive = OpenArchive(folder / "x");
  ASSERT_TRUE(archive);
  RecordWalker walker = (*archive)->Walk();
  ASSERT_TRUE(walker.Next());
  EXPECT_FALSE(walker.Next());

  writer.Metric("b",
                {Pmid{2}, Type::kU32, kNullInDom, Semantics::kInstant, {}});
  writer.Record(At(kT + 2), {{"b", 2}});
  WriteImage(writer.Image(), folder / "x");
  EXPECT_FALSE(walker.Next()) << "not before it has been looked for";
  ASSERT_TRUE((*archive)->Refresh());
  ASSERT_TRUE(walker.Next());
  EXPECT_EQ(walker.record().time, At(kT + 2));
  EXPECT_EQ((*archive)->end(), At(kT + 2));
  EXPECT_TRUE((*archive)->metadata().Describe("b"));

  writer.NextVolume();
  writer.Record(At(kT + 3), {{"b", 3}});
  WriteImage(writer.Image(), folder / "x");
  ASSERT_TRUE((*archive)->Refresh());
  ASSERT_TRUE(walker.Next());
  EXPECT_EQ(walker.record().time, At(kT + 3));
  EXPECT_FALSE(walker.Next());
  EXPECT_TRUE(walker.status());
}

TEST(GrowingArchives, ARecordThatIsBeingWrittenIsWaitedFor) {
  const tests::TemporaryFolder folder;
  const ArchiveImage image = Image();
  const auto& volume = image.files.at("0");
  const auto& meta = image.files.at("meta");
  WriteImage(With(image, "0", Truncate(volume, volume.size() - 5)),
             folder / "x");
  auto archive = OpenArchive(folder / "x");
  ASSERT_TRUE(archive);
  RecordWalker walker = (*archive)->Walk();
  ASSERT_TRUE(walker.Next());
  ASSERT_TRUE(walker.Next());
  EXPECT_FALSE(walker.Next());
  EXPECT_FALSE(walker.status());
  WriteImage(
      With(image, "meta", tests::Append(meta, {0, 0, 0, 40, 0, 0, 0, 1})),
      folder / "x");
  ASSERT_TRUE((*archive)->Refresh());
  ASSERT_TRUE(walker.Next());
  EXPECT_TRUE(walker.status());
  EXPECT_EQ(walker.record().time, At(kT + 3));
}

}  // namespace
}  // namespace pmapi
