// A live run over this host's kernel: checks, signals, what is said and left
// behind. Hosts that change: rule_evaluation_test.cc.
#include "cli/live_run.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <csignal>

#include "tests/unit/cli/small_archive.h"

namespace cli {
namespace {

using ::testing::HasSubstr;

class LiveRunTest : public testing::Test, DaemonFiles {
 protected:
  LiveRunTest() {
    std::signal(SIGHUP, SIG_DFL);  // also where nohup(1) runs the tests
    options_.host = kThisHost;
    options_.quiet = true;
  }

  /// Begins a run over one tick; `messages` as that program.
  LiveRun& Begin() {
    window_.first = window_.end = clock_.Now();
    return run_.emplace(LiveContext{process_, options_, derived_, nullptr,
                                    messages_, &clock_, zone_, this,
                                    receivers_});
  }
  int Evaluate() { return run_->Evaluate(window_); }
  void ForEver() { window_.end = pmapi::notation::kNoEnd; }

  tests::TemporaryFolder folder_;
  Options options_;
  pmapi::notation::DerivedConfig derived_;
  engine::schedule::SystemClock clock_;
  base::Zone zone_;
  Printed out_;
  Printed err_;
  ProcessContext process_{
      "tocsin",
      [this](const std::string& name) {
        return name == "PCP_TMP_DIR" ? folder_.path() : SmallEnvironment(name);
      },
      out_.out(), err_.out(), [this] { return signal_; }};
  Messages messages_{"tocsin", err_.out(), &clock_};
  pmapi::notation::TimeWindow window_;
  int signal_ = 0;
  int rotations_ = 0;
  ReceiverFiles receivers_;
  std::optional<LiveRun> run_;

 private:
  bool RotateLog() override {
    ++rotations_;
    return true;
  }
  void TryAgain() override {}
};

TEST_F(LiveRunTest, ChecksAndWatches) {
  options_.report = ReportStyle::kValues;
  EXPECT_TRUE(Begin().Check({{"r", "x = hinv.ncpu > 0;"}}));
  EXPECT_EQ(run_->rules().statements().size(), 1u);
  EXPECT_EQ(Evaluate(), 0);
  EXPECT_EQ(out_.Text(), "x: true\n\n");
  EXPECT_EQ(err_.Text(), "");
  EXPECT_EQ(run_->signal(), 0);
}

TEST_F(LiveRunTest, WhatIsWrongIsToldAndTheRestIsRight) {
  options_.report = ReportStyle::kValues;
  EXPECT_TRUE(Begin().Check({{"r", "x = 1 > ;"}, {"s", "y = hinv.ncpu > 0;"}}));
  EXPECT_THAT(err_.Text(), HasSubstr("r:1:"));
  EXPECT_EQ(Evaluate(), 0);
  EXPECT_EQ(out_.Text(), "y: true\n\n");
}

TEST_F(LiveRunTest, WithoutRulesItIsOverAtOnce) {
  ForEver();
  EXPECT_TRUE(Begin().Check({{"r", ""}}));
  EXPECT_EQ(Evaluate(), 0);
}

TEST_F(LiveRunTest, RulesMayBeCheckedWithoutAHost) {
  options_.host.reset();
  options_.check_only = true;
  EXPECT_TRUE(Begin().Check({{"r", "no.such > 1;"}}));
  EXPECT_FALSE(run_->rules().has_errors());
}

TEST_F(LiveRunTest, WhatIsNoHostEndsIt) {
  options_.host = "a:b:c:d";
  EXPECT_FALSE(Begin().Check({{"r", "load;"}}));
  EXPECT_THAT(err_.Text(), HasSubstr("tocsin: "));
}

TEST_F(LiveRunTest, ASignalFromBeforeEndsItsCheck) {
  signal_ = SIGINT;
  EXPECT_FALSE(Begin().Check({{"r", "hinv.ncpu > 0;"}}));
  EXPECT_EQ(err_.Text(), "");
  EXPECT_EQ(run_->signal(), SIGINT);
  EXPECT_EQ(run_->status(), SIGINT);
  signal_ = SIGTERM;
  EXPECT_FALSE(Begin().Check({{"r", "hinv.ncpu > 0;"}}));
  EXPECT_EQ(run_->status(), 0);
}

TEST_F(LiveRunTest, SigtermIsACleanEndAndSigintShows) {
  for (const int number : {SIGTERM, SIGINT}) {
    ASSERT_TRUE(Begin().Check({{"r", "hinv.ncpu > 0;"}}));
    ForEver();
    ::raise(number);
    EXPECT_EQ(Evaluate(), number == SIGTERM ? 0 : SIGINT);
    EXPECT_EQ(run_->signal(), number);
  }
}

TEST_F(LiveRunTest, Sigusr1IsAnsweredInTheLog) {
  ASSERT_TRUE(Begin().Check({{"r", "hinv.ncpu > 0 -> print \"x\";"}}));
  ::raise(SIGUSR1);
  EXPECT_EQ(Evaluate(), 0);
  EXPECT_THAT(err_.Text(), HasSubstr("Info: tocsin caught SIGUSR1\n1 rule: "));
}

TEST_F(LiveRunTest, SighupBeginsALogAnewAlsoInTheForeground) {
  options_.log_file = folder_ / "log";
  options_.foreground = true;
  ASSERT_TRUE(Begin().Check({{"r", "hinv.ncpu > 0;"}}));
  ::raise(SIGHUP);
  EXPECT_EQ(Evaluate(), 0);
  EXPECT_EQ(rotations_, 1);
  EXPECT_EQ(run_->signal(), 0);
  options_.foreground = false;
  ASSERT_TRUE(Begin().Check({{"r", "hinv.ncpu > 0;"}}));
  ::raise(SIGHUP);
  EXPECT_EQ(Evaluate(), 0);
  EXPECT_EQ(rotations_, 2);
}

TEST_F(LiveRunTest, ItsStatisticsAreThereMeanwhile) {
  bool there = false;
  options_.report = ReportStyle::kValues;
  ASSERT_TRUE(Begin().Check({{"r", "x = hinv.ncpu;"}}));
  const std::string path = folder_ / ("pmie/" + std::to_string(::getpid()));
  out_.out()->set_before_write(
      [&] { there = ::access(path.c_str(), F_OK) == 0; });
  EXPECT_EQ(Evaluate(), 0);
  EXPECT_TRUE(there);
  run_.reset();
  EXPECT_NE(::access(path.c_str(), F_OK), 0);
}

}  // namespace
}  // namespace cli
