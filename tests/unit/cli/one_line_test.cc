// Foreign text in errors: how long it may be, and what stays of longer ones.
#include "cli/one_line.h"

#include <gtest/gtest.h>

namespace cli {
namespace {

TEST(OneLines, HaveNoNewlinesAndNothingThatSteersTerminals) {
  EXPECT_EQ(OneLine("a\nb\033[1mc"), "a?b?[1mc");
}

TEST(OneLines, LeaveOutTheMiddleOfWhatIsLong) {
  const std::string path(5000, 'x');
  EXPECT_EQ(OneLine(path), path);
  const std::string end(299, 'x');
  EXPECT_EQ(OneLine("a" + std::string(100'000, 'x') + "b"),
            "a" + end + "... (99402 bytes) ..." + end + "b");
}

}  // namespace
}  // namespace cli
