// A conversation: what each command asks of those who do it.
#include "cli/interactive.h"

#include <gtest/gtest.h>

#include <csignal>
#include <sstream>

#include "tests/unit/cli/small_archive.h"

namespace cli {
namespace {

constexpr base::Timestamp At(std::int64_t seconds) {
  return {seconds * base::kNanosPerSecond};
}

class InteractiveTest : public testing::Test {
 protected:
  InteractiveTest() {
    engine::expr::Statement statement;
    statement.name = "x";
    statements_.push_back(std::move(statement));
    frame_.start = window_.start = window_.first = At(1000);
    frame_.end = window_.end = At(1100);
  }

  /// The exit status after `lines`. What was done is in done_.
  int Talk(const std::string& lines) {
    std::istringstream in(lines);
    Conversation talk;
    talk.program = "tocsin";
    talk.in = &in;
    talk.out = out_.out();
    talk.complain = [this](const std::string& text) {
      done_ += "complain " + text;
    };
    talk.load_file = [this](const std::string& name) {
      done_ += "file " + name + "\n";
      return !name.starts_with("bad");
    };
    talk.load_text = [this](const std::string& text) {
      done_ += "text <" + text + ">\n";
      return true;
    };
    talk.statements = [this]() -> const auto& { return statements_; };
    talk.hosts = [] { return grammar::HostNames{{"", "here"}}; };
    talk.run = [this](const pmapi::notation::TimeWindow& window) {
      done_ += "run " + std::to_string(window.first.Seconds()) + " " +
               (window.end == pmapi::notation::kNoEnd
                    ? "for ever"
                    : std::to_string(window.end.Seconds())) +
               "\n";
      return run_status_;
    };
    talk.signal = [this] { return signal_; };
    talk.window = window_;
    talk.frame = frame_;
    const int status = Converse(talk);
    left_ = in.str().substr(in.eof() ? in.str().size()
                                     : static_cast<std::size_t>(in.tellg()));
    return status;
  }

  std::vector<engine::expr::Statement> statements_;
  pmapi::notation::TimeWindow window_;
  pmapi::notation::WindowFrame frame_;
  int run_status_ = 0;
  int signal_ = 0;
  Printed out_;
  std::string done_;
  std::string left_;  // of the input
};

TEST_F(InteractiveTest, BeginsWithTheMenuAndEndsWithTheInput) {
  EXPECT_EQ(Talk(""), 0);
  const std::string text = out_.Text();
  EXPECT_EQ(text.rfind("tocsin in interactive mode\n\ntocsin commands\n", 0),
            0u)
      << text;
  EXPECT_EQ(text.substr(text.size() - 8), "tocsin> ");
  EXPECT_EQ(done_, "");
}

TEST_F(InteractiveTest, EndsWhereItIsToldTo) {
  EXPECT_EQ(Talk("q\nf never\n"), 0);
  EXPECT_EQ(done_, "");
  EXPECT_EQ(left_, "f never\n");
}

TEST_F(InteractiveTest, LoadsFilesAndTypedRules) {
  EXPECT_EQ(Talk("f  my rules \nf\nload > 1; .\nq\n"), 0);
  EXPECT_EQ(done_.substr(0, 14), "file my rules\n");
  EXPECT_NE(done_.find("text <load > 1; "), std::string::npos) << done_;
}

TEST_F(InteractiveTest, AFileThatCannotBeLoadedEndsIt) {
  EXPECT_EQ(Talk("f bad\nr\n"), 1);
  EXPECT_EQ(done_, "file bad\n");
}

TEST_F(InteractiveTest, RunsOverItsWindow) {
  EXPECT_EQ(Talk("r\n"), 0);
  EXPECT_EQ(done_, "run 1000 1100\n");
}

TEST_F(InteractiveTest, KeepsTheLengthOfTheLastRun) {
  EXPECT_EQ(Talk("r 30 sec\nr\nT 5\nr\n"), 0);
  EXPECT_EQ(done_, "run 1000 1030\nrun 1000 1030\nrun 1000 1005\n");
}

TEST_F(InteractiveTest, SetsWhereRunsBegin) {
  EXPECT_EQ(Talk("S +20\nr\nS -10\nr\n"), 0);
  EXPECT_EQ(done_, "run 1020 1120\nrun 1090 1190\n");
}

TEST_F(InteractiveTest, WithoutAnEndItRunsForEver) {
  frame_.end = window_.end = pmapi::notation::kNoEnd;
  EXPECT_EQ(Talk("r\nS 5\nr 10\n"), 0);
  EXPECT_EQ(done_,
            "run 1000 for ever\n"
            "complain tocsin: error - runs over live hosts begin now\n"
            "run 1000 1010\n");
}

TEST_F(InteractiveTest, ComplainsAndGoesOn) {
  EXPECT_EQ(Talk("S\nT\nT 5 x\nr 5 y\nl nope\nv nope\nS @bogus\nq\n"), 0);
  EXPECT_EQ(done_,
            "complain tocsin: error - argument required\n"
            "complain tocsin: error - argument required\n"
            "complain 5 x\n  ^ -- unexpected value\n"
            "complain 5 y\n  ^ -- unexpected value\n"
            "complain tocsin: error - rule \"nope\" not defined\n"
            "complain tocsin: error - rule 'nope' not defined\n"
            "complain bogus\n^ -- unexpected value\n");
}

TEST_F(InteractiveTest, MillisecondsAreNotTakenForMinutes) {
  EXPECT_EQ(Talk("r 100ms\nT 1 ms\nS +5ms\nr 100msec\nq\n"), 0);
  EXPECT_EQ(done_,
            "complain tocsin: error - r '100ms' is in minutes: write "
            "'100msec', or '100min'\n"
            "complain tocsin: error - T '1 ms' is in minutes: write '1 msec', "
            "or '1 min'\n"
            "complain tocsin: error - S '+5ms' is in minutes: write '+5msec', "
            "or '+5min'\n"
            "run 1000 1000\n");
}

TEST_F(InteractiveTest, ShowsTheMenuForWhatItDoesNotKnow) {
  EXPECT_EQ(Talk("z\n?\n\n  \nq\n"), 0);
  const std::string text = out_.Text();
  int menus = 0;
  for (std::size_t at = text.find("commands\n"); at != std::string::npos;
       at = text.find("commands\n", at + 1)) {
    ++menus;
  }
  EXPECT_EQ(menus, 3) << "at first, for z and for ?; empty lines are none";
}

TEST_F(InteractiveTest, ARunMayEndIt) {
  run_status_ = 1;
  EXPECT_EQ(Talk("r\nr\n"), 1);
  EXPECT_EQ(done_, "run 1000 1100\n");
}

TEST_F(InteractiveTest, ASignalEndsIt) {
  signal_ = SIGINT;
  EXPECT_EQ(Talk("r\n"), SIGINT);
  signal_ = SIGTERM;
  EXPECT_EQ(Talk("r\n"), 0);
  EXPECT_EQ(done_, "");
}

}  // namespace
}  // namespace cli
