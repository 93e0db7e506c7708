// ServedSite: plans followed, and what all sets share.
#include "cli/served_site.h"

#include <gmock/gmock.h>

#include "tests/unit/cli/served_fixture.h"

namespace cli {
namespace {

using ::testing::HasSubstr;

class ServedSiteTest : public ServedTest {
 protected:
  ServedSiteTest() {
    context_.hosts = OfHosts();
    context_.process = &process_;
    context_.zone = &zone_;
    context_.actions = &actions_;
    context_.counted = [] {};
    site_.emplace(context_);
  }

  SiteContext context_;
  std::optional<ServedSite> site_;
};

TEST_F(ServedSiteTest, SetsOfOneHostShareItsConnection) {
  SitePlan plan;
  plan.sets = {PlanOf("1", a_.spec(), Rules(Tick("x"))),
               PlanOf("2", a_.spec(), Rules(Tick("y"))),
               PlanOf("3", b_.spec(), Rules(Tick("z")))};
  EXPECT_TRUE(site_->Apply(plan));
  EXPECT_TRUE(Prints("x"));
  EXPECT_TRUE(Prints("y"));
  EXPECT_TRUE(Prints("z"));
  EXPECT_EQ(site_->Line(), "3 sets of rules at 2 hosts");
  EXPECT_THAT(site_->Dump(), HasSubstr(": 1 rule: 1 true, 0 unknown\n"));
  EXPECT_EQ(site_->counts().rules, 3u);
  const auto& heard = a_.fake().heard;
  EXPECT_EQ(std::count(heard.begin(), heard.end(),
                       pmapi::pmcd::PduType::kCredentials),
            1);
}

TEST_F(ServedSiteTest, AHostIsToldOfByItsNameAndItsAddress) {
  a_.Die();
  SitePlan plan;
  plan.sets = {PlanOf("1", a_.spec(), Rules(Tick("x")))};
  plan.sets[0].title = "db1";
  site_->Apply(plan);
  EXPECT_TRUE(Logs("pmcd " + a_.spec() + " (db1) does not respond: "));
  EXPECT_EQ(site_->Line(), "1 set of rules at 1 host; waiting for db1");
  plan.sets[0].key = plan.sets[0].title = "db2";
  site_->Apply(plan);
  EXPECT_TRUE(Until([this] { return site_->Line().ends_with("for db2"); }));
}

TEST_F(ServedSiteTest, APlanThatIsTheSameChangesNothing) {
  SitePlan plan;
  plan.sets = {PlanOf("1", a_.spec(), Rules(Tick("x")))};
  EXPECT_TRUE(site_->Apply(plan));
  EXPECT_TRUE(Prints("x"));
  EXPECT_FALSE(site_->Apply(plan));
}

TEST_F(ServedSiteTest, SetsComeGoAndFollow) {
  SitePlan plan;
  plan.sets = {PlanOf("1", a_.spec(), Rules(Tick("x"))),
               PlanOf("2", b_.spec(), Rules(Tick("y")))};
  site_->Apply(plan);
  EXPECT_TRUE(Prints("x"));
  plan.sets = {PlanOf("1", a_.spec(), Rules(Tick("other"))),
               PlanOf("3", a_.spec(), Rules(Tick("third")))};
  EXPECT_TRUE(site_->Apply(plan));
  EXPECT_TRUE(Prints("other"));
  EXPECT_TRUE(Prints("third"));
  EXPECT_TRUE(Prints("third"));
  EXPECT_EQ(CountOf("y") + CountOf("x"), 0);
  EXPECT_EQ(site_->Line(), "2 sets of rules at 1 host");
}

TEST_F(ServedSiteTest, AFileThatIsWrongKeepsItsSets) {
  SitePlan plan;
  plan.sets = {PlanOf("1", a_.spec(), Rules(Tick("x")))};
  site_->Apply(plan);
  EXPECT_TRUE(Prints("x"));
  SitePlan wrong;
  wrong.wrong = {"control"};
  wrong.problems = {"control is wrong"};
  EXPECT_FALSE(site_->Apply(wrong));
  EXPECT_TRUE(Logs("control is wrong: what it has said before goes on"));
  EXPECT_TRUE(Prints("x"));
}

TEST_F(ServedSiteTest, RulesThatAreWrongAreToldOnce) {
  SitePlan plan;
  plan.sets = {PlanOf("1", a_.spec(), Rules(Tick("x")))};
  site_->Apply(plan);
  plan.sets = {PlanOf("1", a_.spec(), Rules("x = load > ;"))};
  EXPECT_FALSE(site_->Apply(plan));
  const std::string told = log_.Text();
  EXPECT_THAT(told,
              HasSubstr("rules are wrong, and those that there are stay"));
  EXPECT_FALSE(site_->Apply(plan)) << "another file has changed";
  EXPECT_EQ(log_.Text(), told);
  EXPECT_FALSE(site_->Apply(plan, true)) << "somebody asks";
  EXPECT_THAT(log_.Text().substr(told.size()),
              HasSubstr("rules are wrong, and those that there are stay"));
}

TEST_F(ServedSiteTest, WhatIsWrongFromTheStartIsToldToWhoAsks) {
  SitePlan plan;
  plan.sets = {PlanOf("1", a_.spec(), Rules("x = load > ;" + Tick("y")))};
  plan.problems = {"a file is wrong"};
  site_->Apply(plan);
  EXPECT_TRUE(Logs("must follow >"));
  const std::string told = log_.Text();
  site_->Apply(plan);
  EXPECT_EQ(log_.Text(), told);
  site_->Apply(plan, true);
  EXPECT_THAT(log_.Text().substr(told.size()), HasSubstr("a file is wrong"));
  EXPECT_THAT(log_.Text().substr(told.size()), HasSubstr("must follow >"));
}

TEST_F(ServedSiteTest, RulesThatAreWrongOrUnreadKeepThoseBefore) {
  SitePlan plan;
  plan.sets = {PlanOf("1", a_.spec(), Rules(Tick("x")))};
  site_->Apply(plan);
  EXPECT_TRUE(Prints("x"));
  for (const auto& rules : {Rules("x = load > ;"), decltype(Rules(""))()}) {
    plan.sets = {PlanOf("1", a_.spec(), rules)};
    EXPECT_FALSE(site_->Apply(plan));
    EXPECT_TRUE(Prints("x"));
  }
  plan.unread = {"1", "of a host that is new"};
  plan.problems = {"rules: not a regular file"};
  site_->Apply(plan);
  EXPECT_TRUE(
      Logs("rules of 1 set cannot be read, and those that there are stay"));
}

}  // namespace
}  // namespace cli
