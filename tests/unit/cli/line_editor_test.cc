// Lines that are typed on a terminal of the test's own. What is shown meanwhile
// is libedit's; a line, and what follows it, is asserted.
#include "cli/line_editor.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <stdlib.h>
#include <termios.h>
#include <unistd.h>

#include "tests/unit/cli/terminal.h"

namespace cli {
namespace {

using ::testing::HasSubstr;

// ncurses remembers four terminals and leaks others: no test here may be the
// fifth that opens one.
class LineEditorTest : public ::testing::Test {
 protected:
  LineEditorTest() { ::setenv("EDITRC", "/dev/null", 1); }

  void Open() {
    auto editor = LineEditor::Open({.in = terminal_.descriptor(),
                                    .out = terminal_.descriptor(),
                                    .term = "xterm",
                                    .over = [this] { return over_; },
                                    .complete =
                                        [this](const std::string& line) {
                                          asked_ = line;
                                          return completion_;
                                        }});
    ASSERT_TRUE(editor) << editor.error().message;
    editor_.emplace(*std::move(editor));
  }
  /// Keys that are typed before they are asked for are not the kernel's.
  void LeaveKeys() const {
    termios raw{};
    EXPECT_EQ(::tcgetattr(terminal_.descriptor(), &raw), 0);
    ::cfmakeraw(&raw);
    raw.c_oflag |= OPOST | ONLCR;
    EXPECT_EQ(::tcsetattr(terminal_.descriptor(), TCSANOW, &raw), 0);
  }
  std::optional<std::string> Typed(std::string_view keys) {
    LeaveKeys();
    terminal_.Type(keys);
    auto line = editor_->Next("> ");
    shown_ = terminal_.Take();
    return line;
  }

  Terminal terminal_;
  bool over_ = false;
  rules::pmieconf::Completion completion_;
  std::string asked_;
  std::string shown_;
  std::optional<LineEditor> editor_;
};

TEST_F(LineEditorTest, ALineIsEditedBehindItsPrompt) {
  Open();
  EXPECT_EQ(Typed("help\r"), "help");
  EXPECT_EQ(shown_, "> help\r\n");
  EXPECT_EQ(Typed("lisx\x7ft\x01# \r"), "# list") << "erased; at the begin";
  EXPECT_EQ(Typed("\r"), "");
  EXPECT_EQ(Typed("a\xc3\xa4\xff"
                  "b\r"),
            "a\xc3\xa4"
            "b")
      << "a byte that is no character is left out";
}

TEST_F(LineEditorTest, EarlierLinesComeBack) {
  Open();
  EXPECT_EQ(Typed("one\r"), "one");
  EXPECT_EQ(Typed("\r"), "");
  EXPECT_EQ(Typed("two\r"), "two");
  EXPECT_EQ(Typed("\x1b[A\x1b[A!\r"), "one!") << "no empty line among them";
  EXPECT_EQ(Typed("\x12wo\x1b\r"), "two") << "searched for";
}

TEST_F(LineEditorTest, TheEndIsTheEnd) {
  Open();
  EXPECT_EQ(Typed("\x04"), std::nullopt);
  EXPECT_EQ(Typed("x\r"), "x");
  over_ = true;
  EXPECT_EQ(editor_->Next("> "), std::nullopt);
}

TEST_F(LineEditorTest, AWordGoesOnAsFarAsThereIsOneWay) {
  Open();
  completion_ = {5, {"disk.a", "disk.b"}};
  EXPECT_EQ(Typed("list d\tx\r"), "list disk.x");
  EXPECT_EQ(asked_, "list d");
  completion_ = {5, {"disk"}};
  EXPECT_EQ(Typed("list d\t#\r"), "list disk #") << "the word is whole";
  completion_ = {};
  EXPECT_EQ(Typed("list d\t\r"), "list d");
  completion_ = {5, {"ab", "ac\x1b"}};
  EXPECT_EQ(Typed("list a\tb\r"), "list ab");
  EXPECT_THAT(shown_, HasSubstr("\r\nab   ac?\r\n"));
  EXPECT_THAT(shown_, HasSubstr("> list a"));
}

TEST_F(LineEditorTest, ATerminalWithoutACursorIsRefused) {
  for (const char* term : {"", "dumb"}) {
    EXPECT_FALSE(LineEditor::Open({.in = terminal_.descriptor(),
                                   .out = terminal_.descriptor(),
                                   .term = term,
                                   .over = [] { return false; },
                                   .complete = {}}))
        << term;
  }
}

TEST(InColumns, WordsStandBelowEachOther) {
  EXPECT_EQ(InColumns({"a", "bb", "ccc"}, 10), "a    ccc\nbb\n");
  EXPECT_EQ(InColumns({"a", "bb", "ccc"}, 3), "a\nbb\nccc\n");
  EXPECT_EQ(InColumns({}, 80), "");
  const std::string many = InColumns(std::vector<std::string>(205, "x"), 80);
  EXPECT_THAT(many, ::testing::EndsWith("\nand 5 more\n"));
}

}  // namespace
}  // namespace cli
