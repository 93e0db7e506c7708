// What groups find, and what is no expression.
#include "base/named_groups.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace base {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

std::vector<std::string> Found(const std::string& pattern,
                               const std::string& text) {
  auto groups = NamedGroups::Compile(pattern);
  EXPECT_TRUE(groups) << pattern;
  std::vector<std::string> found;
  groups->Find(text, [&found](const std::string& name, std::string_view value) {
    found.push_back(name + "=" + std::string(value));
  });
  return found;
}

TEST(NamedGroups, FindsTheFirstMatch) {
  EXPECT_THAT(Found(R"((?P<method>[A-Z]+) (\S+) (?<status>\d+))",
                    "x GET /a 200, PUT /b 404"),
              ElementsAre("method=GET", "status=200"));
  EXPECT_THAT(Found("(?P<a>x)", "y"), IsEmpty());
}

TEST(NamedGroups, SaysWhetherThereIsAMatch) {
  auto groups = NamedGroups::Compile("(?P<a>x)|y");
  const auto take = [](const std::string&, std::string_view) {};
  EXPECT_TRUE(groups->Find("x", take));
  EXPECT_TRUE(groups->Find("y", take)) << "of which no group is a part";
  EXPECT_FALSE(groups->Find("z", take));
}

TEST(NamedGroups, AGroupThatTakesNoPartIsNone) {
  EXPECT_THAT(Found("(?P<a>x)|(?P<b>y)|(?P<c>z*)", "y"), ElementsAre("b=y"));
  EXPECT_THAT(Found("^(?P<c>z*)", "y"), ElementsAre("c="));
}

TEST(NamedGroups, TakesBytesAsTheyAre) {
  EXPECT_THAT(Found("(?P<a>.+)", "\xff\xfe"), ElementsAre("a=\xff\xfe"));
  EXPECT_THAT(Found(R"(\(?<(?P<a>x))", "(<x"), ElementsAre("a=x"));
}

TEST(NamedGroups, AlternativesMayBeginWithTheSameByteBeyondAscii) {
  EXPECT_THAT(Found("(?P<a>\xbbx|\xbby)", "\xbby"), ElementsAre("a=\xbby"));
  EXPECT_THAT(Found(R"((?P<a>\xbbx|\xbby))", "\xbby"), ElementsAre("a=\xbby"));
}

TEST(NamedGroups, KnowsTheirNames) {
  EXPECT_THAT(NamedGroups::Compile("(?P<b>x)(y)(?<a>z)")->names(),
              ElementsAre("b", "a"));
}

TEST(NamedGroups, CountsHigh) {
  const std::string errors(1000, 'E');
  EXPECT_THAT(Found("(?P<a>E.{1,200}[0-9])(?P<b>x?)", errors + "5x"),
              ElementsAre("a=" + std::string(201, 'E') + "5", "b=x"));
  EXPECT_THAT(Found("(?P<a>E.{1,200}[0-9])(?P<b>x?)", errors), IsEmpty());
}

TEST(NamedGroups, SaysWhatCannotBeBounded) {
  const auto groups = NamedGroups::Compile(R"(\b(?P<a>E.{1,200}[0-9]))");
  ASSERT_FALSE(groups);
  EXPECT_THAT(groups.error().message, HasSubstr("count to 64 at most"));
  EXPECT_TRUE(NamedGroups::Compile(R"(\b(?P<a>E.{1,60}[0-9]))"));
}

TEST(NamedGroups, AreNotTooMany) {
  std::string text;
  for (int i = 0; i < 64; ++i) text += "(?P<g" + std::to_string(i) + ">.?)";
  EXPECT_TRUE(NamedGroups::Compile(text));
  EXPECT_TRUE(NamedGroups::Compile(text + "(x?)")) << "not looked for";
  for (const std::string more : {"(?P<more>.?)", "(?<more>.?)"}) {
    const auto groups = NamedGroups::Compile(text + more);
    ASSERT_FALSE(groups);
    EXPECT_EQ(groups.error().message,
              "it has 65 groups: write 64 at most, and (?:...) for what is not "
              "wanted");
  }
  for (int i = 0; i < 64; ++i) text.insert(0, "(.?)");
  EXPECT_FALSE(NamedGroups::Compile(text)) << "they are in its way";
}

TEST(NamedGroups, SaysWhatIsNoSuchExpression) {
  const auto why = [](const char* text) {
    const auto groups = NamedGroups::Compile(text);
    return groups ? std::string() : groups.error().message;
  };
  EXPECT_THAT(why("(x)"), HasSubstr("no group has a name"));
  EXPECT_THAT(why("(?P<a>x"), HasSubstr("missing"));
  EXPECT_THAT(why("(?<=x)y"), HasSubstr("invalid"));
}

}  // namespace
}  // namespace base
