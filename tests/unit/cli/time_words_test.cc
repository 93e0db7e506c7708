// One line for each time that cannot be meant.
#include "cli/time_words.h"

#include <gtest/gtest.h>

namespace cli {
namespace {

TEST(TimeWords, NameTheOptionAndWhatToWrite) {
  EXPECT_EQ(IntervalWords("-t", "5 foo"),
            "-t '5 foo' is no interval: write a number and a unit, such as "
            "10sec, 5min, 1hour 30min");
  const grammar::micro::WindowOptions options{"a", "b", "c", "d"};
  EXPECT_EQ(WindowWords(options, {'S', ""}).rfind("-S 'a' is no time: ", 0),
            0u);
  EXPECT_EQ(WindowWords(options, {'T', ""}).rfind("-T 'b' is no time: ", 0),
            0u);
  EXPECT_EQ(WindowWords(options, {'O', ""}).rfind("-O 'd' is no time: ", 0),
            0u);
  EXPECT_EQ(WindowWords(options, {'A', ""}),
            IntervalWords("-A", "c", " longer than 0"));
}

TEST(TimeWords, QuoteWhatWasGiven) {
  EXPECT_EQ(Quoted(""), "''");
  EXPECT_EQ(Quoted("a\033b\n"), "'a?b?'");
  EXPECT_EQ(Quoted(std::string(60, 'x')), "'" + std::string(60, 'x') + "'");
  EXPECT_EQ(Quoted(std::string(61, 'x')), "'" + std::string(60, 'x') + "...'");
}

TEST(TimeWords, OfAnEmptyWindow) {
  grammar::micro::TimeWindow window;
  window.first = {1'000'000'000 * base::kNanosPerSecond};
  window.end = {999'999'999 * base::kNanosPerSecond};
  EXPECT_EQ(EmptyWindowWords(window, base::Zone()),
            "nothing is evaluated: the window (-S, -T, -O) begins at Sun Sep  "
            "9 01:46:40 2001, after its end at Sun Sep  9 01:46:39 2001");
}

}  // namespace
}  // namespace cli
