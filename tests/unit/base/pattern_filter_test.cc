// PatternFilter: what matches is always among what may.
#include "base/pattern_filter.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <random>

namespace base {
namespace {

using testing::IsEmpty;
using testing::UnorderedElementsAre;

std::vector<int> Possible(const PatternFilter& filter, std::string_view text) {
  PatternFilter::Scratch scratch;
  return filter.Find(text, &scratch);
}

TEST(PatternFilter, NamesThoseWhoseLiteralsAreThere) {
  PatternFilter filter;
  filter.Add(**Pattern::Compile("I/O error, dev sd[a-z]"));
  filter.AddLiteral("out of memory");
  filter.Add(**Pattern::Compile("(session|login) opened"));
  filter.Compile();
  EXPECT_THAT(Possible(filter, "I/O error, dev sda"), UnorderedElementsAre(0));
  EXPECT_THAT(Possible(filter, "OUT of memory: login opened"),
              UnorderedElementsAre(1, 2));
  EXPECT_THAT(Possible(filter, "nothing"), IsEmpty());
}

TEST(PatternFilter, OneThatNeedsNoLiteralIsAlwaysPossible) {
  PatternFilter filter;
  filter.AddLiteral("ab");
  filter.AddLiteral("");
  filter.Add(**Pattern::Compile("[0-9]+"));
  filter.Add(**Pattern::Compile("whole"));
  filter.Compile();
  EXPECT_THAT(Possible(filter, "x"), UnorderedElementsAre(0, 1, 2));
}

TEST(PatternFilter, LiteralsAreNoPatterns) {
  PatternFilter filter;
  filter.AddLiteral("a.*[b");
  filter.Compile();
  EXPECT_THAT(Possible(filter, "axxxb"), IsEmpty());
  EXPECT_THAT(Possible(filter, "a.*[b"), UnorderedElementsAre(0));
}

TEST(PatternFilter, WhatAlternativesBeyondAsciiMatchIsPossible) {
  PatternFilter filter;
  filter.Add(**Pattern::Compile("\xc3\x9clast|\xc3\x9clast"));
  filter.Add(**Pattern::Compile("\xc3\x9clast|\xc3\x9clauf"));
  filter.AddLiteral("\xc3\x9clauf");
  filter.Compile();
  EXPECT_THAT(Possible(filter, "die \xc3\x9clast"), UnorderedElementsAre(0, 1));
  EXPECT_THAT(Possible(filter, "\xc3\x9clauf"), UnorderedElementsAre(1, 2));
}

TEST(PatternFilter, WhatMatchesIsPossible) {
  constexpr const char* kParts[] = {
      "abc",         "time", "[a-c]", "x*",   "(err|or)", ".",
      "(time){1,2}", "\\.",  "^abc",  "out$", "(a|)",     "\xe9t\xe9"};
  constexpr const char* kTexts[] = {"abc", "time", "out", "err",
                                    "or",  "x",    ".",   "\xe9t\xe9"};
  std::mt19937_64 random(1);
  int matching = 0;
  for (int i = 0; i < 300; ++i) {
    PatternFilter filter;
    std::vector<std::shared_ptr<const Pattern>> patterns;
    for (int k = 0; k < 10; ++k) {
      std::string text;
      for (std::uint64_t n = 1 + random() % 4; n > 0; --n) {
        text += kParts[random() % std::size(kParts)];
      }
      patterns.push_back(Pattern::Compile(text).value());
      filter.Add(*patterns.back());
    }
    filter.Compile();
    for (int k = 0; k < 20; ++k) {
      std::string text;
      for (std::uint64_t n = random() % 6; n > 0; --n) {
        text += kTexts[random() % std::size(kTexts)];
      }
      const std::vector<int> possible = Possible(filter, text);
      for (int p = 0; p < 10; ++p) {
        if (!patterns[p]->Matches(text)) continue;
        ++matching;
        ASSERT_TRUE(std::count(possible.begin(), possible.end(), p) == 1)
            << patterns[p]->text() << " in " << text;
      }
    }
  }
  EXPECT_GT(matching, 1000);
}

}  // namespace
}  // namespace base
