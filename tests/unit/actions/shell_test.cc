// Shell: pmie's environment. Commands that run: live_actions_test.cc.
#include "actions/shell.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace actions {
namespace {

using ::testing::ElementsAre;

// Reference, 6.4: the path that was measured.
TEST(ShellEnvironment, PathAndFieldSeparatorsArePmies) {
  EXPECT_THAT(ShellEnvironment({"HOME=/x", "PATH=/evil", "IFS=,", "PATHS=1"}),
              ElementsAre("HOME=/x", "PATHS=1",
                          "PATH=/usr/sbin:/sbin:/usr/bin:/bin:/usr/bin:"
                          "/usr/lib/pcp/bin:/usr/bin/X11:/usr/local/bin",
                          "IFS=\t\n"));
}

TEST(ShellEnvironment, PcpsFoldersAreThoseOfTheEnvironment) {
  EXPECT_THAT(ShellEnvironment({"PCP_BIN_DIR=/b", "PCP_BINADM_DIR=/a",
                                "PCP_PLATFORM_PATHS=/p:/q"}),
              ElementsAre("PCP_BIN_DIR=/b", "PCP_BINADM_DIR=/a",
                          "PCP_PLATFORM_PATHS=/p:/q",
                          "PATH=/usr/sbin:/sbin:/usr/bin:/bin:/b:/a:/p:/q",
                          "IFS=\t\n"));
}

// A shell is not started with what the system refuses; that is said once.
TEST(Shell, WhatIsTooLongForTheSystemFails) {
  base::loop::Loop loop;
  Children children(&loop, &loop);
  std::vector<std::string> lines;
  Shell shell({}, &children, [&](const std::string&, const std::string& text) {
    lines.push_back(text);
  });
  const engine::expr::ast::Call call;
  const engine::expr::Statement statement;
  const engine::alarm::Expansion message{": " + std::string(1 << 20, 'x'), {}};
  int failed = 0;
  for (int i = 0; i < 2; ++i) {
    shell.Perform({call, statement, {}, message},
                  [&](bool succeeded) { failed += !succeeded; });
  }
  EXPECT_EQ(failed, 2);
  ASSERT_EQ(lines.size(), 1u);
  EXPECT_LT(lines[0].size(), 200u);
}

}  // namespace
}  // namespace actions
