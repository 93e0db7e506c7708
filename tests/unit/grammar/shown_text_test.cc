// WithoutSecrets: dots for what may be one, and for nothing else.
#include "grammar/shown_text.h"

#include <gtest/gtest.h>

#include <utility>

namespace grammar {
namespace {

TEST(WithoutSecrets, OfAUrlSchemeAndHostStay) {
  EXPECT_EQ(WithoutSecrets("not https://h.example:80/T0/x"),
            "not https://h.example:80.....");
  EXPECT_EQ(WithoutSecrets("'http://h?a' \"http://we:us@h/b\";"),
            "'http://h..' \"http://......h..\";");
  EXPECT_EQ(WithoutSecrets(R"("https://h.example\\T0\\x" "http://" a)"),
            R"("https://h.example......." "http://" a)");
  EXPECT_EQ(WithoutSecrets(R"("https://h/T0\"x y" oops)"),
            R"("https://h...... y" oops)");
}

TEST(WithoutSecrets, WhatStandsForAUrlIsHiddenBehindItsFirstWord) {
  for (const auto& [text, shown] :
       {std::pair{"webhook \"h.example/T0 x\" \"a/b\"",
                  "webhook \"h.example.....\" \"a/b\""},
        std::pair{"webhook 1 hour 'https//h/x' \"a\"",
                  "webhook 1 hour 'https.....' \"a\""},
        std::pair{"webhook \"https:/h/x\"", "webhook \"https:/h..\""},
        std::pair{"webhook \"h?x\\\"y\" \"z\"", "webhook \"h.....\" \"z\""},
        std::pair{"webhook \"we:us@h/x", "webhook \"......h.."},
        std::pair{"webhook\n  h.example/T0/x \"a\"",
                  "webhook\n  h.example..... \"a\""},
        std::pair{"webhook, not h/x", "webhook, not h.."}}) {
    EXPECT_EQ(WithoutSecrets(text), shown);
  }
}

TEST(WithoutSecrets, WhatIsNoPortIsHidden) {
  EXPECT_EQ(WithoutSecrets("\"https://h.example:s3cret/x\""),
            "\"https://h.example.........\"");
  EXPECT_EQ(WithoutSecrets("http://h:65536 http://h:80x"),
            "http://h...... http://h....");
  EXPECT_EQ(WithoutSecrets("http://[::1]:s3 http://[::1]:80"),
            "http://[::1]... http://[::1]:80");
  EXPECT_EQ(WithoutSecrets("webhook \"h.example:s3cret/x\""),
            "webhook \"h.example.........\"");
}

TEST(WithoutSecrets, OfATokenFourBytesStay) {
  EXPECT_EQ(WithoutSecrets("webhook 10 min \"xoxb-1234-s3cret\" \"x\""),
            "webhook 10 min \"xoxb............\" \"x\"");
  EXPECT_EQ(WithoutSecrets("webhook xoxb-1234-s3cret \"x\""),
            "webhook xoxb............ \"x\"");
  EXPECT_EQ(WithoutSecrets("webhook, not xoxb+12==34-s3cret"),
            "webhook, not xoxb..............");
  EXPECT_EQ(WithoutToken("a2345678901b"), "a234........");
  EXPECT_EQ(WithoutToken("storage-team-2"), "storage-team-2");
  EXPECT_EQ(WithoutToken(std::string(33, 'x')), "xxxx" + std::string(29, '.'));
}

TEST(WithoutSecrets, OthersStay) {
  for (const char* text :
       {"webhook \"storage-team-2\" \"at 2026-01-01T00:00:00Z\"",
        "http://h.example:65535", "webhook \"http://h.example12345:80\"",
        "webhook 10 min \"ops\" \"a/b\"", "print \"a/b\"", "webhook",
        "webhook \"ops@example.org\"", "exec \"/usr/bin/page\"",
        "must follow webhook, not 5", "a URL begins with http:// or https://",
        "webhook \"https://alerts.example.com\" \"text\""}) {
    EXPECT_EQ(WithoutSecrets(text), text);
  }
}

}  // namespace
}  // namespace grammar
