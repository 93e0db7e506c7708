// Names, descriptors and instances over time, of archives made for the test.
#include "pmapi/archive/metadata.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/archive_surgery.h"
#include "tests/support/archive_writer.h"

namespace pmapi {
namespace {

using base::ErrorCode;
using testing::ElementsAre;
using testing::IsEmpty;
using tests::ArchiveWriter;
using tests::At;
using tests::Patch;

constexpr InDom kDisks{0x0f000001};  // 60.1

MetricDesc Counter(std::uint32_t pmid, InDom indom = kNullInDom) {
  return {Pmid{pmid}, Type::kU64, indom, Semantics::kCounter, {}};
}

/// A writer whose archive can be opened once it has a metric.
class MetadataOf : public testing::Test {
 protected:
  std::unique_ptr<Archive> Open() {
    writer_.Record(At(1'000'000'000), {});
    auto archive = tests::OpenImage(writer_.Image());
    EXPECT_TRUE(archive) << archive.error().message;
    return archive ? *std::move(archive) : nullptr;
  }
  ErrorCode Failure() {
    writer_.Record(At(1'000'000'000), {});
    const auto archive = tests::OpenImage(writer_.Image());
    return archive ? ErrorCode::kInvalid : archive.error().code;
  }

  ArchiveWriter writer_;
};

TEST_F(MetadataOf, NamesAndDescriptors) {
  const MetricDesc read{Pmid{0x0f000004}, Type::kU64, kDisks,
                        Semantics::kCounter,
                        Units{0, 0, 1, {}, TimeScale::kNsec, 0}};
  writer_.Metric("disk.dev.read", read, {"disk.dev.reads"});
  writer_.Metric("disk.all.read", Counter(7));
  const auto archive = Open();
  EXPECT_EQ(*archive->metadata().Describe("disk.dev.read"), read);
  EXPECT_EQ(*archive->metadata().Describe("disk.dev.reads"), read);
  EXPECT_THAT(archive->metadata().MetricNames(),
              ElementsAre("disk.all.read", "disk.dev.read", "disk.dev.reads"));
  for (const char* group : {"disk", "disk.dev"}) {
    EXPECT_EQ(archive->metadata().Describe(group).error().code,
              ErrorCode::kNonLeaf);
  }
  for (const char* no_name :
       {"disk.de", "disk.dev.rea", "disk.dev.read.x", "a", "z", ""}) {
    EXPECT_EQ(archive->metadata().Describe(no_name).error().code,
              ErrorCode::kNoMetric)
        << no_name;
  }
}

TEST_F(MetadataOf, TheFirstBindingOfANameStays) {
  writer_.Metric("a", Counter(1));
  writer_.Metric("a", Counter(2));
  const auto archive = Open();
  EXPECT_EQ(archive->metadata().Describe("a")->pmid, Pmid{1});
  EXPECT_NE(archive->metadata().Find(Pmid{2}), nullptr);
}

TEST_F(MetadataOf, AMetricMayBeDescribedTwiceButNotDifferently) {
  writer_.Metric("a", Counter(1));
  writer_.Metric("a", Counter(1));
  EXPECT_EQ(Failure(), ErrorCode::kInvalid);
  MetricDesc other = Counter(1);
  other.units = {1, 0, 0};
  writer_.Metric("a", other);
  EXPECT_EQ(Failure(), ErrorCode::kUnitsChanged);
}

TEST_F(MetadataOf, TheFirstDifferenceIsNamed) {
  writer_.Metric("a", Counter(1));
  writer_.Metric("a",
                 {Pmid{1}, Type::kU32, kDisks, Semantics::kInstant, {1, 0, 0}});
  EXPECT_EQ(Failure(), ErrorCode::kTypeChanged);
}

TEST_F(MetadataOf, SemanticsAreComparedBeforeTheDomain) {
  writer_.Metric("a", Counter(1));
  writer_.Metric("a", {Pmid{1}, Type::kU64, kDisks, Semantics::kInstant, {}});
  EXPECT_EQ(Failure(), ErrorCode::kSemChanged);
}

TEST_F(MetadataOf, TheDomainIsComparedBeforeUnits) {
  writer_.Metric("a", Counter(1));
  writer_.Metric("a",
                 {Pmid{1}, Type::kU64, kDisks, Semantics::kCounter, {1, 0, 0}});
  EXPECT_EQ(Failure(), ErrorCode::kIndomChanged);
}

TEST_F(MetadataOf, AnArchiveWithoutDescriptorsIsCorrupt) {
  writer_.OnelineText(Pmid{1}, "only a text");
  EXPECT_EQ(Failure(), ErrorCode::kCorrupt);
}

TEST_F(MetadataOf, OfTextsOfAMetricTheLastCounts) {
  writer_.OnelineText(Pmid{1}, "old");
  writer_.OnelineText(Pmid{1}, "new");
  writer_.Text(2 + 4, 1, "of two\nlines");
  writer_.Text(1 + 8, 1, "of a domain");
  writer_.Text(4, 1, "of no kind");
  writer_.Metric("a", Counter(1), {"also.a"});
  writer_.Metric("b", Counter(2));
  const auto archive = Open();
  const HelpText help{"new", "of two\nlines"};
  EXPECT_EQ(archive->metadata().Help("a"), help);
  EXPECT_EQ(archive->metadata().Help("also.a"), help);
  EXPECT_EQ(archive->metadata().Help("b"), HelpText());
  EXPECT_EQ(archive->metadata().Help("c"), HelpText());
}

TEST_F(MetadataOf, LabelsAndOddTextsAreSteppedOver) {
  writer_.ContextLabels(At(1), R"({"a":"b"})");
  writer_.OnelineText(Pmid{1}, "odd");
  writer_.Metric("a", Counter(1));
  EXPECT_THAT(Open()->metadata().MetricNames(), ElementsAre("a"));
}

TEST_F(MetadataOf, InstancesAreAllThatEverWereNewestFirst) {
  writer_.Metric("a", Counter(1, kDisks));
  writer_.Members(At(10), kDisks, {{2, "sdb"}, {1, "sda"}, {3, "sdc"}});
  writer_.Members(At(30), kDisks, {{4, "sdd"}, {1, "sda (new)"}});
  writer_.Members(At(20), kDisks, {{5, "sde"}});
  const auto archive = Open();
  EXPECT_THAT(
      *archive->metadata().Instances(kDisks),
      ElementsAre(Instance{1, "sda (new)"}, Instance{4, "sdd"},
                  Instance{5, "sde"}, Instance{2, "sdb"}, Instance{3, "sdc"}));
}

TEST_F(MetadataOf, BirthIsTheFirstRecordAndDeathTheOneAfterTheLast) {
  writer_.Metric("a", Counter(1, kDisks));
  writer_.Members(At(10), kDisks, {{1, "a"}, {2, "b"}});
  writer_.Members(At(20), kDisks, {{2, "b"}, {3, "c"}});
  writer_.Members(At(30), kDisks, {{3, "c"}, {1, "a"}});
  const auto archive = Open();
  const auto history = archive->metadata().History(kDisks);
  ASSERT_EQ(history->instances.size(), 3u);
  const auto& [a, c, b] = std::tie(history->instances[0], history->instances[1],
                                   history->instances[2]);
  EXPECT_EQ(a.id, 1);
  EXPECT_EQ(a.birth, At(10));
  EXPECT_EQ(a.death, std::nullopt) << "its absence in between is forgotten";
  EXPECT_EQ(c.birth, At(20));
  EXPECT_EQ(c.death, std::nullopt);
  EXPECT_EQ(b.id, 2);
  EXPECT_EQ(b.birth, At(10));
  EXPECT_EQ(b.death, At(30));
  EXPECT_FALSE(history->lives_count);
}

TEST_F(MetadataOf, LivesCountInDomainsOfSixteen) {
  writer_.Metric("a", Counter(1, kDisks));
  std::vector<Instance> many;
  for (int i = 0; i < 15; ++i) many.push_back({i, std::to_string(i)});
  writer_.Members(At(10), kDisks, many);
  EXPECT_FALSE(Open()->metadata().History(kDisks)->lives_count);
  writer_.MembersChange(At(20), kDisks, {{99, "one more"}}, {});
  EXPECT_TRUE(Open()->metadata().History(kDisks)->lives_count);
}

TEST_F(MetadataOf, ADeltaChangesWhatWasThere) {
  writer_.Metric("a", Counter(1, kDisks));
  writer_.Members(At(10), kDisks, {{1, "a"}, {2, "b"}, {5, "e"}});
  writer_.MembersChange(At(20), kDisks, {{3, "c"}}, {2});
  writer_.MembersChange(At(30), kDisks, {{4, "d"}, {5, "E"}}, {3});
  const auto archive = Open();
  const auto history = archive->metadata().History(kDisks);
  std::vector<InstanceId> ids;
  for (const InstanceLife& life : history->instances) ids.push_back(life.id);
  EXPECT_THAT(ids, ElementsAre(1, 4, 5, 3, 2));
  const auto& lives = history->instances;
  EXPECT_EQ(lives[0].birth, At(10));
  EXPECT_EQ(lives[2].name, "E");
  EXPECT_EQ(lives[3].birth, At(20));
  EXPECT_EQ(lives[3].death, At(30));
  EXPECT_EQ(lives[4].death, At(20));
}

TEST_F(MetadataOf, AFullRecordAfterDeltasBeginsAnew) {
  writer_.Metric("a", Counter(1, kDisks));
  writer_.Members(At(10), kDisks, {{1, "a"}, {2, "b"}});
  writer_.MembersChange(At(20), kDisks, {{3, "c"}}, {});
  writer_.Members(At(30), kDisks, {{4, "d"}});
  const auto archive = Open();
  const auto history = archive->metadata().History(kDisks);
  std::vector<InstanceId> ids;
  for (const InstanceLife& life : history->instances) {
    ids.push_back(life.id);
    EXPECT_EQ(life.death.has_value(), life.id != 4) << life.id;
    EXPECT_EQ(life.death.value_or(At(30)), At(30));
  }
  EXPECT_THAT(ids, ElementsAre(4, 1, 2, 3));
}

TEST_F(MetadataOf, ADeltaOfNothingIsCorrupt) {
  writer_.Metric("a", Counter(1, kDisks));
  writer_.MembersChange(At(20), kDisks, {{3, "c"}}, {});
  EXPECT_EQ(Failure(), ErrorCode::kCorrupt);
}

TEST_F(MetadataOf, AnEmptyDomainIsNotRecorded) {
  writer_.Metric("a", Counter(1, kDisks));
  writer_.Members(At(20), kDisks, {});
  EXPECT_EQ(Open()->metadata().Instances(kDisks).error().code,
            ErrorCode::kNoIndomInLog);
  writer_.Members(At(10), kDisks, {{1, "a"}});
  const auto archive = Open();
  EXPECT_EQ(archive->metadata().History(kDisks)->instances[0].death,
            std::nullopt);
}

TEST_F(MetadataOf, DamageIsNamedWithItsFileAndByte) {
  writer_.Metric("a", Counter(1, kDisks));
  const std::size_t at = writer_.Image().files["meta"].size();
  writer_.Members(At(10), kDisks, {{1, "a"}});
  writer_.Record(At(1'000'000'000), {});
  const auto image = writer_.Image();
  const auto broken = tests::OpenImage(With(
      image, "meta", Patch(image.files.at("meta"), at + 28, {0x80000000})));
  ASSERT_FALSE(broken);
  EXPECT_EQ(broken.error().code, ErrorCode::kCorrupt);
  EXPECT_EQ(broken.error().message,
            "memory0.meta: metadata record at byte " + std::to_string(at) +
                ": instance -2147483648 of 60.1 is negative");
}

TEST_F(MetadataOf, AnUnknownRecordTypeIsRefused) {
  writer_.Metric("a", Counter(1));
  const std::size_t at = writer_.Image().files["meta"].size();
  writer_.OnelineText(Pmid{1}, "x");
  writer_.Record(At(1'000'000'000), {});
  const auto image = writer_.Image();
  const auto broken = tests::OpenImage(
      With(image, "meta", Patch(image.files.at("meta"), at + 4, {8})));
  ASSERT_FALSE(broken);
  EXPECT_EQ(broken.error().code, ErrorCode::kRecordType);
}

}  // namespace
}  // namespace pmapi
