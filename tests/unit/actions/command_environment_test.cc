// What a command finds: pmie's environment, the event's variables, and what is
// cut of either.
#include "actions/command_environment.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/utf8.h"
#include "tests/support/action_event.h"

namespace actions {
namespace {

using ::testing::ElementsAre;
using tests::ActionEvent;

// The path that was measured: docs/pmie.md, "Actions".
TEST(CommandEnvironment, PathAndFieldSeparatorsArePmies) {
  EXPECT_THAT(CommandEnvironment({"HOME=/x", "PATH=/evil", "IFS=,", "PATHS=1"}),
              ElementsAre("HOME=/x", "PATHS=1",
                          "PATH=/usr/sbin:/sbin:/usr/bin:/bin:/usr/bin:"
                          "/usr/lib/pcp/bin:/usr/bin/X11:/usr/local/bin",
                          "IFS=\t\n"));
}

TEST(CommandEnvironment, PcpsFoldersAreThoseOfTheEnvironment) {
  EXPECT_THAT(CommandEnvironment({"PCP_BIN_DIR=/b", "PCP_BINADM_DIR=/a",
                                  "PCP_PLATFORM_PATHS=/p:/q"}),
              ElementsAre("PCP_BIN_DIR=/b", "PCP_BINADM_DIR=/a",
                          "PCP_PLATFORM_PATHS=/p:/q",
                          "PATH=/usr/sbin:/sbin:/usr/bin:/bin:/b:/a:/p:/q",
                          "IFS=\t\n"));
}

// Who is started by a command of another tocsin hears of its own events.
TEST(CommandEnvironment, HasNoVariablesOfAnotherEvent) {
  EXPECT_EQ(CommandEnvironment({"TOCSIN_RULE=a", "TOCSIN_HOST=b",
                                "TOCSIN_INSTANCE=c", "TOCSIN_VALUE=d"})
                .size(),
            2u);
  EXPECT_EQ(CommandEnvironment({"TOCSIN_RULES=a"}).front(), "TOCSIN_RULES=a");
}

TEST(EventVariables, AreOfTheFirstBinding) {
  ActionEvent event(ActionEvent::Kind::kExec, "");
  event.parts.bindings = {{"web1", "sda", "/a", {}, "95"},
                          {"web2", "sdb", "/a", {}, "96"}};
  EXPECT_THAT(EventVariables(event.event()),
              ElementsAre("TOCSIN_RULE=rule", "TOCSIN_HOST=web1",
                          "TOCSIN_INSTANCE=sda", "TOCSIN_VALUE=95"));
}

TEST(EventVariables, AreEmptyWhereNothingIsKnown) {
  const ActionEvent event(ActionEvent::Kind::kExec, "");
  EXPECT_THAT(EventVariables(event.event()),
              ElementsAre("TOCSIN_RULE=rule",
                          "TOCSIN_HOST=", "TOCSIN_INSTANCE=", "TOCSIN_VALUE="));
}

TEST(CutToArgument, LeavesWhatFits) {
  for (const std::size_t size : {std::size_t{0}, kMostInArgument}) {
    std::string text(size, 'x');
    EXPECT_FALSE(CutToArgument(&text));
    EXPECT_EQ(text.size(), size);
  }
}

TEST(CutToArgument, CutsBeforeANulAndAtTheLimit) {
  std::string nul("a\0b", 3);
  EXPECT_TRUE(CutToArgument(&nul));
  EXPECT_EQ(nul, "a");
  std::string longer(kMostInArgument + 1, 'x');
  EXPECT_TRUE(CutToArgument(&longer));
  EXPECT_EQ(longer.size(), kMostInArgument);
  std::string bytes(std::size_t{1} << 20, '\xff');
  EXPECT_TRUE(CutToArgument(&bytes));
  EXPECT_EQ(bytes.size(), kMostInArgument) << "no UTF-8 before, either";
}

TEST(CutToArgument, CutsNoCharacterInTwo) {
  for (const std::string character :
       {"\xc3\xa4", "\xe2\x82\xac", "\xf0\x9f\x94\x94"}) {
    for (const std::string begin : {"", "x", "xx", "xxx"}) {
      std::string text = begin;
      while (text.size() <= kMostInArgument) text += character;
      EXPECT_TRUE(CutToArgument(&text));
      EXPECT_GT(text.size(), kMostInArgument - character.size());
      EXPECT_EQ(base::Utf8ValidPrefix(text), text.size());
    }
  }
}

}  // namespace
}  // namespace actions
