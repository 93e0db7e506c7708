// PositionMatcher beside RE2: random expressions over random texts of the few
// bytes that they speak of.
#include "base/position_matcher.h"

#include <gtest/gtest.h>
#include <re2/re2.h>

#include <cstdlib>
#include <random>
#include <string>

#include "base/posix_regex.h"

namespace base {
namespace {

constexpr int kExpressions = 20'000;
constexpr int kTexts = 20;

class Generator {
 public:
  explicit Generator(std::uint64_t seed) : random_(seed) {}

  int Below(int n) {
    return static_cast<int>(random_() % static_cast<std::uint64_t>(n));
  }

  std::string Expression(int depth) {
    std::string text;
    for (int left = 1 + Below(3); left > 0; --left) {
      if (Below(8) == 0) text += Below(2) == 0 ? "^" : "$";
      text += Atom(depth);
      if (Below(3) == 0) text += Repeat();
    }
    if (Below(12) == 0) text += "$";
    return Below(4) == 0 && depth > 0 ? text + "|" + Expression(depth - 1)
                                      : text;
  }

  /// Also bytes that few expressions name.
  std::string Text() {
    constexpr char kBytes[] = {'a',  'b',  'c', 'a', 'b', 'A',   '0',
                               '\0', '\n', ' ', '_', '-', '\xff'};
    std::string text;
    for (int left = Below(Below(10) == 0 ? 200 : 12); left > 0; --left) {
      text += kBytes[Below(Below(2) == 0 ? 2 : sizeof kBytes)];
    }
    return text;
  }

 private:
  std::string Atom(int depth) {
    static const char* const kAtoms[] = {"a",           "b",
                                         "c",           ".",
                                         "[ab]",        "[^a]",
                                         "[a-c]",       "\\w",
                                         "\\W",         "\\s",
                                         "[^b-]",       "\\.",
                                         "A",           "[[:digit:]_]",
                                         "\\S",         "[0-9]",
                                         "[[:cntrl:]]", "[[:print:]]"};
    if (depth > 0 && Below(3) == 0) {
      return "(" + (Below(10) == 0 ? "" : Expression(depth - 1)) + ")";
    }
    return kAtoms[Below(Below(2) == 0 ? 5 : std::size(kAtoms))];
  }

  std::string Repeat() {
    const int least = Below(4);
    const std::string from = "{" + std::to_string(least);
    switch (Below(6)) {
      case 0:
        return "*";
      case 1:
        return "+";
      case 2:
        return "?";
      case 3:
        return from + "}";
      case 4:
        return from + ",}";
      default:
        return from + "," + std::to_string(least + Below(20)) + "}";
    }
  }

  std::mt19937_64 random_;
};

/// $TOCSIN_SEED, or 1.
std::uint64_t Seed() {
  const char* seed = std::getenv("TOCSIN_SEED");
  return seed == nullptr ? 1 : std::strtoull(seed, nullptr, 10);
}

re2::RE2::Options AsPatterns() {
  re2::RE2::Options options;
  options.set_encoding(re2::RE2::Options::EncodingLatin1);
  options.set_log_errors(false);
  return options;
}

TEST(PositionMatcher, AgreesWithRe2) {
  Generator random(Seed());
  int matched = 0;
  int tried = 0;
  for (int i = 0; i < kExpressions; ++i) {
    const std::string expression = random.Expression(3);
    const auto translated = TranslatePosixRegex(expression);
    ASSERT_TRUE(translated) << expression;
    const re2::RE2 meant(*translated, AsPatterns());
    const auto positions = FindPositions(*translated);
    if (!meant.ok() || !positions) continue;  // too large
    ++tried;
    const PositionMatcher matcher(*positions);
    for (int k = 0; k < kTexts; ++k) {
      const std::string text = random.Text();
      const bool matches = re2::RE2::PartialMatch(text, meant);
      matched += matches ? 1 : 0;
      ASSERT_EQ(matcher.Matches(text), matches)
          << expression << " of '" << text << "'";
    }
  }
  EXPECT_GT(tried, kExpressions / 2);
  EXPECT_GT(matched, tried);
  EXPECT_LT(matched, tried * (kTexts - 1));
}

}  // namespace
}  // namespace base
