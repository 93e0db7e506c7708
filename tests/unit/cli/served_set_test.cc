// ServedSet: its rules run when its hosts answer, and go on as others.
#include "cli/served_set.h"

#include "tests/unit/cli/served_fixture.h"

namespace cli {
namespace {

class ServedSetTest : public ServedTest {
 protected:
  ServedSetTest() {
    context_.hosts = OfHosts();
    context_.zone = &zone_;
    context_.actions = &actions_;
    context_.out = out_.out();
    context_.host = [this](const auto& spec, const SetPlan& /*plan*/) {
      auto& host = hosts_[spec.value_or("")];
      if (!host) {
        host = std::make_unique<ServedHost>(context_.hosts, spec,
                                            SmallEnvironment);
        EXPECT_TRUE(host->Open());
      }
      return base::Result<ServedHost*>(host.get());
    };
    context_.tell = [this](const auto& found) { told_ += found.size(); };
    context_.later = [this](auto chore) { loop_.Post(std::move(chore)); };
    context_.uses = [](const auto& /*statements*/) {};
    context_.counted = [this](const auto& /*before*/, const RunCounts& now) {
      counts_ = now;
    };
  }

  void Begin(const std::string& rules) {
    set_.emplace(context_, PlanOf("key", a_.spec(), Rules(rules)));
    ASSERT_TRUE(set_->Begin());
  }
  void Follow(const std::string& rules) {
    ASSERT_TRUE(set_->Follow(PlanOf("key", a_.spec(), Rules(rules))));
  }

  SetContext context_;
  std::map<std::string, std::unique_ptr<ServedHost>> hosts_;
  std::size_t told_ = 0;
  RunCounts counts_;
  std::optional<ServedSet> set_;
};

TEST_F(ServedSetTest, RulesRunAndAreCounted) {
  Begin(Tick("x"));
  EXPECT_TRUE(Prints("x"));
  EXPECT_GE(counts_.actions, 1u);
  EXPECT_EQ(counts_.rules, 1u);
  set_.reset();
  EXPECT_EQ(counts_.rules, 0u);
  EXPECT_FALSE(hosts_.at(a_.spec())->is_used());
}

TEST_F(ServedSetTest, WhatIsTheSameInOtherRulesIsHeldOffStill) {
  const std::string held =
      "delta = 10 msec; held = load > 0 -> print 1 hour \"held\";\n";
  Begin(held);
  EXPECT_TRUE(Prints("held"));
  Follow(Tick("x") + held);
  EXPECT_TRUE(Prints("x"));
  EXPECT_TRUE(Prints("x"));
  EXPECT_EQ(CountOf("held"), 0);
}

TEST_F(ServedSetTest, RulesThatAreWrongHereLeaveThoseBefore) {
  Begin(Tick("x"));
  EXPECT_TRUE(Prints("x"));
  Follow(Tick("y") + "z = load + 1 -> print \"z\";");
  EXPECT_TRUE(Logs("rules are wrong, and those that there are stay"));
  EXPECT_GT(told_, 0u);
  EXPECT_TRUE(Prints("x"));
  Follow(Tick("mended"));
  EXPECT_TRUE(Prints("mended"));
}

TEST_F(ServedSetTest, RulesMayAskOtherHosts) {
  Begin("delta = 10 msec; both = load :'" + b_.spec() +
        "' > load -> print \"both\";");
  EXPECT_TRUE(Prints("both"));
  EXPECT_EQ(hosts_.size(), 2u);
}

TEST_F(ServedSetTest, RulesThatFollowMayAskFurtherHosts) {
  Begin(Tick("x"));
  EXPECT_TRUE(Prints("x"));
  const std::string other = "load :'" + b_.spec() + "' > ";
  Follow("delta = 10 msec; both = " + other + "load -> print \"both\";");
  EXPECT_TRUE(Prints("both"));
  Follow(Tick("x") + "z = " + other + "load;  y = load + 1 -> print \"y\";");
  EXPECT_TRUE(Logs("rules are wrong, and those that there are stay"));
  a_.Change();
  EXPECT_TRUE(Prints("both"));
}

TEST_F(ServedSetTest, AHostThatRulesDoNotNameAnyMoreIsNotAwaited) {
  b_.Die();
  Begin(Tick("x") + "y = load :'" + b_.spec() + "' > 0 -> print \"y\";");
  EXPECT_TRUE(Prints("x"));
  EXPECT_TRUE(hosts_.at(b_.spec())->is_awaited());
  Follow(Tick("z"));
  EXPECT_TRUE(Prints("z"));
  EXPECT_FALSE(hosts_.at(b_.spec())->is_awaited());
}

TEST_F(ServedSetTest, ItsLatestRulesAreThoseItWaitsFor) {
  const auto before = Rules(Tick("x"));
  set_.emplace(context_, PlanOf("key", a_.spec(), before));
  ASSERT_TRUE(set_->Begin());
  EXPECT_TRUE(Prints("x"));
  EXPECT_EQ(set_->latest(), before);
  const auto wrong = Rules("z = load + 1 -> print \"z\";");
  set_->Expect(wrong);
  EXPECT_EQ(set_->latest(), wrong);
  ASSERT_TRUE(set_->Follow(PlanOf("key", a_.spec(), wrong)));
  EXPECT_TRUE(Logs("rules are wrong, and those that there are stay"));
  EXPECT_EQ(set_->latest(), before);
}

TEST_F(ServedSetTest, AHostWhoseMetricsAreOthersIsAskedAnew) {
  Begin(Tick("x"));
  EXPECT_TRUE(Prints("x"));
  const auto before = a_.inquiries();
  a_.Change();
  EXPECT_TRUE(Until([&] { return a_.inquiries() > before; }));
  EXPECT_TRUE(Prints("x"));
}

}  // namespace
}  // namespace cli
