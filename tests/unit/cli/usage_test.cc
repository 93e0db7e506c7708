// What -? prints. That it names every option, and the man page too:
// tests/style/man_page_test.py.
#include <gtest/gtest.h>

#include <sstream>

#include "cli/options.h"

namespace cli {
namespace {

TEST(Usage, BeginsAsPmies) {
  EXPECT_EQ(
      UsageText("pmie").rfind(
          "Usage: pmie [options] [filename ...]\n\nGeneral options:\n", 0),
      0u);
}

TEST(Usage, OfTocsinNamesItsSubcommands) {
  const std::string text = UsageText("tocsin");
  EXPECT_NE(text.find("\n       tocsin eval [options] EXPRESSION\n"),
            std::string::npos);
  EXPECT_NE(text.find("\n       tocsin check [options] FILE...\n"),
            std::string::npos);
  EXPECT_NE(text.find("\n       tocsin list [options] [NAME...]\n"),
            std::string::npos);
  EXPECT_NE(text.find("\n       tocsin events [options] METRIC [where "),
            std::string::npos);
  for (const char* word : {"notify", "outbox", "serve", "conf"}) {
    const std::string begin = std::string("\n       tocsin ") + word + " ";
    EXPECT_NE(text.find(begin), std::string::npos) << word;
  }
  EXPECT_EQ(UsageText("pmie").find("pmie eval"), std::string::npos);
}

TEST(Usage, FitsATerminal) {
  std::istringstream text(UsageText("tocsin"));
  int lines = 0;
  for (std::string line; std::getline(text, line); ++lines) {
    EXPECT_LE(line.size(), 80u) << line;
    EXPECT_TRUE(line.empty() || line.back() != ' ') << line;
  }
  EXPECT_GT(lines, 20);
  EXPECT_EQ(UsageText("tocsin").back(), '\n');
}

}  // namespace
}  // namespace cli
