// PCP's own settings: which lines count, and which file.
#include "cli/pcp_conf.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <map>

#include "tests/support/file_tree.h"

namespace cli {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::Pair;

TEST(PcpConf, LinesOfVariables) {
  EXPECT_THAT(ParsePcpConf("# where things are\n"
                           "\n"
                           "PCP_TMP_DIR=/var/lib/pcp/tmp\n"
                           "PCP_AWK_PROG=\"/usr/bin/gawk --posix\"\r\n"
                           "PCP_ONE='x=y'\n"
                           "PCP_EMPTY=\n"
                           "PCP_HALF=\"x\n"
                           "PCP_LAST=z"),
              ElementsAre(Pair("PCP_TMP_DIR", "/var/lib/pcp/tmp"),
                          Pair("PCP_AWK_PROG", "/usr/bin/gawk --posix"),
                          Pair("PCP_ONE", "x=y"), Pair("PCP_EMPTY", ""),
                          Pair("PCP_HALF", "\"x"), Pair("PCP_LAST", "z")));
}

TEST(PcpConf, WhatElseIsThereIsLeftOut) {
  EXPECT_THAT(ParsePcpConf("PATH=/evil\n#PCP_A=1\n PCP_B=1\nPCP_C D=1\nPCP_E\n"
                           "=x\n"),
              IsEmpty());
  EXPECT_THAT(ParsePcpConf(std::string_view("PCP_A=x\0y\n", 10)), IsEmpty());
  EXPECT_THAT(ParsePcpConf(""), IsEmpty());
}

// A FIFO, which nobody may ever write to, is not waited for.
TEST(PcpConf, WhatCannotBeRead) {
  const tests::FileTree tree;
  const std::string fifo = tree.root() + "/fifo";
  ASSERT_EQ(::mkfifo(fifo.c_str(), 0600), 0);
  EXPECT_EQ(ReadPcpConf("/nosuch/pcp.conf").error().message,
            "/nosuch/pcp.conf: No such file or directory");
  EXPECT_EQ(ReadPcpConf(fifo).error().message, fifo + ": not a regular file");
}

TEST(PcpConf, WhichFile) {
  std::map<std::string, std::string> variables;
  const auto path = [&] {
    return PcpConfPath(
        [&](const std::string& name) -> std::optional<std::string> {
          const auto found = variables.find(name);
          if (found == variables.end()) return {};
          return found->second;
        });
  };
  EXPECT_EQ(path(), "/etc/pcp.conf");
  variables["PCP_DIR"] = "/opt/pcp";
  EXPECT_EQ(path(), "/opt/pcp/etc/pcp.conf");
  variables["PCP_CONF"] = "/my/conf";
  EXPECT_EQ(path(), "/my/conf");
}

}  // namespace
}  // namespace cli
