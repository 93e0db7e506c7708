// Exec: each value is part of one word, whatever it holds; what a program is
// told and says.
#include "actions/exec.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "base/file.h"
#include "tests/support/archive_image.h"
#include "tests/support/commands.h"

namespace actions {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using tests::ActionEvent;
using Outcome = ActionSink::Outcome;

class ExecTest : public ::testing::Test {
 protected:
  /// Runs `script` with the words behind it; "sh" is its $0.
  Outcome Run(const std::string& script, std::vector<std::string> words) {
    event_.call.receiver = "/bin/sh";
    event_.parts.words = {"-c", script, "sh"};
    event_.parts.words.insert(event_.parts.words.end(), words.begin(),
                              words.end());
    return commands_.Run(&exec_, event_.event());
  }
  std::string Written() const {
    return base::ReadRegularText(folder_ / "out", std::size_t{1} << 24).value();
  }

  tests::TemporaryFolder folder_;
  base::Zone zone_;  // UTC
  ActionEvent event_{ActionEvent::Kind::kExec, ""};
  tests::Commands commands_;
  Exec exec_{commands_.context(), &zone_, commands_.log.log()};
};

TEST_F(ExecTest, EachWordIsAnArgument) {
  const std::vector<std::string> hostile = {
      "",         "a b",      "'\"`$(exit 9)${x}\\",
      "\n\r\n\t", "%i %%",    "-n",
      "--",       "\xff\xfe", "\u202e",
      "* ? [a]",  "; &",      std::string(100'000, 'x')};
  EXPECT_EQ(Run("for one; do printf '%s\\0' \"$one\"; done >'" +
                    (folder_ / "out") + "'",
                hostile),
            Outcome::kSucceeded);
  std::string all;
  for (const std::string& word : hostile) all += word + '\0';
  EXPECT_EQ(Written(), all);
  EXPECT_THAT(commands_.log.lines, IsEmpty());
}

TEST_F(ExecTest, ALongWordIsCut) {
  EXPECT_EQ(Run("test ${#1} = 131071 && test \"$2\" = ab",
                {std::string(1 << 20, 'x'), std::string("ab\0c", 4)}),
            Outcome::kSucceeded);
  EXPECT_THAT(commands_.log.lines,
              ElementsAre(HasSubstr("rule: exec: cut: an argument or variable "
                                    "of 1048576 bytes")));
}

TEST_F(ExecTest, HasItsEventInVariablesAndInJson) {
  event_.parts.texts = {"full"};
  event_.parts.bindings = {{"web1", "sd\n\xff", "/a", {95.5}, "95.5"}};
  EXPECT_EQ(Run("cat >'" + (folder_ / "out") +
                    "'; test \"$TOCSIN_HOST $TOCSIN_VALUE\" = 'web1 95.5'",
                {}),
            Outcome::kSucceeded);
  const auto told = nlohmann::json::parse(Written(), nullptr, false);
  ASSERT_TRUE(told.is_object());
  EXPECT_EQ(told["version"], 1);
  EXPECT_EQ(told["rule"], "rule");
  EXPECT_EQ(told["bindings"][0]["instance"], "sd\n\ufffd");
  EXPECT_EQ(told["bindings"][0]["value"], 95.5);
}

// Nobody waits for it, and no signal comes of it.
TEST_F(ExecTest, NeedNotReadWhatItIsTold) {
  event_.parts.texts = {std::string(8 << 20, 'x')};
  EXPECT_EQ(Run("exit 0", {}), Outcome::kSucceeded);
}

TEST_F(ExecTest, WhatItSaysIsLogged) {
  EXPECT_EQ(Run("echo out; echo 'e\033rr' >&2; printf 'no end'; exit 3", {}),
            Outcome::kFailed);
  EXPECT_THAT(
      commands_.log.lines,
      ElementsAre("Info: rule: exec: says: out", "Info: rule: exec: says: e?rr",
                  "Info: rule: exec: says: no end",
                  HasSubstr("rule: exec: exit status 3: /bin/sh -c")));
}

TEST_F(ExecTest, WhatIsNotThereIsNotPerformed) {
  event_.call.receiver = "/no/such/program";
  event_.parts.words = {"a"};
  for (int i = 0; i < 2; ++i) {
    EXPECT_EQ(commands_.Run(&exec_, event_.event()), Outcome::kNotPerformed);
  }
  EXPECT_THAT(
      commands_.log.lines,
      ElementsAre("Error: rule: exec: /no/such/program: No such file or "
                  "directory: not begun: /no/such/program a"));
}

// No shell reads what is no program.
TEST_F(ExecTest, ATextIsNoProgram) {
  event_.call.receiver = "/etc/passwd";
  EXPECT_EQ(commands_.Run(&exec_, event_.event()), Outcome::kNotPerformed);
}

// More than all arguments may have together.
TEST_F(ExecTest, TooManyWordsAreNotPerformed) {
  EXPECT_EQ(Run("exit 0", std::vector<std::string>(
                              100, std::string(kMostInArgument, 'x'))),
            Outcome::kNotPerformed);
  EXPECT_THAT(commands_.log.lines,
              ElementsAre(HasSubstr("Argument list too long: not begun")));
}

}  // namespace
}  // namespace actions
