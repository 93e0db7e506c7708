// RuleSet: files parsed one after another, and what two of them share.
#include "cli/rule_set.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace cli {
namespace {

using ::testing::ElementsAre;
using ::testing::Pair;

constexpr base::Duration kTen{10 * base::kNanosPerSecond};

TEST(RuleSet, MacrosAndNeedsAreOfAllFiles) {
  const RuleSet rules({{"a", "m = \"load\"; delta = 5 sec;"},
                       {"b", "x = $m > 1; y = cpu :web1 > 1;"}},
                      kTen, {});
  EXPECT_FALSE(rules.has_errors());
  EXPECT_EQ(rules.files().size(), 2u);
  EXPECT_EQ(rules.written(), 2u);
  EXPECT_THAT(rules.words(),
              ElementsAre("x 5.000000 load > 1", "y 5.000000 cpu :web1 > 1"));
  EXPECT_EQ(rules.needs().at("").count("load"), 1u);
  EXPECT_EQ(rules.needs().at("web1").count("cpu"), 1u);
}

TEST(RuleSet, WhatHasBeenParsedIsShared) {
  const RuleSet first({{"a", "x = load > 1;"}}, kTen, {});
  const auto parsed =
      std::make_shared<const std::vector<RuleSet::File>>(first.files());
  const RuleSet rules({{"b", "y = load > 2;"}}, kTen, {}, {parsed, parsed});
  EXPECT_THAT(rules.words(),
              ElementsAre("y 10.000000 load > 2", "x 10.000000 load > 1",
                          "x 10.000000 load > 1"));
  EXPECT_EQ(rules.files()[1].parsed, first.files()[0].parsed);
}

TEST(RuleSet, WhatIsWrongHasItsFile) {
  const RuleSet rules({{"a", "x = load > 1;"}, {"b", "y = load > ;"}}, kTen,
                      {});
  EXPECT_TRUE(rules.has_errors());
  ASSERT_FALSE(rules.diagnostics().empty());
  EXPECT_EQ(rules.diagnostics()[0].source->name(), "b");
  EXPECT_EQ(rules.words().size(), 1u);
}

TEST(RuleSet, StatementsAreTheSameThatSayTheSame) {
  const RuleSet before(
      {{"a", "x = load > 1; load > 2; load > 2; y = load > 3;"}}, kTen, {});
  const RuleSet now({{"a",
                      "load > 2; y = load > 4; x = load   > 1;"
                      "load > 2; load > 2; delta = 5; x2 = load > 1;"}},
                    kTen, {});
  EXPECT_THAT(SameStatements(before, now),
              ElementsAre(Pair(0, 1), Pair(2, 0), Pair(3, 2)));
}

}  // namespace
}  // namespace cli
