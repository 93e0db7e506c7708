// Complaints: a line at the begin and the end of a row.
#include "actions/complaints.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/action_event.h"

namespace actions {
namespace {

using ::testing::ElementsAre;

/// Of an action that is `text` in `rule`.
Whose Of(const std::string& rule, const std::string& text = "x") {
  tests::ActionEvent event(tests::ActionEvent::Kind::kShell, "");
  event.statement.name = rule;
  event.call.arguments = {text};
  return Whose(event.event());
}

TEST(Complaints, ARowIsToldAtItsBeginAndItsEnd) {
  tests::LogLines log;
  Complaints complaints("shell", log.log());
  complaints.Right(Of("a"));
  complaints.Wrong(Of("a"), "no room");
  complaints.Wrong(Of("b"), "no room");
  complaints.Wrong(Of("a"), "still none");
  complaints.Right(Of("a"));
  complaints.Right(Of("a"));
  complaints.Wrong(Of("a"), "again");
  EXPECT_THAT(
      log.lines,
      ElementsAre("Error: a: shell: no room", "Error: b: shell: no room",
                  "Info: a: shell: performed again; 2 before it not",
                  "Error: a: shell: again"));
}

// "x" & "y": that the one is right each time says nothing of the other.
TEST(Complaints, EachActionOfARuleHasItsOwnRow) {
  tests::LogLines log;
  Complaints complaints("shell", log.log(), "ended again");
  for (int tick = 0; tick < 3; ++tick) {
    complaints.Wrong(Of("a", "x"), "killed");
    complaints.Right(Of("a", "y"));
  }
  complaints.Right(Of("a", "x"));
  EXPECT_THAT(log.lines,
              ElementsAre("Error: a: shell: killed",
                          "Info: a: shell: ended again; 3 before it not"));
}

TEST(Complaints, EachReceiverHasItsOwnRow) {
  tests::LogLines log;
  Complaints complaints("webhook", log.log());
  Whose one = Of("a");
  one.receiver = "http://one";
  complaints.Wrong(one, "away");
  complaints.Right(Of("a"));
  EXPECT_THAT(log.lines, ElementsAre("Error: a: webhook: away"));
}

TEST(Beginning, IsALineThatFitsALog) {
  EXPECT_EQ(Beginning("a\nb\x1b" + std::string(200, 'x')),
            "a?b?" + std::string(96, 'x') + "...");
}

}  // namespace
}  // namespace actions
