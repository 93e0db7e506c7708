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

TEST(PartOfLine, IsRoundThePlaceAndWholeIfItIsShort) {
  const std::string line(160, 'a');
  EXPECT_EQ(PartOfLine(line, 160), line);
  EXPECT_EQ(PartOfLine("", 0), "");
  std::string text(1000, 'a');
  text[500] = 'b';
  for (const std::size_t at : {0, 500, 1000}) {
    const std::string_view part = PartOfLine(text, at);
    const auto begin = static_cast<std::size_t>(part.data() - text.data());
    EXPECT_EQ(part.size(), 160u);
    EXPECT_LE(begin, at);
    EXPECT_LE(at, begin + part.size());
  }
  std::string umlauts;
  for (int i = 0; i < 200; ++i) umlauts += "\u00fc";
  const std::string_view part = PartOfLine(umlauts, 201);
  EXPECT_EQ(part.substr(0, 2), "\u00fc");
  EXPECT_EQ(part.substr(part.size() - 2), "\u00fc");
}

}  // namespace
}  // namespace base
