// PercentEncoded, SlackEscaped: what stays and what does not.
#include "actions/receivers/escaped.h"

#include <gtest/gtest.h>

namespace actions {
namespace {

TEST(Escaped, Percent) {
  EXPECT_EQ(PercentEncoded("aZ9-._"), "aZ9-._");
  EXPECT_EQ(PercentEncoded("a b&\xff/%"), "a%20b%26%FF%2F%25");
}

TEST(Escaped, Slack) {
  EXPECT_EQ(SlackEscaped("<!here> & <@U1>"), "&lt;!here&gt; &amp; &lt;@U1&gt;");
}

TEST(Escaped, WhatIsSaidOftenIsSaidInShort) {
  const std::string text(1 << 20, 'x');
  EXPECT_EQ(Shortened(text, 0), text);
  EXPECT_EQ(Shortened(text, 16), text);
  EXPECT_EQ(Shortened(text, 4096).size(), 4096u);
}

}  // namespace
}  // namespace actions
