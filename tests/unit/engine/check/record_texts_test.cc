// Hidden fetches, and what is no parameter.
#include "engine/check/record_texts.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/unit/engine/check/event_world.h"

namespace engine::check {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::StartsWith;

/// The selectors that are known to the rule `text`.
std::vector<std::string> Selectors(const std::string& text) {
  const Checked checked = EventWorld().Check(text);
  const auto& rule = std::get<expr::Rule>(checked.statements.at(0).body);
  std::vector<std::string> selectors;
  for (const expr::RecordText& one : rule.binding.records) {
    EXPECT_EQ(one.text_of == nullptr, one.selector == "%n");
    selectors.push_back(one.selector);
  }
  EXPECT_EQ(rule.records.size(), selectors.size());
  return selectors;
}

TEST(RecordTexts, OfTheFirstEventFunctionOfARule) {
  EXPECT_THAT(Selectors("some_inst count_event ( app.log ) > 2 -> print "
                        "\"%n %{unit} %{first.size}\";"),
              ElementsAre("%n", "%{first.size}", "%{unit}"));
  EXPECT_THAT(Selectors("some_inst count_event ( app.log ) > 2 -> print \"%i\""
                        ";"),
              IsEmpty());
}

TEST(RecordTexts, ElsewhereTheyAreText) {
  EXPECT_THAT(Selectors("kernel.load > 2 -> print \"%n %{unit}\";"), IsEmpty());
}

TEST(RecordTexts, OfRecordsThatFollowOthers) {
  const auto selectors = [](const std::string& function) {
    return Selectors("some_inst " + function +
                     " > 2 -> print \"%n %{unit} %{first.size}\";");
  };
  for (const char* function :
       {"count_event ( app.log then app.log within 5 sec )",
        "count_event ( app.log without app.log within 5 sec by size )",
        "max_event duration ( pair app.log )"}) {
    EXPECT_THAT(selectors(function),
                ElementsAre("%n", "%{first.size}", "%{unit}"));
  }
}

TEST(RecordTexts, WarnsOfWhatStaysText) {
  const auto told = [](const std::string& function, const std::string& text) {
    return EventWorld().Told("some_inst count_event ( " + function +
                             " ) > 2 -> print \"" + text + "\";");
  };
  EXPECT_THAT(told("app.log", "%{'unit'} %{ unit } %{unit}"),
              ElementsAre("%{ unit } is text as it stands: in a text a name "
                          "needs neither quotes nor blanks: write %{unit}",
                          "%{'unit'} is text as it stands: in a text a name "
                          "needs neither quotes nor blanks: write %{unit}"));
  EXPECT_THAT(told("app.log", "%{a-b}"),
              ElementsAre(StartsWith("%{a-b} is text as it stands: the name")));
  EXPECT_THAT(told("app.log", "100%{ and no more"), IsEmpty());
  EXPECT_THAT(told("app.log then app.log within 5 sec", "%n %{unit}"),
              IsEmpty());
  EXPECT_THAT(
      told("app.log", "x %{unit"),
      ElementsAre(StartsWith("%{unit is text as it stands: in a text")));
  EXPECT_THAT(EventWorld().Told("kernel.load > 2 -> print \"%n %{ x }\";"),
              IsEmpty());
  EXPECT_THAT(EventWorld().Told("kernel.load > 2 -> print \"%{x}\";"),
              ElementsAre(StartsWith("%{x} is text as it stands: this rule")));
}

TEST(RecordTexts, WarnsOfANameThatNoneHas) {
  EXPECT_THAT(EventWorld().Told("some_inst count_event ( app.log where nix > 1 "
                                ") > 2 -> print \"%{unti}\";"),
              ElementsAre(StartsWith("no parameter is called nix"),
                          "no parameter is called unti: did you mean "
                          "\"unit\"?"));
  EXPECT_THAT(EventWorld().Told("some_inst count_event ( app.log then app.log "
                                "within 5 sec ) > 2 -> print \"%{first.unti}\""
                                ";"),
              ElementsAre("no parameter is called unti: did you mean "
                          "\"unit\"?"));
}

}  // namespace
}  // namespace engine::check
