// Complaints: one line a row and rule.
#include "actions/complaints.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/action_event.h"

namespace actions {
namespace {

TEST(Complaints, ARowIsToldAtItsBeginAndItsEnd) {
  tests::LogLines log;
  Complaints complaints("shell", log.log());
  complaints.Performed("a");
  complaints.NotPerformed("a", "no room");
  complaints.NotPerformed("b", "no room");
  complaints.NotPerformed("a", "still none");
  complaints.Performed("a");
  complaints.Performed("a");
  complaints.NotPerformed("a", "again");
  complaints.Say("b", "killed");
  EXPECT_THAT(log.lines,
              ::testing::ElementsAre(
                  "Error: a: shell: no room", "Error: b: shell: no room",
                  "Info: a: shell: performed again; 2 before it not",
                  "Error: a: shell: again", "Error: b: shell: killed"));
}

}  // namespace
}  // namespace actions
