// Clauses that stand wrong, and actions as others write them.
#include <gtest/gtest.h>

#include "tests/unit/grammar/slip_case.h"

namespace grammar {
namespace {

constexpr SlipCase kCases[] = {
    {"ruleset x > 1 -> print \"y\" elif x > 0 -> print \"z\"", "elif", "",
     "ruleset RULE else RULE",
     "ruleset x > 1 -> print \"y\" else x > 0 -> print \"z\""},
    {"x > 1 -> slack \"#ops\" \"x\"", "slack", "an action must follow",
     "webhook \"ops\" \"...\"", "x > 1 -> webhook \"https://a.example\" \"y\""},
    {"x > 1 -> email \"root\"", "email", "an action must follow",
     "mail \"ops@example.org\" \"...\"",
     "x > 1 -> mail \"ops@example.org\" \"y\""},
    {"x > 1 -> print \"y\" & run \"z\"", "run", "an action must follow",
     "shell \"...\"", "x > 1 -> print \"y\" & shell \"z\""},
    {"x > 1 -> echo \"y\"", "echo", "an action must follow", "print \"...\"",
     "x > 1 -> print \"y\""},
    {"x > 1 -> print once \"y\"", "once", "a string must follow print",
     "rising (metric > 1)", "rising (x > 1) -> print \"y\""},
    {"x > 1 -> print \"y\" once", "once", "", "print 1 hour",
     "x > 1 -> print 1 hour \"y\""},
    {"x > 1 -> print \"y\" else x > 0 -> print \"z\"", "else", "",
     "else belongs to a ruleset",
     "ruleset x > 1 -> print \"y\" else x > 0 -> print \"z\""},
    {"ruleset x > 1 -> print \"y\" otherwise -> print \"z\" unknown -> print "
     "\"?\"",
     "unknown", "", "then unknown, then otherwise",
     "ruleset x > 1 -> print \"y\" unknown -> print \"?\" otherwise -> print "
     "\"z\""},
    {"ruleset x > 1 -> print \"y\" otherwise -> print \"z\" else x > 0 -> "
     "print \"?\"",
     "else", "", "rules with else between them",
     "ruleset x > 1 -> print \"y\" else x > 0 -> print \"?\" otherwise -> "
     "print \"z\""},

    {"x > 1 -> shell echo y", "echo", "a string must follow shell",
     "strings stand in double quotes: shell \"echo y\"",
     "x > 1 -> shell \"echo y\""},
    {"x > 1 -> shell /bin/true & print \"y\"", "/", "a string must follow",
     "shell \"/bin/true\"", "x > 1 -> shell \"/bin/true\" & print \"y\""},
    {"print 'y z'", "'y z'", "a string must follow", "print \"y z\"",
     "print \"y z\""},
    {"x > 1 -> webhook now \"http://a\" \"y\"", "now", "a string must follow",
     "now webhook ...", "x > 1 -> now webhook \"http://a\" \"y\""},
    {"x > 1 -> reliably now syslog \"y\"", "reliably", "an action must follow",
     "or reliably syslog ...", "x > 1 -> reliably syslog \"y\""},
    {"x > 1 -> shell piped \"y\"", "piped", "a string must follow",
     "piped shell ...", "x > 1 -> piped shell \"y\""},
    {"print every 5 min \"y\"", "every", "a string must follow",
     "right behind the action: print 5 min", "print 5 min \"y\""},
    {"x > 1 -> webhook 1 hour 30 min \"http://a\" \"y\"", "30",
     "a string must follow webhook", "a time has one number: webhook 90 min",
     "x > 1 -> webhook 90 min \"http://a\" \"y\""},
    {"x > 1 -> print 1 min 30sec \"y\"", "30", "a string must follow",
     "print 90 sec", "x > 1 -> print 90 sec \"y\""},
    {"x > 1 -> print 1 hour 30 \"y\"", "30", "a string must follow",
     "right behind the action: print 5 min", "x > 1 -> print 5 min \"y\""},
    {"print \"y\" every 5 min", "every", "", "before the text: print 5 min",
     "print 5 min \"y\""},
    {"print \"y\" 5 min", "5", "", "before the text: print 5 min",
     "print 5 min \"y\""},
    {"syslog -p warning \"y\"", "-", "a string must follow syslog",
     "syslog \"-p warning\" \"...\"", "syslog \"-p warning\" \"y\""},
    {"x > 1 -> journal -p err \"y\"", "-", "a string must follow journal",
     "journal has no options", "x > 1 -> journal \"y\""},
    {"n = 5; print $n", "$n", "a string must follow", "n = \"...\"",
     "n = \"...\"; print \"$n\""},
};

TEST(ActionSlip, HasAPlaceAndAnAdviceThatWorks) { ExpectSlips(kCases); }

}  // namespace
}  // namespace grammar
