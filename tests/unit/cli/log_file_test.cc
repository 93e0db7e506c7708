// pmie's log, line by line.
#include "cli/log_file.h"

#include <gtest/gtest.h>

#include <cerrno>

namespace cli {
namespace {

constexpr base::Timestamp kNow{1000000000 * base::kNanosPerSecond};

TEST(LogFile, HeaderLineAndFooterArePmies) {
  const base::Zone zone;
  EXPECT_EQ(LogHeader("pmie", "vm", "started", kNow, zone),
            "Log for pmie on vm started Sun Sep  9 01:46:40 2001\n\n");
  EXPECT_EQ(LogSource("pmie", 42, "local:", false),
            "pmie: PID = 42, via local:\n\n");
  EXPECT_EQ(LogSource("pmie", 42, "local:", true),
            "pmie: PID = 42, via local: [primary]\n\n");
  EXPECT_EQ(LogLine("pmie", 42, "Info", "evaluator exiting", kNow, zone),
            "[Sun Sep  9 01:46:40] pmie(42) Info: evaluator exiting\n");
  EXPECT_EQ(LogFooter(kNow, zone), "\nLog finished Sun Sep  9 01:46:40 2001\n");
}

TEST(LogFile, AFileThatCannotBeWrittenIsAnError) {
  const auto redirected = RedirectTo("/nosuchdir/x.log", 2);
  ASSERT_FALSE(redirected);
  EXPECT_EQ(redirected.error().system_errno, ENOENT);
}

}  // namespace
}  // namespace cli
