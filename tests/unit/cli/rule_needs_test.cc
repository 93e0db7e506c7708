// RuleNeeds: every metric that rules speak of, by host.
#include "cli/rule_needs.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "cli/rule_files.h"
#include "cli/rule_input.h"

namespace cli {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::Pair;

RuleNeeds NeedsOf(const std::vector<RuleText>& texts) {
  RuleFiles files(10);
  for (const RuleText& one : texts) files.Parse(one);
  return files.Needs();
}

TEST(RuleNeeds, MetricsOfEveryKindOfNode) {
  const RuleNeeds needs =
      NeedsOf({{"f",
                "a; x = -b + sum_inst c; some_inst match_inst \"p\" d > 1;"
                "all_sample (e @0..2 > 1) -> print \"x\";"
                "ruleset f > 1 -> print \"x\" else g > rate h -> print \"y\";"
                "$hour > 1; print \"x\";"}});
  std::vector<std::string> metrics;
  for (const auto& [metric, instances] : needs.at("")) {
    metrics.push_back(metric);
  }
  EXPECT_THAT(needs, ElementsAre(Pair("", ::testing::SizeIs(8))));
  EXPECT_THAT(metrics, ElementsAre("a", "b", "c", "d", "e", "f", "g", "h"));
}

TEST(RuleNeeds, ParametersOfEventRecordsByTheLastPartOfTheirNames) {
  const RuleNeeds needs = NeedsOf(
      {{"f",
        "filter f = a > 1; sum_event b ( m :one where f && x.c =~ \"y\" "
        "&& event.age > 5 ) > 2 -> print \"x\";"
        "count_event ( m where d == 1 then m where e == 1 within 5 sec by g "
        ");"}});
  EXPECT_THAT(
      needs,
      ElementsAre(
          Pair("", ElementsAre(Pair("*.d", IsEmpty()), Pair("*.e", IsEmpty()),
                               Pair("*.g", IsEmpty()), Pair("m", IsEmpty()))),
          Pair("one",
               ElementsAre(Pair("*.a", IsEmpty()), Pair("*.b", IsEmpty()),
                           Pair("*.c", IsEmpty()), Pair("m", IsEmpty())))));
}

TEST(RuleNeeds, HostsAndInstances) {
  const RuleNeeds needs =
      NeedsOf({{"f", "m #x #y; m #z; m :one :'two:1'; n :one #x;"}});
  EXPECT_THAT(
      needs,
      ElementsAre(Pair("", ElementsAre(Pair("m", ElementsAre("x", "y", "z")))),
                  Pair("one", ElementsAre(Pair("m", IsEmpty()),
                                          Pair("n", ElementsAre("x")))),
                  Pair("two:1", ElementsAre(Pair("m", IsEmpty())))));
}

TEST(RuleNeeds, MacrosCarryOverFromFileToFile) {
  const RuleNeeds needs =
      NeedsOf({{"f", "disk = \"disk.dev\"; hosts = \":a\";"},
               {"g", "$disk.read $hosts;"}});
  EXPECT_THAT(needs, ElementsAre(Pair(
                         "a", ElementsAre(Pair("disk.dev.read", IsEmpty())))));
}

TEST(RuleNeeds, WhatIsWrongNeedsNothing) {
  EXPECT_THAT(NeedsOf({{"f", "a > ; sum_inst ( ; \"never ends"}}), IsEmpty());
  EXPECT_THAT(NeedsOf({}), IsEmpty());
}

}  // namespace
}  // namespace cli
