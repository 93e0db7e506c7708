// Actions as lines, in pmie's format and in others.
#include "cli/action_lines.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include "engine/alarm/message_parts.h"

namespace cli {
namespace {

namespace ast = engine::expr::ast;

class ActionLinesTest : public testing::Test {
 protected:
  /// What `format` makes of a print action with `text` of line 7 of a file.
  std::string Line(const std::string& format, const std::string& text,
                   const ast::Call& call = {},
                   const engine::alarm::MessageParts& parts = {}) {
    int ends[2];
    EXPECT_EQ(::pipe(ends), 0);
    {
      Output output(ends[1]);
      ActionLines lines(
          format, &zone_, [](int) { return std::string("a.pmie"); }, &output);
      engine::expr::Statement statement;
      statement.arrow_line = 7;
      const base::Timestamp time{1000000000 * base::kNanosPerSecond + 1500000};
      bool succeeded = false;
      EXPECT_EQ(lines.NeedsParts(call), !parts.words.empty());
      lines.Perform({call, statement, time, {text, {}}, &parts},
                    [&](auto outcome) {
                      succeeded = outcome == ActionLines::Outcome::kSucceeded;
                    });
      EXPECT_TRUE(succeeded);
    }
    ::close(ends[1]);
    char buffer[256];
    const ssize_t n = ::read(ends[0], buffer, sizeof buffer);
    ::close(ends[0]);
    return std::string(buffer, static_cast<std::size_t>(n > 0 ? n : 0));
  }

  base::Zone zone_;
};

TEST_F(ActionLinesTest, TheDefaultIsPmies) {
  EXPECT_EQ(Line(kDefaultActionFormat, "hello"),
            "print Sun Sep  9 01:46:40 2001: hello\n");
}

TEST_F(ActionLinesTest, OfAReceiverSchemeAndHostAreShown) {
  ast::Call call;
  call.kind = ast::ActionKind::kWebhook;
  call.receiver = "https://alerts.example.com/services/T0/secret";
  EXPECT_EQ(Line("%a: %m", "full", call),
            "webhook: https://alerts.example.com: full\n");
  call.receiver = "hooks.example.com/T0123/secret";
  EXPECT_EQ(Line("%a: %m", "full", call),
            "webhook: hook..........................: full\n")
      << "a URL was meant";
  call.receiver = "ops";
  EXPECT_EQ(Line("%a: %m", "full", call), "webhook: ops: full\n");
}

TEST_F(ActionLinesTest, OfAProgramItsWordsAreShown) {
  ast::Call call;
  call.kind = ast::ActionKind::kExec;
  call.receiver = "/usr/bin/page";
  EXPECT_EQ(Line("%a: %m", "-nab\n", call, {{}, {}, {"-n", "a", "b\n\x1b"}}),
            "exec: /usr/bin/page -n a b??\n");
  call.kind = ast::ActionKind::kMail;
  call.receiver = "ops@example.org";
  EXPECT_EQ(Line("%a: %m", "full", call), "mail: ops@example.org: full\n");
}

TEST_F(ActionLinesTest, EveryFieldOfAFormat) {
  EXPECT_EQ(Line("%f:%l %u %% %m", "x"),
            "a.pmie:7 Sun Sep  9 01:46:40.001500 2001 % x\n");
}

TEST_F(ActionLinesTest, WhatIsNoFieldIsCopied) {
  EXPECT_EQ(Line("%x %m %", "m"), "%x m %\n");
  EXPECT_EQ(FormatWarnings("%x %m %"),
            "Warning: unrecognized field specifier '%x' in format\n");
  EXPECT_EQ(FormatWarnings(kDefaultActionFormat), "");
}

TEST_F(ActionLinesTest, SelectorsInValuesAreNotExpandedAgain) {
  EXPECT_EQ(Line("%m", "100%a"), "100%a\n");
}

}  // namespace
}  // namespace cli
