// Print: the line of an event.
#include "actions/print.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "tests/support/action_event.h"

namespace actions {
namespace {

TEST(Print, TheTimeOfTheEvaluationAndTheText) {
  const base::Zone zone;  // UTC
  std::string written;
  tests::LogLines log;
  Print print(
      &zone,
      [&](std::string_view text) {
        written += text;
        return text.find("full") == text.npos ? Print::Written::kYes
                                              : Print::Written::kLost;
      },
      log.log());
  const engine::expr::ast::Call call;
  const engine::expr::Statement statement;
  const base::Timestamp time{1'000'000'000 * base::kNanosPerSecond};
  int succeeded = 0;
  int not_performed = 0;
  for (const std::string text : {"hi vm", "", "full"}) {
    print.Perform({call, statement, time, {text, {}}}, [&](auto outcome) {
      succeeded += outcome == Print::Outcome::kSucceeded;
      not_performed += outcome == Print::Outcome::kNotPerformed;
    });
  }
  EXPECT_EQ(succeeded, 2);
  EXPECT_EQ(not_performed, 1);
  EXPECT_EQ(written,
            "Sun Sep  9 01:46:40 2001: hi vm\n"
            "Sun Sep  9 01:46:40 2001: \n"
            "Sun Sep  9 01:46:40 2001: full\n");
}

TEST(Print, WhatIsLostIsToldWithTheRulesName) {
  const base::Zone zone;
  tests::LogLines log;
  Print::Written written = Print::Written::kOver;
  Print print(
      &zone, [&](std::string_view) { return written; }, log.log());
  const auto perform = [&] {
    print.Perform(
        tests::ActionEvent(tests::ActionEvent::Kind::kPrint, "disk full")
            .event(),
        [](auto) {});
  };
  perform();
  EXPECT_THAT(log.lines, ::testing::IsEmpty()) << "the end is no rule's fault";
  written = Print::Written::kLost;
  perform();
  perform();
  written = Print::Written::kYes;
  perform();
  EXPECT_THAT(log.lines, ::testing::ElementsAre(
                             "Error: rule: print: not written: disk full",
                             "Info: rule: print: performed again; 2 before it "
                             "not"));
}

}  // namespace
}  // namespace actions
