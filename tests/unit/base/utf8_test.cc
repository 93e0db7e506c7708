// Well-formed UTF-8 up to its limits, and each way to be none. The sequences
// are those of RFC 3629, section 4.
#include "base/utf8.h"

#include <gtest/gtest.h>

#include <iterator>
#include <string>

namespace base {
namespace {

bool Valid(const std::string& text) {
  return Utf8ValidPrefix(text) == text.size();
}

TEST(Utf8, TakesEveryLengthAtItsLimits) {
  EXPECT_TRUE(Valid(""));
  EXPECT_TRUE(Valid(std::string("\0\x7f", 2)));
  EXPECT_TRUE(Valid("\xc2\x80\xdf\xbf"));          // U+0080, U+07FF
  EXPECT_TRUE(Valid("\xe0\xa0\x80\xef\xbf\xbf"));  // U+0800, U+FFFF
  EXPECT_TRUE(Valid("\xed\x9f\xbf\xee\x80\x80"));  // around the surrogates
  EXPECT_TRUE(Valid("\xf0\x90\x80\x80\xf4\x8f\xbf\xbf"));  // to U+10FFFF
}

TEST(Utf8, RefusesWhatIsNoCharacter) {
  for (const char* bad :
       {"\x80", "\xbf",                          // a tail alone
        "\xc0\x80", "\xc1\xbf",                  // two bytes for ASCII
        "\xe0\x9f\xbf", "\xf0\x8f\xbf\xbf",      // longer than it must be
        "\xed\xa0\x80", "\xed\xbf\xbf",          // surrogates
        "\xf4\x90\x80\x80", "\xf5\x80\x80\x80",  // beyond U+10FFFF
        "\xfe", "\xff", "\xc2\x41", "\xe1\x80\x41", "\xf1\x80\x80\xc0"}) {
    EXPECT_EQ(Utf8ValidPrefix(bad), 0u) << bad;
  }
}

TEST(Utf8, RefusesACharacterThatIsCutShort) {
  for (const char* text : {"\xc3\xa4", "\xe2\x82\xac", "\xf0\x9f\x94\x94"}) {
    const std::string whole = text;
    for (std::size_t size = 1; size < whole.size(); ++size) {
      EXPECT_EQ(Utf8ValidPrefix(whole.substr(0, size)), 0u) << size;
    }
  }
}

TEST(Utf8, TellsTheCharacterAtTheFront) {
  const auto code = [](const char* text) {
    return static_cast<unsigned long>(Utf8Front(text).code);
  };
  EXPECT_EQ(code("az"), 0x61u);
  EXPECT_EQ(code("\xc2\x80z"), 0x80u);
  EXPECT_EQ(code("\xdf\xbfz"), 0x7ffu);
  EXPECT_EQ(code("\xe0\xa0\x80z"), 0x800u);
  EXPECT_EQ(code("\xef\xbf\xbfz"), 0xffffu);
  EXPECT_EQ(code("\xf0\x90\x80\x80z"), 0x10000u);
  EXPECT_EQ(code("\xf4\x8f\xbf\xbfz"), 0x10ffffu);
  EXPECT_EQ(Utf8Front("\xe2\x82\xacz").bytes, 3u);
  EXPECT_EQ(Utf8Front("\xe2\x82").bytes, 0u);
  EXPECT_EQ(Utf8Front("").bytes, 0u);
}

TEST(Utf8, TellsWhereItEnds) {
  EXPECT_EQ(Utf8ValidPrefix("ab\xff"), 2u);
  EXPECT_EQ(Utf8ValidPrefix("a\xc3\xa4\xc3"), 3u);
  EXPECT_EQ(Utf8ValidPrefix("\xe2\x82\xac\x80z"), 3u);
}

TEST(Utf8, CutsNoCharacterInTwo) {
  EXPECT_EQ(Utf8Cut("ab", 2), 2u);
  EXPECT_EQ(Utf8Cut("abc", 2), 2u);
  EXPECT_EQ(Utf8Cut("abc", 0), 0u);
  const std::string text = "a\xc3\xa4\xe2\x82\xac\xf0\x9f\x94\x94z";
  const std::size_t cuts[] = {0, 1, 1, 3, 3, 3, 6, 6, 6, 6, 10, 11};
  for (std::size_t most = 0; most < std::size(cuts); ++most) {
    EXPECT_EQ(Utf8Cut(text, most), cuts[most]) << most;
  }
  EXPECT_EQ(Utf8Cut("\xff\xc3\xa4z", 2), 1u) << "whatever is before";
  EXPECT_EQ(Utf8Cut("\xff\xff\xff\xff\xff", 4), 4u);
  EXPECT_EQ(Utf8Cut("a\x80\x80\x80z", 3), 3u);
}

}  // namespace
}  // namespace base
