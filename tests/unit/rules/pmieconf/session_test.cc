// Session: commands, their names and words, and what they change.
#include "rules/pmieconf/session.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "rules/pmieconf/rules_file.h"

namespace rules::pmieconf {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using After = Session::After;

class SessionTest : public ::testing::Test {
 protected:
  SessionTest() {
    EXPECT_TRUE(
        ReadRules("#pmieconf-rules 1\n"
                  "string global.delta default = \"2 min\";\n"
                  "hostlist global.hosts default = \"\";\n"
                  "syslog global.tell default = x;\n"
                  "rule a.b default = one; percent t default = 5;\n"
                  "rule a.c default = two enabled = no;\n"
                  "rule b default = three;\n",
                  "f", &catalog_));
  }

  After Run(const std::string& line) {
    out_.clear();
    errors_.clear();
    const auto words = WordsOf(line);
    EXPECT_TRUE(words) << line;
    return session_.Run(*words);
  }
  const Object* Find(const char* rule, const char* name) {
    return catalog_.Find(rule)->Find(name);
  }

  Catalog catalog_;
  std::string out_;
  std::vector<std::string> errors_;
  std::vector<int> processes_;
  Session session_{
      &catalog_,
      {.file = "/FILE",
       .out = [this](const std::string& text) { out_ += text; },
       .error = [this](const std::string& text) { errors_.push_back(text); },
       .processes = [this] { return processes_; }}};
};

TEST_F(SessionTest, ACommandHasANameALetterAndANumber) {
  for (const char* word : {"groups", "g", "3", "3x"}) {
    EXPECT_EQ(Run(word), After::kGoOn) << word;
    EXPECT_EQ(out_, "  a\n") << word;
  }
  EXPECT_EQ(Run("?"), After::kGoOn);
  EXPECT_EQ(out_, CommandSummary());
  for (const char* word : {"group", "13", "0", "G"}) {
    EXPECT_EQ(Run(word), After::kFailed) << word;
    EXPECT_THAT(errors_, ElementsAre(HasSubstr("unrecognised command")));
  }
  EXPECT_EQ(Run("q x y"), After::kQuit);
  EXPECT_EQ(Run("abort"), After::kAbort);
  EXPECT_EQ(Run("# nothing"), After::kGoOn);
}

TEST_F(SessionTest, WordsAreKnownByTheirCommand) {
  EXPECT_EQ(Session::Names().size(), 12u);
  EXPECT_EQ(Session::Names().front(), "help");
  EXPECT_EQ(Session::NameOf("m"), "modify");
  EXPECT_EQ(Session::NameOf("11"), "quit");
  EXPECT_EQ(Session::NameOf("mod"), "");
}

TEST_F(SessionTest, AnErrorIsToldBesideItsRule) {
  std::string told;
  Session session(
      &catalog_,
      {.file = "/FILE",
       .out = [&told](const std::string& text) { told += text; },
       .error = [&told](const std::string& text) { told += text + '\n'; }});
  EXPECT_EQ(session.last_target(), "");
  EXPECT_EQ(session.Run({"list", "a", "u"}), After::kFailed);
  EXPECT_EQ(told,
            "  rule: a.b  [one]\nvariable \"u\" is undefined for rule a.b\n"
            "  rule: a.c  [two]\nvariable \"u\" is undefined for rule a.c\n");
  EXPECT_EQ(session.last_target(), "a");
}

TEST_F(SessionTest, ACommandTakesSoManyWords) {
  EXPECT_EQ(Run("modify a"), After::kFailed);
  EXPECT_THAT(errors_, ElementsAre("too few arguments for \"modify\" command"));
  EXPECT_EQ(Run("d a b"), After::kFailed);
  EXPECT_THAT(errors_,
              ElementsAre("too many arguments for \"disable\" command"));
  EXPECT_EQ(WordsOf("a b c d")->size(), 4u);
  EXPECT_EQ(WordsOf("a b c d e").error().message,
            "too many arguments - try \"help\"");
  EXPECT_EQ(WordsOf("list \"x").error().message,
            "failed to parse argument 2 correctly");
}

TEST_F(SessionTest, RulesAreListedByWhetherTheyAreEnabled) {
  Run("rules enabled");
  EXPECT_EQ(out_, "  a.b  [one]\n  b  [three]\n");
  Run("rules disabled");
  EXPECT_EQ(out_, "  a.c  [two]\n");
  EXPECT_EQ(Run("rules x"), After::kFailed);
}

TEST_F(SessionTest, TheLastTargetIsADot) {
  EXPECT_EQ(Run("list ."), After::kFailed);
  EXPECT_THAT(errors_, ElementsAre("no group or rule names match \"\""));
  Run("list b");
  EXPECT_EQ(Run("help ."), After::kGoOn);
  EXPECT_EQ(out_, "  rule: b  [three]\n  help: No help available.\n");
}

TEST_F(SessionTest, EachOfAGroupIsPrintedAndEachFailureIsTold) {
  EXPECT_EQ(Run("list a t"), After::kFailed);
  EXPECT_EQ(out_, "  rule: a.b  [one]\n\tt = 5%\n  rule: a.c  [two]\n");
  EXPECT_THAT(errors_, ElementsAre("variable \"t\" is undefined for rule a.c"));
}

TEST_F(SessionTest, AGlobalVariableBecomesTheRulesOwn) {
  EXPECT_FALSE(session_.modified());
  EXPECT_EQ(Run("modify a delta \"5 sec\""), After::kGoOn);
  EXPECT_TRUE(session_.modified());
  EXPECT_EQ(Find("a.b", "delta")->value, "5 sec");
  EXPECT_TRUE(Find("a.c", "delta")->promoted);
  EXPECT_EQ(catalog_.global.Find("delta")->value, "2 min");
  Run("undo a.b delta");
  EXPECT_EQ(Find("a.b", "delta"), nullptr);
  Run("undo a.c");
  EXPECT_EQ(Find("a.c", "delta"), nullptr);
}

TEST_F(SessionTest, OfAGroupAllAreChangedOrNone) {
  EXPECT_EQ(Run("modify a t 7"), After::kFailed);
  EXPECT_THAT(errors_, ElementsAre("change aborted - variable \"t\" is "
                                   "undefined for rule a.c"));
  EXPECT_EQ(Find("a.b", "t")->value, "5");
  EXPECT_EQ(Run("modify a help x"), After::kFailed);
  EXPECT_THAT(errors_, ElementsAre("no change - variable \"help\" is always "
                                   "readonly"));
  EXPECT_FALSE(session_.modified());
}

TEST_F(SessionTest, AValueIsRefusedByName) {
  EXPECT_EQ(Run("modify a.b tell maybe"), After::kFailed);
  EXPECT_EQ(Run("modify a.b hosts 'x"), After::kFailed);
  EXPECT_THAT(errors_,
              ElementsAre("change aborted - hosts's value is invalid.\n"
                          "    It should include a closing single quote."));
  EXPECT_EQ(Find("a.b", "hosts"), nullptr);
}

TEST_F(SessionTest, WhatIsUndoneIsWhatTheFilesSay) {
  Run("modify a.b t 7");
  Run("disable a.b");
  Run("modify global delta x");
  Run("modify global tell no");
  Run("undo a.b t");
  EXPECT_EQ(Find("a.b", "t")->value, "5");
  EXPECT_FALSE(Find("a.b", "t")->changed);
  EXPECT_FALSE(catalog_.Find("a.b")->self.enabled);
  Run("undo a.b enabled");
  EXPECT_TRUE(catalog_.Find("a.b")->self.enabled);
  Run("undo global");
  EXPECT_EQ(catalog_.global.Find("delta")->value, "2 min");
  EXPECT_TRUE(catalog_.global.Find("tell")->enabled);
  EXPECT_EQ(Run("undo a.b version"), After::kFailed);
}

TEST_F(SessionTest, AllRulesAtOnceAreNotSwitchedByTheGlobalOne) {
  Run("disable all");
  EXPECT_EQ(Run("enable global"), After::kFailed);
  EXPECT_THAT(errors_, ElementsAre("invalid argument - \"global\""));
  Run("list global");
  EXPECT_EQ(Run("enable ."), After::kFailed);
  EXPECT_FALSE(catalog_.Find("a.b")->self.enabled);
}

TEST_F(SessionTest, TheStatusNamesProcesses) {
  const std::string head =
      "  verbose:  on\n  enabled rules:  2 of 3\n"
      "  pmie configuration file:  /FILE\n";
  Run("verbose on");
  EXPECT_EQ(Run("verbose x"), After::kFailed);
  Run("status");
  EXPECT_EQ(out_, head +
                      "  pmie processes (PIDs) using this file:  (none "
                      "found)\n");
  processes_ = {7};
  Run("status");
  EXPECT_EQ(out_, head + "  pmie process (PID) using this file:  7\n");
  processes_ = {7, 8};
  Run("status");
  EXPECT_EQ(out_, head + "  pmie processes (PIDs) using this file:  7 8\n");
}

}  // namespace
}  // namespace rules::pmieconf
