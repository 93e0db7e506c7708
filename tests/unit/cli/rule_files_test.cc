// Texts one after another: names, numbers and macros go on; what is wrong is
// kept with its text.
#include "cli/rule_files.h"

#include <gtest/gtest.h>

#include "tests/support/archive_image.h"
#include "tests/support/memory_source.h"

namespace cli {
namespace {

class RuleFilesTest : public testing::Test {
 protected:
  RuleFilesTest() {
    pmapi::MetricDesc desc;
    desc.type = pmapi::Type::kDouble;
    catalog_.AddMetric("one", desc);
  }

  tests::MemoryCatalog catalog_;
  RuleFiles rules_{5, {{"h", "h", &catalog_}}};
};

TEST_F(RuleFilesTest, GoOnWhereTheLastOneEnded) {
  EXPECT_TRUE(rules_.Add({"first", "m = \"one\"; one;"}));
  EXPECT_TRUE(rules_.Add({"second", "delta = 7; $m; x = one;"}));
  EXPECT_FALSE(rules_.has_errors());
  const auto statements = rules_.TakeStatements();
  ASSERT_EQ(statements.size(), 3u);
  EXPECT_EQ(statements[0].name, "expr_1");
  EXPECT_EQ(statements[0].interval.Seconds(), 5);
  EXPECT_EQ(statements[1].name, "expr_2");
  EXPECT_EQ(statements[2].interval.Seconds(), 7);
  EXPECT_EQ(rules_.FileName(statements[0].file), "first");
  EXPECT_EQ(rules_.FileName(statements[2].file), "second");
}

TEST_F(RuleFilesTest, DiagnosticsKnowTheirText) {
  rules_.Add({"first", "one;"});
  EXPECT_TRUE(rules_.Add({"second", "two;"}));
  EXPECT_TRUE(rules_.has_errors());
  ASSERT_EQ(rules_.diagnostics().size(), 1u);
  EXPECT_EQ(rules_.diagnostics()[0].source->name(), "second");
  EXPECT_EQ(rules_.pmie_diagnostics(), 1u);
}

TEST_F(RuleFilesTest, AWarningIsNoError) {
  rules_.Add({"first", "print 5 Kbyte \"x\";"});
  EXPECT_EQ(rules_.diagnostics().size(), 1u);
  EXPECT_FALSE(rules_.has_errors());
}

TEST_F(RuleFilesTest, NoneIsRightWhereAMistakeHasCostAll) {
  const auto none_is_right = [this](const std::string& text) {
    RuleFiles files(10, {{"h", "h", &catalog_}});
    files.Add({"rules", text});
    return files.none_is_right();
  };
  EXPECT_TRUE(none_is_right("/* never closed\none > 1;"));
  EXPECT_TRUE(none_is_right("limit = 5; /* never closed\none > 1;"));
  EXPECT_TRUE(none_is_right("one >;"));
  EXPECT_FALSE(none_is_right("one > 1; /* never closed\none > 2;"));
  EXPECT_FALSE(none_is_right("/* nothing */"));
  EXPECT_FALSE(none_is_right(""));
}

TEST_F(RuleFilesTest, PmieSaysNothingAfterAnUnknownHost) {
  rules_.Add({"first", "two;"});
  EXPECT_FALSE(rules_.Add({"second", "three; one :nosuch; four;"}));
  EXPECT_EQ(rules_.diagnostics().size(), 4u);
  EXPECT_EQ(rules_.pmie_diagnostics(), 3u);
}

TEST_F(RuleFilesTest, SourcesMayBeKnownLaterThanWhatTheRulesNeed) {
  RuleFiles rules(5);
  rules.Parse({"first", "m = \"one\"; one #x;"});
  rules.Parse({"second", "$m; two;"});
  EXPECT_EQ(rules.Needs().at("").size(), 2u);
  EXPECT_TRUE(rules.Check({{"h", "h", &catalog_}}));
  EXPECT_TRUE(rules.Needs().empty());
  EXPECT_EQ(rules.written(), 3u) << "m is a constant";
  ASSERT_EQ(rules.diagnostics().size(), 2u);
  EXPECT_EQ(rules.diagnostics()[0].source->name(), "first");
  EXPECT_EQ(rules.diagnostics()[1].source->name(), "second");
  ASSERT_EQ(rules.statements().size(), 1u);
  EXPECT_EQ(rules.FileName(rules.statements()[0].file), "second");
}

}  // namespace
}  // namespace cli
