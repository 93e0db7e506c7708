// ReadParameters: lists, tables and their limits. Other parameters:
// template_file_test.cc.
#include "rules/site/parameter_reader.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace rules::site {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

/// The parameters of `text`, a map in YAML; what is wrong in `told`.
std::vector<Parameter> Read(const std::string& text,
                            std::vector<std::string>* told) {
  base::yaml::Member all{"parameters", {}, base::yaml::Parse(text).root};
  grammar::FileFindings findings;
  auto parameters = ReadParameters(all, &findings);
  for (const auto& one : findings.diagnostics) told->push_back(one.message);
  return parameters;
}

std::vector<std::string> Told(const std::string& text) {
  std::vector<std::string> told;
  Read(text, &told);
  return told;
}

TEST(ParameterReader, ListsHaveElements) {
  std::vector<std::string> told;
  const auto read = Read(
      "a: {type: list, of: number, default: [2 Kbyte, 3 byte], from: 1 byte}",
      &told);
  EXPECT_THAT(told, IsEmpty());
  ASSERT_EQ(read.size(), 1u);
  EXPECT_EQ(read[0].columns[0].units.space, 1);
  EXPECT_EQ(read[0].columns[0].from, 1);
  EXPECT_EQ(read[0].initial.rows.size(), 2u);
  EXPECT_EQ(read[0].initial_text, "[2 Kbyte, 3 byte]");
  EXPECT_THAT(Told("a: {type: list, of: number, default: [1, 5], to: 4}"),
              ElementsAre("the default has an element that is above 4"));
  EXPECT_THAT(Told("a: {type: list, of: table, default: []}"),
              ElementsAre("of is none of number, percentage, duration, text, "
                          "choice, flag, regex, glob, host"));
  EXPECT_THAT(Told("a: {type: list, of: choice, among: [x, y], default: [x]}"),
              IsEmpty());
}

TEST(ParameterReader, TablesHaveColumns) {
  std::vector<std::string> told;
  const auto read = Read(
      "a: {type: table, columns: {dir: {type: text}, left: {from: 1 byte}, "
      "full: {type: percentage, default: 9 %}}, default: [{dir: /, left: 5 "
      "byte}]}",
      &told);
  EXPECT_THAT(told, IsEmpty());
  ASSERT_EQ(read[0].columns.size(), 3u);
  EXPECT_EQ(read[0].columns[1].from, 1);
  EXPECT_EQ(std::get<double>(read[0].initial.rows[0][2].value), 9);
  EXPECT_THAT(Told("a: {type: table, default: []}"),
              ElementsAre("this table has no columns"));
  EXPECT_THAT(Told("a: {type: table, columns: {b: {type: list}}, default: []}"),
              testing::SizeIs(1));
}

TEST(ParameterReader, ChoicesAreLines) {
  EXPECT_THAT(Told("a: {type: choice, among: [x, \"y\\nz\"], default: x}"),
              ElementsAre("this has more than one line"));
}

TEST(ParameterReader, SettingsAreOfTheirType) {
  EXPECT_THAT(Told("a: {default: 5, of: text}"),
              ElementsAre("parameter a has no setting of"));
  EXPECT_THAT(Told("a: {type: text, default: ''}"),
              ElementsAre("default is empty"));
  std::vector<std::string> told;
  EXPECT_EQ(Read("a: {default: 5, replaces: threshold}", &told)[0].replaces,
            "threshold");
}

}  // namespace
}  // namespace rules::site
