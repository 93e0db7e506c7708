// What is put in any order comes out as Samples of one tick.
#include "pmapi/source/tick_builder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <map>
#include <random>
#include <set>

namespace pmapi {
namespace {

using ::testing::ElementsAre;
using ::testing::ElementsAreArray;
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
  const auto [instances, bits] = tick.PutSome(0, 2);
  instances[0] = 3;
  bits[0] = 30;
  instances[1] = 4;
  bits[1] = 40;
  const Samples samples = Finished(&tick);
  EXPECT_THAT(samples.groups[0].instances, ElementsAre(3, 4));
  EXPECT_THAT(samples.metrics[0].bits, ElementsAre(30, 40));
}

TEST(TickBuilder, WhatIsTakenBackWasNotPut) {
  TickBuilder tick = BuilderOf({WantOf(kDisks), WantOf(kDisks)});
  tick.Put(1, 5, 50);
  tick.PutSome(0, 3);
  tick.TakeBack(0);
  tick.Put(0, 4, 40);
  const Samples samples = Finished(&tick);
  EXPECT_THAT(samples.groups[0].instances, ElementsAre(4, 5));
  EXPECT_THAT(samples.metrics[0].bits, ElementsAre(40, 0));
  EXPECT_THAT(samples.metrics[1].bits, ElementsAre(0, 50));
}

TEST(TickBuilderDeathTest, ValuesOfAWantStandTogether) {
  TickBuilder tick = BuilderOf({WantOf(kDisks), WantOf(kDisks)});
  tick.Put(0, 1, 10);
  tick.Put(1, 1, 11);
  EXPECT_DEATH(tick.Put(0, 2, 20), "metric.first");
}

TEST(TickBuilder, WhatIsClearedIsNotInTheTick) {
  TickBuilder tick = BuilderOf({WantOf(kDisks)});
  tick.PutText(0, 1, "old");
  tick.Join();
  tick.Clear();
  tick.PutText(0, 2, "new");
  const Samples samples = Finished(&tick);
  EXPECT_THAT(samples.groups[0].instances, ElementsAre(2));
  EXPECT_THAT(samples.strings, ElementsAre("new"));
}

/// Puts `ids` as instances of want `want`.
void PutIds(std::size_t want, const std::vector<InstanceId>& ids,
            TickBuilder* tick) {
  for (const InstanceId id : ids) tick->Put(want, id, 1);
}

TEST(TickBuilder, KnowsWhichInstancesAreNew) {
  TickBuilder tick = BuilderOf({WantOf(kDisks), WantOf(kDisks)});
  tick.SetInstances(kDisks, {1, 2, 3});
  const auto has_new = [&](const std::vector<InstanceId>& of_0,
                           const std::vector<InstanceId>& of_1) {
    PutIds(0, of_0, &tick);
    PutIds(1, of_1, &tick);
    tick.Join();
    const bool result = tick.HasNew(kDisks);
    Finished(&tick);
    return result;
  };
  EXPECT_FALSE(has_new({1, 2, 3}, {2}));
  EXPECT_FALSE(has_new({1, 2}, {2, 3})) << "the same together";
  EXPECT_TRUE(has_new({1, 2, 4}, {2, 3}));
  EXPECT_FALSE(has_new({1, 2}, {1, 4})) << "3 has gone";
  EXPECT_TRUE(has_new({3}, {1, 4})) << "and comes again";
  EXPECT_FALSE(has_new({}, {}));
  EXPECT_TRUE(has_new({3}, {}));
  EXPECT_FALSE(tick.HasNew(kCpus)) << "nobody wants any";
}

TEST(TickBuilder, NumbersGoWhereTheReaderHasAPlaceForThem) {
  TickBuilder tick = BuilderOf({WantOf(kDisks), WantOf(kDisks)});
  NumberRows whole(NumberForm{Type::kU64, 2});
  NumberRows gap(NumberForm{Type::kU64, 1});
  Samples samples;
  samples.metrics.resize(2);
  samples.metrics[0].numbers = &whole;
  samples.metrics[1].numbers = &gap;
  PutIds(0, {7, 1}, &tick);
  tick.Put(1, 7, 70);
  tick.Finish(kNow, &samples);
  EXPECT_THAT(whole.values(), ElementsAre(2, 2));
  EXPECT_TRUE(whole.known());
  EXPECT_THAT(gap.values(), ElementsAre(0, 70));
  EXPECT_THAT(gap.cells(), ElementsAre(kAbsent, kKnown));
  EXPECT_THAT(samples.metrics[0].bits, IsEmpty());
  EXPECT_THAT(samples.metrics[1].cells, IsEmpty());
}

/// Against what the header says, value by value: several ticks of instances
/// that come and go, in any order and some twice.
TEST(TickBuilder, RandomTicks) {
  std::mt19937 random(12);
  TickBuilder tick = BuilderOf({WantOf(kDisks), WantOf(kCpus), WantOf(kDisks)});
  Samples samples;
  for (int t = 0; t < 500; ++t) {
    std::array<std::map<InstanceId, std::uint64_t>, 3> put;
    for (std::size_t want = 0; want < put.size(); ++want) {
      for (auto left = random() % 6; left > 0; --left) {
        const auto id = static_cast<InstanceId>(random() % 5);
        const std::uint64_t bits = random();
        tick.Put(want, id, bits);
        put[want].try_emplace(id, bits);
      }
    }
    tick.Finish(kNow, &samples);
    for (std::size_t want = 0; want < put.size(); ++want) {
      std::set<InstanceId> all;
      for (const std::size_t other :
           {std::size_t{0}, std::size_t{1}, std::size_t{2}}) {
        if ((other == 1) != (want == 1)) continue;
        for (const auto& [id, bits] : put[other]) all.insert(id);
      }
      const MetricSamples& metric = samples.metrics[want];
      ASSERT_THAT(samples.groups[metric.group].instances,
                  ElementsAreArray(all));
      std::vector<std::uint64_t> bits;
      for (const InstanceId id : all) {
        bits.push_back(put[want].count(id) > 0 ? put[want].at(id) : 0);
      }
      ASSERT_EQ(metric.bits, bits);
      ASSERT_EQ(metric.dense, put[want].size() == all.size());
    }
  }
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
