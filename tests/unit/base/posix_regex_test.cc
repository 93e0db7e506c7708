// base/posix_regex.h beside the C library's own regcomp and regexec:
// what is accepted, and what it matches.
#include "base/posix_regex.h"

#include <gtest/gtest.h>
#include <regex.h>

#include <random>
#include <string>

#include "base/pattern.h"

namespace base {
namespace {

// The C library's opinion of one pattern.
class LibraryRegex {
 public:
  explicit LibraryRegex(const std::string& pattern)
      : ok_(regcomp(&regex_, pattern.c_str(), REG_EXTENDED | REG_NOSUB) == 0) {}
  ~LibraryRegex() {
    if (ok_) regfree(&regex_);
  }
  LibraryRegex(const LibraryRegex&) = delete;
  LibraryRegex& operator=(const LibraryRegex&) = delete;

  bool ok() const { return ok_; }
  bool Matches(const std::string& text) const {
    return regexec(&regex_, text.c_str(), 0, nullptr, 0) == 0;
  }

 private:
  regex_t regex_;
  bool ok_;
};

constexpr const char* kPieces[] = {
    "a",     "b",     "c",     "-",         "]",         "[",       "[^",
    "(",     ")",     "|",     "*",         "+",         "?",       "{",
    "}",     "{1}",   "{1,2}", "{,2}",      "{2,}",      "{3,1}",   "{,}",
    "{a}",   "^",     "$",     ".",         "\\",        "\\w",     "\\W",
    "\\s",   "\\S",   "\\b",   "\\B",       "\\`",       "\\'",     "\\.",
    "\\(",   "a-c",   "c-a",   "a-",        "--",        "]-a",     "1",
    "_",     " ",     "=",     ":",         ",",         "()",      "\\[",
    "[.a.]", "[=b=]", "[.-.]", "[:alpha:]", "[:digit:]", "[:foo:]", "[.ab.]"};

std::string RandomPattern(std::mt19937* random) {
  std::string pattern;
  const std::size_t length = 1 + (*random)() % 8;
  for (std::size_t i = 0; i < length; ++i) {
    pattern += kPieces[(*random)() % std::size(kPieces)];
  }
  return pattern;
}

std::string RandomText(std::mt19937* random) {
  constexpr std::string_view kAlphabet = "abcabc-[]{}*+?.^$\\ _12=:,|()";
  std::string text;
  const std::size_t length = (*random)() % 6;
  for (std::size_t i = 0; i < length; ++i) {
    text += kAlphabet[(*random)() % kAlphabet.size()];
  }
  return text;
}

TEST(PosixRegex, IsWhatTheLibraryTakesItFor) {
  std::mt19937 random(1);
  int accepted = 0;
  for (int i = 0; i < 20'000; ++i) {
    const std::string pattern = RandomPattern(&random);
    const LibraryRegex library(pattern);
    const auto ours = Pattern::Compile(pattern);
    if (!ours && ours.error().code == ErrorCode::kUnsupported) continue;
    ASSERT_EQ(library.ok(), ours.has_value()) << pattern;
    if (!library.ok()) continue;
    ++accepted;
    for (int k = 0; k < 8; ++k) {
      const std::string text = RandomText(&random);
      ASSERT_EQ(library.Matches(text), (*ours)->Matches(text))
          << pattern << " on \"" << text << "\"";
    }
  }
  EXPECT_GT(accepted, 5'000);
}

TEST(PosixRegex, RefusesWhatRe2CannotDo) {
  EXPECT_EQ(TranslatePosixRegex("(a)\\1").error().code,
            ErrorCode::kUnsupported);
  EXPECT_EQ(TranslatePosixRegex("\\<a").error().code, ErrorCode::kUnsupported);
}

TEST(PosixRegex, HasLimits) {
  EXPECT_TRUE(TranslatePosixRegex(std::string(4096, 'a')));
  EXPECT_FALSE(TranslatePosixRegex(std::string(4097, 'a')));
  const auto nested = [](std::size_t depth) {
    return std::string(depth, '(') + std::string(depth, ')');
  };
  EXPECT_TRUE(TranslatePosixRegex(nested(250)));
  EXPECT_FALSE(TranslatePosixRegex(nested(251)));
}

TEST(PosixRegex, BytesAreCharacters) {
  const auto pattern = Pattern::Compile("^.\xe9[\xe0-\xef]$");
  ASSERT_TRUE(pattern);
  EXPECT_TRUE((*pattern)->Matches("\xff\xe9\xe5"));
  EXPECT_FALSE((*pattern)->Matches("\xff\xe9\xdf"));
}

}  // namespace
}  // namespace base
