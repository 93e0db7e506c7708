// Printed trees are read as the same trees.
#include "grammar/print.h"

#include <gtest/gtest.h>

#include "tests/unit/grammar/parse_text.h"

namespace grammar {
namespace {

std::string Printed(const std::string& text) {
  const ParsedFile file = Parser().Parse(SourceText("f", text));
  if (file.statements.empty() || !file.statements.back().statement.expr) {
    return "nothing";
  }
  return Print(file.statements.back().statement);
}

TEST(Print, ReadsLikeARule) {
  EXPECT_EQ(Printed("n=a>10 Kbyte/sec->print 5 min\"x\"&shell\"y\""),
            "n = a > 10240 -> print 300 \"x\" & shell \"y\";");
  EXPECT_EQ(Printed("'a b' = some_inst(a #'1 minute' @0..2>1&&b<2)"),
            "'a b' = some_inst (a #'1 minute' @0..2 > 1 && b < 2);");
  EXPECT_EQ(Printed("x = \"kernel\"; $x.all.load :h + $minute"),
            "kernel.all.load :h + $minute;");
}

TEST(Print, ParenthesesOnlyWhereTheTreeNeedsThem) {
  EXPECT_EQ(Printed("((a + b)) - (c - d) * (e / f)"),
            "a + b - (c - d) * (e / f);");
  EXPECT_EQ(Printed("(a > 1 || b > 2) && (c > 3 || d > 4)"),
            "a > 1 || b > 2 && (c > 3 || d > 4);");
}

class RoundTrip : public testing::TestWithParam<const char*> {};

TEST_P(RoundTrip, SameTree) {
  const std::string tree = LastDump(GetParam());
  ASSERT_NE(tree, "rejected");
  EXPECT_EQ(LastDump(Printed(GetParam())), tree) << Printed(GetParam());
}

INSTANTIATE_TEST_SUITE_P(
    Statements, RoundTrip,
    testing::Values(
        "a", "'a b' :'127.0.0.1:1' #'it\\'s' #'x\\\\y' #'\\$z' @3",
        "'sum_inst' + 'minute' + '_x' + '5'", "a - (b - c) - -d",
        "-(a + b) * rate instant -c", "a / (b * c) / -5", "a > 1e30",
        "a > 1e-30", "a > 0 - 1 / 0", "a > 0/0",
        "sum_inst -5 > sum_host (a + b)", "! (a > 1 && b > 2)",
        "rising falling !a > 1", "33.5%_sample a > 1 && true",
        "match_inst \"^[a-z]\\$\" (a > 1 || b > 1)",
        "count_inst (a > 1) * 2 == count_host count_inst b > 1 > 2",
        "a == \"x\\\"y\\\\z\\n\"", "\"s\" != a || true",
        "a > 1 -> print \"a\" | (shell \"b\" & alarm 10 \"c\")",
        "syslog 5 \"-p user.err\" \"-t tag\" \"-p\" \"x\"", "syslog \"-p\"",
        "syslog \"-p 10\"", "stomp \"\"",
        "a > 1 -> webhook 300 \"http://a/%i\" \"b %i\" \"c\" | print \"d\"",
        "webhook \"https://[::1]:8443\"",
        "ruleset a > 1 -> print \"x\" else b > 1 && c > 2 -> print \"y\" & "
        "print \"z\" unknown -> print \"u\" otherwise -> print \"o\"",
        "a == $day_of_week + $delta"));

}  // namespace
}  // namespace grammar
