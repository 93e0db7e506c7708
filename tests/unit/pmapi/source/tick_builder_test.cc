// What is put in any order comes out as Samples of one tick.
#include "pmapi/source/tick_builder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace pmapi {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

constexpr InDom kDisks{1};
constexpr InDom kCpus{2};
constexpr base::Timestamp kNow{42};

Want WantOf(InDom indom, std::vector<InstanceId> only = {}) {
  MetricDesc desc;
  desc.type = Type::kU64;
  desc.indom = indom;
  return {desc, std::move(only)};
}

TickBuilder BuilderOf(const std::vector<Want>& wants) {
  TickBuilder tick;
  for (const Want& want : wants) tick.AddWant(want);
  return tick;
}

Samples Finished(TickBuilder* tick) {
  Samples samples;
  tick->Finish(kNow, &samples);
  return samples;
}

TEST(TickBuilder, SingularMetric) {
  TickBuilder tick = BuilderOf({WantOf(kNullInDom)});
  tick.Put(0, kNullInstance, 7);
  const Samples samples = Finished(&tick);
  EXPECT_THAT(samples.stamps, ElementsAre(kNow));
  ASSERT_EQ(samples.groups.size(), 1u);
  EXPECT_EQ(samples.groups[0].indom, kNullInDom);
  EXPECT_THAT(samples.groups[0].instances, ElementsAre(kNullInstance));
  ASSERT_EQ(samples.metrics.size(), 1u);
  EXPECT_EQ(samples.metrics[0].group, 0);
  EXPECT_THAT(samples.metrics[0].bits, ElementsAre(7));
  EXPECT_THAT(samples.metrics[0].cells, ElementsAre(kKnown));
  EXPECT_THAT(samples.metrics[0].after_mark, ElementsAre(0));
  EXPECT_TRUE(samples.metrics[0].dense);
}

TEST(TickBuilder, SingularMetricWithoutValueHasItsLane) {
  TickBuilder tick = BuilderOf({WantOf(kNullInDom)});
  const Samples samples = Finished(&tick);
  EXPECT_THAT(samples.groups[0].instances, ElementsAre(kNullInstance));
  EXPECT_THAT(samples.metrics[0].bits, ElementsAre(0));
  EXPECT_THAT(samples.metrics[0].cells, ElementsAre(kAbsent));
  EXPECT_FALSE(samples.metrics[0].dense);
}

TEST(TickBuilder, InstancesOfADomainAreJoined) {
  TickBuilder tick = BuilderOf({WantOf(kDisks), WantOf(kCpus), WantOf(kDisks)});
  tick.Put(0, 1, 10);
  tick.Put(0, 5, 50);
  tick.Put(2, 3, 33);
  tick.Put(2, 5, 55);
  const Samples samples = Finished(&tick);
  ASSERT_EQ(samples.groups.size(), 2u);
  EXPECT_THAT(samples.groups[0].instances, ElementsAre(1, 3, 5));
  EXPECT_THAT(samples.groups[1].instances, IsEmpty());
  EXPECT_EQ(samples.metrics[1].group, 1);
  EXPECT_TRUE(samples.metrics[1].dense);
  EXPECT_THAT(samples.metrics[0].bits, ElementsAre(10, 0, 50));
  EXPECT_THAT(samples.metrics[0].cells, ElementsAre(kKnown, kAbsent, kKnown));
  EXPECT_FALSE(samples.metrics[0].dense);
  EXPECT_EQ(samples.metrics[2].group, 0);
  EXPECT_THAT(samples.metrics[2].bits, ElementsAre(0, 33, 55));
}

TEST(TickBuilder, ValuesComeInAnyOrderAndTheFirstCounts) {
  TickBuilder tick = BuilderOf({WantOf(kDisks)});
  tick.Put(0, 9, 90);
  tick.Put(0, 2, 20);
  tick.Put(0, 9, 91);
  tick.Put(0, -4, 40);
  const Samples samples = Finished(&tick);
  EXPECT_THAT(samples.groups[0].instances, ElementsAre(-4, 2, 9));
  EXPECT_THAT(samples.metrics[0].bits, ElementsAre(40, 20, 90));
  EXPECT_TRUE(samples.metrics[0].dense);
}

