// SubmatchFinder beside RE2: random expressions in Perl's syntax over random
// texts of the few bytes that they speak of.
#include "base/submatch_finder.h"

#include <gtest/gtest.h>
#include <re2/re2.h>

#include <cstdint>
#include <cstdlib>
#include <iterator>
#include <random>
#include <string>
#include <vector>

#include "base/ordered_positions.h"
#include "base/pattern_options.h"
#include "base/perl_regex.h"

namespace base {
namespace {

constexpr int kExpressions = 10'000;
constexpr int kTexts = 20;

class Generator {
 public:
  explicit Generator(std::uint64_t seed) : random_(seed) {}

  int Below(int n) {
    return static_cast<int>(random_() % static_cast<std::uint64_t>(n));
  }

  /// With one group or more that has a name.
  std::string Expression() {
    groups_ = 0;
    std::string text = Below(6) == 0 ? "(?i)" : "";
    text += Below(6) == 0 ? "(?s)" : "";
    text += Part(3);
    return text + Named("b*|" + Part(1));
  }
  int groups() const { return groups_; }

  std::string Text() {
    constexpr char kBytes[] = {'a', 'b', 'c',  'a', 'b', 'A',    '0',
                               '{', ']', '\n', ' ', '_', '\xe4', '\xc4'};
    std::string text;
    for (int left = Below(Below(10) == 0 ? 700 : 12); left > 0; --left) {
      text += kBytes[Below(Below(2) == 0 ? 2 : std::size(kBytes))];
    }
    return text;
  }

 private:
  std::string Named(const std::string& inside) {
    return "(?P<g" + std::to_string(groups_++) + ">" + inside + ")";
  }

  std::string Part(int depth) {
    std::string text;
    for (int left = 1 + Below(3); left > 0; --left) {
      if (Below(12) == 0) text += Below(2) == 0 ? "^" : "$";
      text += Atom(depth);
      if (Below(3) == 0) text += Repeat();
    }
    if (Below(12) == 0) text += "$";
    return Below(4) == 0 && depth > 0 ? text + "|" + Part(depth - 1) : text;
  }

  std::string Atom(int depth) {
    static const char* const kAtoms[] = {"a",
                                         "b",
                                         "c",
                                         ".",
                                         "[ab]",
                                         "[^a]",
                                         "[a-c]",
                                         "\\w",
                                         "\\W",
                                         "\\s",
                                         "[^b-]",
                                         "\\.",
                                         "A",
                                         "[\\d_]",
                                         "\\D",
                                         "{",
                                         "]",
                                         "[]{]",
                                         "[[:^alpha:]]",
                                         "\\x61",
                                         "\\xe4",
                                         "\\x{C4}",
                                         "\\C",
                                         "\\n",
                                         "[[:upper:]]",
                                         "[a\\-c]",
                                         "(?i:b)",
                                         "(?-i:a)",
                                         "\xe4"};
    if (depth == 0 || Below(3) != 0) {
      return kAtoms[Below(Below(2) == 0 ? 5 : std::size(kAtoms))];
    }
    if (Below(2) == 0) {
      // Its number comes before those of the groups within.
      const std::string begin = "(?P<g" + std::to_string(groups_++) + ">";
      return begin + Part(depth - 1) + ")";
    }
    return (Below(2) == 0 ? "(?:" : "(") + Part(depth - 1) + ")";
  }

  std::string Repeat() {
    const int least = Below(4);
    const std::string from = "{" + std::to_string(least);
    const std::string repeats[] = {
        "*",         "+",
        "?",         from + "}",
        from + ",}", from + "," + std::to_string(least + Below(20)) + "}"};
    return repeats[Below(std::size(repeats))] + (Below(3) == 0 ? "?" : "");
  }

  std::mt19937_64 random_;
  int groups_ = 0;
};

/// $TOCSIN_SEED, or 1.
std::uint64_t Seed() {
  const char* seed = std::getenv("TOCSIN_SEED");
  return seed == nullptr ? 1 : std::strtoull(seed, nullptr, 10);
}

/// What RE2 says of the groups with a name; "none" where nothing matches.
std::string Meant(const re2::RE2& regex, const std::string& text) {
  const auto& names = regex.CapturingGroupNames();
  std::vector<re2::StringPiece> found(names.rbegin()->first + 1);
  if (!regex.Match(text, 0, text.size(), re2::RE2::UNANCHORED, found.data(),
                   static_cast<int>(found.size()))) {
    return "none";
  }
  std::string all;
  for (const auto& [number, name] : names) {
    const re2::StringPiece& one = found[number];
    all += one.data() == nullptr
               ? " -"
               : " " + std::to_string(one.data() - text.data()) + "+" +
                     std::to_string(one.size());
  }
  return all;
}

std::string Found(SubmatchFinder* finder, const std::string& text) {
  const auto* found = finder->Find(text);
  if (found == nullptr) return "none";
  std::string all;
  for (const std::string_view one : *found) {
    all += one.data() == nullptr
               ? " -"
               : " " + std::to_string(one.data() - text.data()) + "+" +
                     std::to_string(one.size());
  }
  return all;
}

TEST(SubmatchFinder, AgreesWithRe2) {
  Generator random(Seed());
  int matched = 0;
  int tried = 0;
  for (int i = 0; i < kExpressions; ++i) {
    const std::string expression = random.Expression();
    const re2::RE2 meant(expression, PatternOptions());
    if (!meant.ok()) continue;  // too large, or (?-i) of what is none
    const auto tree = ParsePerlRegex(expression);
    if (!tree) continue;
    auto positions = OrderPositions(*tree);
    if (!positions) continue;
    ++tried;
    SubmatchFinder finder(*std::move(positions),
                          static_cast<std::size_t>(random.groups()));
    for (int k = 0; k < kTexts; ++k) {
      const std::string text = random.Text();
      const std::string wanted = Meant(meant, text);
      matched += wanted == "none" ? 0 : 1;
      ASSERT_EQ(Found(&finder, text), wanted)
          << expression << " of '" << text << "'";
    }
  }
  EXPECT_GT(tried, kExpressions / 3);
  EXPECT_GT(matched, tried);
  EXPECT_LT(matched, tried * (kTexts - 1));
}

}  // namespace
}  // namespace base
