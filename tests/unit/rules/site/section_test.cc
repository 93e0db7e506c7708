// Section: where rules are made several times.
#include "rules/site/section.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace rules::site {
namespace {

using ::testing::ElementsAre;

std::vector<std::string> Told(const std::string& text,
                              const std::vector<Parameter>& parameters = {}) {
  grammar::FileFindings findings;
  const auto sections = ReadSections(text, 0, &findings);
  if (findings.diagnostics.empty()) {
    CheckSections(sections, parameters, &findings);
  }
  std::vector<std::string> told;
  for (const auto& one : findings.diagnostics) told.push_back(one.message);
  return told;
}

TEST(Section, RulesAreCutAtTheirLines) {
  const std::string text =
      "a > 1;\n--- for each x in y\nb > 1;\n--- end\nc > 1;\n";
  grammar::FileFindings findings;
  const auto sections = ReadSections(text, 0, &findings);
  EXPECT_TRUE(findings.diagnostics.empty());
  ASSERT_EQ(sections.size(), 3u);
  EXPECT_EQ(sections[1].variable, "x");
  EXPECT_EQ(sections[1].parameter, "y");
  EXPECT_EQ(SectionText(text, sections[0]).substr(0, 7), "a > 1;\n");
  const std::string alone = SectionText(text, sections[1]);
  EXPECT_EQ(alone.size(), text.size());
  EXPECT_EQ(alone.find("b > 1;"), text.find("b > 1;"));
  EXPECT_EQ(alone.find_first_not_of(" \n"), alone.find('b'));
  EXPECT_EQ(alone.find_last_not_of(" \n"), alone.find(';'));
}

TEST(Section, WhatIsWrongIsTold) {
  EXPECT_THAT(Told("a > 1;\n"), ElementsAre());
  EXPECT_THAT(Told("--- for each x in y\n"),
              ElementsAre("this for each has no end"));
  EXPECT_THAT(Told("--- end\n"), ElementsAre("no for each stands above this"));
  EXPECT_THAT(Told("--- for x in y\n"),
              ElementsAre("this line begins and ends nothing"));
  EXPECT_THAT(Told("--- for each 1 in y\n"),
              ElementsAre("1 is no name of a variable"));
  EXPECT_THAT(Told("--- for each x in y\n--- for each z in y\n--- end\n"),
              ElementsAre("a for each stands within another one"));
}

TEST(Section, ParametersAreListsAndTables) {
  Parameter list;
  list.name = "disks";
  list.type = Type::kList;
  Parameter number;
  number.name = "x";
  EXPECT_THAT(Told("--- for each d in disks\n--- end\n", {list, number}),
              ElementsAre());
  EXPECT_THAT(Told("--- for each d in dsks\n--- end\n", {list, number}),
              ElementsAre("there is no parameter dsks"));
  EXPECT_THAT(Told("--- for each d in x\n--- end\n", {list, number}),
              ElementsAre("parameter x is neither a list nor a table"));
  EXPECT_THAT(Told("--- for each x in disks\n--- end\n", {list, number}),
              ElementsAre("$x is a parameter of this template"));
}

TEST(Section, TablesHaveAVariableAColumn) {
  Parameter table;
  table.type = Type::kTable;
  table.columns.resize(2);
  table.columns[0].name = "dir";
  table.columns[1].name = "full";
  Section section;
  section.variable = "fs";
  EXPECT_THAT(VariablesOf(section, table), ElementsAre("fs_dir", "fs_full"));
}

}  // namespace
}  // namespace rules::site
