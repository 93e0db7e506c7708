// The answers of a pmcd on the loop: how many there are, and from when on.
#include "cli/eval_answers.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "cli/rule_files.h"
#include "engine/schedule/clock.h"
#include "tests/unit/cli/small_archive.h"
#include "tests/unit/cli/small_pmcd.h"

namespace cli {
namespace {

constexpr base::Duration kLimit{10 * base::kNanosPerSecond};

class EvalAnswersTest : public testing::Test {
 protected:
  /// What is printed of `expression`, every hundredth of a second.
  std::string Answers(const std::string& expression) {
    RuleFiles rules(0.01);
    rules.Parse({"rules", expression});
    EXPECT_TRUE(hosts_.Open(pmcd_.spec(), rules.Needs()));
    hosts_.Prepare(kLimit, [this] { loop_.Stop(); });
    loop_.Run();
    rules.Check(hosts_.Views());
    const base::Zone zone;
    engine::schedule::SystemClock clock;
    engine::schedule::LiveOptions live;
    live.start = clock.Now();
    live.zone = &zone;
    live.detail = engine::alarm::Detail::kValues;
    Printed printed;
    EvalAnswers answers(options_, zone, printed.out(), &hosts_, &rules,
                        [](const std::string&) {});
    EXPECT_TRUE(answers.Run(rules.TakeStatements(), live, &clock));
    truth_ = answers.truth();
    return printed.Text();
  }

  pmapi::notation::DerivedConfig derived_;
  base::loop::Loop loop_;
  SmallPmcd pmcd_{&loop_, "a", 1};
  LiveHosts hosts_{&loop_, SmallEnvironment};
  EvalOptions options_;
  engine::eval::Kleene truth_ = engine::eval::Kleene::kUnknown;
};

TEST_F(EvalAnswersTest, OneIsEnough) {
  EXPECT_EQ(Answers("load"), "1\n");
  EXPECT_EQ(truth_, engine::eval::Kleene::kTrue);
  EXPECT_EQ(Answers("load > 1"), "false\n");
  EXPECT_EQ(truth_, engine::eval::Kleene::kFalse);
}

TEST_F(EvalAnswersTest, AreAsManyAsAreWanted) {
  options_.samples = 3;
  const std::string text = Answers("load");
  EXPECT_EQ(std::count(text.begin(), text.end(), '\n'), 3) << text;
}

TEST_F(EvalAnswersTest, BeginWhereThereIsEnoughToLookBackOn) {
  EXPECT_EQ(Answers("load @2"), "1\n");
  derived_.Read("d", "more = 2 + delta(load)\n");
  hosts_.UseDerived(derived_);
  EXPECT_EQ(Answers("more"), "2\n");
}

}  // namespace
}  // namespace cli
