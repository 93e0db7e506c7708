// What reaches terminals and logs of foreign text, character by character.
#include "base/printable.h"

#include <gtest/gtest.h>

#include <string>

namespace base {
namespace {

TEST(Printable, TextStays) {
  EXPECT_EQ(Printable(""), "");
  EXPECT_EQ(Printable("disk.dev.read['sda1'] ~"), "disk.dev.read['sda1'] ~");
  const std::string text =
      "\xc3\xa4"           // a with diaeresis
      "e\xcc\x81"          // e, then a combining acute accent
      "\xc2\xa0"           // a no-break space, the first behind C1
      "\xe7\xa3\x81"       // a wide one
      "\xe2\x80\x8d"       // a joiner, as families of emoji have it
      "\xf0\x9f\x94\x94"   // a bell
      "\xf4\x8f\xbf\xbf";  // U+10FFFF
  EXPECT_EQ(Printable(text), text);
}

TEST(Printable, C0AndDelAreOneMarkEach) {
  std::string text;
  for (char c = 0; c < 0x20; ++c) text += c;
  EXPECT_EQ(Printable(text + '\x7f'), std::string(33, '?'));
  EXPECT_EQ(Printable("a\x1b[2Jb\nc\td\re"), "a?[2Jb?c?d?e");
}

TEST(Printable, C1IsOneMarkThoughItHasTwoBytes) {
  EXPECT_EQ(Printable("\xc2\x80|\xc2\x9b"
                      "31m|\xc2\x9f"),
            "?|?31m|?");
}

TEST(Printable, WhatTurnsTheDirection) {
  EXPECT_EQ(Printable("\xd8\x9c|\xe2\x80\x8e|\xe2\x80\x8f"), "?|?|?");
  for (const char last : {'\xaa', '\xab', '\xac', '\xad', '\xae'}) {
    EXPECT_EQ(Printable(std::string("a\xe2\x80") + last + "b"), "a?b");
  }
  for (const char last : {'\xa6', '\xa7', '\xa8', '\xa9'}) {
    EXPECT_EQ(Printable(std::string("a\xe2\x81") + last + "b"), "a?b");
  }
  // Their neighbours say nothing of direction.
  const std::string neighbours = "\xe2\x80\xaf\xe2\x81\xa5\xd8\x9b";
  EXPECT_EQ(Printable(neighbours), neighbours);
}

TEST(Printable, SeparatorsOfLinesAreNoLines) {
  EXPECT_EQ(Printable("a\xe2\x80\xa8"
                      "b\xe2\x80\xa9"
                      "c"),
            "a?b?c");
}

TEST(Printable, EachByteThatIsNoUtf8) {
  EXPECT_EQ(Printable("a\xff"
                      "b"),
            "a?b");
  EXPECT_EQ(Printable("\x9b"
                      "31m"),
            "?31m");
  EXPECT_EQ(Printable("\xe2\x82"), "??");       // cut short
  EXPECT_EQ(Printable("\xc0\x9b"), "??");       // overlong
  EXPECT_EQ(Printable("\xed\xa0\x80"), "???");  // a surrogate
}

TEST(PrintableLines, NewlinesAndTabsStay) {
  EXPECT_EQ(PrintableLines("a\tb\nc\r\n"), "a\tb\nc?\n");
  EXPECT_EQ(PrintableLines("\x1b[2J\n\xe2\x80\xae\xff\t"), "?[2J\n??\t");
}

}  // namespace
}  // namespace base
