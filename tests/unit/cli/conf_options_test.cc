// pmieconf's command line: options, words, and what is wrong with them.
#include "cli/conf_options.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace cli {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;
using ::testing::StartsWith;

std::string WrongOf(const std::vector<std::string>& arguments) {
  const auto options = ParseConf(arguments);
  return options ? "taken" : options.error().message;
}

TEST(ConfOptions, OptionsStandAnywhere) {
  const auto options =
      ParseConf({"-cv", "-f", "F", "--rules=R", "modify", "a", "delta", "5"});
  ASSERT_TRUE(options);
  EXPECT_TRUE(options->automatic && options->verbose);
  EXPECT_FALSE(options->force);
  EXPECT_EQ(options->file, "F");
  EXPECT_EQ(options->path, "R");
  EXPECT_THAT(options->command, ElementsAre("modify", "a", "delta", "5"));
}

TEST(ConfOptions, WhatIsWrongIsSaid) {
  EXPECT_EQ(WrongOf({"-z"}), "invalid option -- 'z'");
  EXPECT_EQ(WrongOf({"modify", "a", "b", "-5"}), "invalid option -- '5'");
  EXPECT_TRUE(ParseConf({"--", "modify", "a", "b", "-5"}));
  EXPECT_EQ(WrongOf({"-F", "rules"}), "cannot use -F option with a command");
  EXPECT_EQ(WrongOf({"a", "b", "c", "d", "e", "f"}), "too many arguments");
  EXPECT_EQ(WrongOf({"-f"}), "option requires an argument -- 'f'");
  EXPECT_THAT(WrongOf({"-?"}), IsEmpty());
  EXPECT_THAT(WrongOf({"--help"}), IsEmpty());
}

TEST(ConfOptions, TheUsageEndsInTheCommands) {
  EXPECT_THAT(ConfUsage("pmieconf"), StartsWith("Usage: pmieconf [options]"));
  EXPECT_THAT(ConfUsage("pmieconf"), Not(HasSubstr("lint")));
  for (const char* one : {"why", "render", "lint", "diff", "import"}) {
    EXPECT_THAT(ConfUsage("x"), HasSubstr("\n  " + std::string(one) + ' '));
  }
  EXPECT_THAT(ConfUsage("x"), HasSubstr(" 12. abort     discard changes"));
}

}  // namespace
}  // namespace cli
