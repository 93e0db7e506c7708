// Globs: beside fnmatch(3), which reads them as a shell does.
#include "rules/site/glob.h"

#include <fnmatch.h>
#include <gtest/gtest.h>

#include "base/pattern.h"

namespace rules::site {
namespace {

constexpr const char* kGlobs[] = {
    "sda",     "sd*", "*",     "s?a",  "sd[ab]", "sd[!ab]", "*1",
    "nvme*n1", "a.b", "a+b",   "[]a]", "",       "?",       "\\*",
    "(a|b)",   "^a$", "*a*b*", "[a-c", "[.]",    "**",      "[*]x"};
constexpr const char* kNames[] = {
    "sda", "sdb", "sdc", "sd1",   "nvme0n1", "a.b",   "axb", "a+b", "]", "a",
    "",    "*",   "?",   "(a|b)", "^a$",     "xaybz", ".",   "x",   "*x"};

TEST(Glob, NamesMatchAsFnmatchHasIt) {
  for (const char* glob : kGlobs) {
    const auto regex = RegexOfGlob(glob);
    if (!regex) continue;
    const auto pattern = base::Pattern::Compile(*regex);
    ASSERT_TRUE(pattern) << glob;
    for (const char* name : kNames) {
      EXPECT_EQ((*pattern)->Matches(name), ::fnmatch(glob, name, 0) == 0)
          << glob << ' ' << name;
    }
  }
}

TEST(Glob, SomeAreNone) {
  EXPECT_FALSE(RegexOfGlob("[a-c"));
  EXPECT_FALSE(RegexOfGlob("a\\"));
  EXPECT_FALSE(RegexOfGlob("["));
  EXPECT_EQ(RegexOfGlob("a.*"), "^a\\..*$");
}

TEST(Glob, OneNameHasNoWildcards) {
  EXPECT_TRUE(IsOneName("sda"));
  EXPECT_FALSE(IsOneName("sd?"));
  EXPECT_FALSE(IsOneName("\\*"));
}

TEST(Glob, WhatMeetsIsNeverDenied) {
  for (const char* a : kGlobs) {
    for (const char* b : kGlobs) {
      for (const char* name : kNames) {
        const bool both =
            ::fnmatch(a, name, 0) == 0 && ::fnmatch(b, name, 0) == 0;
        EXPECT_TRUE(!both || MayMeet(a, b)) << a << ' ' << b << ' ' << name;
      }
    }
  }
  EXPECT_FALSE(MayMeet("sda", "sdb"));
  EXPECT_FALSE(MayMeet("sda", "nvme*"));
  EXPECT_FALSE(MayMeet("sd*", "nvme*"));
  EXPECT_FALSE(MayMeet("*1", "*2"));
  EXPECT_TRUE(MayMeet("sd*", "*1"));
}

TEST(Glob, ManyStarsTakeNoTime) {
  std::string glob;
  for (int i = 0; i < 1000; ++i) glob += "*a";
  EXPECT_FALSE(MayMeet(glob + 'b', std::string(2000, 'a')));
}

}  // namespace
}  // namespace rules::site
