// Print: the line of an event.
#include "actions/print.h"

#include <gtest/gtest.h>

#include <string>

namespace actions {
namespace {

TEST(Print, TheTimeOfTheEvaluationAndTheText) {
  const base::Zone zone;  // UTC
  std::string written;
  Print print(&zone, [&](std::string_view text) {
    written += text;
    return text.find("full") == text.npos;
  });
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

}  // namespace
}  // namespace actions
