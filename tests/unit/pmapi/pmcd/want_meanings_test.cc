// What is lost once identifiers or numbers are another's. In conversations:
// tests/sweep/pmcd_agents_test.cc.
#include "pmapi/pmcd/want_meanings.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace pmapi::pmcd {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

constexpr InDom kDisks{7};

MetricDesc Desc(std::uint32_t pmid, InDom indom = kNullInDom) {
  MetricDesc desc;
  desc.pmid = Pmid{pmid};
  desc.type = Type::kU32;
  desc.indom = indom;
  return desc;
}

class WantMeaningsTest : public testing::Test {
 protected:
  WantMeaningsTest() {
    now_.metrics.emplace("load", Desc(1));
    now_.metrics.emplace("reads", Desc(2, kDisks));
    now_.domains.emplace(kDisks, std::vector<Instance>{{0, "sda"}, {1, "sdb"}});
  }

  WantMeanings Meanings(const std::vector<Want>& wants) const {
    return {wants, now_, NamesByPmid(now_)};
  }

  Facts now_;
};

TEST_F(WantMeaningsTest, WhatIsAsItWasIsNotLost) {
  const WantMeanings meanings =
      Meanings({{Desc(1), {}}, {Desc(2, kDisks), {}}, {Desc(2, kDisks), {1}}});
  EXPECT_THAT(meanings.Lost(now_), IsEmpty());
  now_.metrics.emplace("more", Desc(3));
  now_.domains.at(kDisks)->push_back({2, "sdc"});
  EXPECT_THAT(meanings.Lost(now_), IsEmpty()) << "what has come is no matter";
}

TEST_F(WantMeaningsTest, AMetricIsThatIsGoneOrAnother) {
  const WantMeanings meanings =
      Meanings({{Desc(1), {}}, {Desc(2, kDisks), {}}});
  now_.metrics.at("load") = Desc(2, kDisks);
  now_.metrics.at("reads") = Desc(1);
  EXPECT_THAT(meanings.Lost(now_), ElementsAre(0, 1)) << "they have swapped";
  EXPECT_THAT(meanings.Lost(Facts()), ElementsAre(0, 1));
}

TEST_F(WantMeaningsTest, ANamedInstanceIsWhoseNumberIsAnothers) {
  const WantMeanings meanings = Meanings(
      {{Desc(2, kDisks), {0}}, {Desc(2, kDisks), {1}}, {Desc(2, kDisks), {}}});
  *now_.domains.at(kDisks) = {{1, "sdx"}};
  EXPECT_THAT(meanings.Lost(now_), ElementsAre(1))
      << "the first is gone and has no value";
}

}  // namespace
}  // namespace pmapi::pmcd
