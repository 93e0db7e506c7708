// Pager: when it asks, and what each key does.
#include "cli/pager.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <string>

#include "tests/unit/cli/terminal.h"

namespace cli {
namespace {

class PagerTest : public ::testing::Test {
 protected:
  PagerTest() { pager_.Begin({4, 6}); }

  static std::string Lines(int first, int last) {
    std::string text;
    for (int i = first; i <= last; ++i) text += std::to_string(i) + '\n';
    return text;
  }

  std::string shown_;
  std::string keys_;  // that will be typed
  Pager pager_{[this](std::string_view text) { shown_ += text; },
               [this](std::string_view question) -> std::optional<char> {
                 shown_ += question;
                 if (keys_.empty()) return std::nullopt;
                 const char key = keys_.front();
                 keys_.erase(0, 1);
                 return key;
               }};
};

// A line that is wiped: a window of six columns has five to write to.
constexpr char kWipe[] = "\r     \r";
constexpr char kAsked[] = "\r     \rmore? (h=help) ";

TEST_F(PagerTest, AFullPageAsksOnlyWhereMoreIsToCome) {
  pager_.Print(Lines(1, 3));
  EXPECT_EQ(shown_, "1\n2\n3\n");
  keys_ = " ";
  pager_.Print("4\n");
  EXPECT_EQ(shown_, std::string("1\n2\n3\n") + kAsked + kWipe + "4\n");
}

TEST_F(PagerTest, AKeyIsForAPageOrALine) {
  keys_ = "y\n";
  pager_.Print(Lines(1, 7));
  EXPECT_EQ(shown_, "1\n2\n3\n" + std::string(kAsked) + kWipe + "4\n5\n6\n" +
                        kAsked + kWipe + "7\n");
  shown_.clear();
  keys_ = "\n ";
  pager_.Print("8\n9\n");
  EXPECT_EQ(shown_,
            std::string(kAsked) + kWipe + "8\n" + kAsked + kWipe + "9\n");
}

TEST_F(PagerTest, ANoLastsUntilTheNextCommand) {
  for (const char* no : {"n", "q", ""}) {
    pager_.Begin({4, 6});
    shown_.clear();
    keys_ = no;
    pager_.Print(Lines(1, 9));
    pager_.Print("more\n");
    pager_.PrintBeside("error\n");
    EXPECT_EQ(shown_, "1\n2\n3\n" + std::string(kAsked) + kWipe) << no;
  }
  pager_.Begin({4, 6});
  shown_.clear();
  pager_.Print("next\n");
  EXPECT_EQ(shown_, "next\n");
}

TEST_F(PagerTest, AnotherKeyIsToldWhichThereAre) {
  keys_ = "xhq";
  pager_.Print(Lines(1, 4));
  const std::string help =
      std::string(kWipe) +
      "[q or n to stop, y or <space> to go on, <enter> to step] more? ";
  EXPECT_EQ(shown_, "1\n2\n3\n" + std::string(kAsked) + help + help + kWipe);
}

TEST_F(PagerTest, WhatStandsBesideALineIsNotAskedFor) {
  pager_.Print(Lines(1, 3));
  pager_.PrintBeside("error\n");
  EXPECT_EQ(shown_, "1\n2\n3\nerror\n");
  pager_.Print("4\n");
  EXPECT_EQ(shown_, std::string("1\n2\n3\nerror\n") + kAsked + kWipe)
      << "it was counted";
}

TEST_F(PagerTest, ALineInPartsIsOne) {
  pager_.Print("a");
  pager_.Print("b\nc\nd\ne");
  EXPECT_EQ(shown_, std::string("ab\nc\nd\n") + kAsked + kWipe);
}

TEST(PagerWindow, IsNeverSmallerThanTheUsualOne) {
  const Terminal terminal;
  const auto is = [&terminal](int rows, int columns) {
    const Pager::Window window = Pager::WindowOf(terminal.descriptor());
    return window.rows == rows && window.columns == columns;
  };
  EXPECT_TRUE(is(24, 80)) << "it says nothing";
  terminal.SetColumns(100);
  EXPECT_TRUE(is(24, 100));
  terminal.SetColumns(20);
  EXPECT_TRUE(is(24, 80));
  int ends[2];
  ASSERT_EQ(::pipe(ends), 0);
  EXPECT_EQ(Pager::WindowOf(ends[0]).rows, 24) << "it is no terminal";
  ::close(ends[0]);
  ::close(ends[1]);
}

}  // namespace
}  // namespace cli
