// Statements as text again, and where their bindings come from.
#include "cli/listing.h"

#include <gtest/gtest.h>

#include "cli/rule_files.h"
#include "tests/support/memory_source.h"

namespace cli {
namespace {

class ListingTest : public testing::Test {
 protected:
  ListingTest() {
    pmapi::MetricDesc desc;
    desc.type = pmapi::Type::kDouble;
    catalog_.AddMetric("one", desc);
    catalog_.AddMetric("two", desc);
  }

  engine::expr::Statement Checked(const std::string& text) {
    RuleFiles rules(5, {{"h", "h", &catalog_}});
    rules.Add({"rules", text});
    auto statements = rules.TakeStatements();
    EXPECT_EQ(statements.size(), 1u) << text;
    return std::move(statements.at(0));
  }

  std::string List(const std::string& text) {
    return ListStatement(Checked(text), {});
  }

  /// Without the line that says whose they are, and the empty line.
  std::string Bindings(const std::string& text) {
    const std::string all = ListBindings(Checked("x = " + text), {});
    const std::string title =
        "x (subexpression for %h, %i and %v bindings) =\n";
    EXPECT_EQ(all.rfind(title, 0), 0u) << all;
    EXPECT_EQ(all.substr(all.size() - 2), "\n\n");
    return all.substr(title.size(), all.size() - title.size() - 1);
  }

  tests::MemoryCatalog catalog_;
};

TEST_F(ListingTest, AStatementHasItsNameOrNumber) {
  EXPECT_EQ(List("x = one  >1;"), "x =\none > 1;\n\n");
  EXPECT_EQ(List("one + two;"), "expr_1 =\none + two;\n\n");
  EXPECT_EQ(List("x = one > 1 -> print \"a %v\";"),
            "x =\none > 1 -> print \"a %v\";\n\n");
}

TEST_F(ListingTest, MacrosAreExpanded) {
  EXPECT_EQ(List("m = \"one > 1\"; x = $m && two > 2;"),
            "x =\none > 1 && two > 2;\n\n");
}

TEST_F(ListingTest, HostsAreCalledAsTheyCallThemselves) {
  RuleFiles rules(5, {{"a", "1.2.3.4", &catalog_, true},
                      {"b c", "b:1234", &catalog_, true},
                      {"", "gone", &catalog_, true}});
  rules.Add(
      {"rules", "x = sum_host one :'b:1234' :gone > two -> print \"%h\";"});
  ASSERT_EQ(rules.statements().size(), 1u);
  const auto hosts = NamesOfHosts({{"a", "1.2.3.4", &catalog_, true},
                                   {"b c", "b:1234", &catalog_, true},
                                   {"", "gone", &catalog_, true}});
  EXPECT_EQ(ListStatement(rules.statements()[0], hosts),
            "x =\nsum_host one :'b c' :gone > two :a -> print \"%h\";\n\n");
  EXPECT_EQ(ListBindings(rules.statements()[0], hosts),
            "x (subexpression for %h, %i and %v bindings) =\n"
            "sum_host one :'b c' :gone\n\n");
}

TEST_F(ListingTest, TheBindingIsTheLeadOperand) {
  EXPECT_EQ(Bindings("one > 1 -> print \"a\";"), "one\n");
  EXPECT_EQ(Bindings("1 < two && one > 1 -> print \"a\";"), "two\n");
  EXPECT_EQ(Bindings("$hour > 1 && one + two > 1;"), "one + two\n");
  EXPECT_EQ(Bindings("sum_host one > 1;"), "sum_host one\n");
}

TEST_F(ListingTest, BindingsOutOfMacrosAreFound) {
  // All of $m has the macro's place in the text.
  RuleFiles rules(5, {{"h", "h", &catalog_}});
  rules.Add({"rules", "m = \"sum_host one > 1 && two > 2\"; x = $m;"});
  ASSERT_EQ(rules.statements().size(), 1u);
  EXPECT_EQ(ListBindings(rules.statements()[0], {}),
            "x (subexpression for %h, %i and %v bindings) =\n"
            "sum_host one\n\n");
}

TEST_F(ListingTest, WithoutABindingItIsTheWhole) {
  EXPECT_EQ(Bindings("one + two;"), "one + two\n");
  EXPECT_EQ(Bindings("print \"a\";"), "print \"a\"\n");
  EXPECT_EQ(Bindings("$hour > 1 -> print \"a\";"),
            "$hour > 1 -> print \"a\"\n");
}

TEST_F(ListingTest, ARulesetHasOneARule) {
  EXPECT_EQ(Bindings("ruleset one > 1 -> print \"a\" else two > 2 -> "
                     "print \"b\" otherwise -> print \"c\";"),
            "one\ntwo\n");
}

}  // namespace
}  // namespace cli
