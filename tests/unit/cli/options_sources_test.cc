// Options: what the environment says, and what is opened on the way.
#include <gtest/gtest.h>

#include "tests/unit/cli/parse_options.h"

namespace cli {
namespace {

TEST(Options, TheEnvironmentActsLikeOptions) {
  const Options options = Parsed({}, {{"PCP_ARCHIVE", "a,b"},
                                      {"PCP_INTERVAL", "5"},
                                      {"PCP_START_TIME", "1m"},
                                      {"PCP_FINISH_TIME", "2m"},
                                      {"PCP_ALIGN_TIME", "3m"},
                                      {"PCP_ORIGIN_TIME", "4m"},
                                      {"PCP_TIMEZONE", "EST+5"},
                                      {"TZ", "UTC"},
                                      {"PCP_COUNTER_WRAP", ""},
                                      {"PCP_VAR_DIR", "/v"}});
  EXPECT_EQ(options.archives, std::vector<std::string>{"a,b"});
  EXPECT_EQ(options.interval.Seconds(), 5);
  EXPECT_EQ(options.window.start, "1m");
  EXPECT_EQ(options.window.finish, "2m");
  EXPECT_EQ(options.window.align, "3m");
  EXPECT_EQ(options.window.origin, "4m");
  EXPECT_EQ(options.zone, "EST+5");
  EXPECT_TRUE(options.counter_wrap);
  EXPECT_EQ(options.rules_directory, "/v/config/pmie");
}

TEST(Options, TheCommandLineWinsOverTheEnvironment) {
  const Variables variables = {{"PCP_ARCHIVE", "e"},
                               {"PCP_INTERVAL", "5"},
                               {"PCP_FINISH_TIME", "17"},
                               {"TZ", "EST+5"}};
  const Options options = Parsed({"-a", "x", "-t", "3", "-T", "7"}, variables);
  EXPECT_EQ(options.archives, std::vector<std::string>{"x"});
  EXPECT_EQ(options.interval.Seconds(), 3);
  EXPECT_EQ(options.window.finish, "7");
  EXPECT_EQ(options.zone, "EST+5");
  EXPECT_TRUE(Parsed({"-C", "-h", "y"}, variables).archives.empty());
}

TEST(Options, TheEnvironmentsMistakesCountToo) {
  EXPECT_EQ(Complaint({"-a", "x", "-Z", "UTC"}, {{"PCP_HOSTZONE", ""}}),
            "pmie: at most one of -Z and -z allowed\n");
  EXPECT_EQ(Complaint({"-a", "x", "-t", "3"}, {{"PCP_INTERVAL", "foo"}}),
            "pmie: -t argument not in pmParseInterval(3) format:\n"
            "foo\n^ -- unexpected value\n\n");
  EXPECT_EQ(Complaint({"-a", "x"}, {{"PCP_DEBUG", "foo"}}),
            "Error: $PCP_DEBUG=foo is not valid, ignored\n"
            "pmie: unrecognized debug options specification (foo)\n");
  EXPECT_TRUE(
      Parsed({}, {{"PCP_ARCHIVE", "a"}, {"PCP_HOSTZONE", "0"}}).source_zone);
}

TEST(Options, AnArchiveThatDoesNotOpenIsTheEnd) {
  EXPECT_EQ(LastWords({"-a", "x", "-a", "bad", "-Q"}), "no bad\n");
  EXPECT_EQ(LastWords({"-Q", "-a", "bad"}), "no bad\n")
      << "pmie does not say either what it would have had to say";
  EXPECT_EQ(LastWords({}, {{"PCP_ARCHIVE", "bad"}}), "no bad\n");
}

TEST(Options, ANameSpaceThatDoesNotLoadIsNoReasonForHelp) {
  EXPECT_EQ(LastWords({"-Q", "-n", "bad", "-a", "x", "-t", "y"}),
            "pmie: invalid option -- 'Q'\nparsing bad\npmie: cannot load bad\n"
            "pmie: -t argument not in pmParseInterval(3) format:\n"
            "y\n^ -- unexpected value\n\n");
  EXPECT_EQ(LastWords({"-n", "bad", "-a", "bad"}), "parsing bad\nno bad\n");
  EXPECT_EQ(LastWords({"-a", "bad", "-n", "bad"}), "no bad\n");
  EXPECT_EQ(LastWords({"-n", "bad1", "-n", "bad2", "-F", "-a", "x"}),
            "parsing bad1\npmie: cannot load bad1\n"
            "parsing bad2\npmie: cannot load bad2\n");
  EXPECT_EQ(LastWords({"-a", "x"}, {{"PCP_NAMESPACE", "bad"}}),
            "parsing bad\npmie: cannot load bad\n");
}

TEST(Options, SourcesAreOpenedInOrder) {
  NotingHandler handler;
  Parse({"-n", "n", "-a", "x,y", "-a", "z"}, {{"PCP_ARCHIVE", "e"}}, &handler);
  EXPECT_EQ(handler.done(), "names n;archives x,y;archives z;");
  NotingHandler from_environment;
  Parse({}, {{"PCP_ARCHIVE_LIST", "x,y"}}, &from_environment);
  EXPECT_EQ(from_environment.done(), "one archives x,y;");
}

}  // namespace
}  // namespace cli
