// Values: which ones types take, and their two forms. The table is of the real
// pmieconf.
#include "rules/pmieconf/value.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace rules::pmieconf {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using T = ObjectType;

Object Of(ObjectType type, const std::string& value) {
  Object object;
  object.type = type;
  object.value = value;
  return object;
}

TEST(Value, ATypeTakesWhatItsParserTakesWhole) {
  const struct {
    ObjectType type;
    const char* text;
    const char* wrong;  // null: it is taken
  } kCases[] = {{T::kDouble, "1e3", nullptr},
                {T::kDouble, "0x10", nullptr},
                {T::kDouble, "", nullptr},
                {T::kDouble, "1x", "be a real number"},
                {T::kInteger, " -7", nullptr},
                {T::kInteger, "0x10", "be an integer number"},
                {T::kUnsigned, "-5", nullptr},
                {T::kUnsigned, "5.0", "be a positive integer number"},
                {T::kPercent, "95%", nullptr},
                {T::kPercent, "5%x", nullptr},
                {T::kPercent, "101", "be a percentage between 0.0 and 100.0"},
                {T::kPercent, "nan", "be a percentage between 0.0 and 100.0"},
                {T::kHostlist, "a 'b c'", nullptr},
                {T::kHostlist, "a,'b", "include a closing single quote"},
                {T::kInstlist, R"('a\'')", nullptr},
                {T::kString, "\"", nullptr}};
  for (const auto& one : kCases) {
    const auto right = CheckValue(one.type, one.text);
    EXPECT_EQ(right.has_value(), one.wrong == nullptr) << one.text;
    if (!right) {
      EXPECT_EQ(right.error().message, one.wrong);
    }
  }
}

TEST(Value, IsShownInQuotesAndGeneratedWithout) {
  EXPECT_EQ(Displayed(Of(T::kString, "a\"b\\")), "\"a\"b\\\"");
  EXPECT_EQ(Displayed(Of(T::kString, "a\"b\\"), true), R"("a\"b\\")");
  EXPECT_EQ(Displayed(Of(T::kPercent, "5.50%")), "5.5%");
  EXPECT_EQ(Generated(Of(T::kPercent, "5.50%")), "5.5");
  EXPECT_EQ(Generated(Of(T::kDouble, "1234567.5")), "1.23457e+06");
  EXPECT_EQ(Generated(Of(T::kUnsigned, "-5")), "18446744073709551611");
  EXPECT_EQ(Generated(Of(T::kInteger, "")), "0");
  EXPECT_EQ(Displayed(Of(T::kSyslog, "text")), "yes");
  Object off = Of(T::kSyslog, "text");
  off.enabled = false;
  EXPECT_EQ(Generated(off), "no");
}

TEST(Value, AListBecomesHostsOrInstancesOfPmie) {
  EXPECT_EQ(Generated(Of(T::kHostlist, "a 'b c'\td")), ":'a' :'b c'\t:'d'");
  EXPECT_EQ(Generated(Of(T::kInstlist, "s't")), "#'s't'");
  EXPECT_EQ(Generated(Of(T::kInstlist, "  a   b ")), "#'a' #'b'");
  EXPECT_EQ(Generated(Of(T::kInstlist, "")), "");
  EXPECT_EQ(Displayed(Of(T::kInstlist, "a b")), "\"a b\"");
}

TEST(Value, ElementsKeepTheirQuotes) {
  EXPECT_THAT(ElementsOf(R"( a 'b c' 'd\' e' )"),
              ElementsAre("a", "'b c'", R"('d\' e')"));
  EXPECT_THAT(ElementsOf(" \n"), IsEmpty());
}

TEST(Value, YesAndNoAreTheirFirstLetters) {
  EXPECT_EQ(YesOrNo("yikes"), true);
  EXPECT_EQ(YesOrNo("n"), false);
  EXPECT_EQ(YesOrNo("Yes"), std::nullopt);
  EXPECT_EQ(YesOrNo(""), std::nullopt);
}

}  // namespace
}  // namespace rules::pmieconf
