// What a run says: its log's lines, and diagnostics, each once.
#include "cli/messages.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <csignal>

#include "tests/support/memory_source.h"
#include "tests/unit/cli/set_clock.h"
#include "tests/unit/cli/small_archive.h"

namespace cli {
namespace {

class MessagesTest : public testing::Test {
 protected:
  MessagesTest() {
    catalog_.AddMetric("one", {});
    rules_.Add({"r", "one > ;\nprint 5 Kbyte \"x\";\n"});
  }

  SetClock clock_{{1'000'000'000 * base::kNanosPerSecond}};
  Printed err_;
  tests::MemoryCatalog catalog_;
  RuleFiles rules_{10, {{"h", "h", &catalog_}}};
};

TEST_F(MessagesTest, HeaderLineAndFooterArePmies) {
  Messages messages("pmie", err_.out(), &clock_);
  const std::string pid = std::to_string(::getpid());
  messages.LogBegins("started");
  messages.LogSource("local:", false);
  messages.LogSource("local:", true);
  messages.ComplainAs("no");
  messages.Log(LogLevel::kInfo, "evaluator exiting");
  messages.LogEnds("finished");
  const std::string text = err_.Text();
  EXPECT_EQ(text.substr(0, 12), "Log for pmie");
  EXPECT_EQ(text.substr(text.find(" started ")),
            " started Sun Sep  9 01:46:40 2001\n\n"
            "pmie: PID = " +
                pid +
                ", via local:\n\n"
                "pmie: PID = " +
                pid +
                ", via local: [primary]\n\n"
                "pmie: no\n"
                "[Sun Sep  9 01:46:40] pmie(" +
                pid +
                ") Info: evaluator exiting\n"
                "\nLog finished Sun Sep  9 01:46:40 2001\n");
}

TEST_F(MessagesTest, TimesAreOfTheZoneThatIsSet) {
  Messages messages("pmie", err_.out(), &clock_);
  messages.set_zone(base::Zone(3600, {}));
  messages.Log(LogLevel::kCritical, "{} %v");
  messages.LogEnds("rotated");
  EXPECT_EQ(err_.Text(), "[Sun Sep  9 02:46:40] pmie(" +
                             std::to_string(::getpid()) +
                             ") Critical: {} %v\n"
                             "\nLog rotated Sun Sep  9 02:46:40 2001\n");
}

TEST_F(MessagesTest, ALineForOthersIsTheSame) {
  Messages messages("pmie", err_.out(), &clock_);
  messages.set_zone(base::Zone(3600, {}));
  messages.Log(LogLevel::kWarning, "lost\n");
  EXPECT_EQ(messages.Line(LogLevel::kWarning, "lost\n"), err_.Text());
}

TEST_F(MessagesTest, OnlyLinesOfTheLogHaveALevelThatLeavesThemOut) {
  Messages messages("tocsin", err_.out(), &clock_);
  messages.set_level(LogLevel::kError);
  messages.Log(LogLevel::kInfo, "is left out");
  messages.Log(LogLevel::kWarning, "is left out");
  messages.ComplainAs("stays");
  EXPECT_EQ(err_.Text(), "tocsin: stays\n");
  messages.Log(LogLevel::kError, "stays");
  messages.Log(LogLevel::kCritical, "stays");
  EXPECT_THAT(err_.Text(), ::testing::HasSubstr(" Error: stays\n["));
  EXPECT_THAT(err_.Text(), ::testing::HasSubstr(" Critical: stays\n"));
}

TEST_F(MessagesTest, NothingInThemSteersATerminal) {
  Messages messages("tocsin", err_.out(), &clock_);
  messages.ComplainAs("no \033[2J\n");
  messages.Log(LogLevel::kInfo, "lost \033[2J\nweb1");
  EXPECT_EQ(err_.Text().rfind("tocsin: no ?[2J?\n[", 0), 0u);
  EXPECT_TRUE(err_.Text().ends_with(" Info: lost ?[2J?web1\n"));
}

TEST_F(MessagesTest, OnlyPmieSaysThatItIsInterrupted) {
  Messages ours("tocsin", err_.out(), &clock_);
  ours.Interrupted(SIGINT);
  EXPECT_EQ(ours.InterruptedStatus(SIGINT), 2);
  EXPECT_EQ(ours.InterruptedStatus(SIGTERM), 0);
  EXPECT_EQ(err_.Text(), "");
  Messages pmies("pmie", err_.out(), &clock_);
  pmies.Interrupted(SIGTERM);
  EXPECT_EQ(pmies.InterruptedStatus(SIGTERM), 1);
  EXPECT_EQ(err_.Text(), "\nInterrupted! signal=15\n");
}

TEST_F(MessagesTest, DiagnosticsAreOursByThatName) {
  Messages messages("tocsin", err_.out(), &clock_);
  EXPECT_FALSE(messages.as_pmie());
  messages.Diagnostics(rules_);
  const std::string first = err_.Text();
  EXPECT_NE(first.find("r:1:6: error: "), std::string::npos) << first;
  EXPECT_NE(first.find("r:2:7: warning: "), std::string::npos) << first;
  rules_.Add({"s", "print 5 Kbyte \"y\";\n"});
  messages.Diagnostics(rules_);
  const std::string more = err_.Text().substr(first.size());
  EXPECT_NE(more.find("s:1:"), std::string::npos) << more;
  EXPECT_EQ(more.find("r:"), std::string::npos) << "that has been told";
}

TEST_F(MessagesTest, OnlyPmiesDiagnosticsHaveNoEnd) {
  std::string text;
  for (int i = 0; i < 150; ++i) text += "one > ;\n";
  RuleFiles rules(10, {{"h", "h", &catalog_}});
  rules.Add({"r", text});
  Messages ours("tocsin", err_.out(), &clock_);
  ours.Diagnostics(rules);
  EXPECT_THAT(err_.Text(), testing::EndsWith("\nand 50 more\n"));
  Messages pmies("pmie", err_.out(), &clock_);
  pmies.Diagnostics(rules);
  EXPECT_THAT(err_.Text(), testing::HasSubstr("near line 150 of file r\n"));
}

TEST_F(MessagesTest, DiagnosticsArePmiesByThatName) {
  Messages messages("pmie", err_.out(), &clock_);
  EXPECT_TRUE(messages.as_pmie());
  messages.Diagnostics(rules_);
  EXPECT_EQ(err_.Text(),
            "pmie: syntax error - near line 2 of file r\n"
            "arithmetic expression expected to follow >\n");
}

TEST_F(MessagesTest, AsPmieNothingAfterAnUnknownHost) {
  Messages messages("pmie", err_.out(), &clock_);
  RuleFiles rules(10, {{"h", "h", &catalog_}});
  EXPECT_FALSE(rules.Add({"r", "one :nosuch; one > ;\n"}));
  messages.Diagnostics(rules);
  EXPECT_EQ(err_.Text(),
            "pmie: cannot open archive unknown archive\n"
            "pmNewContext: No such file or directory\n");
}

}  // namespace
}  // namespace cli