TEST(TickBuilder, ManyValuesAtOnce) {
  TickBuilder tick = BuilderOf({WantOf(kDisks)});
  tick.PutAll(0, std::vector<InstanceId>{3, 4},
              std::vector<std::uint64_t>{30, 40});
  const Samples samples = Finished(&tick);
  EXPECT_THAT(samples.groups[0].instances, ElementsAre(3, 4));
  EXPECT_THAT(samples.metrics[0].bits, ElementsAre(30, 40));
}

TEST(TickBuilder, TextsAreIndicesOfStrings) {
  TickBuilder tick = BuilderOf({WantOf(kDisks), WantOf(kNullInDom)});
  tick.PutText(0, 2, "b");
  tick.PutText(0, 1, "a");
  tick.PutText(1, kNullInstance, "c");
  const Samples samples = Finished(&tick);
  EXPECT_THAT(samples.strings, ElementsAre("b", "a", "c"));
  EXPECT_THAT(samples.metrics[0].bits, ElementsAre(1, 0));
  EXPECT_THAT(samples.metrics[1].bits, ElementsAre(2));
}

TEST(TickBuilder, WantsWhatIsNamedOrAll) {
  const TickBuilder tick =
      BuilderOf({WantOf(kDisks, {7, 3}), WantOf(kDisks), WantOf(kNullInDom)});
  EXPECT_TRUE(tick.Wants(0, 3));
  EXPECT_TRUE(tick.Wants(0, 7));
  EXPECT_FALSE(tick.Wants(0, 4));
  EXPECT_THAT(tick.Only(0), ElementsAre(3, 7));
  EXPECT_TRUE(tick.Wants(1, 4));
  EXPECT_TRUE(tick.Wants(2, kNullInstance));
}

TEST(TickBuilder, InstancesOfWhatIsSingularDoNotMatter) {
  const TickBuilder tick = BuilderOf({WantOf(kNullInDom, {3})});
  EXPECT_THAT(tick.Only(0), IsEmpty());
  EXPECT_TRUE(tick.Wants(0, kNullInstance));
}

TEST(TickBuilder, EveryTickIsItsOwn) {
  TickBuilder tick = BuilderOf({WantOf(kDisks), WantOf(kDisks)});
  Samples samples;
  tick.Put(0, 1, 10);
  tick.PutText(1, 1, "old");
  tick.SetOrigin(0, 5);
  tick.Finish(kNow, &samples);
  tick.Put(0, 2, 20);
  tick.Finish({43}, &samples);
  EXPECT_THAT(samples.stamps, ElementsAre(base::Timestamp{43}));
  EXPECT_THAT(samples.groups[0].instances, ElementsAre(2));
  EXPECT_THAT(samples.strings, IsEmpty());
  EXPECT_THAT(samples.metrics[0].bits, ElementsAre(20));
  EXPECT_EQ(samples.metrics[0].origin, 5);
  EXPECT_THAT(samples.metrics[1].bits, ElementsAre(0));
  EXPECT_THAT(samples.metrics[1].cells, ElementsAre(kAbsent));
  EXPECT_EQ(samples.metrics[1].origin, 0);
}

TEST(GroupOf, FindsOrAdds) {
  std::vector<SampleGroup> groups = {{kCpus, {4}}};
  EXPECT_EQ(GroupOf(kCpus, &groups), 0);
  EXPECT_EQ(GroupOf(kNullInDom, &groups), 1);
  EXPECT_EQ(GroupOf(kDisks, &groups), 2);
  EXPECT_THAT(groups[0].instances, ElementsAre(4));
  EXPECT_THAT(groups[1].instances, ElementsAre(kNullInstance));
  EXPECT_THAT(groups[2].instances, IsEmpty());
}

}  // namespace
}  // namespace pmapi
