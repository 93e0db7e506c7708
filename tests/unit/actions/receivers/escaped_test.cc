// PercentEncoded, SlackEscaped: what stays and what does not.
#include "actions/receivers/escaped.h"

#include <gtest/gtest.h>

#include <string>

namespace actions {
namespace {

TEST(Escaped, Percent) {
  EXPECT_EQ(PercentEncoded("aZ9-._"), "aZ9-._");
  EXPECT_EQ(PercentEncoded("a b&\xff/%"), "a%20b%26%FF%2F%25");
}

TEST(Escaped, PercentAndBack) {
  const std::string all = "aZ a b&\xff/%+";
  EXPECT_EQ(PercentDecoded(PercentEncoded(all)), all);
  EXPECT_EQ(PercentDecoded("%2f%2F%41"), "//A");
  EXPECT_EQ(PercentDecoded("%%4%4g%-1%"), "%%4%4g%-1%");
}

TEST(Escaped, Slack) {
  EXPECT_EQ(SlackEscaped("<!here> & <U1>"), "&lt;!here&gt; &amp; &lt;U1&gt;");
  EXPECT_EQ(SlackEscaped("@all (@x) user@1.service"),
            "@\u200ball (@\u200bx) user@1.service");
}

TEST(Escaped, Markup) {
  EXPECT_EQ(MarkupEscaped("<a b=\"c\" d='e'>&"),
            "&lt;a b=&quot;c&quot; d=&apos;e&apos;&gt;&amp;");
  EXPECT_EQ(MarkupEscaped("a\tb\nc\r\nd\x7f\u00e4\u202e"),
            "a\tb\nc&#13;\nd\x7f\u00e4\u202e");
  EXPECT_EQ(MarkupEscaped(std::string("\0", 1)), "\ufffd");
  for (const char* bad : {"\x01", "\x08", "\v", "\f", "\x1f", "\xef\xbf\xbe",
                          "\xef\xbf\xbf", "\xed\xa0\x80", "\xff"}) {
    EXPECT_EQ(MarkupEscaped(bad).substr(0, 3), "\ufffd") << bad;
  }
}

TEST(Escaped, NoCharacterIsCutInTwo) {
  std::string text = "x";
  while (text.size() < 1 << 20) text += "\u00e4";
  EXPECT_EQ(Shortened(text, 4096).size(), 4096u);
  EXPECT_EQ(Shortened(text + "x", 4095).size(), 4096u);
}

TEST(Escaped, WhatIsSaidOftenIsSaidInShort) {
  const std::string text(1 << 20, 'x');
  EXPECT_EQ(Shortened(text, 0), text);
  EXPECT_EQ(Shortened(text, 16), text);
  EXPECT_EQ(Shortened(text, 4096), std::string(4093, 'x') + "...");
}

}  // namespace
}  // namespace actions
