// PositionMatcher: what is far apart, and what it costs. Whether it agrees
// with RE2: sweep position_matcher_test.
#include "base/position_matcher.h"

#include <gtest/gtest.h>

#include <string>

#include "base/check.h"
#include "base/posix_regex.h"

namespace base {
namespace {

PositionMatcher Of(const std::string& posix) {
  const auto translated = TranslatePosixRegex(posix);
  CHECK(translated.has_value());
  const auto positions = FindPositions(*translated);
  CHECK(positions.has_value());
  return PositionMatcher(*positions);
}

bool Matches(const std::string& posix, const std::string& text) {
  return Of(posix).Matches(text);
}

TEST(PositionMatcher, AnyPartUnlessAnchored) {
  EXPECT_TRUE(Matches("b{2}", "abba"));
  EXPECT_FALSE(Matches("^b{2}", "abba"));
  EXPECT_FALSE(Matches("b{2}$", "abba"));
  EXPECT_TRUE(Matches("(^|c)ab+a$", "abba"));
  EXPECT_TRUE(Matches("(^|c)ab+a$", "abcaba"));
  EXPECT_FALSE(Matches("(^|c)ab+a$", "aaba"));
}

TEST(PositionMatcher, NothingIsAPart) {
  EXPECT_TRUE(Matches("a*", ""));
  EXPECT_TRUE(Matches("^$", ""));
  EXPECT_TRUE(Matches("$^", ""));
  EXPECT_FALSE(Matches("^$", "a"));
  EXPECT_TRUE(Matches("$", "a"));
  EXPECT_FALSE(Matches("a", ""));
}

/// Places of several words are moved over.
TEST(PositionMatcher, CountsAsFarAsItIsTold) {
  const PositionMatcher exactly = Of("x.{63,200}y");
  for (const int between : {62, 63, 64, 127, 128, 129, 200, 201}) {
    const std::string text =
        "x" + std::string(static_cast<std::size_t>(between), '.') + "y";
    EXPECT_EQ(exactly.Matches(text), between >= 63 && between <= 200)
        << between;
  }
  const PositionMatcher groups = Of("^((ab|cd){40,50}e){2}$");
  const auto repeated = [](int times) {
    std::string text;
    for (int i = 0; i < times; ++i) text += i % 3 == 0 ? "cd" : "ab";
    return text + "e";
  };
  EXPECT_TRUE(groups.Matches(repeated(40) + repeated(50)));
  EXPECT_FALSE(groups.Matches(repeated(40) + repeated(51)));
  EXPECT_FALSE(groups.Matches(repeated(39) + repeated(50)));
}

TEST(PositionMatcher, HighCountsCostLittle) {
  EXPECT_LT(Of("ERR.{1,200}[0-9]").cost(), 50u);
  EXPECT_LT(Of("(.{1,30}x){1,30}[0-9]").cost(), 300u);
  EXPECT_LT(Of("(ab|cd){1,200}[0-9]").cost(), 300u);
}

}  // namespace
}  // namespace base
