// LiteralFinder: beside a search for each literal.
#include "base/literal_finder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cctype>
#include <random>

namespace base {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

std::vector<int> Found(const std::vector<std::string>& literals,
                       std::string_view text) {
  std::vector<int> found;
  LiteralFinder(literals).Find(text, &found);
  return found;
}

TEST(LiteralFinder, FindsThoseWithinOthersAndOverOthers) {
  const std::vector<std::string> literals = {"he", "she", "his", "hers", "ers"};
  EXPECT_THAT(Found(literals, "ushers"), ElementsAre(0, 1, 3, 4));
  EXPECT_THAT(Found(literals, "hishe"), ElementsAre(0, 1, 2));
  EXPECT_THAT(Found(literals, "hhhi"), IsEmpty());
  EXPECT_THAT(Found(literals, ""), IsEmpty());
}

TEST(LiteralFinder, EachIsFoundOnceHoweverOftenItStandsThere) {
  EXPECT_THAT(Found({"a", "a", "aa"}, "aaaa"), ElementsAre(0, 1, 2));
}

TEST(LiteralFinder, LettersOfEitherCaseAreTheSame) {
  EXPECT_THAT(Found({"Error", "SDA"}, "eRRor on sda"), ElementsAre(0, 1));
}

TEST(LiteralFinder, BytesAreWhatTheyAre) {
  const std::string nul("a\0b", 3);
  EXPECT_THAT(Found({nul, "\xc3\xa9", "\xff"}, nul + "\xc3\xa9"),
              ElementsAre(0, 1));
}

TEST(LiteralFinder, OfNoneThereAreNone) {
  EXPECT_THAT(Found({}, "x"), IsEmpty());
}

std::string Lower(std::string text) {
  for (char& c : text) c = static_cast<char>(std::tolower(c));
  return text;
}

TEST(LiteralFinder, FindsWhatASearchForEachFinds) {
  std::mt19937_64 random(1);
  const auto any = [&random](std::size_t least, std::size_t most) {
    std::string text(least + random() % (most - least + 1), ' ');
    for (char& c : text) c = "abcAB"[random() % 5];
    return text;
  };
  for (int i = 0; i < 2000; ++i) {
    std::vector<std::string> literals(random() % 20);
    for (std::string& one : literals) one = any(1, 6);
    const std::string text = any(0, 30);
    std::vector<int> wanted;
    for (std::size_t k = 0; k < literals.size(); ++k) {
      if (Lower(text).find(Lower(literals[k])) == std::string::npos) continue;
      wanted.push_back(static_cast<int>(k));
    }
    ASSERT_EQ(Found(literals, text), wanted) << text;
  }
}

}  // namespace
}  // namespace base
