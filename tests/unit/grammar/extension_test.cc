// Words that pmie does not have: where they are words, and where they are the
// names that pmie takes them for.
#include "grammar/extension.h"

#include <gtest/gtest.h>

#include "grammar/print.h"
#include "tests/unit/grammar/parse_text.h"
#include "tests/unit/grammar/tokens.h"

namespace grammar {
namespace {

TEST(Extension, IsAWordWherePmieFindsASyntaxError) {
  EXPECT_EQ(LastDump("p50_inst a"), "(p50_inst (fetch a))");
  EXPECT_EQ(LastDump("p90_host a > 1"), "(> (p90_host (fetch a)) 1)");
  EXPECT_EQ(LastDump("p95_sample a @0..9"), "(p95_sample (fetch a @0..9))");
  EXPECT_EQ(LastDump("x = p99_inst (a + 1) * 2"),
            "(* (p99_inst (+ (fetch a) 1)) 2)");
  EXPECT_EQ(LastDump("stddev_inst rate a > avg_inst p95_host b -> print \"x\""),
            "(rule (> (stddev_inst (rate (fetch a))) "
            "(avg_inst (p95_host (fetch b)))) (print \"x\"))");
}

TEST(Extension, KeepsPmiesMeaningWherePmieHasOne) {
  EXPECT_EQ(LastDump("p95_inst -x"), "(- (fetch 'p95_inst') (fetch x))");
  EXPECT_EQ(LastDump("p95_inst > 1"), "(> (fetch 'p95_inst') 1)");
  EXPECT_EQ(LastDump("p95_inst #a"), "(fetch 'p95_inst' #a)");
  EXPECT_EQ(Dumps("alert = 5; x > $alert").at(1), "(> (fetch x) 5)");
  EXPECT_EQ(First("p95_inst = x").statement.name, "p95_inst");
  EXPECT_EQ(Dumps("p95_inst = 5; $p95_inst + x").at(1), "(+ 5 (fetch x))");
  EXPECT_EQ(LastDump("a #where"), "(fetch a #'where')");
  EXPECT_EQ(LastDump("a :alert #p95_inst"), "(fetch a :alert #'p95_inst')");
}

/// A call of each action that pmie does not have, and what is made of it.
struct ActionCase {
  std::string word;
  std::string rest;  // what follows the word, with its holdoff
  std::string tree;
};
const ActionCase kActions[] = {
    {"webhook", " \"http://h\" \"x\"", " to \"http://h\" \"x\")"},
    {"exec", " \"/bin/x\" \"%h\"", " to \"/bin/x\" \"%h\")"},
    {"journal", " \"%h\" \"x\"", " \"%h\" \"x\")"},
    {"mail", " \"a@b\" \"x\"", " to \"a@b\" \"x\")"},
};

TEST(Extension, NowIsAWordBeforeAnAction) {
  const std::string call = "webhook \"http://h\" \"x\"";
  EXPECT_EQ(LastDump("a > 1 -> now " + call + " | print \"y\""),
            "(rule (> (fetch a) 1) (| (now webhook to \"http://h\" \"x\") "
            "(print \"y\")))");
  EXPECT_EQ(LastDump("now webhook 5 min \"http://h\" \"x\""),
            "(now webhook holdoff 300 to \"http://h\" \"x\")");
  EXPECT_EQ(Print(First("a > 1 -> now " + call + ";").statement),
            "a > 1 -> now " + call + ";");
  EXPECT_EQ(LastDump("now > now :now #now -> " + call),
            "(rule (> (fetch 'now') (fetch 'now' :'now' #'now')) (webhook to "
            "\"http://h\" \"x\"))");
  EXPECT_EQ(First("now = now " + call).statement.name, "now");
  EXPECT_EQ(LastDump("a > 1 -> 'now' " + call), "rejected");
  EXPECT_EQ(LastDump("a > 1 -> now now " + call), "rejected");
  EXPECT_EQ(LastDump("a > 1 -> now \"x\""), "rejected");
  EXPECT_EQ(LastDump("a > 1 -> now (" + call + ")"), "rejected");
  const auto wrong = Parse("a > 1 -> now print \"x\"; b").diagnostics;
  ASSERT_EQ(wrong.size(), 1u);
  EXPECT_EQ(wrong[0].message, "now stands before webhook alone");
  EXPECT_EQ(wrong[0].hint,
            "of print the outcome is waited for as it is: leave now away");
}

TEST(Extension, ReliablyIsAWordBeforeAnAction) {
  for (const char* call : {"syslog \"x\"", "stomp \"x\"", "journal \"x\"",
                           "exec \"/bin/x\" \"%h\"", "mail \"a@b\" \"x\""}) {
    const std::string rule = "a > 1 -> reliably " + std::string(call) + ";";
    EXPECT_EQ(Print(First(rule).statement), rule);
  }
  EXPECT_EQ(LastDump("reliably exec 5 min \"/bin/x\" \"x\""),
            "(reliably exec holdoff 300 to \"/bin/x\" \"x\")");
  EXPECT_EQ(LastDump("a > 1 -> now reliably syslog \"x\""), "rejected");
  const std::pair<const char*, const char*> kAdvice[] = {
      {"print \"x\"", "print is for who looks on: leave reliably away"},
      {"alarm \"x\"", "alarm is for who looks on: leave reliably away"},
      {"shell \"x\"",
       "shell cannot be kept for later: run a program with exec"},
      {"webhook \"http://h\" \"x\"",
       "webhook is delivered reliably as it is: leave reliably away"}};
  for (const auto& [call, hint] : kAdvice) {
    const auto wrong =
        Parse("a > 1 -> reliably " + std::string(call) + "; b").diagnostics;
    ASSERT_EQ(wrong.size(), 1u);
    EXPECT_EQ(wrong[0].message,
              "reliably stands before syslog, stomp, exec, journal and mail "
              "alone");
    EXPECT_EQ(wrong[0].hint, hint);
  }
}

TEST(Extension, PipedIsAWordBeforeAShell) {
  const std::string rule = "a > 1 -> piped shell 300 \"x\";";
  EXPECT_EQ(Print(First(rule).statement), rule);
  EXPECT_EQ(LastDump("piped shell 5 min \"x\""),
            "(piped shell holdoff 300 \"x\")");
  const std::pair<const char*, const char*> kAdvice[] = {
      {"exec \"/bin/x\"",
       "exec has the event on its standard input as it is: leave piped away"},
      {"print \"x\"", "print runs no command: leave piped away"}};
  for (const auto& [call, hint] : kAdvice) {
    const auto wrong =
        Parse("a > 1 -> piped " + std::string(call) + "; b").diagnostics;
    ASSERT_EQ(wrong.size(), 1u);
    EXPECT_EQ(wrong[0].message, "piped stands before shell alone");
    EXPECT_EQ(wrong[0].hint, hint);
  }
}

TEST(Extension, AnActionIsAWordWhereOneCanStand) {
  for (const auto& [word, rest, tree] : kActions) {
    const std::string call = "(" + word + tree;
    const std::string text = word + rest;
    EXPECT_EQ(LastDump(text), call);
    EXPECT_EQ(LastDump("w = a > 1 -> " + text),
              "(rule (> (fetch a) 1) " + call + ")");
    EXPECT_EQ(LastDump("print \"y\" & (" + text + " | " + text + ")"),
              "(& (print \"y\") (| " + call + " " + call + "))");
    EXPECT_EQ(LastDump(word + " 5 min" + rest),
              "(" + word + " holdoff 300" + tree);
    const std::string name = "'" + word + "'";
    EXPECT_EQ(LastDump(word + " > " + word + " :" + word + " #" + word +
                       " -> " + text),
              "(rule (> (fetch " + name + ") (fetch " + name + " :" + name +
                  " #" + name + ")) " + call + ")");
    EXPECT_EQ(LastDump(word + " = " + text), call);
    EXPECT_EQ(First(word + " = " + text).statement.name, word);
  }
}

TEST(Extension, AnActionsWordIsANameElsewhere) {
  for (const auto& [word, rest, tree] : kActions) {
    const std::string name = "'" + word + "'";
    EXPECT_EQ(LastDump(word + " = x > 1"), "(> (fetch x) 1)");
    EXPECT_EQ(LastDump(word + " > 1 -> print \"x\""),
              "(rule (> (fetch " + name + ") 1) (print \"x\"))");
    EXPECT_EQ(Dumps(word + " = 5; $" + word + " + x").at(1), "(+ 5 (fetch x))");
    EXPECT_EQ(LastDump("a :" + word + " #" + word),
              "(fetch a :" + name + " #" + name + ")");
    EXPECT_EQ(LastDump(name + rest), "rejected");
    std::string capital = word;
    capital.front() = static_cast<char>(capital.front() - 'a' + 'A');
    EXPECT_EQ(LastDump("a > 1 -> " + capital + rest), "rejected");
  }
}

TEST(Extension, LeavesNamesBesideAWord) {
  EXPECT_EQ(First("p95_inst = p95_inst a").statement.name, "p95_inst");
  EXPECT_EQ(LastDump("p95_inst = p95_inst a"), "(p95_inst (fetch a))");
  EXPECT_EQ(LastDump("p95_inst a :p95_inst #p50_inst"),
            "(p95_inst (fetch a :'p95_inst' #'p50_inst'))");
  EXPECT_EQ(LastDump("p95_inst 'p95_inst'"), "(p95_inst (fetch 'p95_inst'))");
}

TEST(Extension, IsBareAndSpeltAsTheWordIs) {
  for (const char* text : {"'p95_inst' a", "P95_inst a", "p95 a", "p96_inst a",
                           "p95_inst.a b", "'p95_inst' (a > 1) > 2"}) {
    EXPECT_EQ(LastDump(text), "rejected") << text;
  }
  EXPECT_EQ(LastDump("m = \"95\"; p$m\\_inst a"), "(p95_inst (fetch a))");
}

TEST(Extension, IsPrintedAsItself) {
  for (const char* text :
       {"p95_inst a > 1 -> print \"x\";", "stddev_sample (a + 1);",
        "'p95_inst' - x;", "'p95_inst' = p50_host 'p95_inst';"}) {
    EXPECT_EQ(Print(First(text).statement), text);
  }
}

TEST(Extension, IsFoundInTokens) {
  EXPECT_FALSE(WithExtensions(Scanned("a + b"), {}));
  EXPECT_FALSE(
      WithExtensions(Scanned("p95_inst = b :p95_inst 'p95_inst'"), {}));
  const auto extended = WithExtensions(Scanned("b p95_host $nope"), {});
  ASSERT_TRUE(extended);
  ASSERT_EQ(extended->tokens.size(), 4u);
  EXPECT_EQ(extended->tokens[1].kind, TokenKind::kP95);
  EXPECT_EQ(extended->tokens[2].kind, TokenKind::kDomain);
  EXPECT_EQ(std::get<ast::Domain>(extended->tokens[2].value),
            ast::Domain::kHost);
  EXPECT_EQ(extended->fault->token, 3u) << "behind the word";
}

TEST(Extension, PmiesLinesAreThoseOfItsReading) {
  for (const char* rest :
       {" a > -> print \"x\"; b;", " a @9999999; b;", " a b > 1; b;",
        " a > $nope; b;", " (a > 1) > 1;", " a > 1 -> print; b;"}) {
    const std::string as_pmie = AsPmie(std::string("p95_inst") + rest);
    EXPECT_NE(as_pmie, "");
    EXPECT_EQ(as_pmie, AsPmie(std::string("foo") + rest));
  }
  EXPECT_EQ(AsPmie("p95_inst a > 1; b;"), "") << "it is right";
}

TEST(Extension, OurMessageIsThatOfTheReadingThatGetsFurther) {
  const auto message = [](const std::string& text) {
    return Parse(text).diagnostics.at(0).message;
  };
  EXPECT_EQ(message("p95_inst a > -> print \"x\""),
            "a number or a metric must follow >, not ->");
  EXPECT_EQ(message("a > -> p95_inst b"),
            "a number or a metric must follow >, not ->");
  EXPECT_EQ(message("p95_inst a > $nope"), "there is no macro $nope");
  EXPECT_EQ(message("p95_inst a @9999999"), "more than 1000000 samples");
  EXPECT_EQ(message("p95_inst foo bar"),
            "an operator or a ; is missing before bar");
  EXPECT_EQ(message("a > 1 -> webhook \"ops\" \"x\""),
            "there is no receiver called ops");
  EXPECT_EQ(AsPmie("a > 1 -> webhook \"ops\" \"x\";"),
            AsPmie("a > 1 -> another \"ops\" \"x\";"));
}

TEST(Extension, KeepsTheLimitsOfDepth) {
  Limits limits;
  limits.nesting_depth = 3;
  EXPECT_EQ(LastDump("p95_inst p95_inst p95_inst a", limits),
            "(p95_inst (p95_inst (p95_inst (fetch a))))");
  const std::string deep = "p95_inst p95_inst p95_inst p95_inst a;";
  EXPECT_EQ(LastDump(deep, limits), "rejected");
  EXPECT_EQ(AsPmie(deep + " b;", limits),
            "pmie: syntax error - near line 1 of standard input\n");
  EXPECT_FALSE(Parser(limits)
                   .Parse(SourceText("f", deep))
                   .statements.front()
                   .takes_number);
}

}  // namespace
}  // namespace grammar
