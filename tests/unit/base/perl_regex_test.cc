// ParsePerlRegex: which bytes its parts match, and what is not understood. That
// all of it finds what RE2 does: sweep submatch_finder_test.
#include "base/perl_regex.h"

#include <gtest/gtest.h>

#include <cstddef>
#include <optional>
#include <string>

namespace base {
namespace {

using Kind = RegexNode::Kind;

/// Those of `bytes` that an expression of one byte matches.
std::string Matched(const std::string& text, const std::string& bytes) {
  const auto tree = ParsePerlRegex(text);
  if (!tree || tree->operands.size() != 1) return "not understood";
  const RegexNode& one = tree->operands.front();
  EXPECT_EQ(one.kind, Kind::kSet) << text;
  std::string matched;
  for (const char c : bytes) {
    if (one.set[static_cast<unsigned char>(c)]) matched += c;
  }
  return matched;
}

TEST(ParsePerlRegex, OfOneByte) {
  EXPECT_EQ(Matched("a", "aAb"), "a");
  EXPECT_EQ(Matched(".", "a\n\xff"), "a\xff");
  EXPECT_EQ(Matched("\\.", "a."), ".");
  EXPECT_EQ(Matched("\\x41", "aA"), "A");
  EXPECT_EQ(Matched("\\x{e4}", "a\xe4"), "\xe4");
  EXPECT_EQ(Matched("\\t", "t\t"), "\t");
  EXPECT_EQ(Matched("\\d", "a5"), "5");
  EXPECT_EQ(Matched("\\W", "a_ \n"), " \n");
  EXPECT_EQ(Matched("\\s", " \v\n"), " \n");
  EXPECT_EQ(Matched("{", "{"), "{") << "no count";
}

TEST(ParsePerlRegex, OfBrackets) {
  EXPECT_EQ(Matched("[a-c]", "abcd-"), "abc");
  EXPECT_EQ(Matched("[^a-c]", "abcd\n"), "d\n");
  EXPECT_EQ(Matched("[]a]", "]ab"), "]a");
  EXPECT_EQ(Matched("[a-]", "a-b"), "a-");
  EXPECT_EQ(Matched("[\\d\\]x]", "5]xy"), "5]x");
  EXPECT_EQ(Matched("[[:alpha:]_]", "a_5"), "a_");
  EXPECT_EQ(Matched("[[:^alpha:]]", "a_5"), "_5");
}

TEST(ParsePerlRegex, FlagsHoldForTheirGroup) {
  const auto tree = ParsePerlRegex("(?:(?i)a)b");
  ASSERT_TRUE(tree);
  const RegexNode& inside = tree->operands[0].operands[1];
  EXPECT_TRUE(inside.set['a'] && inside.set['A']);
  EXPECT_FALSE(tree->operands[1].set['B']);
  EXPECT_TRUE(ParsePerlRegex("(?s).")->operands[1].set['\n']);
}

TEST(ParsePerlRegex, OfRepetitions) {
  const auto repeat = [](const char* text) {
    const auto tree = ParsePerlRegex(text);
    return tree ? tree->operands.front() : RegexNode();
  };
  EXPECT_EQ(repeat("a{2,5}").least, 2);
  EXPECT_EQ(repeat("a{2,5}").most, 5);
  EXPECT_EQ(repeat("a{3}").most, 3);
  EXPECT_EQ(repeat("a{3,}").most, std::nullopt);
  EXPECT_TRUE(repeat("a+").greedy);
  EXPECT_FALSE(repeat("a+?").greedy);
  EXPECT_EQ(repeat("a{x}").kind, Kind::kSet);
  EXPECT_TRUE(repeat("(?:a|b?)?").MayBeEmpty());
  EXPECT_FALSE(repeat("(?:a|b)+").MayBeEmpty());
}

TEST(ParsePerlRegex, GroupsWithNamesAreNumbered) {
  const auto tree = ParsePerlRegex("(x)(?P<a>y(?<b>z))");
  ASSERT_TRUE(tree);
  const RegexNode& first = tree->operands[1];
  EXPECT_EQ(first.kind, Kind::kGroup);
  EXPECT_EQ(first.group, 0);
  EXPECT_EQ(first.operands.front().operands[1].group, 1);
}

TEST(ParsePerlRegex, WhatIsNotUnderstoodIsNothing) {
  for (const char* text :
       {"\\b",    "(?m)^a",   "(?U)a*", "\\pL",         "\\1", "(?:a*)*",
        "(?:^)+", "a{01}",    "(a",     "a)",           "[a",  "\\",
        "(?P<a",  "\\x{100}", "\\x4",   "[[:nosuch:]]", "(?",  "\\Qa\\E",
        "a(?)?",  "a(?i)*",   "a(?s)+", "a(?i){2}"}) {
    EXPECT_FALSE(ParsePerlRegex(text)) << text;
  }
}

TEST(HighestCount, OfWhatStandsInBraces) {
  EXPECT_EQ(HighestCount("12a{3,40}b{5}"), 40);
  EXPECT_EQ(HighestCount("a*"), 0);
  EXPECT_EQ(HighestCount("a{99999999999}"), 1'000'000);
}

}  // namespace
}  // namespace base
