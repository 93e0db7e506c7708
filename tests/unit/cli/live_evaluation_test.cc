// What an observer hears of an evaluation over pmcds.
#include "cli/live_evaluation.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <optional>

#include "cli/eval_answers.h"
#include "cli/rule_files.h"
#include "tests/unit/cli/set_clock.h"
#include "tests/unit/cli/small_archive.h"
#include "tests/unit/cli/small_pmcd.h"

namespace cli {
namespace {

constexpr base::Timestamp kStart{1'700'000'000 * base::kNanosPerSecond};
constexpr base::Duration kInterval{10 * base::kNanosPerSecond};

class LiveEvaluationTest : public testing::Test, LiveObserver {
 protected:
  /// Evaluates `rules` until the observer has it ended.
  base::Result<void> Evaluate(const std::string& rules,
                              std::optional<base::Timestamp> end = {}) {
    rules_.Parse({"rules", rules});
    EXPECT_TRUE(hosts_.Open(pmcd_.spec(), rules_.Needs()));
    hosts_.Prepare(kInterval, [this] { loop_.Stop(); });
    loop_.Run();
    rules_.Check(hosts_.Views());
    const base::Zone zone;
    engine::schedule::LiveOptions options;
    options.start = kStart;
    options.end = end;
    options.zone = &zone;
    LiveEvaluation evaluation(&hosts_, options, &no_actions_, &clock_, this);
    EXPECT_TRUE(evaluation.Begin(rules_.TakeStatements()));
    loop_.Run();
    return evaluation.status();
  }

  base::loop::Loop loop_;
  SmallPmcd pmcd_{&loop_, "a", 1};
  LiveHosts hosts_{&loop_, SmallEnvironment};
  RuleFiles rules_{10};
  SetClock clock_{kStart};
  NoActions no_actions_;
  int change_at_ = 0;  // the evaluation behind which the metric is another
  bool right_ = true;  // what is checked again
  int evaluations_ = 0;
  int answers_ = 0;
  int checks_ = 0;
  bool ended_ = false;

 private:
  void Evaluated(const engine::schedule::TaskResults& results) override {
    clock_.now = results.now + kInterval;
    if (++evaluations_ == change_at_) pmcd_.Change();
  }
  void Answered(std::size_t source, const base::Error* why) override {
    EXPECT_EQ(source, 0u);
    EXPECT_EQ(why, nullptr);
    ++answers_;
  }
  void Skipped(base::Duration, std::int64_t) override {}
  void Ended() override {
    ended_ = true;
    loop_.Post([this] { loop_.Stop(); });
  }
  base::Result<std::vector<engine::expr::Statement>> CheckAgain(
      const std::set<int>& sources) override {
    ++checks_;
    if (!right_) return base::Error{base::ErrorCode::kChanged, "not any more"};
    loop_.Stop();
    return rules_.CheckAgain(hosts_.Views(sources)).statements;
  }
};

TEST_F(LiveEvaluationTest, TellsOfEvaluationsAndTheirEnd) {
  EXPECT_TRUE(Evaluate("x = load;", kStart + kInterval));
  EXPECT_EQ(evaluations_, 2);
  EXPECT_EQ(answers_, 2);
  EXPECT_TRUE(ended_);
  EXPECT_EQ(checks_, 0);
}

TEST_F(LiveEvaluationTest, WhatHasChangedIsCheckedAgainAndHasAnswered) {
  change_at_ = 2;
  EXPECT_TRUE(Evaluate("x = load;"));
  EXPECT_EQ(checks_, 1);
  EXPECT_FALSE(ended_);
}

TEST_F(LiveEvaluationTest, WhatIsWrongThenIsItsEnd) {
  change_at_ = 2;
  right_ = false;
  const auto status = Evaluate("x = load;");
  ASSERT_FALSE(status);
  EXPECT_EQ(status.error().message, "not any more");
}

}  // namespace
}  // namespace cli
