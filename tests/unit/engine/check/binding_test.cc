// engine/check/binding.h: which sub-expressions are bound, told by their names
// ("values" of which number %v is).
#include "engine/check/binding.h"

#include <gtest/gtest.h>

#include "tests/unit/engine/check/checked.h"

namespace engine::check {
namespace {

TEST(Binding, FollowsTheLeadingMetrics) {
  const auto binding = [](const std::string& text) {
    const std::string tree = World().Tree(text);
    return tree.substr(tree.rfind("binding: "));
  };
  EXPECT_EQ(binding("t.s.gauge > 1 -> print \"x\";"),
            "binding: > values t.s.gauge\n");
  EXPECT_EQ(binding("t.s.gauge > 1 && some_inst t.i.cnt > 9 -> print \"x\";"),
            "binding: && values t.s.gauge\n");
  EXPECT_EQ(binding("some_inst t.i.cnt > 9 && t.s.gauge > 1 -> print \"x\";"),
            "binding: > values t.i.cnt rate\n");
  EXPECT_EQ(binding("some_inst (t.i.gauge > 1 || ! t.i.cnt :hostB * 2 > 1)"
                    " -> print \"x\";"),
            "binding: || values t.i.gauge *\n");
  EXPECT_EQ(binding("$hour > 1 && some_inst t.i.cnt > 9 -> print \"x\";"),
            "binding: > values t.i.cnt rate\n");
  EXPECT_EQ(binding("$hour > 1 -> print \"x\";"), "binding: none\n");
  EXPECT_EQ(binding("max_inst t.i.gauge > 5 -> print \"x\";"),
            "binding: max_inst values max_inst\n");
  EXPECT_EQ(binding("some_inst (18 < t.i.gauge*2+1) -> print \"x\";"),
            "binding: < values +\n");
  EXPECT_EQ(binding("sum_inst t.i.gauge / count_inst (t.i.gauge > 1) > 2 -> "
                    "print \"x\";"),
            "binding: sum_inst values sum_inst\n");
  EXPECT_EQ(binding("$hour > 1 && sum_sample sum_host sum_inst t.i.gauge "
                    "@0..1 > 5 -> print \"x\";"),
            "binding: sum_sample values sum_sample\n");
}

/// The binding of the only rule of `text`, whose trees `checked` keeps.
expr::Binding RuleBinding(const std::string& text, Checked* checked) {
  *checked = World().Check(text);
  const auto* rule = std::get_if<expr::Rule>(&checked->statements.at(0).body);
  return rule != nullptr ? rule->binding : expr::Binding{};
}

TEST(Binding, OfARatedAggregateShowsAllThatTheRateKeeps) {
  const auto samples = [](const std::string& text) {
    Checked checked;
    return RuleBinding(text + " -> print \"x\";", &checked).samples;
  };
  EXPECT_EQ(samples("rate (sum_inst t.i.gauge) > 1"), 2);
  EXPECT_EQ(samples("sum_inst t.i.gauge > 1"), 1);
  EXPECT_EQ(samples("rate t.s.gauge > 1"), 1);
  EXPECT_EQ(samples("$hour > 1"), 1);
}

TEST(Binding, PointsIntoTheCondition) {
  Checked checked;
  const expr::Binding binding =
      RuleBinding("t.s.gauge > 1 -> print \"x\";", &checked);
  const auto& rule = std::get<expr::Rule>(checked.statements[0].body);
  EXPECT_EQ(binding.lanes, rule.condition.get());
  const auto& compared = std::get<expr::Binary>(rule.condition->node);
  EXPECT_EQ(binding.values,
            std::vector<const expr::Expr*>{compared.left.get()});
}

TEST(Binding, OfWhatStandsIn) {
  Checked checked;
  const auto stand_ins = [&](const std::string& text) {
    std::string names;
    const std::string rule = "some_inst (" + text + ") -> print \"x\";";
    for (const expr::Expr* one : RuleBinding(rule, &checked).stand_ins) {
      names +=
          one == nullptr ? "- " : std::get<expr::Fetch>(one->node).metric + " ";
    }
    return names;
  };
  EXPECT_EQ(stand_ins("t.i.gauge > 1 && t.s.gauge > 1"), "- ");
  EXPECT_EQ(stand_ins("t.s.gauge > 1 && t.i.gauge > 1"), "t.s.gauge ");
  EXPECT_EQ(stand_ins("t.s.cnt > 1 && t.s.gauge > 1 && t.i.gauge > 1"),
            "t.s.cnt ");
  // The inner one stands in first.
  EXPECT_EQ(stand_ins("t.s.cnt > 1 && (t.s.gauge > 1 && t.i.gauge > 1)"),
            "t.s.gauge ");
  EXPECT_EQ(stand_ins("t.s.gauge > 1 && t.i.gauge > 1 || t.i.cnt :hostB > 1"),
            "t.s.gauge - ");
  EXPECT_EQ(stand_ins("t.s.gauge > 1 && (t.i.gauge > 1 || "
                      "t.i.cnt :hostB > 1)"),
            "t.s.gauge - ");
}

TEST(Binding, OfWhatIsShownIsThatOfATruthOnly) {
  const Checked checked = World().Check("t.s.gauge > 1; t.s.gauge + 1;");
  ASSERT_EQ(checked.statements.size(), 2u);
  const auto& truth = std::get<expr::Observe>(checked.statements[0].body);
  EXPECT_EQ(truth.binding.lanes, truth.expr.get());
  const auto& number = std::get<expr::Observe>(checked.statements[1].body);
  EXPECT_EQ(number.binding.lanes, nullptr);
}

}  // namespace
}  // namespace engine::check
