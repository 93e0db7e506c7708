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
            "has more than one line");
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

}  // namespace
}  // namespace rules::site
