// ParseUrl: which URLs are taken, and what is said of the others.
#include "base/url.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace base {
namespace {

std::string Wrong(std::string_view text) {
  const auto url = ParseUrl(text);
  return url ? "taken" : url.error().message;
}

TEST(ParseUrl, SchemeHostAndPort) {
  EXPECT_EQ(*ParseUrl("http://a.example/x?y=1#z"),
            (Url{false, "a.example", 80}));
  EXPECT_EQ(*ParseUrl("HTTPS://a_b-1.example"),
            (Url{true, "a_b-1.example", 443}));
  EXPECT_EQ(*ParseUrl("http://127.0.0.1:8080?x"),
            (Url{false, "127.0.0.1", 8080}));
  EXPECT_EQ(*ParseUrl("https://[::1]:65535/"), (Url{true, "::1", 65535}));
  EXPECT_EQ(*ParseUrl("https://[fe80::1]"), (Url{true, "fe80::1", 443}));
  // An @ behind the host is the path's.
  EXPECT_EQ(*ParseUrl("http://a/b@c:d"), (Url{false, "a", 80}));
}

TEST(ParseUrl, WhatIsNone) {
  const std::string scheme = "a URL begins with http:// or https://";
  for (const char* text :
       {"", "ops", "5 hours", "ftp://a", "http:/a", "//a", "http",
        "mailto:a@example.com", "file:///etc/passwd"}) {
    EXPECT_EQ(Wrong(text), scheme) << text;
  }
  const std::string host = "a host's name or address follows http:// in a URL";
  for (const char* text : {"http://", "http:///a", "http://:80", "http://a!b",
                           "http://[::1", "http://[]", "http://[ops]"}) {
    EXPECT_EQ(Wrong(text), host) << text;
  }
  for (const char* text :
       {"http://a:", "http://a:0", "http://a:65536", "http://a:8o",
        "http://a:-1", "http://a:80:80", "http://a:99999999999"}) {
    EXPECT_EQ(Wrong(text), "the port of a URL is a number up to 65535") << text;
  }
  EXPECT_EQ(Wrong("http://[::1]8"), "a port follows the host of a URL");
}

TEST(ParseUrl, WhatNoUrlHolds) {
  for (const std::string text :
       {"http://a/b c", "http://a/\n", "http://\xc3\xa4/", "http://a\\b",
        "http://a/\x7f"}) {
    EXPECT_THAT(Wrong(text), testing::StartsWith("a URL has no blanks"))
        << text;
  }
}

TEST(ParseUrl, SecretsAreNotTakenAndNotTold) {
  for (const char* text : {"http://me:secret@a/", "https://secret@a"}) {
    EXPECT_EQ(Wrong(text), "a URL with a user or a password is not taken");
  }
}

TEST(OriginText, IsSchemeHostAndPort) {
  for (const auto& [text, origin] :
       {std::pair("http://a:80/secret", "http://a"),
        std::pair("https://a:443?secret", "https://a"),
        std::pair("http://a:443", "http://a:443"),
        std::pair("https://[::1]:8443/x", "https://[::1]:8443")}) {
    EXPECT_EQ(OriginText(*ParseUrl(text)), origin);
  }
}

TEST(MailUrl, SchemesAndTheirPorts) {
  EXPECT_EQ(*ParseMailUrl("smtp://mail.example.org"),
            (Url{false, "mail.example.org", 25, true}));
  EXPECT_EQ(*ParseMailUrl("SMTPS://[::1]/"), (Url{true, "::1", 465, true}));
  EXPECT_EQ(OriginText(*ParseMailUrl("smtp://a:587")), "smtp://a:587");
  EXPECT_EQ(OriginText(*ParseMailUrl("smtps://a:465")), "smtps://a");
  for (const char* wrong :
       {"http://a", "smtp://a/b", "smtp://a?b", "smtp://u:p@a", "smtp://",
        "smtp://a b", "smtp://a\r\nQUIT"}) {
    EXPECT_FALSE(ParseMailUrl(wrong)) << wrong;
  }
  EXPECT_EQ(ParseMailUrl("smtp://").error().message,
            "a host's name or address follows smtp:// in a URL");
  EXPECT_FALSE(ParseUrl("smtp://a"));
  EXPECT_TRUE(IsMailUrl("smtps://"));
  EXPECT_FALSE(IsMailUrl("https://smtp://"));
}

}  // namespace
}  // namespace base
