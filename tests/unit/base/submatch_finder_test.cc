// SubmatchFinder: what groups find, in long texts too. Beside RE2: sweep
// submatch_finder_test.
#include "base/submatch_finder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "base/check.h"

namespace base {
namespace {

using testing::ElementsAre;

SubmatchFinder Finder(const std::string& regex, std::size_t groups) {
  const auto tree = ParsePerlRegex(regex);
  CHECK(tree.has_value());
  auto positions = OrderPositions(*tree);
  CHECK(positions.has_value());
  return SubmatchFinder(*std::move(positions), groups);
}

/// "-" of a group that takes no part; "none" where nothing matches.
std::vector<std::string> Found(SubmatchFinder finder, const std::string& text) {
  const auto* found = finder.Find(text);
  if (found == nullptr) return {"none"};
  std::vector<std::string> all;
  for (const std::string_view one : *found) {
    all.push_back(one.data() == nullptr ? "-" : std::string(one));
  }
  return all;
}

TEST(SubmatchFinder, FindsTheFirstMatchByItsFirstChoices) {
  EXPECT_THAT(Found(Finder("(?P<a>x+)(?P<b>y?)", 2), "zxxyxy"),
              ElementsAre("xx", "y"));
  EXPECT_THAT(Found(Finder("(?P<a>x+?)(?P<b>x*)", 2), "xxx"),
              ElementsAre("x", "xx"));
  EXPECT_THAT(Found(Finder("(?P<a>ab|abc)(?P<b>c?)", 2), "abc"),
              ElementsAre("ab", "c"));
  EXPECT_THAT(Found(Finder("(?P<a>x)", 1), "yyy"), ElementsAre("none"));
}

TEST(SubmatchFinder, AGroupThatTakesNoPartIsNone) {
  EXPECT_THAT(Found(Finder("(?P<a>x)|(?P<b>y)", 2), "y"),
              ElementsAre("-", "y"));
  EXPECT_THAT(Found(Finder("(?:(?P<a>x)|y)+", 1), "xyy"), ElementsAre("x"))
      << "its last one";
}

TEST(SubmatchFinder, OfEmptyTextsAndMatches) {
  EXPECT_THAT(Found(Finder("(?P<a>x*)", 1), ""), ElementsAre(""));
  EXPECT_THAT(Found(Finder("(?P<a>x*)", 1), "y"), ElementsAre(""));
  EXPECT_THAT(Found(Finder("(?P<a>x*)$", 1), "xyx"), ElementsAre("x"));
  EXPECT_THAT(Found(Finder("^(?P<a>x)$", 1), "xx"), ElementsAre("none"));
}

TEST(SubmatchFinder, BlocksOfALongTextAreNoBounds) {
  for (const std::size_t length : {254, 255, 256, 257, 511, 512, 513, 5000}) {
    const std::string text(length, 'a');
    EXPECT_THAT(Found(Finder("(?P<a>a*)(?P<b>b)", 2), text + "b"),
                ElementsAre(text, "b"));
    EXPECT_THAT(Found(Finder("(?P<a>ba*)c", 1), text + "b" + text + "c"),
                ElementsAre("b" + text));
    EXPECT_THAT(Found(Finder("(?P<a>ba*)c", 1), text + "b" + text),
                ElementsAre("none"));
  }
}

TEST(SubmatchFinder, CanBeUsedAgain) {
  SubmatchFinder finder = Finder("(?P<a>x)|(?P<b>y)", 2);
  const std::string x = "x";
  const std::string y = "y";
  ASSERT_NE(finder.Find(x), nullptr);
  ASSERT_NE(finder.Find(y), nullptr);
  EXPECT_EQ((*finder.Find(y))[0].data(), nullptr);
  EXPECT_EQ((*finder.Find(x))[0], "x");
}

TEST(SubmatchFinder, WhatCountsHighCostsMore) {
  EXPECT_LT(Finder("(?P<a>a{1,10})", 1).cost(),
            Finder("(?P<a>a{1,900}b{1,900})", 1).cost());
}

}  // namespace
}  // namespace base
