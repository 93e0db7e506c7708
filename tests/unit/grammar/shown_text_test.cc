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

TEST(WithoutSecrets, OthersStay) {
  for (const char* text :
       {"webhook 10 min \"ops\" \"a/b\"", "print \"a/b\"", "webhook",
        "webhook \"ops@example.org\"", "exec \"/usr/bin/page\"",
        "must follow webhook, not 5", "a URL begins with http:// or https://",
        "webhook \"https://alerts.example.com\" \"text\""}) {
    EXPECT_EQ(WithoutSecrets(text), text);
  }
}

}  // namespace
}  // namespace grammar
