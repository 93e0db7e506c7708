// OrderedPositions: which places come next, in which order, and what is passed.
#include "base/ordered_positions.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "base/check.h"

namespace base {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

OrderedPositions Of(const std::string& text) {
  const auto tree = ParsePerlRegex(text);
  CHECK(tree.has_value());
  auto positions = OrderPositions(*tree);
  CHECK(positions.has_value());
  return *std::move(positions);
}

/// The byte that a place matches.
std::string ByteOf(const OrderedPositions& positions, std::size_t place) {
  for (std::size_t byte = 0; byte < 256; ++byte) {
    if (positions.places[place][byte]) {
      return std::string(1, static_cast<char>(byte));
    }
  }
  return "?";
}

/// Each as the byte of its place, or "." for the match, and what is passed.
std::vector<std::string> Ways(const OrderedPositions& positions,
                              const RegexWays& ways) {
  std::vector<std::string> all;
  for (const RegexWay& way : ways) {
    std::string& text = all.emplace_back(
        way.to == RegexWay::kMatch ? "." : ByteOf(positions, way.to));
    for (const int passed : way.passed) text += std::to_string(passed);
  }
  return all;
}

/// Behind the place of `byte`.
std::vector<std::string> Behind(const OrderedPositions& positions, char byte,
                                std::size_t end = 0) {
  for (std::size_t place = 0; place < positions.places.size(); ++place) {
    if (!positions.places[place][static_cast<unsigned char>(byte)]) continue;
    return Ways(positions, positions.after[end][place]);
  }
  return {"none"};
}

TEST(OrderPositions, TheFirstChoiceIsFirst) {
  const auto greedy = Of("ab*c");
  EXPECT_THAT(Ways(greedy, greedy.at_begin[0]), ElementsAre("a"));
  EXPECT_THAT(Behind(greedy, 'a'), ElementsAre("b", "c"));
  EXPECT_THAT(Behind(Of("ab*?c"), 'a'), ElementsAre("c", "b"));
  EXPECT_THAT(Behind(Of("a(?:b|c|d)"), 'a'), ElementsAre("b", "c", "d"));
}

TEST(OrderPositions, BehindTheMatchThereIsNoWay) {
  EXPECT_THAT(Behind(Of("ab*"), 'a'), ElementsAre("b", "."));
  EXPECT_THAT(Behind(Of("ab*?"), 'a'), ElementsAre("."));
}

TEST(OrderPositions, GroupsArePassed) {
  const auto positions = Of("x(?P<a>y)(?P<b>z?)");
  EXPECT_THAT(Behind(positions, 'x'), ElementsAre("y0"));
  EXPECT_THAT(Behind(positions, 'y'), ElementsAre("z12", ".123"));
}

TEST(OrderPositions, TheTextsEndsAreKnown) {
  const auto positions = Of("(?:^a|b)(?:c|$)");
  EXPECT_THAT(Ways(positions, positions.at_begin[0]), ElementsAre("a", "b"));
  EXPECT_THAT(Ways(positions, positions.behind_begin[0]), ElementsAre("b"));
  EXPECT_THAT(Behind(positions, 'b'), ElementsAre("c"));
  EXPECT_THAT(Behind(positions, 'b', 1), ElementsAre("."));
  EXPECT_THAT(Behind(positions, 'c', 1), ElementsAre("."));
  const auto empty = Of("^$");
  EXPECT_THAT(Ways(empty, empty.at_begin[1]), ElementsAre("."));
  EXPECT_THAT(Ways(empty, empty.behind_begin[1]), IsEmpty());
}

TEST(OrderPositions, CountsAreCopies) {
  EXPECT_EQ(Of("a{2,5}").places.size(), 5u);
  EXPECT_EQ(Of("a{3,}").places.size(), 3u);
  EXPECT_EQ(Of("a{0}b").places.size(), 1u);
}

TEST(OrderPositions, WhatIsTooLargeIsNothing) {
  EXPECT_FALSE(OrderPositions(*ParsePerlRegex("a{5000}")));
  EXPECT_FALSE(OrderPositions(*ParsePerlRegex("(?:ab?c?d?e?){900}")));
  EXPECT_FALSE(OrderPositions(*ParsePerlRegex("(?:[ab]{900}c){900}")));
}

}  // namespace
}  // namespace base
