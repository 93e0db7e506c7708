// Letters of ASCII alone, of all bytes and of what is none.
#include "base/ascii.h"

#include <gtest/gtest.h>

#include <string>

namespace base {
namespace {

std::string AllFor(bool (*is)(int)) {
  std::string all;
  for (int c = -1; c < 300; ++c) {
    if (is(c)) all += static_cast<char>(c);
  }
  return all;
}

TEST(Ascii, LettersAndDigits) {
  EXPECT_EQ(AllFor(IsDigit), "0123456789");
  EXPECT_EQ(AllFor(IsLetter),
            "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz");
  EXPECT_EQ(AllFor(IsLetterOrDigit), AllFor(IsDigit) + AllFor(IsLetter));
}

TEST(Ascii, OnlyLettersOfAsciiHaveSmallOnes) {
  EXPECT_EQ(ToLower("@AZ[`az{\xc4\xe4"), "@az[`az{\xc4\xe4");
  EXPECT_TRUE(EqualIgnoringCase("HTTP://", "http://"));
  EXPECT_FALSE(EqualIgnoringCase("http", "http:"));
  EXPECT_FALSE(EqualIgnoringCase("@", "`"));
  EXPECT_FALSE(EqualIgnoringCase("\xc4", "\xe4"));
}

}  // namespace
}  // namespace base
