// What is warned of in the texts of actions, and what is not.
#include "engine/check/action_text.h"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <algorithm>
#include <fstream>

#include "tests/support/archive_image.h"
#include "tests/unit/engine/check/checked.h"

namespace engine::check {
namespace {

// All messages about `rule`, which is right.
std::string SaidOf(const std::string& rule, bool with_sources = true) {
  const Checked checked =
      with_sources ? World().Check(rule) : World::CheckWithoutSources(rule);
  EXPECT_EQ(checked.statements.size(), 1u) << rule;
  std::string said;
  for (const auto& one : checked.diagnostics) said += one.message + '\n';
  return said;
}

constexpr char kNoInstance[] = "%i has no value here: <%i undefined>\n";
constexpr char kGlued[] =
    "two members make one command of this: the text is repeated\n";

TEST(ActionText, ASelectorWithoutAValue) {
  EXPECT_EQ(SaidOf("t.s.gauge > 1 -> print \"%i\""), kNoInstance);
  EXPECT_EQ(SaidOf("sum_inst t.i.gauge > 1 -> print \"%h\" & alarm \"%i\""),
            kNoInstance);
  EXPECT_EQ(SaidOf("t.s.gauge > 1 && some_inst t.i.gauge > 1 -> print \"%i\""),
            kNoInstance);
  EXPECT_EQ(SaidOf("$hour > 1 -> print \"%i %h\""), kNoInstance);
  EXPECT_EQ(SaidOf("print \"%h\""), "%h has no value here: <%h undefined>\n");
  EXPECT_EQ(SaidOf("ruleset some_inst t.i.gauge > 1 -> print \"%i\" "
                   "unknown -> print \"%c\" otherwise -> print \"x\""),
            "%c has no value here: <%c undefined>\n");
}

TEST(ActionText, AWebhookBeforeAnAlternativeSucceedsAtOnce) {
  const std::string tell = "webhook \"http://h\" \"x\"";
  const std::string rule = "t.s.gauge > 1 -> ";
  EXPECT_TRUE(SaidOf(rule + tell + " | print \"y\"")
                  .starts_with("a webhook has succeeded when it is in the "
                               "outbox"));
  EXPECT_EQ(SaidOf(rule + "now " + tell + " | print \"y\""), "");
  EXPECT_EQ(SaidOf(rule + "print \"y\" | " + tell), "");
  EXPECT_EQ(SaidOf(rule + tell + " & print \"y\""), "");
}

TEST(ActionText, TheOutboxBeforeAnAlternativeMayStandAmongOthers) {
  const std::string tell = "webhook \"http://h\" \"x\"";
  const auto count = [](const std::string& actions) {
    const std::string said = SaidOf("t.s.gauge > 1 -> " + actions);
    return std::count(said.begin(), said.end(), '\n');
  };
  for (const std::string& never :
       {"print \"a\" & " + tell + " | print \"c\"",
        tell + " & alarm \"a\" | print \"c\"",
        "(" + tell + " & reliably journal \"a\") | print \"c\"",
        "shell \"a;\" | " + tell + " | print \"c\"",
        tell + " | print \"b\" | print \"c\""}) {
    EXPECT_EQ(count(never), 1) << never;
  }
  for (const std::string& perhaps :
       {"shell \"a;\" & " + tell + " | print \"c\"",
        "now " + tell + " & " + tell + " | print \"c\"",
        tell + " & (shell \"a;\" | print \"c\")",
        std::string("print \"a\" | print \"c\"")}) {
    EXPECT_EQ(count(perhaps), 0) << perhaps;
  }
}

TEST(ActionText, WhatIsTrueOfNoMember) {
  const auto left_out = [](const std::string& rule) {
    return SaidOf(rule).find("it is left out") != std::string::npos;
  };
  EXPECT_TRUE(left_out("! some_inst t.i.gauge > 1 -> print \"%h\""));
  EXPECT_TRUE(left_out("! some_host t.s.gauge > 1 -> print \"a %i\""));
  EXPECT_FALSE(left_out("! some_inst t.i.gauge > 1 -> print \"quiet\""));
  EXPECT_FALSE(left_out("all_inst ( ! t.i.gauge > 1 ) -> print \"%i\""));
}

TEST(ActionText, WhatIsMadeOfAllHostsHasNone) {
  for (const char* selector : {"%h", "%c"}) {
    const std::string action = " -> print \"" + std::string(selector) + "\"";
    const std::string none = std::string(selector) + " has no value here: <" +
                             selector + " undefined>\n";
    for (const bool with_sources : {true, false}) {
      for (const char* condition :
           {"avg_host t.s.gauge :hostA :hostB > 1",
            "count_host (some_inst t.i.gauge :hostA :hostB > 1) > 1",
            "-(avg_sample sum_host t.s.gauge :hostA @0..1) < 1",
            "avg_host max_inst t.i.gauge > 1"}) {
        EXPECT_EQ(SaidOf(condition + action, with_sources), none) << condition;
      }
      for (const char* condition :
           {"some_host t.s.gauge :hostA :hostB > 1",
            "max_host t.s.gauge :hostA :hostB > 1",
            "max_host avg_inst t.i.gauge :hostA :hostB > 1",
            "all_host some_inst t.i.gauge :hostA :hostB > 1"}) {
        EXPECT_EQ(SaidOf(condition + action, with_sources), "") << condition;
      }
    }
  }
}

TEST(ActionText, WhatIsMadeOfAllInstancesHasNone) {
  for (const char* condition :
       {"max_host max_inst t.i.gauge :hostA :hostB > 1",
        "some_host avg_inst t.i.gauge :hostA :hostB > 1",
        "avg_sample max_inst t.i.gauge @0..1 > 1",
        "max_inst avg_inst t.i.gauge > 1"}) {
    EXPECT_EQ(SaidOf(condition + std::string(" -> print \"%i\""), false),
              kNoInstance)
        << condition;
  }
}

TEST(ActionText, AScriptWhoseInterpreterIsNotThere) {
  const tests::TemporaryFolder folder;
  const std::string path = folder / "script";
  const auto said = [&path](const std::string& text) {
    std::ofstream(path) << text;
    ::chmod(path.c_str(), 0700);
    return SaidOf("t.s.gauge > 1 -> exec \"" + path + "\" \"x\"");
  };
  const std::string none = "the interpreter of " + path + " is not there\n";
  EXPECT_EQ(said("#!/bin/sh\r\necho\r\n"), none);
  EXPECT_EQ(said("#! /no/such -e"), none);
  for (const char* right : {"#!/bin/sh\n", "#! /bin/sh -e\r\n", "", "\x7f"}) {
    EXPECT_EQ(said(right), "") << right;
  }
}

TEST(ActionText, AProgramThatCannotBeRunHere) {
  EXPECT_EQ(SaidOf("t.s.gauge > 1 -> exec \"/bin/sh\" \"%h\""), "");
  EXPECT_EQ(SaidOf("t.s.gauge > 1 -> exec \"/no/such\" \"x\""),
            "/no/such is not there on this host\n");
  EXPECT_EQ(SaidOf("t.s.gauge > 1 -> print \"x\" | exec \"/etc/passwd\""),
            "/etc/passwd cannot be run by this user\n");
  EXPECT_EQ(SaidOf("t.s.gauge > 1 -> exec \"/tmp\""),
            "/tmp cannot be run by this user\n");
}

TEST(ActionText, AProgramAndItsArgumentsInOneString) {
  const auto hint = [](const std::string& program) {
    return World()
        .Check("t.s.gauge > 1 -> exec \"" + program + "\"")
        .diagnostics.at(0)
        .hint;
  };
  EXPECT_EQ(hint("/no/such -x 1"),
            "no shell cuts words, each is a string of its own: exec "
            "\"/no/such\" \"...\"");
  EXPECT_EQ(hint("/no/such"), "");
}

TEST(ActionText, AnAddressThatIsNone) {
  EXPECT_EQ(SaidOf("t.s.gauge > 1 -> mail \"ops@a.example\" \"x\""), "");
  EXPECT_EQ(SaidOf("t.s.gauge > 1 -> mail \"x\""),
            "this address of a mail has no @\n");
}

TEST(ActionText, ASelectorThatHasOneOrMay) {
  for (const char* rule :
       {"t.s.gauge > 1 -> print \"%h %v %c\"",
        "some_inst t.i.gauge > 1 -> print \"%i\"",
        "t.i.gauge #red > 1 -> print \"%i\"",
        "max_inst t.i.gauge > 1 -> print \"%i\"",
        "max_host max_sample t.i.gauge :hostA :hostB @0..1 > 1 -> print "
        "\"%i\"",
        "some_inst all_sample t.i.gauge @0..1 > 1 -> print \"%i\"",
        "$hour > 1 && some_inst t.i.gauge > 1 -> print \"%i\"",
        "true -> print \"%v 100%\""}) {
    EXPECT_EQ(SaidOf(rule), "") << rule;
  }
  EXPECT_EQ(SaidOf("t.s.gauge > 1 -> print \"%i\"", false), "");
  EXPECT_EQ(SaidOf("x #a > 1 -> print \"%i\"", false), "");
}

TEST(ActionText, ACommandThatIsRepeatedHasAnEnd) {
  EXPECT_EQ(SaidOf("some_inst t.i.gauge > 1 -> shell \"x %i\""), kGlued);
  EXPECT_EQ(SaidOf("some_inst t.i.gauge > 1 -> shell \"x %v \"", false),
            kGlued);
  EXPECT_EQ(SaidOf("t.s.gauge > 1 && some_host some_inst t.i.gauge "
                   ":hostA :hostB > 1 -> shell \"x %h\""),
            "")
      << "the first condition has one member";
  for (const char* command :
       {"\"x %i;\"", "\"x %i & \"", "\"x %i\\n\"", "\"; x %i\"",
        "\"x\" \" %i\"", "\"x\"", "\"x 5%\""}) {
    const std::string rule = "some_inst t.i.gauge > 1 -> shell ";
    EXPECT_EQ(SaidOf(rule + command), "") << command;
  }
  for (const char* condition :
       {"t.s.gauge > 1", "max_inst t.i.gauge > 1", "t.i.gauge #red > 1",
        "some_inst t.i.gauge #red > 1"}) {
    EXPECT_EQ(SaidOf(condition + std::string(" -> shell \"x %v\"")), "")
        << condition;
  }
}

TEST(ActionText, ATextForPeopleThatIsRepeatedHasAnEnd) {
  const std::string glued =
      "two members make one word of this: the text is repeated\n";
  const std::string some = "some_inst t.i.gauge > 1 -> ";
  for (const char* action :
       {"webhook \"http://h\" \"%i is full\"", "mail \"a@b\" \"%i\"",
        "reliably journal \"disk %i: %v%\"", "journal \"x\" \"\xc3\xa4 %i\"",
        "webhook \"http://h\" \"%i\" \"%v\""}) {
    EXPECT_EQ(SaidOf(some + action), glued) << action;
    EXPECT_EQ(SaidOf(some + action, false), glued) << action;
  }
  for (const char* action :
       {"webhook \"http://h\" \"full:\" \" %i\" \".\"",
        "mail \"a@b\" \"%i is full; \"", "journal \"[%i]\"", "journal \"%i.\"",
        "journal \"-%i\"", "journal \"it is full\"", "journal \"\"",
        "print \"%i is full\"", "syslog \"%i\""}) {
    EXPECT_EQ(SaidOf(some + action), "") << action;
  }
  for (const char* condition :
       {"t.s.gauge > 1", "max_inst t.i.gauge > 1", "t.i.gauge #red > 1",
        "some_inst t.i.gauge #red > 1"}) {
    EXPECT_EQ(SaidOf(condition + std::string(" -> journal \"%v\"")), "")
        << condition;
  }
}

TEST(ActionText, AStringWithTheHostIsOfEachMember) {
  const std::string some = "some_inst t.i.gauge > 1 -> ";
  EXPECT_EQ(SaidOf(some + "journal \"load of %h:\" \" %i\""),
            "the host stands there as often as there are members\n");
  for (const char* action :
       {"journal \"load:\" \" %i\"", "journal \"at %h.\"",
        "journal \" %h: %i\"", "print \"load of %h:\" \" %i\""}) {
    EXPECT_EQ(SaidOf(some + action), "") << action;
  }
  EXPECT_EQ(SaidOf("max_inst t.i.gauge > 1 -> journal \"%h:\" \" %v\""), "");
}

TEST(ActionText, ANameForASecondShell) {
  EXPECT_EQ(
      SaidOf("max_inst t.i.gauge > 1 -> shell \"sh -c 'ls \" \"%i\" \"'\""),
      "sh reads the name anew: what is in it may be run\n");
  EXPECT_EQ(SaidOf("max_inst t.i.gauge > 1 -> print \"sh -c 'ls %i'\""), "");
}

TEST(ActionText, ANameForTheShellThatAProgramIs) {
  const std::string exec = "max_inst t.i.gauge > 1 -> exec \"/bin/sh\" \"-c\" ";
  EXPECT_EQ(SaidOf(exec + R"("echo %i")"),
            "sh reads the name anew: what is in it may be run\n");
  EXPECT_EQ(SaidOf(exec + R"("ls \"\$1\"" "sh" "%i")"), "");
}

}  // namespace
}  // namespace engine::check
