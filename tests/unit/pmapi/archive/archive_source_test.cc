// An archive as a source: who it says it is, its names, its streams.
#include "pmapi/archive/archive_source.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/archive_writer.h"

namespace pmapi {
namespace {

using base::ErrorCode;
using testing::ElementsAre;
using tests::At;

constexpr std::int64_t kT = 1'000'000'000;
constexpr MetricDesc kDesc{
    Pmid{1}, Type::kU32, kNullInDom, Semantics::kInstant, {}};

/// `a` is 10 at 0 s, 11 at 1 s, 12 at 2 s.
ArchiveSource Source() {
  tests::ArchiveOptions options;
  options.host = "left.example";
  tests::ArchiveWriter writer(options);
  writer.Metric("a", kDesc);
  for (int k = 0; k < 3; ++k) writer.Record(At(kT + k), {{"a", 10 + k}});
  return ArchiveSource(*tests::OpenImage(writer.Image()), {});
}

TEST(ArchiveSource, HasTheHostOfTheLabelAndTheNameItWasOpenedBy) {
  const ArchiveSource source = Source();
  EXPECT_EQ(source.HostName(), "left.example");
  EXPECT_EQ(source.ContextName(), "memory");
  EXPECT_EQ(source.archive().end(), At(kT + 2));
  EXPECT_FALSE(source.waits());
}

TEST(ArchiveSource, HasTheNamesOfTheArchiveUntilItIsGivenOthers) {
  ArchiveSource source = Source();
  EXPECT_THAT(source.Catalog().MetricNames(), ElementsAre("a"));
  source.UseNames({{"my.a", Pmid{1}}, {"my.b", Pmid{2}}});
  EXPECT_THAT(source.Catalog().MetricNames(), ElementsAre("my.a", "my.b"));
  EXPECT_EQ(*source.Catalog().Describe("my.a"), kDesc);
  EXPECT_EQ(source.Catalog().Describe("a").error().code, ErrorCode::kNoMetric);
}

TEST(ArchiveSource, OpensNoStreamThatStandsStillOrGoesBack) {
  ArchiveSource source = Source();
  for (const std::int64_t step : {std::int64_t{0}, std::int64_t{-1}}) {
    const auto stream = source.Open({{kDesc, {}}}, {At(kT), {step}});
    ASSERT_FALSE(stream);
    EXPECT_EQ(stream.error().code, ErrorCode::kInvalid);
  }
  EXPECT_TRUE(source.Open({{kDesc, {}}}, {At(kT), {1}}));
}

TEST(ArchiveSource, OpensStreamsThatDoNotKnowOfEachOther) {
  ArchiveSource source = Source();
  const TickGrid grid{At(kT), {base::kNanosPerSecond}};
  const auto one = source.Open({{kDesc, {}}}, grid);
  const auto two = source.Open({{kDesc, {}}}, grid);
  ASSERT_TRUE(one);
  ASSERT_TRUE(two);
  Samples samples;
  ASSERT_TRUE((*one)->Fetch(2, &samples));
  EXPECT_THAT(samples.metrics[0].bits, ElementsAre(10, 11));
  ASSERT_TRUE((*two)->Fetch(1, &samples));
  EXPECT_THAT(samples.metrics[0].bits, ElementsAre(10));
  ASSERT_TRUE((*one)->Fetch(1, &samples));
  EXPECT_THAT(samples.metrics[0].bits, ElementsAre(12));
  EXPECT_THAT(samples.stamps, ElementsAre(At(kT + 2)));
}

TEST(ArchiveSource, ServesAStreamOfNothing) {
  ArchiveSource source = Source();
  const auto stream = source.Open({}, {At(kT), {base::kNanosPerSecond}});
  ASSERT_TRUE(stream);
  Samples samples;
  ASSERT_TRUE((*stream)->Fetch(2, &samples));
  EXPECT_THAT(samples.stamps, ElementsAre(At(kT), At(kT + 1)));
  EXPECT_TRUE(samples.metrics.empty());
}

}  // namespace
}  // namespace pmapi
