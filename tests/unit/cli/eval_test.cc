// tocsin eval: the value, the words, the exit status.
#include "cli/eval.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "cli/options.h"
#include "tests/unit/cli/small_archive.h"
#include "tests/unit/cli/small_pmcd.h"

namespace cli {
namespace {

using ::testing::HasSubstr;

class EvalTest : public testing::Test {
 protected:
  EvalTest() { options_.archives = {small_.path()}; }

  /// "status: what is printed".
  std::string Eval(const std::string& expression) {
    options_.expression = expression;
    Printed out;
    Printed err;
    const int status = RunEval(options_, SmallProcess(&out, &err));
    errors_ = err.Text();
    return std::to_string(status) + ": " + out.Text();
  }

  SmallArchive small_;
  EvalOptions options_;
  std::string errors_;
};

TEST_F(EvalTest, ShowsTheValueAtTheEnd) {
  EXPECT_EQ(Eval("load"), "0: 3\n");
  EXPECT_EQ(Eval("load * 2 + 1"), "0: 7\n");
  EXPECT_EQ(Eval("idle"), "0: \"no\"\n");
  EXPECT_EQ(errors_, "");
}

TEST_F(EvalTest, TellsTruthsByItsStatus) {
  EXPECT_EQ(Eval("load > 2"), "0: true\n");
  EXPECT_EQ(Eval("load > 3"), "1: false\n");
  EXPECT_EQ(Eval("some_sample load @0..2 < 2"), "0: true\n");
  EXPECT_EQ(Eval("load > 2 -> print \"x\""), "0: true\n");
  EXPECT_EQ(Eval("load > 3 -> print \"x\""), "1: false\n");
}

TEST_F(EvalTest, KnowsThatItDoesNotKnow) {
  EXPECT_EQ(Eval("load @5"), "3: ?\n");
  EXPECT_EQ(Eval("load @5 > 1"), "3: unknown\n");
}

TEST_F(EvalTest, MaySpeakOfTheLastEvaluations) {
  options_.samples = 2;
  EXPECT_EQ(Eval("load"),
            "0: Sun Sep  9 01:46:50 2001  2\nSun Sep  9 01:47:00 2001  3\n");
  options_.samples = 100;
  options_.interval = "20 sec";
  EXPECT_EQ(Eval("load"),
            "0: Sun Sep  9 01:46:40 2001  1\nSun Sep  9 01:47:00 2001  3\n");
}

TEST_F(EvalTest, HasAWindowAndAZone) {
  options_.window.finish = "10";
  EXPECT_EQ(Eval("load"), "0: 2\n");
  options_.samples = 2;
  options_.zone = "EST5";
  EXPECT_EQ(Eval("load > 1"),
            "0: Sat Sep  8 20:46:40 2001  false\n"
            "Sat Sep  8 20:46:50 2001  true\n");
}

TEST_F(EvalTest, WritesJson) {
  options_.json = true;
  EXPECT_EQ(Eval("load > 2"),
            "0: {\"time\":\"2001-09-09T01:47:00Z\",\"verdict\":\"true\","
            "\"values\":[{\"host\":\"web1\",\"value\":true}]}\n");
  EXPECT_EQ(Eval("idle"),
            "0: {\"time\":\"2001-09-09T01:47:00Z\","
            "\"values\":[{\"host\":\"web1\",\"value\":\"no\"}]}\n");
  EXPECT_EQ(Eval("load @5"),
            "3: {\"time\":\"2001-09-09T01:47:00Z\","
            "\"values\":[{\"host\":\"web1\",\"value\":null}]}\n");
}

TEST_F(EvalTest, WithoutAnArchiveItIsOfAHostNow) {
  options_.archives.clear();
  options_.host = kThisHost;
  EXPECT_EQ(Eval("hinv.ncpu > 0"), "0: true\n");
  EXPECT_EQ(Eval("hinv.ncpu < 1"), "1: false\n");
  options_.window.start = "1";
  EXPECT_EQ(Eval("hinv.ncpu > 0"), "2: ");
  EXPECT_EQ(errors_,
            "tocsin: eval: -S, -T, -A, -O and -z are for archives; a live "
            "answer is of now\n");
}

TEST_F(EvalTest, APmcdThatHasNoSuchNameIsNotWaitedFor) {
  options_.archives.clear();
  ServedPmcd pmcd;
  pmcd.Begin();
  options_.host = pmcd.spec();
  EXPECT_EQ(Eval("load"), "0: 1\n");
  EXPECT_EQ(Eval("lod"), "2: ");
  EXPECT_THAT(errors_, HasSubstr("error: no metric lod in "));
  EXPECT_THAT(errors_, HasSubstr("did you mean \"load\"?"));
}

TEST_F(EvalTest, AnAgentThatIsAwayMayComeBack) {
  options_.archives.clear();
  ServedPmcd pmcd;
  (*pmcd).fake().metrics.front().described = false;
  pmcd.Begin();
  options_.host = pmcd.spec();
  EXPECT_EQ(Eval("load"), "3: ?\n");
  EXPECT_THAT(errors_, HasSubstr("warning: no metric load in "));
}

TEST_F(EvalTest, SaysWhatIsStrange) {
  EXPECT_EQ(Eval("load > 2 -> print 5 Kbyte \"x\""), "0: true\n");
  EXPECT_EQ(errors_.rfind("<command line>:1:19: warning: ", 0), 0u) << errors_;
}

TEST_F(EvalTest, SaysWhatIsWrong) {
  EXPECT_EQ(Eval("no.such"), "2: ");
  EXPECT_NE(errors_.find("no metric no.such"), std::string::npos) << errors_;
  EXPECT_EQ(Eval("5"), "2: ");
  EXPECT_EQ(errors_,
            "tocsin: eval: there is nothing to evaluate: a constant\n");
  EXPECT_EQ(Eval("load; load"), "2: ");
  EXPECT_EQ(errors_, "tocsin: eval: one expression is wanted, not 2\n");
  options_.interval = "5 parsecs";
  EXPECT_EQ(Eval("load"), "2: ");
  EXPECT_EQ(errors_,
            "tocsin: eval: -t '5 parsecs' is no interval longer than 0: write "
            "a number and a unit, such as 10sec, 5min, 1hour 30min\n");
  options_.interval.clear();
  options_.archives = {"/no/such/archive"};
  EXPECT_EQ(Eval("load"), "2: ");
  EXPECT_EQ(
      errors_.rfind("tocsin: eval: cannot open archive /no/such/archive: ", 0),
      0u)
      << errors_;
}

}  // namespace
}  // namespace cli
