// Windows and points in time: the examples of pmapi/notation/FORMAT.md, "Time
// windows".
#include "pmapi/notation/time_window.h"

#include <gtest/gtest.h>

#include "base/calendar.h"
#include "pmapi/notation/date_phrase.h"

namespace pmapi::notation {
namespace {

using base::Timestamp;

constexpr const char* kNoAlignment =
    "^ -- alignment specified by -A switch could not be applied\n";

Timestamp At(std::int64_t seconds, std::int64_t micros) {
  return {seconds * base::kNanosPerSecond + micros * base::kNanosPerMicro};
}

/// The log of those examples: 2001-09-09 00:23:20.25 to 03:10:00.75, on a
/// Saturday a quarter of a century later.
WindowFrame Frame() {
  WindowFrame frame;
  frame.start = At(999'995'000, 250'000);
  frame.end = At(1'000'005'000, 750'000);
  frame.now = At(1'795'230'731, 0);  // Sat Nov 21 03:12:11 2026
  return frame;
}

std::string Clock(Timestamp time) {
  const base::DateTime f = base::ToFields(base::Zone(), time);
  char text[64];
  std::snprintf(text, sizeof text, "%04d-%02d-%02d %02d:%02d:%02d.%06d", f.year,
                f.month, f.day, f.hour, f.minute, f.second,
                f.nanosecond / 1000);
  std::string result = text;
  if (result.substr(0, 11) == "2001-09-09 ") result = result.substr(11);
  return result;
}

/// "start end first", and the warning's lines where there is one.
std::string Window(const WindowOptions& options,
                   const WindowFrame& frame = Frame()) {
  const auto window = ResolveWindow(options, frame);
  if (!window) return window.fault().lines;
  std::string text = Clock(window->start) + ' ' + Clock(window->end) + ' ' +
                     Clock(window->first);
  if (!window->warning.empty()) text += '\n' + window->warning;
  return text;
}

std::string Start(const char* text) {
  WindowOptions options;
  options.start = text;
  const auto window = ResolveWindow(options, Frame());
  return window ? Clock(window->start) : window.fault().lines;
}

/// Not held back by the log's start, so that all texts can be seen through.
std::string Finish(const char* text) {
  WindowFrame frame;
  frame.start = At(992'608'245, 500'000);  // Fri Jun 15 12:30:45.5 2001
  frame.end = At(4'102'457'145, 250'000);  // 2100-01-01 03:25:45.25
  frame.now = Frame().now;
  WindowOptions options;
  options.finish = text;
  const auto window = ResolveWindow(options, frame);
  return window ? Clock(window->end) : window.fault().lines;
}

TEST(TimeWindow, TableOfThePage) {
  EXPECT_EQ(Window({}), "00:23:20.250000 03:10:00.750000 00:23:20.250000");
  EXPECT_EQ(Window({"5m", {}, {}, {}}),
            "00:28:20.250000 03:10:00.750000 00:28:20.250000");
  EXPECT_EQ(Window({"-5m", {}, {}, {}}),
            "03:05:00.750000 03:10:00.750000 03:05:00.750000");
  EXPECT_EQ(Start("@02:00"), "02:00:00.000000");
  EXPECT_EQ(Window({"@01:00:30.5", "@02:00", {}, {}}),
            "01:00:30.500000 02:00:00.000000 01:00:30.500000");
  EXPECT_EQ(Window({"10m", "10m", {}, {}}),
            "00:33:20.250000 00:43:20.250000 00:33:20.250000");
  EXPECT_EQ(Window({{}, {}, "10m", {}}),
            "00:30:00.000000 03:10:00.750000 00:30:00.000000");
  EXPECT_EQ(Window({{}, {}, {}, "5m"}),
            "00:23:20.250000 03:10:00.750000 00:28:20.250000");
  EXPECT_EQ(Window({{}, {}, {}, "-5m"}),
            "00:23:20.250000 03:10:00.750000 03:05:00.750000");
  EXPECT_EQ(Window({{}, {}, "10m", "5m"}),
            "00:30:00.000000 03:10:00.750000 00:40:00.000000");
  EXPECT_EQ(Window({{}, {}, "10m", "-1s"}),
            "00:30:00.000000 03:10:00.750000 03:10:00.000000");
  EXPECT_EQ(Start("1 hour ago"), "02:10:00.000000");
  EXPECT_EQ(Start("@12:30 pm"), "12:30:00.000000");
  EXPECT_EQ(Start("@bogus"), "bogus\n^ -- unexpected value\n");
  EXPECT_EQ(Start("@13:00pm"), "13:00pm\n     ^ -- unexpected value\n");
}

TEST(TimeWindow, AlignmentThatFailsIsAWarningAndZeroAnError) {
  EXPECT_EQ(Window({{}, {}, "1d", {}}),
            std::string("00:23:20.250000 03:10:00.750000 00:23:20.250000\n"
                        "1d\n") +
                kNoAlignment);
  EXPECT_EQ(Window({{}, {}, "0", {}}), std::string("0\n") + kNoAlignment);
  EXPECT_EQ(Window({{}, {}, "5 foo", {}}), "5 foo\n  ^ -- unexpected value\n");
  EXPECT_EQ(Window({{}, {}, "", {}}), "\n^ -- Null or empty specification\n");
}

// The remaining expectations were taken from libpcp 6.0.3's answers.

TEST(TimeWindow, BoundsStayWithinTheLogWhereThePageSaysSo) {
  EXPECT_EQ(Window({"1000h", {}, {}, {}}),
            "2001-10-20 16:23:20.250000 03:10:00.750000 "
            "2001-10-20 16:23:20.250000")
      << "a start behind the end is kept";
  EXPECT_EQ(Window({"-1000h", "1000h", {}, "1000h"}),
            "00:23:20.250000 03:10:00.750000 03:10:00.750000");
  EXPECT_EQ(Window({"2h", "-2h", {}, {}}),
            "02:23:20.250000 01:10:00.750000 02:23:20.250000");
  EXPECT_EQ(Window({"@02:00", {}, {}, "@01:00"}),
            "02:00:00.000000 03:10:00.750000 03:10:00.750000")
      << "01:00 is tomorrow's";
  EXPECT_EQ(Window({{}, {}, "2h", "@03:05"}),
            "02:00:00.000000 03:10:00.750000 02:00:00.000000");
  EXPECT_EQ(Window({{}, "30m", "20m", "25m"}),
            "00:40:00.000000 01:10:00.000000 01:00:00.000000");
}

TEST(TimeWindow, CountsInNanosecondsAndCutsToMicroseconds) {
  EXPECT_EQ(Window({{}, {}, "3.3333333", {}}),
            "00:23:23.333383 03:10:00.750000 00:23:23.333383");
  WindowFrame frame = Frame();
  frame.start.ns += 999;
  EXPECT_EQ(Window({{}, "-0.0000014", {}, "0.5"}, frame),
            "00:23:20.250000 03:10:00.749998 00:23:20.750000");
}

TEST(TimeWindow, WithoutAnEndNothingLiesBeforeIt) {
  WindowFrame frame = Frame();
  frame.end = kNoEnd;
  const auto window = ResolveWindow({{}, "5m", {}, {}}, frame);
  ASSERT_TRUE(window);
  EXPECT_EQ(Clock(window->end), "00:28:20.250000");
  EXPECT_EQ(ResolveWindow({}, frame)->end, kNoEnd);
  const auto fault = ResolveWindow({{}, "-5m", {}, {}}, frame);
  ASSERT_FALSE(fault);
  EXPECT_EQ(fault.fault().option, 'T');
  EXPECT_EQ(fault.fault().lines, "-5m\n^ -- unexpected value\n");
}

TEST(TimeWindow, IsInTheGivenZone) {
  WindowFrame frame = Frame();
  frame.zone = base::Zone::FromTz("EST-10");
  EXPECT_EQ(Window({"@11:00", {}, {}, {}}, frame),
            "01:00:00.000000 03:10:00.750000 01:00:00.000000");
}

TEST(TimeWindow, HugeDistancesDoNotOverflow) {
  EXPECT_EQ(Window({"1e10", "-1e18", "1e10", "1e18 days"}).substr(0, 10),
            "2147-10-30");
}

TEST(TimeSpec, MissingHigherFieldsAreTheNextThatFit) {
  EXPECT_EQ(Finish("@12:30"), "2001-06-15 12:30:00.000000");
  EXPECT_EQ(Finish("@11:05pm"), "2001-06-15 23:05:00.000000");
  EXPECT_EQ(Finish("@12:05am"), "2001-06-16 00:05:00.000000");
  EXPECT_EQ(Finish("@0:05pm"), "2001-06-15 12:05:00.000000");
  EXPECT_EQ(Finish("@9 01:00"), "2001-07-09 01:00:00.000000");
  EXPECT_EQ(Finish("@20 01:00"), "2001-06-20 01:00:00.000000");
  EXPECT_EQ(Finish("@Jan"), "2002-01-01 00:00:00.000000");
  EXPECT_EQ(Finish("@jun15"), "2001-06-15 00:00:00.000000");
  EXPECT_EQ(Finish("@Sep 5:00"), "2001-09-01 05:00:00.000000");
  EXPECT_EQ(Finish("@:30"), "2001-06-16 00:30:00.000000");
  EXPECT_EQ(Finish("@31"), "2001-07-01 00:00:00.000000");
  EXPECT_EQ(Finish("@"), "2001-06-15 12:30:45.500000");
}

TEST(TimeSpec, WithAYearMissingLowerFieldsAreTheFirst) {
  EXPECT_EQ(Finish("@1970"), "1970-01-01 00:00:00.000000");
  EXPECT_EQ(Finish("@5:00 2002"), "2002-01-01 05:00:00.000000");
  EXPECT_EQ(Finish("@25 2002"), "2002-01-25 00:00:00.000000");
  EXPECT_EQ(Finish("@Jun 15 5:00 pm 2002"), "2002-06-15 17:00:00.000000");
  EXPECT_EQ(Finish("@Sun Sep  9 01:46:40 2001"), "01:46:40.000000");
  EXPECT_EQ(Finish("@Feb 29 2003"), "2003-03-01 00:00:00.000000");
}

TEST(TimeSpec, SecondsAreReadAsDoubles) {
  EXPECT_EQ(Finish("@12:30:45.4"), "2001-06-15 12:30:45.399999");
  EXPECT_EQ(Finish("@1:00:30.999999"), "2001-06-16 01:00:30.999998");
  EXPECT_EQ(Finish("@1:00:1e1"), "2001-06-16 01:00:10.000000");
  EXPECT_EQ(Finish("@1:30: .5"), "2001-06-16 01:30:00.500000");
}

TEST(TimeSpec, FaultsPointAtTheField) {
  EXPECT_EQ(Finish("@23:60"), "23:60\n   ^ -- unexpected value\n");
  EXPECT_EQ(Finish("@1:00:62"), "1:00:62\n     ^ -- unexpected value\n");
  EXPECT_EQ(Finish("@Sep 32"), "Sep 32\n    ^ -- unexpected value\n");
  EXPECT_EQ(Finish("@Jun 15 13pm"),
            "Jun 15 13pm\n         ^ -- unexpected value\n");
  EXPECT_EQ(Finish("@ bogus"), " bogus\n ^ -- unexpected value\n");
  EXPECT_EQ(Finish("  -  5 foo"), "  5 foo\n    ^ -- unexpected value\n");
  EXPECT_EQ(Finish("@Fri 5:00 2002"),
            "Fri 5:00 2002\n             ^ -- more information expected\n");
}

TEST(DatePhrase, RelativeToTheEndOrTheStart) {
  EXPECT_EQ(Finish("1 day ago"), "2099-12-31 03:25:45.000000");
  EXPECT_EQ(Finish("2 months ago"), "2099-11-01 03:25:45.000000");
  EXPECT_EQ(Finish("1 day 2 hours ago"), "2099-12-31 01:25:45.000000");
  EXPECT_EQ(Finish("last week"), "2099-12-25 03:25:45.000000");
  EXPECT_EQ(Finish("1 month 2 hours"), "2001-07-15 14:30:45.000000");
  EXPECT_EQ(Finish("next month"), "2001-08-15 12:30:45.000000");
}

TEST(DatePhrase, RelativeToThePresent) {
  EXPECT_EQ(Finish("now"), "2026-11-21 03:12:11.000000");
  EXPECT_EQ(Finish("tomorrow 14:30"), "2026-11-22 14:30:00.000000");
  EXPECT_EQ(Finish("monday"), "2026-11-23 00:00:00.000000");
  EXPECT_EQ(Finish("last monday"), "2026-11-16 00:00:00.000000");
  EXPECT_EQ(Finish("5pm"), "2026-11-21 17:00:00.000000");
  EXPECT_EQ(Finish("@5"), "2026-11-21 05:00:00.000000");
  EXPECT_EQ(Finish("hour ago"), "2026-11-21 02:12:11.000000");
  EXPECT_EQ(Finish(""), "2026-11-21 00:00:00.000000");
}

TEST(DatePhrase, Dates) {
  EXPECT_EQ(Finish("2001-09-09 01:46"), "01:46:00.000000");
  EXPECT_EQ(Finish("09/09/2001"), "00:00:00.000000");
  EXPECT_EQ(Finish("2001/09/09"), "00:00:00.000000");
  EXPECT_EQ(Finish("9-Sep-2001"), "00:00:00.000000");
  EXPECT_EQ(Finish("September 9, 2001 1:00pm"), "13:00:00.000000");
  EXPECT_EQ(Finish("Sun Sep 9 01:46:40 2001"), "01:46:40.000000");
  EXPECT_EQ(Finish("Sun, 9 Sep 2001 01:46:40"), "01:46:40.000000");
  EXPECT_EQ(Finish("2001-09-09 01:00 UTC"), "01:00:00.000000");
  EXPECT_EQ(Finish("2001-09-09 04:00 +0200"), "02:00:00.000000");
  EXPECT_EQ(Finish("9/9"), "2026-09-09 00:00:00.000000");
}

TEST(DatePhrase, WhatItDoesNotUnderstand) {
  for (const char* text :
       {"@Jan", "2001-02-30", "2001-13-09", "9/31", "13pm", "25:00", "noon",
        "ago", "5:00 5:00", "yesterday tomorrow", "-1 monday"}) {
    EXPECT_FALSE(ParseDatePhrase(text)) << text;
  }
}

TEST(TimeWindow, APointMayLieOutsideOfTheFrame) {
  const auto point = [](const std::string& text) {
    const auto resolved = ResolvePoint('S', text, Frame());
    return resolved ? Clock(*resolved) : resolved.fault().lines;
  };
  EXPECT_EQ(point("10"), "00:23:30.250000");
  EXPECT_EQ(point("-10"), "03:09:50.750000");
  EXPECT_EQ(point("5hour"), "05:23:20.250000");
  EXPECT_EQ(point("-3hour"), "00:10:00.750000");
  EXPECT_EQ(point("1 x"), "1 x\n  ^ -- unexpected value\n");
}

}  // namespace
}  // namespace pmapi::notation
