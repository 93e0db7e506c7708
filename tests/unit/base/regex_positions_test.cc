// RegexPositions: places, and which come after which. That all of it matches
// what it should: sweep position_matcher_test.
#include "base/regex_positions.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "base/check.h"
#include "base/posix_regex.h"

namespace base {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::Pair;
using testing::UnorderedElementsAre;

std::optional<RegexPositions> Found(const std::string& posix) {
  const auto translated = TranslatePosixRegex(posix);
  CHECK(translated.has_value());
  return FindPositions(*translated);
}

TEST(RegexPositions, OfASequence) {
  const auto found = Found("ab?c");
  ASSERT_TRUE(found);
  ASSERT_EQ(found->places.size(), 3u);
  EXPECT_TRUE(found->places[1]['b']);
  EXPECT_EQ(found->places[1].count(), 1u);
  EXPECT_THAT(found->first, ElementsAre(0));
  EXPECT_THAT(found->last, ElementsAre(2));
  EXPECT_THAT(found->pairs,
              UnorderedElementsAre(Pair(0, 1), Pair(0, 2), Pair(1, 2)));
  EXPECT_FALSE(found->empty_matches);
}

TEST(RegexPositions, OfCopies) {
  const auto found = Found("(ab){1,3}");
  ASSERT_TRUE(found);
  EXPECT_EQ(found->places.size(), 6u);
  EXPECT_THAT(found->first, ElementsAre(0));
  EXPECT_THAT(found->last, ElementsAre(1, 3, 5));
  EXPECT_THAT(found->pairs,
              UnorderedElementsAre(Pair(0, 1), Pair(2, 3), Pair(4, 5),
                                   Pair(1, 2), Pair(3, 4)));
}

TEST(RegexPositions, WithoutAnEndTheLastCopyIsItsOwnNext) {
  const auto found = Found("a{2,}");
  ASSERT_TRUE(found);
  EXPECT_THAT(found->last, ElementsAre(1));
  EXPECT_THAT(found->pairs, UnorderedElementsAre(Pair(0, 1), Pair(1, 1)));
  const auto star = Found("a*");
  ASSERT_TRUE(star);
  EXPECT_TRUE(star->empty_matches);
  EXPECT_THAT(star->pairs, ElementsAre(Pair(0, 0)));
  const auto none = Found("a{0}");
  ASSERT_TRUE(none);
  EXPECT_TRUE(none->empty_matches);
  EXPECT_THAT(none->places, IsEmpty());
}

TEST(RegexPositions, OfSetsAndEnds) {
  const auto found = Found("^[^a-y]$");
  ASSERT_TRUE(found);
  ASSERT_EQ(found->places.size(), 3u);
  EXPECT_TRUE(found->places[0][kTextBegins]);
  EXPECT_TRUE(found->places[2][kTextEnds]);
  EXPECT_EQ(found->places[1].count(), 256u - 25);
  EXPECT_FALSE(found->places[1]['a'] || found->places[1]['y']);
  EXPECT_TRUE(found->places[1]['z'] && found->places[1]['\0']);
  const auto space = Found("[[:space:]x]");
  ASSERT_TRUE(space);
  EXPECT_EQ(space->places[0].count(), 7u);
}

TEST(RegexPositions, NothingOfWhatIsTooLargeOrOfWords) {
  EXPECT_TRUE(Found("(a{64}){64}"));
  EXPECT_FALSE(Found("(a{64}){64}b"));
  EXPECT_FALSE(
      Found("(a?b?){30}((a|b|c|d|e|f)?){400}(a?){300}"
            "(((a|b)?){9}(a|b|c|d)?){60}((a|b)*(a|b|c)*){60}"));
  EXPECT_FALSE(Found("\\bword"));
  EXPECT_FALSE(Found("a\\Bword"));
}

TEST(RegexPositions, NothingOfWhatIsNotOurs) {
  for (const char* text : {"a", "\\x6", "\\xzz", "(?:\\x61", "[\\x61",
                           "[[:none:]]", "\\x61{", "\\x61{x}", "\\x61)"}) {
    EXPECT_FALSE(FindPositions(text)) << text;
  }
}

}  // namespace
}  // namespace base
