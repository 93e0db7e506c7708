// What is told after a change: rules that are gone, processes that run.
#include "cli/conf_report.h"

#include <gtest/gtest.h>

namespace cli {
namespace {

TEST(ConfReport, ProcessesAreCounted) {
  EXPECT_EQ(InUseReport("/f", {}, std::nullopt), "");
  EXPECT_EQ(InUseReport("/f", {7}, std::nullopt),
            "  /f is in use by 1 running pmie process:\n\t7 \n"
            "  Restart this process for the configuration change to take "
            "effect.\n"
            "  o  Use kill(1) to stop; e.g.\tkill -INT 7 \n");
  EXPECT_EQ(InUseReport("/f", {7, 12}, std::nullopt),
            "  /f is in use by 2 running pmie processes:\n\t7 12 \n"
            "  Restart these processes for the configuration change to take "
            "effect.\n"
            "  o  Use kill(1) to stop; e.g.\tkill -INT 7 12 \n");
}

TEST(ConfReport, WherePcpIsItsProgramIsNamed) {
  const std::string text =
      InUseReport("/f", {7}, PmieCheck{"/bin/check", "/etc/control"});
  EXPECT_NE(text.find("\n     daemons launched under the control of "
                      "/etc/control;\n     e.g.\t/bin/check -V\n"),
            text.npos)
      << text;
}

TEST(ConfReport, RulesThatAreGoneAreListed) {
  EXPECT_EQ(DeprecatedReport("x: ", {}, "/f"), "");
  EXPECT_EQ(DeprecatedReport("x: ", {"a (gone)", "b (gone)"}, "/f"),
            "x: some rules have been deprecated:\n    a (gone)\n    b (gone)\n"
            "\n  See /f for details\n");
}

}  // namespace
}  // namespace cli
