// One line for each time that cannot be meant.
#include "cli/time_words.h"

#include <gtest/gtest.h>

namespace cli {
namespace {

TEST(TimeWords, NameTheOptionAndWhatToWrite) {
  EXPECT_EQ(IntervalWords("-t", "5 foo"),
            "-t '5 foo' is no interval: write a number and a unit, such as "
            "10sec, 5min, 1hour 30min");
  const pmapi::notation::WindowOptions options{"a", "b", "c", "d"};
  EXPECT_EQ(WindowWords(options, {'S', ""}).rfind("-S 'a' is no time: ", 0),
            0u);
  EXPECT_EQ(WindowWords(options, {'T', ""}).rfind("-T 'b' is no time: ", 0),
            0u);
  EXPECT_EQ(WindowWords(options, {'O', ""}).rfind("-O 'd' is no time: ", 0),
            0u);
  EXPECT_EQ(WindowWords(options, {'A', ""}),
            IntervalWords("-A", "c", " longer than 0"));
}

TEST(TimeWords, OfMsWhichAreMinutes) {
  EXPECT_EQ(MinutesWords("-t", "1 hour 5 ms"),
            "-t '1 hour 5 ms' is in minutes: write '1 hour 5 msec', or '1 hour "
            "5 min'");
  EXPECT_NE(MinutesWords("-t", "100MS"), std::nullopt);
  for (const char* right :
       {"100msec", "5m", "5mins", "5 secs", "10", "", "s"}) {
    EXPECT_EQ(MinutesWords("-t", right), std::nullopt) << right;
  }
  pmapi::notation::WindowOptions options;
  options.align = "100ms";
  EXPECT_NE(MistakenTimeWords(options), std::nullopt);
  options.align.reset();
  options.finish = "+100ms";
  EXPECT_NE(MistakenTimeWords(options), std::nullopt);
}

TEST(TimeWords, QuoteWhatWasGiven) {
  EXPECT_EQ(Quoted(""), "''");
  EXPECT_EQ(Quoted("a\033b\n"), "'a?b?'");
  EXPECT_EQ(Quoted(std::string(60, 'x')), "'" + std::string(60, 'x') + "'");
  EXPECT_EQ(Quoted(std::string(61, 'x')), "'" + std::string(60, 'x') + "...'");
}

TEST(TimeWords, OfAnEmptyWindow) {
  pmapi::notation::TimeWindow window;
  window.first = {1'000'000'000 * base::kNanosPerSecond};
  window.end = {999'999'999 * base::kNanosPerSecond};
  pmapi::notation::WindowFrame frame;
  frame.start = {999'999'000 * base::kNanosPerSecond};
  frame.end = window.end;
  EXPECT_EQ(EmptyWindowWords(window, frame),
            "nothing is evaluated: the window (-S, -T, -O) begins at Sun Sep  "
            "9 01:46:40 2001, after its end at Sun Sep  9 01:46:39 2001; the "
            "archive is of Sun Sep  9 01:30:00 2001 to Sun Sep  9 01:46:39 "
            "2001");
}

TEST(TimeWords, OfAWindowOfDecades) {
  pmapi::notation::TimeWindow window;
  window.first = {1'000'000'000 * base::kNanosPerSecond};
  window.end = {1'300'000'000 * base::kNanosPerSecond};
  EXPECT_FALSE(LongWindowWords(window, base::Zone()));
  window.end = {4'000'000'000 * base::kNanosPerSecond};
  EXPECT_EQ(LongWindowWords(window, base::Zone()),
            "95 years are evaluated, from Sun Sep  9 01:46:40 2001 to Tue Oct  "
            "2 07:06:40 2096: is a time in the archive wrong? -S and -T choose "
            "a part");
}

TEST(TimeWords, OfADateWithDots) {
  EXPECT_EQ(MistakenTimeWords({"2.3.2026", {}, {}, {}}),
            "-S '2.3.2026' is no time: a date is written 2026-03-02, or '@2 "
            "Mar 2026'");
  for (const char* text : {"02.03.2026 10:00", " 2.3.26"}) {
    EXPECT_TRUE(MistakenTimeWords({{}, text, {}, {}})) << text;
    EXPECT_TRUE(MistakenTimeWords({{}, {}, {}, text})) << text;
  }
  for (const char* text : {"2.3", "2.5min", "-2.3", "@10:00:00.5", "2026-03-02",
                           "2..3", "1.5 1.5"}) {
    EXPECT_FALSE(MistakenTimeWords({text, text, text, text})) << text;
  }
}

TEST(TimeWords, OfATimeThatIsEmpty) {
  for (const char* text : {"", " \t"}) {
    const pmapi::notation::WindowOptions options{{}, {}, {}, text};
    EXPECT_EQ(MistakenTimeWords(options), WindowWords(options, {'O', ""}));
    EXPECT_TRUE(MistakenTimeWords({text, {}, {}, {}}));
    EXPECT_TRUE(MistakenTimeWords({{}, text, {}, {}}));
  }
}

// The first option that is wrong, and then what is meant though unlikely.
TEST(TimeWords, OfTheWholeWindow) {
  const pmapi::notation::WindowFrame frame{{}, pmapi::notation::kNoEnd, {}, {}};
  const auto said = [&](const pmapi::notation::WindowOptions& options) {
    const auto window = MeantWindow(options, frame);
    if (!window) return window.error().message;
    const auto warnings = WindowWarnings(options, *window, frame);
    return warnings.empty() ? "" : warnings.front();
  };
  EXPECT_EQ(said({"2.3.2026", "soon", {}, {}}),
            *MistakenTimeWords({"2.3.2026", {}, {}, {}}));
  EXPECT_EQ(said({{}, "soon", {}, {}}),
            WindowWords({{}, "soon", {}, {}}, {'T', ""}));
  EXPECT_EQ(said({{}, "1hour", {}, {}}), "");
  EXPECT_EQ(said({{}, "2090-01-01", {}, {}}).rfind("120 years ", 0), 0u);
}

// An archive of the morning of 2001-09-09; "now" is a day later, at noon.
TEST(TimeWords, OfATimeOfThisDayBehindTheArchive) {
  pmapi::notation::WindowFrame frame;
  frame.start = {1'000'000'000 * base::kNanosPerSecond};
  frame.end = {1'000'010'000 * base::kNanosPerSecond};
  frame.now = {1'000'123'200 * base::kNanosPerSecond};
  const auto said = [&](const std::string& text) {
    return LateFinishWords({{}, text, {}, {}}, frame);
  };
  EXPECT_EQ(said("10:00"),
            "-T '10:00' is Mon Sep 10 10:00:00 2001, after the end of the "
            "archive at Sun Sep  9 04:33:20 2001; with an @ before it it is of "
            "the archive's first day");
  EXPECT_TRUE(said("3am"));
  for (const char* text : {"@10:00", "2001-09-10 10:00", "20hour", "-1min",
                           "tomorrow", "nonsense"}) {
    EXPECT_FALSE(said(text)) << text;
  }
  frame.now = frame.start;
  EXPECT_FALSE(said("03:00")) << "within it";
  frame.end = pmapi::notation::kNoEnd;
  EXPECT_FALSE(said("10:00")) << "live";
  EXPECT_FALSE(LateFinishWords({}, frame));
}

TEST(TimeWords, OfNoTimeZone) {
  EXPECT_EQ(ZoneWords("-Z", "Mars/Olympus"),
            "-Z 'Mars/Olympus' is no time zone: write UTC, EST5EDT or, of "
            "those in /usr/share/zoneinfo, Europe/Prague");
}

}  // namespace
}  // namespace cli
