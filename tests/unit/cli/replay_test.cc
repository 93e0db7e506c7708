// A replay over an archive: reports, actions, and what ends it.
#include "cli/replay.h"

#include <gtest/gtest.h>

#include <csignal>

#include "cli/rule_files.h"
#include "tests/unit/cli/small_archive.h"

namespace cli {
namespace {

class ReplayTest : public testing::Test {
 protected:
  ReplayTest() {
    EXPECT_EQ(archives_.Open({small_.path()}, {}), nullptr);
    window_.start = window_.first = archives_.start();
    window_.end = archives_.end();
  }

  base::Result<Replayed> Replay(const std::string& rules) {
    RuleFiles files(10, archives_.Views());
    EXPECT_TRUE(files.Add({"my.rules", rules}));
    const ReplayContext context{
        options_, archives_, window_, &clock_, zone_, process_, [](int) {
          return "my.rules";
        }};
    return ReplayArchives(context, files.TakeStatements());
  }

  SmallArchive small_;
  Archives archives_;
  Options options_;
  pmapi::notation::TimeWindow window_;
  engine::schedule::SystemClock clock_;
  base::Zone zone_;
  int signal_ = 0;
  Printed printed_;
  ProcessContext process_{.program = "tocsin",
                          .environment = {},
                          .out = printed_.out(),
                          .err = nullptr,
                          .signal = [this] { return signal_; }};
};

TEST_F(ReplayTest, WithoutAReportOnlyActionsShow) {
  ASSERT_TRUE(Replay("x = load; load > 2 -> print \"%v\";"));
  EXPECT_EQ(printed_.Text(), "print Sun Sep  9 01:47:00 2001: 3\n");
}

TEST_F(ReplayTest, ReportsAndActionsComeInTheirOrder) {
  options_.report = ReportStyle::kValues;
  ASSERT_TRUE(Replay("load > 2 -> print \"%v\"; x = load;"));
  EXPECT_EQ(printed_.Text(),
            "expr_1 (Sun Sep  9 01:46:40 2001): false\n"
            "x (Sun Sep  9 01:46:40 2001): 1\n\n"
            "expr_1 (Sun Sep  9 01:46:50 2001): false\n"
            "x (Sun Sep  9 01:46:50 2001): 2\n\n"
            "print Sun Sep  9 01:47:00 2001: 3\n"
            "expr_1 (Sun Sep  9 01:47:00 2001): true\n"
            "x (Sun Sep  9 01:47:00 2001): 3\n\n");
}

TEST_F(ReplayTest, ActionsHaveTheFormatThatIsGiven) {
  options_.action_format = "%f: %m";
  ASSERT_TRUE(Replay("load > 2 -> print \"%v\";"));
  EXPECT_EQ(printed_.Text(), "my.rules: 3\n");
}

TEST_F(ReplayTest, TimesAreOfTheZone) {
  zone_ = base::Zone(3600, {});
  ASSERT_TRUE(Replay("load > 2 -> print \"%v\";"));
  EXPECT_EQ(printed_.Text(), "print Sun Sep  9 02:47:00 2001: 3\n");
}

TEST_F(ReplayTest, TheWindowIsWhatIsReplayed) {
  options_.report = ReportStyle::kValues;
  window_.first.ns += 10 * base::kNanosPerSecond;
  window_.end = window_.first;
  ASSERT_TRUE(Replay("x = load;"));
  EXPECT_EQ(printed_.Text(), "x (Sun Sep  9 01:46:50 2001): 2\n\n");
}

TEST_F(ReplayTest, ASignalEndsIt) {
  options_.report = ReportStyle::kValues;
  signal_ = SIGTERM;
  ASSERT_TRUE(Replay("x = load;"));
  EXPECT_EQ(printed_.Text(), "");
}

TEST_F(ReplayTest, OfNoRulesIsNothing) {
  ASSERT_TRUE(Replay(""));
  EXPECT_EQ(printed_.Text(), "");
}

}  // namespace
}  // namespace cli
