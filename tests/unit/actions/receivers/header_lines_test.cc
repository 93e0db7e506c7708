// HasHeader: by the name alone.
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

}  // namespace
}  // namespace actions
