// Rules on the loop, over pmcds that change and die: what it reports,
// does, logs and checks again. Its ticks come as fast as they are answered.
#include "cli/rule_evaluation.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "cli/rule_files.h"
#include "tests/support/action_event.h"
#include "tests/unit/cli/set_clock.h"
#include "tests/unit/cli/small_archive.h"
#include "tests/unit/cli/small_pmcd.h"

namespace cli {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

constexpr base::Timestamp kStart{1'700'000'000 * base::kNanosPerSecond};

constexpr char kAllAnswer[] = "1 rule: 1 true, 0 unknown; 2 of 2 hosts answer";

class RuleEvaluationTest : public testing::Test, RuleOwner {
 protected:
  /// Evaluates `rules` (":b" is host b) for so many ticks, 10 s apart, 0: until
  /// the loop is stopped. After each evaluation calls `evaluated` with the
  /// number of its tick, from 1.
  void Evaluate(
      std::string rules, int ticks,
      std::function<void(int)> evaluated = [](int) {}) {
    evaluated_ = std::move(evaluated);
    for (std::size_t at = 0; (at = rules.find(":b")) != std::string::npos;) {
      rules.replace(at, 2, ":'" + b_.spec() + "'");
    }
    rules_.Parse({"rules", rules});
    Prepare();
    rules_.Check(hosts_.Views());
    ASSERT_FALSE(rules_.has_errors());
    window_.first = kStart;
    window_.end = ticks == 0
                      ? pmapi::notation::kNoEnd
                      : kStart + base::Duration{(ticks - 1) * kInterval.ns};
    const RuleEvaluationContext context{
        options_,       hosts_,     window_,     &clock_, zone_,
        printed_.out(), log_.log(), &receivers_, {},      &state_,
        this,           nullptr,    as_pmie_};
    const auto ended = EvaluateRules(context, rules_.TakeStatements());
    EXPECT_TRUE(ended) << ended.error().message;
  }

  static constexpr base::Duration kInterval{10 * base::kNanosPerSecond};

  base::loop::Loop loop_;
  SmallPmcd a_{&loop_, "a", 1};
  SmallPmcd b_{&loop_, "b", 2};
  LiveHosts hosts_{&loop_, [](const std::string& name) {
                     return name == "PMCD_RECONNECT_TIMEOUT"
                                ? std::optional<std::string>("0.01")
                                : SmallEnvironment(name);
                   }};
  RuleFiles rules_{10};
  Options options_;
  pmapi::notation::TimeWindow window_;
  SetClock clock_{kStart};
  base::Zone zone_;
  Printed printed_;
  RunState state_;
  actions::Receivers receivers_;
  tests::LogLines log_;
  std::vector<std::set<int>> rechecked_;
  bool over_ = false;
  bool as_pmie_ = false;

  static int Lines(const std::string& text, const std::string& end) {
    int lines = 0;
    for (std::size_t at = text.find(end); at != std::string::npos;
         at = text.find(end, at + 1)) {
      ++lines;
    }
    return lines;
  }

 private:
  void Evaluated() override {
    clock_.now = *state_.last() + kInterval;
    evaluated_(static_cast<int>((clock_.now - kStart).ns / kInterval.ns));
  }
  void Share(bool) override {}
  bool Over() const override { return over_; }
  engine::check::Rechecked CheckAgain(const std::set<int>& sources) override {
    rechecked_.push_back(sources);
    return rules_.CheckAgain(hosts_.Views(sources));
  }

  void Prepare() {
    ASSERT_TRUE(hosts_.Open(a_.spec(), rules_.Needs()));
    hosts_.Prepare(kInterval, [this] { loop_.Stop(); });
    loop_.Run();
  }

  std::function<void(int)> evaluated_;
};

TEST_F(RuleEvaluationTest, ReportsAndEndsWithItsWindow) {
  options_.report = ReportStyle::kValues;
  Evaluate("x = load; y = load :b > 1;", 2);
  EXPECT_EQ(printed_.Text(), "x: 1\ny: true\n\nx: 1\ny: true\n\n");
  EXPECT_THAT(log_.lines, IsEmpty());
  EXPECT_THAT(rechecked_, IsEmpty());
  EXPECT_EQ(state_.counts().evaluations, 4u);
}

TEST_F(RuleEvaluationTest, AStopInItsLastTickLeavesNothingForLater) {
  Evaluate("x = load;", 1, [this](int) { loop_.Stop(); });
  bool stopped = false;
  loop_.Post([&] {
    loop_.Post([&] {
      stopped = true;
      loop_.Stop();
    });
  });
  loop_.Run();
  EXPECT_TRUE(stopped) << "and not by the run that is over";
}

TEST_F(RuleEvaluationTest, DoesAndCountsWhatRulesAskFor) {
  Evaluate("load > 0 -> print \"%v on %h\"; load > 5 -> print \"never\";", 2);
  EXPECT_EQ(printed_.Text(),
            "Tue Nov 14 22:13:20 2023: 1 on a\n"
            "Tue Nov 14 22:13:30 2023: 1 on a\n");
  EXPECT_EQ(state_.counts().actions, 2u);
  EXPECT_EQ(state_.Line(), "2 rules: 1 true, 0 unknown; 1 of 1 host answers");
}

TEST_F(RuleEvaluationTest, OnlyWhatAsksAChangedHostIsCheckedAgainAndBegunAnew) {
  constexpr int kUntilBegun = 10;  // ticks, which nobody waits for
  int known = 0;                   // the tick at which all has been asked
  int last = 0;
  Evaluate(
      "sum_sample load @0..1 > 0 -> print \"a %v\";"
      "sum_sample load :b @0..1 > 0 -> print \"b %v\";",
      0, [&](int tick) {
        if (tick == 3 && b_.inquiries() == 1) b_.Change();
        if (b_.inquiries() == 3 && known == 0) known = tick;
        last = tick;
        if (known > 0 && tick > known + kUntilBegun) loop_.Stop();
      });
  EXPECT_THAT(rechecked_, ElementsAre(std::set<int>{1}));
  EXPECT_EQ(a_.inquiries(), 1);
  EXPECT_EQ(b_.inquiries(), 3) << "to begin with; has it changed; what is it";
  const std::string text = printed_.Text();
  EXPECT_EQ(Lines(text, ": a 2\n"), last - 1) << "its window is never empty";
  EXPECT_GE(Lines(text, ": b 4\n"), 2) << text;
  EXPECT_LT(Lines(text, ": b 4\n"), last - 2) << text;
  EXPECT_THAT(text.substr(text.size() / 2), HasSubstr(": b 4\n"));
  EXPECT_THAT(log_.lines, IsEmpty());
}

TEST_F(RuleEvaluationTest, TellsOnceOfAHostThatIsLost) {
  Evaluate("load > 5 -> print \"never\"; load :b > 5 -> print \"never\";", 4,
           [this](int tick) {
             if (tick == 1) b_.Die();
           });
  ASSERT_EQ(log_.lines.size(), 2u);
  EXPECT_EQ(log_.lines[0],
            "Error: pmFetch from b failed: IPC protocol failure");
  EXPECT_EQ(log_.lines[1], "Info: Lost connection to pmcd " + b_.spec());
  EXPECT_EQ(state_.Line(),
            "2 rules: 0 true, 1 unknown; 1 of 2 hosts answers; waiting for " +
                b_.spec());
}

TEST_F(RuleEvaluationTest, TellsOfOneThatIsLostAndBackBeforeAnybodyAsks) {
  Evaluate("load :b > 1 -> print \"here\";", 0, [this](int tick) {
    if (tick == 2) b_.Restart();
    if (tick > 2 && log_.lines.size() == 3) loop_.Stop();
  });
  EXPECT_THAT(
      log_.lines,
      ElementsAre("Error: pmFetch from b failed: IPC protocol failure",
                  "Info: Lost connection to pmcd " + b_.spec(),
                  "Info: Re-established connection to pmcd " + b_.spec()));
}

// What is killed with questions unread resets its connections.
TEST_F(RuleEvaluationTest, AConnectionThatIsResetIsLostInTheSameWords) {
  b_.fake().ends_by_reset = true;
  Evaluate("load :b > 5 -> print \"never\";", 3, [this](int tick) {
    if (tick == 1) b_.Die();
  });
  EXPECT_THAT(log_.lines,
              ElementsAre("Error: pmFetch from b failed: IPC protocol failure",
                          "Info: Lost connection to pmcd " + b_.spec()));
}

TEST_F(RuleEvaluationTest, AsPmieOneHostIsToldOfOnceHoweverManyNamesItHas) {
  as_pmie_ = true;
  b_.fake().host_name = "a";
  Evaluate("load + load :b > 1 -> print \"here\";", 0, [this](int tick) {
    if (tick == 2) {
      a_.Die();
      b_.Die();
    }
    if (tick == 5) {
      a_.Live();
      b_.Live();
    }
    if (tick > 5 && !log_.lines.empty() && state_.Line() == kAllAnswer)
      loop_.Stop();
  });
  ASSERT_EQ(log_.lines.size(), 3u);
  EXPECT_EQ(log_.lines[0],
            "Error: pmFetch from a failed: IPC protocol failure");
  EXPECT_THAT(log_.lines[1], HasSubstr("Lost connection to pmcd "));
  EXPECT_THAT(log_.lines[2], HasSubstr("Re-established connection to pmcd "));
}

TEST_F(RuleEvaluationTest, WhatIsWrongOnAHostThatComesLaterIsTold) {
  b_.Die();
  Evaluate("load :b > 1 -> print \"here\"; load :b #'x' > 1 -> print \"no\";",
           0, [this](int tick) {
             if (tick == 1) b_.Live();
             if (rules_.has_errors() || !rechecked_.empty()) loop_.Stop();
           });
  ASSERT_EQ(rules_.diagnostics().size(), 1u);
  EXPECT_EQ(rules_.diagnostics()[0].diagnostic.message,
            "load has no instances");
}

TEST_F(RuleEvaluationTest, QuietIsOnlyWhatIsWrong) {
  options_.quiet = true;
  Evaluate("load :b > 5 -> print \"never\";", 3, [this](int tick) {
    if (tick == 1) b_.Die();
  });
  ASSERT_EQ(log_.lines.size(), 1u);
  EXPECT_THAT(log_.lines[0], HasSubstr("Error: "));
}

TEST_F(RuleEvaluationTest, KnowsWhoWasNotThereToBeginWith) {
  b_.Die();
  Evaluate("load :b > 5 -> print \"never\";", 2);
  EXPECT_THAT(log_.lines, IsEmpty()) << "that was told when it was prepared";
  EXPECT_EQ(
      state_.Line(),
      "1 rule: 0 true, 1 unknown; 0 of 1 host answer; waiting for " + b_.spec())
      << "no rule asks the other";
}

TEST_F(RuleEvaluationTest, TellsOnceOfTicksLeftOut) {
  Evaluate("x = load;", 20, [this](int tick) {
    if (tick < 6) clock_.now = clock_.now + base::Duration{3 * kInterval.ns};
  });
  EXPECT_THAT(log_.lines,
              ElementsAre("Warning: 3 evaluations, due every 10 s, are left "
                          "out: what came before took too long, or the machine "
                          "slept. SIGUSR1 tells how many it has been"));
  EXPECT_EQ(state_.counts().skipped, 6u);
}

TEST_F(RuleEvaluationTest, AClockThatIsSetIsNotSlow) {
  Evaluate("x = load;", 20, [this](int tick) {
    if (tick == 6) clock_.SetBy({3 * kInterval.ns});
  });
  EXPECT_THAT(log_.lines, ElementsAre(HasSubstr("was set forward by 30 s")));
  EXPECT_EQ(state_.counts().skipped, 3u);
}

TEST_F(RuleEvaluationTest, ASignalFromBeforeIsHeard) {
  over_ = true;
  Evaluate("load > 0 -> print \"x\";", 2);
  EXPECT_EQ(printed_.Text(), "");
}

}  // namespace
}  // namespace cli
