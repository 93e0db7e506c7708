// What a subcommand complains of.
#include "cli/command_complaint.h"

#include <gtest/gtest.h>

namespace cli {
namespace {

TEST(CommandComplaint, IsOneLine) {
  EXPECT_EQ(CommandComplaint("eval", "a\nb"), "tocsin: eval: a?b\n");
}

}  // namespace
}  // namespace cli
