// Patterns compiled and matched. What POSIX syntax becomes of RE2's:
// posix_regex_test.
#include "base/pattern.h"

#include <gtest/gtest.h>

#include "base/check.h"

namespace base {
namespace {

std::shared_ptr<const Pattern> Compiled(const std::string& text) {
  auto pattern = Pattern::Compile(text);
  CHECK(pattern.has_value());
  return *std::move(pattern);
}

bool Matches(const std::string& text, std::string_view name) {
  return Compiled(text)->Matches(name);
}

ErrorCode Failure(const std::string& text) {
  const auto pattern = Pattern::Compile(text);
  return pattern ? ErrorCode::kSystem : pattern.error().code;
}

TEST(Patterns, MatchAnyPartUnlessAnchored) {
  EXPECT_TRUE(Matches("d", "sda"));
  EXPECT_TRUE(Matches("^sd[ab]$", "sda"));
  EXPECT_FALSE(Matches("^d", "sda"));
  EXPECT_FALSE(Matches("d$", "sda"));
  EXPECT_TRUE(Matches("", "")) << "nothing is a part of anything";
  EXPECT_TRUE(Matches("", "sda"));
  EXPECT_FALSE(Matches("x", ""));
}

TEST(Patterns, TellLettersByCase) { EXPECT_FALSE(Matches("SDA", "sda")); }

// Instance names are bytes: no text of theirs is refused.
TEST(Patterns, TakeNamesThatAreNoUtf8) {
  EXPECT_TRUE(Matches("^a.b$",
                      "a\xff"
                      "b"));
  EXPECT_TRUE(Matches("^..$", "\xc3\xa4")) << "two bytes of one letter";
}

TEST(Patterns, AlternativesMayBeginWithTheSameLetterBeyondAscii) {
  for (const char* pattern : {"\xc3\x9clast|\xc3\x9clauf", "\xbbx|\xbbx",
                              "(\x9cla)u|(\x9cla)v|\x9cx"}) {
    EXPECT_TRUE(Matches(pattern, "der \xc3\x9clauf, \xbbx")) << pattern;
    EXPECT_FALSE(Matches(pattern, "\xc3\x9cl")) << pattern;
  }
}

TEST(Patterns, KeepTheirText) {
  EXPECT_EQ(Compiled("^sd(a|b)$")->text(), "^sd(a|b)$");
}

TEST(Patterns, ThatCountHighMatchAsOthers) {
  const auto pattern = Compiled("ERR.{1,200}[0-9]\\.$");
  EXPECT_TRUE(pattern->Matches("xERR" + std::string(200, 'R') + "1."));
  EXPECT_FALSE(pattern->Matches("xERR" + std::string(201, 'x') + "1."));
  EXPECT_FALSE(pattern->Matches("xERR" + std::string(200, 'x') + "1. "));
}

TEST(Patterns, AreCostlyWhereWhatIsCountedHighNeedsMore) {
  for (const char* text : {"\\bERR.{1,200}[0-9]",
                           "(a|bc|def|ghij.{1,5}){1,100}z", "\\b.{1,60}\\bq"}) {
    EXPECT_TRUE(Compiled(text)->is_costly()) << text;
  }
  const std::string words =
      "a{20} disk full|no space left on device|connection";
  for (const std::string text :
       {"ERR.*[0-9]", "([0-9]{1,3}\\.){3}[0-9]{1,3}", "[0-9a-f]{64}",
        "x.{60}y.{60}z", "ERR.{1,200}[0-9]", "x.{80}y.{80}z", "E[^ ]{70,}x",
        "\\ba{60}", "\\b[0-9a-f]{32}\\b", "(a|b)*a(a|b){18}c", "a\\{200\\}",
        "[{]900}"}) {
    EXPECT_FALSE(Compiled(text)->is_costly()) << text;
    EXPECT_FALSE(
        Compiled(text + words + "|" + words + "|" + words)->is_costly())
        << text;
  }
}

TEST(Patterns, ThatAreWrongAreInvalid) {
  for (const char* text : {"(", "a)(", "[a", "a{2,1}", "*a{"}) {
    EXPECT_EQ(Failure(text), ErrorCode::kInvalid) << text;
  }
}

}  // namespace
}  // namespace base
