// Catalog: names of types and attributes, and which rules a target means.
#include "rules/pmieconf/catalog.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace rules::pmieconf {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

Catalog With(std::initializer_list<const char*> names) {
  Catalog catalog;
  for (const char* name : names) {
    Rule rule;
    rule.self.name = name;
    catalog.rules.push_back(rule);
  }
  return catalog;
}

std::vector<std::string> Names(Catalog catalog, const char* target) {
  std::vector<std::string> names;
  for (const Rule* rule : catalog.Matching(target)) {
    names.push_back(rule->self.name);
  }
  return names;
}

TEST(Catalog, EachTypeHasItsName) {
  for (const char* name :
       {"rule", "string", "double", "integer", "unsigned", "percent",
        "hostlist", "instlist", "print", "shell", "alarm", "syslog"}) {
    const auto type = ObjectTypeOf(name);
    ASSERT_TRUE(type) << name;
    EXPECT_EQ(NameOf(*type), name);
  }
  EXPECT_FALSE(ObjectTypeOf("boolean"));
  EXPECT_FALSE(ObjectTypeOf("Rule"));
  EXPECT_TRUE(IsAction(ObjectType::kPrint));
  EXPECT_FALSE(IsAction(ObjectType::kInstlist));
  EXPECT_TRUE(IsAttribute("summary"));
  EXPECT_FALSE(IsAttribute("threshold"));
}

TEST(Catalog, ATargetIsARuleOrTheFirstPartsOfItsName) {
  const Catalog catalog = With({"a.b", "a.b.c", "ab.c", "b"});
  EXPECT_THAT(Names(catalog, "a"), ElementsAre("a.b", "a.b.c"));
  EXPECT_THAT(Names(catalog, "a.b"), ElementsAre("a.b", "a.b.c"));
  EXPECT_THAT(Names(catalog, "b"), ElementsAre("b"));
  EXPECT_THAT(Names(catalog, "global"), ElementsAre("global"));
  EXPECT_THAT(Names(catalog, "all"), ElementsAre("a.b", "a.b.c", "ab.c", "b"));
  EXPECT_THAT(Names(catalog, "a."), IsEmpty());
}

TEST(Catalog, OfTwoVariablesOfANameTheFirstIsMeant) {
  Rule rule;
  rule.variables = {{.name = "x", .value = "1"}, {.name = "x", .value = "2"}};
  ASSERT_NE(rule.Find("x"), nullptr);
  EXPECT_EQ(rule.Find("x")->value, "1");
  EXPECT_EQ(rule.Find("y"), nullptr);
}

}  // namespace
}  // namespace rules::pmieconf
