// Columns by hand; the ranges' ends, since a table is wrong there first.
#include "base/display_width.h"

#include <gtest/gtest.h>

namespace base {
namespace {

TEST(DisplayWidth, OfACharacter) {
  EXPECT_EQ(CharacterWidth('a'), 1);
  EXPECT_EQ(CharacterWidth(0xad), 1);   // a soft hyphen is seen
  EXPECT_EQ(CharacterWidth(0x2ff), 1);  // the last before
  EXPECT_EQ(CharacterWidth(0x300), 0);  // the combining marks,
  EXPECT_EQ(CharacterWidth(0x36f), 0);  // to here
  EXPECT_EQ(CharacterWidth(0x370), 1);
  EXPECT_EQ(CharacterWidth(0x10ff), 1);   // the last before
  EXPECT_EQ(CharacterWidth(0x1100), 2);   // leading jamo; the others
  EXPECT_EQ(CharacterWidth(0x1160), 0);   // stand under it
  EXPECT_EQ(CharacterWidth(0x200d), 0);   // the joiner
  EXPECT_EQ(CharacterWidth(0x202e), 1);   // shown as "?"
  EXPECT_EQ(CharacterWidth(0x20ac), 1);   // a euro
  EXPECT_EQ(CharacterWidth(0x302a), 0);   // a mark among the wide
  EXPECT_EQ(CharacterWidth(0x3042), 2);   // hiragana
  EXPECT_EQ(CharacterWidth(0x78c1), 2);   // a Han character
  EXPECT_EQ(CharacterWidth(0xac00), 2);   // Hangul
  EXPECT_EQ(CharacterWidth(0xfe0f), 0);   // a variation selector
  EXPECT_EQ(CharacterWidth(0xff21), 2);   // a full width A
  EXPECT_EQ(CharacterWidth(0xff61), 1);   // half width
  EXPECT_EQ(CharacterWidth(0x1f514), 2);  // a bell
  EXPECT_EQ(CharacterWidth(0x2fffd), 2);
  EXPECT_EQ(CharacterWidth(0x3fffd), 2);  // the last wide one
  EXPECT_EQ(CharacterWidth(0x3fffe), 1);
  EXPECT_EQ(CharacterWidth(0xe0001), 0);
  EXPECT_EQ(CharacterWidth(0x10ffff), 1);
}

TEST(DisplayWidth, OfAText) {
  EXPECT_EQ(DisplayWidth(""), 0u);
  EXPECT_EQ(DisplayWidth("disk sda"), 8u);
  EXPECT_EQ(DisplayWidth("\xc3\xa4"), 1u);
  EXPECT_EQ(DisplayWidth("e\xcc\x81"), 1u);
  EXPECT_EQ(DisplayWidth("\xe7\xa3\x81\xe7\x9b\xa4"), 4u);
  EXPECT_EQ(DisplayWidth("\xf0\x9f\x94\x94!"), 3u);
  EXPECT_EQ(DisplayWidth("\xff\t\x1b"), 3u) << "a ? each";
}

}  // namespace
}  // namespace base
