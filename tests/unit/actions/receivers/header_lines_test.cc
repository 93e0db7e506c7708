// HasHeader: by the name alone; IsHeaderValue; MayBeSecret.
#include "actions/receivers/header_lines.h"

#include <gtest/gtest.h>

namespace actions {
namespace {

TEST(HeaderLines, AreFoundByTheirNamesInWhateverCase) {
  const std::vector<std::string> lines = {"X-Key: a", "User-Agent: b: c", "D:"};
  for (const char* name : {"x-key", "USER-AGENT", "d"}) {
    EXPECT_TRUE(HasHeader(lines, name)) << name;
  }
  for (const char* name : {"", "X", "X-Key: a", "a", "User-Agent: b"}) {
    EXPECT_FALSE(HasHeader(lines, name)) << name;
  }
  EXPECT_FALSE(HasHeader({}, "d"));
}

TEST(HeaderLines, AValueIsOneLineOfAscii) {
  EXPECT_TRUE(IsHeaderValue("") && IsHeaderValue("a: b~"));
  for (const char* text : {"a\nb", "\r", "\x7f", "\xc3\xa4", "\t"}) {
    EXPECT_FALSE(IsHeaderValue(text)) << text;
  }
}

TEST(HeaderLines, ANameSaysWhetherItsValueMayBeASecret) {
  for (const char* name : {"Authorization", "x-api-KEY", "X-Auth-Token"}) {
    EXPECT_TRUE(MayBeSecret(name)) << name;
  }
  EXPECT_FALSE(MayBeSecret("X-Team"));
}

}  // namespace
}  // namespace actions
