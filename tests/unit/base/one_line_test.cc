// Foreign text in errors: how long it may be, and what stays of longer ones.
#include "base/one_line.h"

#include <gtest/gtest.h>

namespace base {
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

TEST(OneLines, LeaveCharactersWhole) {
  std::string text;
  std::string end;
  for (int i = 0; i < 3000; ++i) text += "\u20ac";
  for (int i = 0; i < 99; ++i) end += "\u20ac";
  EXPECT_EQ(OneLine("ab" + text),
            "ab" + end + "... (8403 bytes) ..." + end + "\u20ac");
}

}  // namespace
}  // namespace base
