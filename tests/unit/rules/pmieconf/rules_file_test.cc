// Rules files: what they define, in the real pmieconf's words where they are
// wrong, and the folders that they are in.
#include "rules/pmieconf/rules_file.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include "tests/support/file_tree.h"

namespace rules::pmieconf {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

constexpr char kHead[] = "#pmieconf-rules 1\n";

std::string WrongOf(const std::string& text) {
  Catalog catalog;
  const auto read = ReadRules(kHead + text, "FILE", &catalog);
  return read ? "" : read.error().message;
}

std::string Parsing(const char* line, const char* expected, const char* found) {
  return std::string("file parsing error.\n    line number: ") + line +
         " (\"FILE\")\n    expected: " + expected + "\n    found: " + found;
}

TEST(RulesFile, ObjectsBelongToTheRuleBeforeThemOrToAll) {
  Catalog catalog;
  ASSERT_TRUE(ReadRules(
      "# pmieconf-rules 1 # a remark\n"
      "string global.delta default = \"2 min\";\n"
      "rule a.b summary = \"$rule$\" version = 3 enabled = no help = h\n"
      "  predicate = \"x\\\"y\" enumerate = hosts;\n"
      "unsigned t default = 5 display = no modify = no version = 9;\n"
      "percent global.p default = 5;\n"
      "print act default = text enabled = no;\n",
      "FILE", &catalog));
  ASSERT_EQ(catalog.rules.size(), 1u);
  const Rule& rule = catalog.rules.front();
  EXPECT_EQ(rule.self.value, "$rule$");
  EXPECT_EQ(rule.version, 3u);
  EXPECT_FALSE(rule.self.enabled || rule.self.modify);
  EXPECT_EQ(rule.predicate, "x\"y");
  EXPECT_EQ(rule.enumerate, "hosts");
  ASSERT_EQ(rule.variables.size(), 2u);
  EXPECT_FALSE(rule.variables[0].display || rule.variables[0].modify);
  EXPECT_FALSE(rule.variables[1].factory_enabled);
  ASSERT_EQ(catalog.global.variables.size(), 2u);
  EXPECT_EQ(catalog.global.variables[1].name, "p");
}

TEST(RulesFile, WithoutItsHeaderItIsAnothersFile) {
  for (const char* text : {"", "all:\n\techo", "#!/bin/sh",
                           "#pmieconf-rules 2\nrule a;", "# pmieconf-rule 1"}) {
    Catalog catalog;
    EXPECT_TRUE(ReadRules(text, "FILE", &catalog)) << text;
    EXPECT_THAT(catalog.rules, IsEmpty());
  }
}

TEST(RulesFile, WhatIsWrongIsToldInPmieconfsWords) {
  EXPECT_EQ(WrongOf("boolean x;"), Parsing("2", "type keyword", "boolean"));
  EXPECT_EQ(WrongOf("rule a.b nonsense = 1;"),
            Parsing("2", "attribute keyword", "nonsense"));
  EXPECT_EQ(WrongOf("rule a.b"),
            Parsing("2", "attribute or ';'", "end-of-file"));
  EXPECT_EQ(WrongOf("rule a.b help x;"), Parsing("2", "=", "x"));
  EXPECT_EQ(WrongOf("rule a.b\nhelp = \"x"),
            Parsing("3", "attribute value", "x"));
  EXPECT_EQ(WrongOf("rule a.b help = \" \";"),
            Parsing("2", "non-empty string for help", " "));
  EXPECT_EQ(WrongOf("rule a.b enabled = Yes;"),
            Parsing("2", "yes or no", "Yes"));
  EXPECT_EQ(WrongOf("rule a.b version = x;"),
            Parsing("2", "version number", "be a positive integer number"));
  EXPECT_EQ(WrongOf("rule globalx;"),
            "rule name may not be \"global\" - this is reserved");
  EXPECT_EQ(WrongOf("rule a; rule a;"),
            "rule name \"a\" has already been used, duplicate name found "
            "in:\n\t\"FILE\", line 2.");
  EXPECT_EQ(WrongOf("string x;"),
            "no rule defined, cannot make sense of string \"x\" without one\n"
            "    line number: 2 (\"FILE\")\n");
  EXPECT_EQ(WrongOf("rule a; percent x default = 101;"),
            "x's value is invalid.\n    It should be a percentage between 0.0 "
            "and 100.0.");
}

TEST(RulesFile, AVariableOfAllIsCalledByItsWholeName) {
  EXPECT_EQ(WrongOf("integer global.x default = 1.5;"),
            "global.x's value is invalid.\n    It should be an integer "
            "number.");
}

TEST(RulesFile, ANameNeedsNoQuotes) {
  for (const char* name : {"a b", "a=b", "a;", "\\\"a", "#a", "", "a\nb"}) {
    EXPECT_THAT(WrongOf("rule \"" + std::string(name) + "\";"),
                HasSubstr("is none.\n    It should be a word without quotes"))
        << name;
  }
  EXPECT_EQ(
      WrongOf("rule a; string global. default = x;"),
      "name \"\" is none.\n    It should be a word without quotes, blanks, "
      "= and ;.\n    line number: 2 (\"FILE\")");
  EXPECT_EQ(WrongOf("rule \"a.b\"; rule c\"#d;"), "");
}

TEST(RulesFile, WhatEndsWithinARuleIsAnError) {
  EXPECT_EQ(WrongOf("rule"), Parsing("2", "attribute value", "end-of-file"));
  EXPECT_EQ(WrongOf("rule \"a;"), Parsing("2", "end-of-string", "a;"));
}

class RulesFolderTest : public ::testing::Test {
 protected:
  void Write(const std::string& name, const std::string& text) const {
    tree_.Write('/' + name, kHead + text);
  }
  static std::string WrongOf(const std::string& path) {
    const auto catalog = LoadRules(path);
    return catalog ? "" : catalog.error().message;
  }

  tests::FileTree tree_;
  std::string folder_ = tree_.root();
};

TEST_F(RulesFolderTest, WhatMustBeWaitedForIsRefused) {
  const std::string fifo = folder_ + "/fifo";
  ASSERT_EQ(::mkfifo(fifo.c_str(), 0600), 0);
  EXPECT_EQ(WrongOf(fifo), "cannot open " + fifo + ": it is no regular file");
  EXPECT_EQ(WrongOf("/dev/zero"),
            "cannot open /dev/zero: it is no regular file");
}

TEST_F(RulesFolderTest, FilesAreReadInTheOrderOfTheirNames) {
  Write("z/one", "rule b.a; string global.last default = x;");
  Write("a/two", "rule c.a; string global.first default = x;");
  Write("m", "rule a.a;");
  tree_.Write("/README", "nothing");
  const auto catalog = LoadRules(":" + folder_ + ":");
  ASSERT_TRUE(catalog);
  std::vector<std::string> names;
  for (const Rule& rule : catalog->rules) names.push_back(rule.self.name);
  EXPECT_THAT(names, ElementsAre("a.a", "b.a", "c.a"));
  EXPECT_EQ(catalog->global.variables[0].name, "first");
}

TEST_F(RulesFolderTest, WhatCannotBeReadIsTold) {
  EXPECT_EQ(WrongOf(folder_),
            "no rules were found using rule path: " + folder_);
  EXPECT_EQ(WrongOf(folder_ + "/none"),
            "cannot stat " + folder_ + "/none: No such file or directory");
  Write("a/rule", "rule a;");
  tree_.Link("/a/b", "..");
  EXPECT_THAT(WrongOf(folder_), HasSubstr("Too many levels of symbolic links"));
}

}  // namespace
}  // namespace rules::pmieconf
