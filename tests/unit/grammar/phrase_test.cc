// Where a phrase ends, which of its words is what, and which runs are none.
#include "grammar/phrase.h"

#include <gtest/gtest.h>

#include "tests/unit/grammar/tokens.h"

namespace grammar {
namespace {

/// `kind` and how many words of `text` the phrase at its beginning has.
std::string Found(const std::string& text) {
  const Phrase phrase = FindPhrase(Scanned(text).tokens, 0);
  const char* const kinds[] = {"token ", "fetch ", "quantity "};
  return kinds[static_cast<int>(phrase.kind)] + std::to_string(phrase.end);
}

TEST(Phrases, OfOneWordAreTokens) {
  EXPECT_EQ(Found("a"), "token 1");
  EXPECT_EQ(Found("a > 1"), "token 1");
  EXPECT_EQ(Found("5"), "token 1");
  EXPECT_EQ(Found("( a )"), "token 1");
  EXPECT_EQ(Found("5 % _inst"), "token 1");
}

TEST(Phrases, OfWhatIsFetchedHaveHostsInstancesAndSamples) {
  EXPECT_EQ(Found("a :h"), "fetch 3");
  EXPECT_EQ(Found("a :h :g #i #j @1..3 > 2"), "fetch 13");
  EXPECT_EQ(Found("a @1 + 2"), "fetch 3");
}

TEST(Phrases, EndWhereTheirWordsDo) {
  EXPECT_EQ(Found("a :h : > 1"), "fetch 3");
  EXPECT_EQ(Found("a #i :h"), "fetch 3");
  EXPECT_EQ(Found("a @0 @1"), "fetch 3");
  EXPECT_EQ(Found("a :"), "token 1");
  EXPECT_EQ(Found("a @ b"), "token 1");
  EXPECT_EQ(Found("5 Kbyte / 2"), "quantity 2");
  EXPECT_EQ(Found("5 Kbyte ^ a"), "quantity 2");
}

TEST(Phrases, OfNumbersHaveUnits) {
  EXPECT_EQ(Found("5 Kbyte / sec > 1"), "quantity 4");
  EXPECT_EQ(Found("5 byte^2 sec^-1"), "quantity 5") << "a minus is no number";
}

TEST(Phrases, TellTheirWords) {
  const auto tokens = Scanned("a :h :g #i @1..3").tokens;
  const FetchPhrase fetch = ReadFetchPhrase(tokens, 0);
  EXPECT_EQ(fetch.metric->text, "a");
  ASSERT_EQ(fetch.hosts.size(), 2u);
  EXPECT_EQ(fetch.hosts[1]->text, "g");
  ASSERT_EQ(fetch.instances.size(), 1u);
  EXPECT_EQ(fetch.instances[0]->text, "i");
  EXPECT_EQ(std::get<double>(fetch.first->value), 1);
  EXPECT_EQ(std::get<double>(fetch.last->value), 3);
  EXPECT_EQ(ReadFetchPhrase(Scanned("a").tokens, 0).first, nullptr);
}

TEST(Phrases, TellAQuantity) {
  const auto tokens = Scanned("2 Kbyte / sec").tokens;
  const Quantity quantity = ReadQuantityPhrase(tokens, 0);
  EXPECT_EQ(quantity.Canonical(), 2048);
  EXPECT_EQ(quantity.units().time, -1);
}

}  // namespace
}  // namespace grammar
