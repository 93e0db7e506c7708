// Parameter: texts of YAML, by types.
#include "rules/site/parameter.h"

#include <gtest/gtest.h>

namespace rules::site {
namespace {

Parameter Of(Type type) {
  Parameter parameter;
  parameter.type = type;
  parameter.initial_text = "5";
  return parameter;
}

/// What is wrong with it; else what is shown of it and, of numbers, its value.
std::string Read(const Parameter& parameter, const std::string& text) {
  const auto read = ReadValue(parameter, text);
  if (const auto* refusal = std::get_if<Refusal>(&read)) {
    return refusal->message;
  }
  const Value& value = std::get<Value>(read);
  const auto* number = std::get_if<double>(&value.value);
  return value.shown + (number ? " = " + std::to_string(*number) : "");
}

TEST(Parameter, NumbersHaveTheUnitsOfTheDefault) {
  Parameter bytes = Of(Type::kNumber);
  bytes.units.space = 1;
  EXPECT_EQ(Read(bytes, "2 Kbyte"), "2 Kbyte = 2048.000000");
  EXPECT_EQ(Read(bytes, "2"), "has other units than its default");
  EXPECT_EQ(Read(bytes, "2 sec"), "has other units than its default");
  EXPECT_EQ(Read(Of(Type::kNumber), "-1e3"), "-1e3 = -1000.000000");
  for (const char* text : {"", "x", "1; shell \"x\"", "$x", "1e999"}) {
    EXPECT_EQ(Read(Of(Type::kNumber), text), "is no number") << text;
  }
}

TEST(Parameter, PercentagesHaveASignOrNone) {
  EXPECT_EQ(Read(Of(Type::kPercentage), "85 %"), "85 = 85.000000");
  EXPECT_EQ(Read(Of(Type::kPercentage), "85%"), "85 = 85.000000");
  EXPECT_EQ(Read(Of(Type::kPercentage), "85"), "85 = 85.000000");
  EXPECT_EQ(Read(Of(Type::kPercentage), "85 %%"), "is no percentage");
  EXPECT_EQ(Read(Of(Type::kPercentage), "%"), "is no percentage");
}

TEST(Parameter, DurationsHaveAUnitOfTime) {
  EXPECT_EQ(Read(Of(Type::kDuration), "10 min"), "10 min = 600.000000");
  EXPECT_EQ(Read(Of(Type::kDuration), "10"), "is no duration");
  EXPECT_EQ(Read(Of(Type::kDuration), "10 byte"), "is no duration");
  EXPECT_EQ(Read(Of(Type::kDuration), "-1 hour"), "is no duration");
}

TEST(Parameter, LimitsAreInTheirForm) {
  Parameter parameter = Of(Type::kPercentage);
  parameter.from = 10;
  parameter.to = 90;
  EXPECT_EQ(Read(parameter, "9 %"), "is below 10 %");
  EXPECT_EQ(Read(parameter, "91 %"), "is above 90 %");
  EXPECT_EQ(Read(parameter, "90 %"), "90 = 90.000000");
  parameter.type = Type::kDuration;
  EXPECT_EQ(Read(parameter, "9 sec"), "is below 10 sec");
}

TEST(Parameter, TextsAreOneLineWithoutASign) {
  EXPECT_EQ(Read(Of(Type::kText), "a \"b\" $c;"), "a \"b\" $c;");
  EXPECT_EQ(Read(Of(Type::kText), "a\nb"), "has more than one line");
  EXPECT_EQ(Read(Of(Type::kText), std::string("a\0b", 3)),
            "has a tab or another control character");
  EXPECT_EQ(Read(Of(Type::kText), "a\tb"),
            "has a tab or another control character");
  EXPECT_EQ(Read(Of(Type::kText), "50%v"), "has a %");
  EXPECT_EQ(Read(Of(Type::kText), std::string(5000, 'x')),
            "has more than 4096 bytes");
}

TEST(Parameter, ChoicesAndFlagsAreOfTheirWords) {
  Parameter choice = Of(Type::kChoice);
  choice.among = {"low", "high"};
  EXPECT_EQ(Read(choice, "low"), "low");
  EXPECT_EQ(Read(choice, "lwo"), "is none of low, high");
  EXPECT_EQ(std::get<Refusal>(ReadValue(choice, "lwo")).hint,
            "did you mean low?");
  EXPECT_EQ(Read(Of(Type::kFlag), "no"), "no");
  EXPECT_EQ(Read(Of(Type::kFlag), "No"), "is neither yes nor no");
}

std::string Pattern(Type type, const std::string& text) {
  const auto read = ReadValue(Of(type), text);
  if (const auto* refusal = std::get_if<Refusal>(&read)) {
    return refusal->message;
  }
  return std::get<std::string>(std::get<Value>(read).value);
}

TEST(Parameter, PatternsAreCompiled) {
  EXPECT_EQ(Pattern(Type::kRegex, "^sd[a-c]$"), "^sd[a-c]$");
  EXPECT_EQ(Pattern(Type::kRegex, "a(b").rfind("is no regular expression", 0),
            0u);
  EXPECT_EQ(Pattern(Type::kRegex, "a%b"), "has a %");
  EXPECT_EQ(Pattern(Type::kGlob, "sd*.1"), "^sd.*\\.1$");
  EXPECT_EQ(Pattern(Type::kGlob, "sd[a"), "is no glob");
  EXPECT_EQ(Pattern(Type::kGlob, ""), "is no glob");
  EXPECT_EQ(Read(Of(Type::kGlob), "sd*"), "sd*");
}

TEST(Parameter, HostsAreNames) {
  for (const char* host : {"db1", "db1.example.com:44321", "[::1]"}) {
    EXPECT_EQ(Pattern(Type::kHost, host), host);
  }
  for (const char* host : {"", "-h", "a b", "a;b", "a\"", "$x"}) {
    EXPECT_EQ(Pattern(Type::kHost, host), "is no name of a host") << host;
  }
}

/// What is wrong with `text` in YAML; else what it is within a string.
std::string ReadYaml(const Parameter& parameter, const std::string& text) {
  const auto read = ReadValue(parameter, base::yaml::Parse(text).root);
  const auto* refusal = std::get_if<Refusal>(&read);
  return refusal ? refusal->message : std::get<Value>(read).shown;
}

TEST(Parameter, ListsAreOfOneType) {
  Parameter list = Of(Type::kList);
  list.columns = {Of(Type::kPercentage)};
  list.columns[0].to = 90;
  EXPECT_EQ(ReadYaml(list, "[5 %, 10]"), "5, 10");
  EXPECT_EQ(ReadYaml(list, "[]"), "");
  EXPECT_EQ(ReadYaml(list, "[5, 95 %]"), "has an element that is above 90 %");
  EXPECT_EQ(ReadYaml(list, "[5, [5]]"), "has an element that is one text");
  EXPECT_EQ(ReadYaml(list, "5"), "is no list");
  EXPECT_EQ(ReadYaml(Of(Type::kText), "[5]"), "is one text");
  std::string many = "[0";
  for (std::size_t i = 0; i < kMostElements; ++i) many += ",0";
  EXPECT_EQ(ReadYaml(list, many + "]"), "has more than 1000 elements");
}

TEST(Parameter, AListOfPatternsIsOne) {
  Parameter list = Of(Type::kList);
  list.columns = {Of(Type::kGlob)};
  const auto of = [&](const std::string& text) {
    const auto read = ReadValue(list, base::yaml::Parse(text).root);
    return std::get<std::string>(std::get<Value>(read).value);
  };
  EXPECT_EQ(of("[sd*, nvme0]"), "(^sd.*$)|(^nvme0$)");
  EXPECT_EQ(of("[]"), "^$");
}

TEST(Parameter, TablesHaveRowsOfColumns) {
  Parameter table = Of(Type::kTable);
  table.columns = {Of(Type::kText), Of(Type::kPercentage)};
  table.columns[0].name = "dir";
  table.columns[0].initial_text.clear();
  table.columns[1].name = "full";
  table.columns[1].initial = {5.0, "5"};
  EXPECT_EQ(ReadYaml(table, "[{dir: /, full: 90 %}, {dir: /var}]"), "2 rows");
  EXPECT_EQ(ReadYaml(table, "[{full: 90 %}]"), "has a row without dir");
  EXPECT_EQ(ReadYaml(table, "[{dir: /, ful: 5}]"),
            "has no column of this name");
  EXPECT_EQ(ReadYaml(table, "[{dir: /, full: x}]"),
            "has a row whose full is no percentage");
  EXPECT_EQ(ReadYaml(table, "[/]"), "has a row that is no map");
  EXPECT_EQ(ReadYaml(table, "{dir: /}"), "is no table");
}

TEST(Parameter, NodesAreTextsInOneLine) {
  const auto text = [](const std::string& yaml) {
    return NodeText(base::yaml::Parse(yaml).root);
  };
  EXPECT_EQ(text("- a: 90 %\n  b: 'x, y'\n- c\n"), "[{a: 90 %, b: 'x, y'}, c]");
  EXPECT_EQ(text("['', \"it's\", -x]"), "['', 'it''s', '-x']");
  EXPECT_EQ(text("['~', 'null', \"Null\", 'NULL', nulls, ~, {'null': a}]"),
            "['~', 'null', 'Null', 'NULL', nulls, ~, {'null': a}]");
}

}  // namespace
}  // namespace rules::site
