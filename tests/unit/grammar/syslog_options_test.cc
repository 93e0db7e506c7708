// syslog's options: the table of docs/pmie.md, "Options of syslog".
#include "grammar/syslog_options.h"

#include <gtest/gtest.h>

#include "tests/unit/grammar/parse_text.h"

namespace grammar {
namespace {

TEST(Syslog, PriorityAndTag) {
  EXPECT_EQ(LastDump("syslog \"plain %h\""), "(syslog \"plain %h\")");
  EXPECT_EQ(LastDump("syslog \"-p daemon.info\" \"-t foo\" \"msg\""),
            "(syslog priority 30 tag \"foo\" \"msg\")");
  EXPECT_EQ(LastDump("syslog \"-p\" \"user.crit\" \"msg2\""),
            "(syslog priority 10 \"msg2\")");
  EXPECT_EQ(LastDump("syslog \"-puser.err\" \"x\""),
            "(syslog priority 11 \"x\")");
  EXPECT_EQ(LastDump("syslog \"-p err\" \"x\""), "(syslog priority 27 \"x\")");
  EXPECT_EQ(LastDump("syslog \"-p 10\" \"x\""), "(syslog priority 26 \"x\")");
  EXPECT_EQ(LastDump("syslog \"-p local3.3\" \"x\""),
            "(syslog priority 155 \"x\")");
  EXPECT_EQ(LastDump("syslog \"-p USER.Err\" \"x\""),
            "(syslog priority 11 \"x\")");
  EXPECT_EQ(LastDump("syslog \"-t foo\" \"-p user.err\" \"x\""),
            "(syslog priority 11 tag \"foo\" \"x\")");
  EXPECT_EQ(LastDump("syslog \"-p user.err\""), "(syslog priority 11)");
}

TEST(Syslog, EachOptionOnceThenText) {
  EXPECT_EQ(LastDump("syslog \"-p user.err\" \"-p user.info\" \"hello\""),
            "(syslog priority 11 \"-p user.info\" \"hello\")");
  EXPECT_EQ(LastDump("syslog \"-x\" \"-p err\""), "(syslog \"-x\" \"-p err\")");
  EXPECT_EQ(LastDump("syslog \"x\" \"-p err\""), "(syslog \"x\" \"-p err\")");
  EXPECT_EQ(LastDump("print \"-p err\" \"x\""), "(print \"-p err\" \"x\")");
}

TEST(Syslog, OptionsMayBeWrong) {
  EXPECT_EQ(LastDump("syslog \"-p user.bogus\" \"m\""),
            "(syslog priority 13 \"m\")");
  EXPECT_EQ(AsPmie("syslog \"-p user.bogus\" \"m\";"),
            "pmie: warning - at end of file\n"
            "Ignoring unknown priority (bogus) for -p in syslog action\n");
  EXPECT_EQ(LastDump("syslog \"-p bogus.err\" \"m\""),
            "(syslog priority 27 \"m\")");
  EXPECT_EQ(AsPmie("syslog \"-p bogus.err\" \"m\";\na;"),
            "pmie: warning - near line 2 of standard input\n"
            "Ignoring unknown facility (bogus) for -p in syslog action\n");
  EXPECT_EQ(AsPmie("syslog \"-p\";"),
            "pmie: warning - at end of file\n"
            "Missing [facility.]priority after -p in syslog action\n");
  EXPECT_EQ(AsPmie("syslog \"-t\";"),
            "pmie: warning - at end of file\n"
            "Missing tag after -t in syslog action\n");
  EXPECT_EQ(AsPmie("syslog \"-p err x\" \"-t a b\" \"m\";"),
            "pmie: warning - at end of file\n"
            "Ignoring extra text ( x) after -p pri in syslog action\n"
            "pmie: warning - at end of file\n"
            "Ignoring extra text ( b) after -t tag in syslog action\n");
  EXPECT_EQ(Rendered("syslog \"-p user.bogus\" \"m\""),
            "rules:1:8: warning: there is no syslog priority \"bogus\"; "
            "notice is used\n"
            "  syslog \"-p user.bogus\" \"m\"\n"
            "         ^~~~~~~~~~~~~~~\n");
}

TEST(SyslogOptions, OfNoTextsAreNone) {
  ast::Call call;
  EXPECT_TRUE(TakeSyslogOptions(&call).empty());
  EXPECT_EQ(call.syslog_priority, -1);
  EXPECT_EQ(call.syslog_tag, "");
}

TEST(SyslogOptions, SayWhichTextIsWrong) {
  ast::Call call;
  call.arguments = {"-t", "tag", "-p", "bogus", "text"};
  const auto warnings = TakeSyslogOptions(&call);
  ASSERT_EQ(warnings.size(), 1u);
  EXPECT_EQ(warnings[0].argument, 3u) << "the value, not the option";
  EXPECT_EQ(call.syslog_tag, "tag");
  EXPECT_EQ(call.syslog_priority, 3 * 8 + 5) << "daemon.notice";
  EXPECT_EQ(call.arguments, std::vector<std::string>{"text"});
}

}  // namespace
}  // namespace grammar
