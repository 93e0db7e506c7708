// Facts: what is there of what rules need, and what has changed between two
// looks.
#include "pmapi/source/facts.h"

#include <gtest/gtest.h>

#include "tests/support/memory_source.h"
#include "tests/support/shared_needs.h"

namespace pmapi {
namespace {

constexpr InDom kDisks{29};

MetricDesc Desc(std::uint32_t number, InDom indom) {
  MetricDesc desc;
  desc.pmid = Pmid{number};
  desc.type = Type::kU32;
  desc.indom = indom;
  return desc;
}

class FactsTest : public testing::Test {
 protected:
  FactsTest() {
    catalog_.AddMetric("load", Desc(1, kNullInDom));
    catalog_.AddMetric("reads", Desc(2, kDisks));
    catalog_.AddInDom(kDisks, {{1, "sda"}, {2, "sdb fast"}});
  }
  static bool IsMissing(const MetricCatalog& catalog, const Need& need) {
    return !MissingOf(FactsOf(catalog, {need}), {need}).empty();
  }

  tests::MemoryCatalog catalog_;
};

TEST_F(FactsTest, AnswerAsTheCatalogueDidThen) {
  const Facts facts = FactsOf(catalog_, {{"reads", {}}, {"gone", {}}});
  EXPECT_EQ(*facts.Describe("reads"), Desc(2, kDisks));
  EXPECT_EQ(facts.Instances(kDisks)->size(), 2u);
  EXPECT_EQ(facts.Describe("gone").error().code, base::ErrorCode::kNoMetric);
  EXPECT_FALSE(facts.Describe("load")) << "nobody asked";
  EXPECT_EQ(facts.IdsOf(kDisks), (std::vector<InstanceId>{1, 2}));
}

TEST_F(FactsTest, WhatIsMissing) {
  EXPECT_FALSE(IsMissing(catalog_, {"load", {}}));
  EXPECT_FALSE(IsMissing(catalog_, {"load", {"none has any"}}));
  EXPECT_FALSE(IsMissing(catalog_, {"reads", {"sda", "sdb"}}));
  EXPECT_TRUE(IsMissing(catalog_, {"reads", {"sda", "sdc"}}));
  EXPECT_TRUE(IsMissing(catalog_, {"gone", {}}));
  EXPECT_FALSE(IsMissing(catalog_, {"gone", {}, true}));
  EXPECT_FALSE(IsMissing(catalog_, {"sum", {"sda"}, true, {"load", "reads"}}));
  EXPECT_TRUE(IsMissing(catalog_, {"sum", {"sdc"}, true, {"load", "reads"}}));
}

TEST_F(FactsTest, InstancesAreSetAndOnlyNamedOnesMakeADifference) {
  const std::vector<Need> needs = {{"reads", {"sda", "sdc"}}};
  Facts facts = FactsOf(catalog_, needs);
  const auto set = [&](std::vector<Instance> instances) {
    return SetInstances(kDisks, std::move(instances), needs, &facts);
  };
  EXPECT_FALSE(set({{1, "sda"}, {4, "sdd"}}));
  EXPECT_EQ(facts.IdsOf(kDisks), (std::vector<InstanceId>{1, 4}));
  EXPECT_TRUE(set({{1, "sda"}, {3, "sdc"}})) << "it has come";
  EXPECT_FALSE(set({{1, "sda"}})) << "it has gone, and has no values";
  EXPECT_TRUE(set({{2, "sda"}})) << "another number";
}

TEST_F(FactsTest, SoIsADomainThatCannotBeHad) {
  tests::MemoryCatalog catalog;
  catalog.AddMetric("reads", Desc(2, kDisks));
  const std::vector<Need> needs = {{"reads", {}}};
  EXPECT_TRUE(IsMissing(catalog, needs[0]));
  EXPECT_TRUE(Differ(FactsOf(catalog, needs), FactsOf(catalog_, needs), needs));
  EXPECT_FALSE(
      Differ(FactsOf(catalog_, needs), FactsOf(catalog, needs), needs));
}

TEST_F(FactsTest, AnotherNumberIsAnotherInstance) {
  const std::vector<Need> needs = {{"reads", {"sdb"}}};
  const KnownFacts known(&catalog_, tests::Shared(needs));
  EXPECT_FALSE(known.Differ());
  catalog_.AddInDom(kDisks, {{1, "sda"}, {3, "sdb fast"}});
  EXPECT_TRUE(known.Differ());
  EXPECT_FALSE(known.MoreThere()) << "it was there";
}

TEST_F(FactsTest, WhatComesIsMoreAndWhatGoesIsNot) {
  const KnownFacts known(&catalog_,
                         tests::Shared({{"reads", {"sda", "sdc"}}, {"x", {}}}));
  EXPECT_FALSE(known.MoreThere());
  catalog_.AddInDom(kDisks, {{2, "sdb fast"}});
  EXPECT_FALSE(known.MoreThere());
  EXPECT_FALSE(known.Differ());
  catalog_.AddInDom(kDisks, {{2, "sdb fast"}, {9, "sdc"}});
  EXPECT_TRUE(known.MoreThere());
  EXPECT_TRUE(known.Differ());
}

}  // namespace
}  // namespace pmapi
