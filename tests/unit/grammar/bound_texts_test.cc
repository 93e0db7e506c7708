// WrongBoundTexts: which texts of parameters commands may have in them.
#include "grammar/bound_texts.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "grammar/parser.h"

namespace grammar {
namespace {

using ::testing::HasSubstr;

/// What is wrong with "a > 1 -> `action`" where $p is `value`, if anything.
std::string Wrong(const std::string& action, const std::string& value) {
  Parser parser;
  parser.Bind("p", {value, value, "site.yaml", 3});
  parser.Bind("n", {2048.0, "2 Kbyte / sec"});
  const SourceText source("rules", "a > 1 -> " + action + ';');
  const ParsedFile file = parser.Parse(source);
  std::string told;
  for (const auto& one : file.diagnostics) told += Render(one, source);
  return told;
}

TEST(BoundTexts, AShellReadsPlainWords) {
  for (const char* value : {"sda", "/var/lib", "a-b_c.d:e,f@g+h", "10"}) {
    EXPECT_EQ(Wrong("shell \"df $p\"", value), "") << value;
  }
  for (const char* value :
       {"a b", "a;b", "$(x)", "`x`", "a|b", "a&b", "a>b", "'", "\"", "\\", "*",
        "~root", "-rf", "", "a=b", "\xc3\xa9", "#x", "{a,b}"}) {
    EXPECT_THAT(Wrong("shell \"df $p\"", value),
                HasSubstr("the value of $p is no plain word"))
        << value;
    EXPECT_THAT(Wrong("shell 5 min \"df\" \" '$p'\"", value),
                HasSubstr("the value of $p is no plain word"))
        << value;
  }
  EXPECT_EQ(Wrong("shell \"df $n\"", ""), "");
  EXPECT_EQ(Wrong("print \"df $p\" & syslog \"x $p\"", "a; b"), "");
}

TEST(BoundTexts, BothFilesAreTold) {
  const std::string told = Wrong("shell \"df $p\"", "a;b");
  EXPECT_THAT(told, HasSubstr("rules:1:16: error: "));
  EXPECT_THAT(told, HasSubstr("$p, defined at site.yaml:3"));
}

TEST(BoundTexts, NoneIsTheCommand) {
  for (const char* command : {"$p",
                              " $p -x",
                              "/usr/bin/$p",
                              "df; $p",
                              "a && $p",
                              "x=\\$($p)",
                              "env A=1 $p",
                              "sudo -n $p x",
                              "timeout 5 $p",
                              "sh -c '$p x'",
                              "su me -c '$p'",
                              "ssh host $p",
                              "if $p",
                              ">/dev/null $p",
                              "2>> log </dev/null $p",
                              "a; > b $p",
                              "&>a $p",
                              "env -u X $p",
                              "sudo -u root $p",
                              "timeout -s KILL 5 $p",
                              "ssh -i key host $p",
                              "find . -exec $p {} +",
                              "taskset 1 $p",
                              "export PATH=$p",
                              "perl -ne $p",
                              "python3 -c $p",
                              "psql db -c $p"}) {
    EXPECT_THAT(Wrong("shell \"" + std::string(command) + '"', "reboot"),
                HasSubstr("would be the command"))
        << command;
  }
  EXPECT_THAT(Wrong("shell $p", "reboot"), HasSubstr("would be the command"));
  for (const char* command :
       {"df $p", "df -h | grep $p", "sudo df $p", "ssh host df $p",
        "sh -c 'df $p'", "nice -n 5 df $p", "sudo -u root df $p",
        "df >/dev/null $p", "ssh -p 22 host df $p", "python3 x.py $p",
        "psql -d $p", "x -exact $p"}) {
    EXPECT_EQ(Wrong("shell \"" + std::string(command) + '"', "reboot"), "")
        << command;
  }
}

TEST(BoundTexts, AnExecIsOfTheTemplate) {
  EXPECT_THAT(Wrong("exec \"/bin/$p\"", "reboot"),
              HasSubstr("would be the program"));
  EXPECT_EQ(Wrong("exec \"/bin/page\" \"$p\"", "; a 'b' -c"), "");
  EXPECT_THAT(Wrong("exec \"/bin/sh\" \"-c\" \"df $p\"", "; a"),
              HasSubstr("no plain word"));
  EXPECT_EQ(Wrong("exec \"/bin/sh\" \"-c\" \"df $p\"", "sda"), "");
  EXPECT_EQ(Wrong("exec \"/bin/python3\" \"x.py\" \"$p\"", "; a"), "");
  EXPECT_THAT(Wrong("exec \"/bin/python3\" \"-c\" \"$p\"", "; a"),
              HasSubstr("no plain word"));
  EXPECT_THAT(Wrong("exec \"/bin/find\" \".\" \"-exec\" \"$p\"", "reboot"),
              HasSubstr("would be the command"));
  EXPECT_THAT(Wrong("exec 5 min \"/usr/bin/env\" \"$p\"", "reboot"),
              HasSubstr("would be the command"));
  EXPECT_THAT(Wrong("reliably exec \"/usr/bin/ssh\" \"db1\" \"$p\"", "reboot"),
              HasSubstr("would be the command"));
}

TEST(BoundTexts, NoneIsAnOptionOfSyslog) {
  EXPECT_THAT(Wrong("syslog \"$p x\"", "-p"),
              HasSubstr("would be an option of syslog"));
  EXPECT_EQ(Wrong("syslog \"x $p\"", "-p"), "");
}

TEST(BoundTexts, AConstantWithOneIsNotReadAsRules) {
  Parser parser;
  parser.Bind("p", {"b > 1 -> shell \"x\"", "b > 1 -> shell \"x\""});
  const SourceText source("rules",
                          "c = \"a > 5 && $p\";\nx = $c;\ny = b && $c;\n");
  const ParsedFile file = parser.Parse(source);
  ASSERT_EQ(file.statements.size(), 3u);
  EXPECT_EQ(file.statements[0].kind, ParsedStatement::Kind::kConstant);
  EXPECT_EQ(file.statements[1].kind, ParsedStatement::Kind::kConstant);
  EXPECT_EQ(file.statements[2].kind, ParsedStatement::Kind::kRejected);
  const ParsedFile shell = parser.Parse(
      SourceText("rules", "d = \"df $p\";\nx = a > 1 -> shell \"$d\";\n"));
  ASSERT_EQ(shell.diagnostics.size(), 1u);
  EXPECT_THAT(shell.diagnostics[0].message, HasSubstr("$d is no plain word"));
}

}  // namespace
}  // namespace grammar
