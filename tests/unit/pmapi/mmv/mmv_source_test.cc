// MmvSource: files as catalogue and stream show them.
#include "pmapi/mmv/mmv_source.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <bit>
#include <filesystem>

#include "tests/unit/pmapi/mmv/mmv_source_fixture.h"

namespace pmapi {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using tests::MmvBytes;
using tests::MmvParts;
using tests::MmvSpecimen;

TEST_F(MmvSourceTest, NamesAndIdentifiersAreTheAgents) {
  Write("tst", MmvSpecimen(1));
  Write("other", One(1));
  const auto source = Open(folder());
  EXPECT_EQ(source->ContextName(), "mmv:" + folder());
  EXPECT_FALSE(source->HostName().empty());
  const MetricCatalog& catalog = source->Catalog();
  EXPECT_THAT(catalog.MetricNames(),
              ElementsAre("mmv.other.a", "mmv.tst.bins", "mmv.tst.count",
                          "mmv.tst.elapsed", "mmv.tst.real", "mmv.tst.text"));
  const MetricDesc bins = *catalog.Describe("mmv.tst.bins");
  EXPECT_EQ(PmidText(bins.pmid), "70.2.2");
  EXPECT_EQ(InDomText(bins.indom), "70.4103");
  EXPECT_EQ(bins.type, Type::kU32);
  EXPECT_EQ(bins.semantics, Semantics::kInstant);
  EXPECT_THAT(*catalog.Instances(bins.indom),
              ElementsAre(Instance{100, "one"}, Instance{200, "two words"}));
  const MetricDesc elapsed = *catalog.Describe("mmv.tst.elapsed");
  EXPECT_EQ(elapsed.type, Type::k64);
  EXPECT_EQ(UnitsText(elapsed.units), "microsec");
  EXPECT_EQ(elapsed.semantics, Semantics::kCounter);
}

TEST_F(MmvSourceTest, WhatIsNotThereIsSaid) {
  Write("tst", MmvSpecimen(1));
  const auto source = Open(folder());
  const MetricCatalog& catalog = source->Catalog();
  EXPECT_EQ(catalog.Describe("mmv.tst").error().code,
            base::ErrorCode::kNonLeaf);
  EXPECT_EQ(catalog.Describe("mmv.ts").error().code,
            base::ErrorCode::kNoMetric);
  EXPECT_EQ(catalog.Instances(InDom{5}).error().code,
            base::ErrorCode::kNoIndom);
}

TEST_F(MmvSourceTest, OneFileIsASourceToo) {
  Write("tst", MmvSpecimen(2));
  Write("other", One(1));
  const auto source = Open(folder() + "/tst");
  EXPECT_EQ(source->Catalog().MetricNames().size(), 5u);
  EXPECT_EQ(PmidText(source->Catalog().Describe("mmv.tst.count")->pmid),
            "70.1.1");
}

TEST_F(MmvSourceTest, AFileThatCannotBeReadIsAnError) {
  tree_.Write("/mmv/bad", MmvBytes(One(1)).substr(0, 90));
  const auto bad = OpenMmvSource(folder() + "/bad");
  ASSERT_FALSE(bad.has_value());
  EXPECT_EQ(bad.error().code, base::ErrorCode::kCorrupt);
  EXPECT_THAT(bad.error().message, HasSubstr("/bad: byte "));
  // In a folder it only lacks.
  const auto source = Open(folder());
  EXPECT_THAT(source->Catalog().MetricNames(), IsEmpty());
  EXPECT_THAT(source->Catalog().Describe("mmv.bad.a").error().message,
              HasSubstr("/bad: byte "));
}

TEST_F(MmvSourceTest, NamesThatCannotBeAreLeftOut) {
  MmvParts parts = One(1);
  parts.metrics = {{"a", 1},    {"a", 2},    {"b", 1}, {"c-d", 3},
                   {"e", 1024}, {"9_.x", 4}, {"", 5}};
  Write("f", parts);
  Write("bad-name", One(1));
  Write(".hidden", One(1));
  std::filesystem::create_directory(folder() + "/folder");
  EXPECT_THAT(Open(folder())->Catalog().MetricNames(),
              ElementsAre("mmv.f.", "mmv.f.9_.x", "mmv.f.a"));
}

TEST_F(MmvSourceTest, ClustersAreTheFilesOrTheLowestThatIsFree) {
  MmvParts of_two = One(1);
  of_two.cluster = 2;
  Write("a", One(1));
  Write("b", of_two);
  Write("c", One(1));
  Write("d-not-a-name-but-a-file", One(1));
  Write("e", One(1));
  const auto source = Open(folder());
  const auto pmid = [&source](std::string_view name) {
    return PmidText(source->Catalog().Describe(name)->pmid);
  };
  EXPECT_EQ(pmid("mmv.a.a"), "70.1.1");
  EXPECT_EQ(pmid("mmv.b.a"), "70.2.1");
  EXPECT_EQ(pmid("mmv.c.a"), "70.3.1");
  EXPECT_EQ(pmid("mmv.e.a"), "70.5.1");
}

TEST_F(MmvSourceTest, WithoutPrefixTheFirstFileHasTheName) {
  MmvParts first = One(1);
  MmvParts second = One(2);
  first.flags = second.flags = 1;
  Write("x", first);
  Write("y", second);
  const auto source = Open(folder());
  auto stream = *source->Open({All(*source, "mmv.a")}, kGrid);
  EXPECT_THAT(Fetched(stream.get()).metrics[0].bits, ElementsAre(1));
}

TEST_F(MmvSourceTest, FetchesValuesOfEveryKind) {
  Write("tst", MmvSpecimen(3));
  const auto source = Open(folder());
  auto stream = *source->Open(
      {All(*source, "mmv.tst.count"), All(*source, "mmv.tst.bins"),
       All(*source, "mmv.tst.text"), All(*source, "mmv.tst.elapsed"),
       All(*source, "mmv.tst.real")},
      kGrid);
  bool ready = false;
  stream->Ask(base::Timestamp{700'000}, kGrid.step, [&ready] { ready = true; });
  EXPECT_TRUE(ready);
  const Samples samples = Fetched(stream.get());
  EXPECT_THAT(samples.stamps, ElementsAre(base::Timestamp{700'000}));
  ASSERT_EQ(samples.groups.size(), 2u);
  EXPECT_THAT(samples.groups[0].instances, ElementsAre(kNullInstance));
  EXPECT_THAT(samples.groups[1].instances, ElementsAre(100, 200));
  EXPECT_THAT(samples.metrics[0].bits, ElementsAre(123456789012));
  EXPECT_THAT(samples.metrics[1].bits, ElementsAre(11, 22));
  EXPECT_TRUE(samples.metrics[1].dense);
  EXPECT_THAT(samples.strings, ElementsAre("hello"));
  EXPECT_THAT(samples.metrics[2].bits, ElementsAre(0));
  EXPECT_THAT(samples.metrics[3].bits, ElementsAre(1200));
  EXPECT_THAT(samples.metrics[4].bits,
              ElementsAre(std::bit_cast<std::uint64_t>(2.5)));
}

TEST_F(MmvSourceTest, OnlyWhatIsWanted) {
  Write("tst", MmvSpecimen(1));
  const auto source = Open(folder());
  Want bins = All(*source, "mmv.tst.bins");
  bins.only = {200};
  auto stream = *source->Open({bins}, kGrid);
  const Samples samples = Fetched(stream.get());
  EXPECT_THAT(samples.groups[0].instances, ElementsAre(200));
  EXPECT_THAT(samples.metrics[0].bits, ElementsAre(22));
}

TEST_F(MmvSourceTest, ValuesAreThoseOfTheTick) {
  MmvParts parts = One(1);
  Write("f", parts);
  const auto source = Open(folder());
  auto stream = *source->Open({All(*source, "mmv.f.a")}, kGrid);
  const Samples before = Fetched(stream.get());
  EXPECT_THAT(before.metrics[0].bits, ElementsAre(1));
  parts.values[0].atom = 2;
  Write("f", parts);
  const Samples later = Fetched(stream.get());
  EXPECT_THAT(later.metrics[0].bits, ElementsAre(2));
  EXPECT_EQ(later.metrics[0].origin, before.metrics[0].origin);
  EXPECT_THAT(later.stamps, ElementsAre(kGrid.At(1)));
}

TEST_F(MmvSourceTest, WithTheProcessItsValuesEnd) {
  const pid_t child = fork();
  if (child == 0) _exit(0);
  waitpid(child, nullptr, 0);
  MmvParts parts = One(1);
  parts.flags = 2;
  parts.process = child;
  Write("dead", parts);
  parts.process = getpid();
  Write("live", parts);
  parts.process = 0;
  Write("nobody", parts);
  parts.process = -5;
  Write("wrong", parts);
  parts.flags = 0;
  parts.process = child;
  Write("whatever", parts);
  EXPECT_THAT(Open(folder())->Catalog().MetricNames(),
              ElementsAre("mmv.live.a", "mmv.nobody.a", "mmv.whatever.a"));
}

TEST_F(MmvSourceTest, ASentinelIsNoValue) {
  MmvParts parts = MmvSpecimen(1);
  parts.flags = 4;
  parts.values[1].atom = ~std::uint64_t{0};
  Write("f", parts);
  const auto source = Open(folder());
  auto stream = *source->Open({All(*source, "mmv.f.bins")}, kGrid);
  const Samples samples = Fetched(stream.get());
  EXPECT_THAT(samples.groups[0].instances, ElementsAre(200));
  EXPECT_THAT(samples.metrics[0].bits, ElementsAre(22));
}

TEST_F(MmvSourceTest, AStepMustBePositive) {
  Write("f", One(1));
  EXPECT_EQ(Open(folder())->Open({}, {{0}, {0}}).error().code,
            base::ErrorCode::kInvalid);
}

}  // namespace
}  // namespace pmapi
