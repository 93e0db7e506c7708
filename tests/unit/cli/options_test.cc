// pmie's command lines: what they mean, and what is wrong with them.
#include "cli/options.h"

#include <gtest/gtest.h>

#include "tests/unit/cli/parse_options.h"

namespace cli {
namespace {

TEST(Options, Defaults) {
  const Options options = Parsed({"-a", "x"});
  EXPECT_EQ(options.archives, std::vector<std::string>{"x"});
  EXPECT_EQ(options.interval.Seconds(), 10);
  EXPECT_EQ(options.report, ReportStyle::kNone);
  EXPECT_TRUE(options.files.empty());
  EXPECT_FALSE(options.zone);
  EXPECT_FALSE(options.window.start);
  EXPECT_FALSE(options.check_only);
  EXPECT_EQ(options.rules_directory, "/var/lib/pcp/config/pmie");
}

TEST(Options, ShortLettersInAClusterAndAmongOperands) {
  const Options options =
      Parsed({"-Cqea", "x,y", "one", "-t5", "two", "-a", "z", "--", "-q"});
  EXPECT_EQ(options.archives, (std::vector<std::string>{"x,y", "z"}));
  EXPECT_EQ(options.files, (std::vector<std::string>{"one", "two", "-q"}));
  EXPECT_TRUE(options.check_only);
  EXPECT_TRUE(options.quiet);
  EXPECT_TRUE(options.stamped);
  EXPECT_EQ(options.interval.Seconds(), 5);
}

TEST(Options, LongNamesAndTheirAbbreviations) {
  const Options options =
      Parsed({"--arch=x", "--origin", "1m", "--star", "2m", "--fin=3m",
              "--ali=4m", "--interv=5m", "--verb", "--timez=UTC", "--config=c",
              "--check", "--name=n", "--logf=l", "--form", "%m"});
  EXPECT_EQ(options.archives, std::vector<std::string>{"x"});
  EXPECT_EQ(options.window.origin, "1m");
  EXPECT_EQ(options.window.start, "2m");
  EXPECT_EQ(options.window.finish, "3m");
  EXPECT_EQ(options.window.align, "4m");
  EXPECT_EQ(options.interval.Seconds(), 300);
  EXPECT_EQ(options.report, ReportStyle::kMembers);
  EXPECT_EQ(options.zone, "UTC");
  EXPECT_EQ(options.files, std::vector<std::string>{"c"});
  EXPECT_TRUE(options.check_only);
  EXPECT_EQ(options.log_file, "l");
  EXPECT_EQ(options.action_format, "%m");
}

TEST(Options, EveryLetterIsKnown) {
  const Options options =
      Parsed({"-a", "x", "-f", "-H", "-D", "all", "-j", "s", "-m", "note", "-n",
              "ns", "-o", "%a", "-P", "-U", "u", "-b", "-z"});
  EXPECT_TRUE(options.foreground);
  EXPECT_TRUE(options.primary);
  EXPECT_TRUE(options.buffered);
  EXPECT_TRUE(options.source_zone);
  EXPECT_EQ(options.stomp_file, "s");
  EXPECT_EQ(options.note, "note");
  EXPECT_EQ(options.user, "u");
}

TEST(Options, TheLastReportWinsAndTheAppletOverAll) {
  EXPECT_EQ(Parsed({"-a", "x", "-Wv"}).report, ReportStyle::kValues);
  EXPECT_EQ(Parsed({"-a", "x", "-vVW"}).report, ReportStyle::kSatisfied);
  EXPECT_EQ(Parsed({"-a", "x", "-XV"}).report, ReportStyle::kApplet);
}

TEST(Options, NoIntervalIsTheDefaultOne) {
  EXPECT_EQ(Parsed({"-a", "x", "-t", "0"}).interval, kDefaultInterval);
  EXPECT_EQ(Parsed({"-a", "x", "-t", "0.0000005"}).interval, kDefaultInterval);
  EXPECT_EQ(Parsed({"-a", "x", "-t", " "}).interval, kDefaultInterval);
  EXPECT_EQ(Parsed({"-a", "x", "-t", "1usec"}).interval.ns, 1000);
  EXPECT_EQ(Parsed({"-a", "x", "-t", "1234567890 nsec"}).interval.ns,
            1'234'567'890);
}

TEST(Options, GetoptsErrorsAreTheUsersToRead) {
  EXPECT_EQ(Complaint({"-Q"}), "pmie: invalid option -- 'Q'\n");
  EXPECT_EQ(Complaint({"--bogus=3"}),
            "pmie: unrecognized option '--bogus=3'\n");
  EXPECT_EQ(Complaint({"-a"}), "pmie: option requires an argument -- 'a'\n");
  EXPECT_EQ(Complaint({"-dc"}), "pmie: option requires an argument -- 'c'\n");
  EXPECT_EQ(Complaint({"--hos"}),
            "pmie: option '--hos' is ambiguous; possibilities: '--host' "
            "'--hostzone'\n");
  EXPECT_EQ(Complaint({"--h"}),
            "pmie: option '--h' is ambiguous; possibilities: '--host' "
            "'--help' '--hostzone'\n");
  EXPECT_EQ(Complaint({"--se"}),
            "pmie: option '--se' is ambiguous; possibilities: "
            "'--secret-applet' '--secret-agent'\n");
  EXPECT_EQ(Complaint({"--quiet", "-Qv"}), "pmie: invalid option -- 'Q'\n");
  EXPECT_EQ(Complaint({"--host"}),
            "pmie: option '--host' requires an argument\n");
  EXPECT_EQ(Complaint({"--check=1"}),
            "pmie: option '--check' doesn't allow an argument\n");
  EXPECT_EQ(Complaint({"--verb=1"}),
            "pmie: option '--verbose' doesn't allow an argument\n");
  EXPECT_EQ(Complaint({"--t=5"}),
            "pmie: option '--t=5' is ambiguous; possibilities: '--timezone' "
            "'--timestamp'\n");
  EXPECT_EQ(Complaint({"-?"}), "");
  EXPECT_EQ(Complaint({"--help"}), "");
}

TEST(Options, Interactive) {
  EXPECT_TRUE(Parsed({"-a", "x", "-d"}).interactive);
  EXPECT_TRUE(Parsed({"-a", "x", "--interact", "rules"}).interactive);
  EXPECT_FALSE(Parsed({"-a", "x"}).interactive);
}

TEST(Options, WhatExcludesEachOther) {
  EXPECT_EQ(Complaint({"-a", "x", "-h", "y"}),
            "pmie: at most one of -a or -h allowed\n");
  EXPECT_EQ(Complaint({"-h", "x", "-h", "y"}),
            "pmie: at most one of -a or -h allowed\n");
  EXPECT_EQ(Complaint({"-a", "x", "-c", "f", "g"}),
            "pmie: extra filenames cannot be given after using -c\n");
  EXPECT_EQ(Complaint({"-a", "x", "-c", "f", "-d"}),
            "pmie: at most one of -c and -d allowed\n");
  EXPECT_EQ(Complaint({"-a", "x", "-b", "-x"}),
            "pmie: the -b and -x options are incompatible\n");
  EXPECT_EQ(Complaint({"-f", "-F"}),
            "pmie: the -f and -F options are mutually exclusive\n");
  EXPECT_EQ(Complaint({"-a", "x", "-F"}),
            "pmie: the -f and -F options are mutually exclusive\n")
      << "an archive keeps it in the foreground";
  EXPECT_EQ(Complaint({"-a", "x", "-l", "1", "-l", "2"}),
            "pmie: at most one -l option is allowed\n");
  EXPECT_EQ(Complaint({"-a", "x", "-z", "-Z", "UTC"}),
            "pmie: at most one of -Z and -z allowed\n");
  EXPECT_EQ(Complaint({"-z"}),
            "pmie: use of timezone from metric source requires a source\n");
  EXPECT_EQ(Complaint({"-S", "5"}),
            "pmie: time window options are supported for archives only\n");
}

TEST(Options, MistakesAddUp) {
  EXPECT_EQ(Complaint({"-t", "5 foo", "-a", "x", "-l", "1", "-l", "2", "-Q"}),
            "pmie: -t argument not in pmParseInterval(3) format:\n"
            "5 foo\n"
            "  ^ -- unexpected value\n"
            "\n"
            "pmie: at most one -l option is allowed\n"
            "pmie: invalid option -- 'Q'\n");
}

TEST(Options, AMistakeIsNotTheLast) {
  EXPECT_EQ(Complaint({"-Q", "-Q", "--bogus", "-t", "x", "-?", "-P"}),
            "pmie: invalid option -- 'Q'\npmie: invalid option -- 'Q'\n"
            "pmie: unrecognized option '--bogus'\n"
            "pmie: -t argument not in pmParseInterval(3) format:\n"
            "x\n^ -- unexpected value\n\n");
}

TEST(Options, DebugOptionsHaveNames) {
  for (const char* good : {"", "all", "APPL0", "appl0,pdu,", "-1", "3,fetch"}) {
    EXPECT_EQ(LastWords({"-a", "x", "-D", good}), "(goes on)") << good;
  }
  for (const std::string bad :
       {",", "appl", "0x3", "appl0, pdu", "-pdu", "-"}) {
    EXPECT_EQ(Complaint({"-a", "x", "-D", bad}),
              "pmie: unrecognized debug options specification (" + bad + ")\n");
  }
}

TEST(Options, AnAgentIsADaemon) {
  EXPECT_TRUE(Parsed({"-x"}).daemon());
  EXPECT_FALSE(Parsed({"-x", "-f"}).daemon());
  EXPECT_FALSE(Parsed({"-a", "x", "-x"}).daemon());
  EXPECT_EQ(Parsed({"-a", "x", "-x", "-v"}).report, ReportStyle::kApplet)
      << "all values are kept for it";
  EXPECT_EQ(Complaint({"-x", "-d"}),
            "pmie: the -d and -x options are incompatible\n");
}

TEST(Options, HelpIsAComplaintForPmieOnly) {
  NotingHandler handler;
  const Outcome outcome = ParseOptions(
      "tocsin", {"tocsin", "--help"},
      [](const std::string&) { return std::nullopt; }, &handler);
  ASSERT_TRUE(std::holds_alternative<OptionsExit>(outcome));
  EXPECT_EQ(std::get<OptionsExit>(outcome).status, 0);
  EXPECT_NE(std::get<OptionsExit>(outcome).text.find("tocsin eval [options]"),
            std::string::npos);
  const Outcome as_pmie = Parse({"--help"});
  ASSERT_TRUE(std::holds_alternative<OptionsExit>(as_pmie));
  EXPECT_EQ(std::get<OptionsExit>(as_pmie).status, 1);
  EXPECT_EQ(std::get<OptionsExit>(as_pmie).text.find("eval ["),
            std::string::npos);
}

/// tocsin's exit status and last words.
std::string Said(const std::vector<std::string>& arguments,
                 const Variables& variables = {}) {
  const Outcome outcome = ParseAs("tocsin", arguments, variables);
  const auto* exit = std::get_if<OptionsExit>(&outcome);
  return exit ? std::to_string(exit->status) + ' ' + exit->text : "goes on";
}

/// What they are where an option is wrong.
std::string Mistake(const std::string& what) {
  return "1 tocsin: " + what + "; try 'tocsin --help'\n";
}

TEST(Options, OfTocsinEndWithTheFirstMistakeInOneLine) {
  EXPECT_EQ(Said({"-Q", "-l"}), Mistake("invalid option -- 'Q'"));
  EXPECT_EQ(Said({"-\033"}), Mistake("invalid option -- '?'"));
  EXPECT_EQ(Said({"-o", "%a"}),
            Mistake("-o is for archives: live, actions are performed"));
  EXPECT_EQ(Said({"--act"}),
            Mistake("--act is for archives: live, actions are performed"));
  EXPECT_EQ(Said({"-a", "x", "--act", "-o", "%m"}),
            Mistake("-o describes actions, --act performs them: not both"));
  EXPECT_EQ(Said({"-F", "-a", "x"}),
            Mistake("-F makes a daemon of a live run: not with -a"));
  EXPECT_EQ(Said({"-S", "1min"}),
            Mistake("-S, -A and -O are for archives: name one with -a"));
  EXPECT_EQ(Said({"-a", "x"}, {{"PCP_DEBUG", "foo"}}),
            Mistake("PCP_DEBUG 'foo' names no debug options: write all, or "
                    "leave it away"));
  EXPECT_EQ(Said({"-a", "x", "--verb"}), "goes on");
}

TEST(Options, OfTocsinAreNoIntervalWithoutALength) {
  EXPECT_EQ(Said({"-t", "5 foo"}),
            Mistake("-t '5 foo' is no interval: write a number and a unit, "
                    "such as 10sec, 5min, 1hour 30min"));
  for (const std::string none : {"0", " ", "0.0000005"}) {
    const std::string begin =
        "1 tocsin: -t '" + none + "' is no interval longer than 0: ";
    EXPECT_EQ(Said({"-t", none}).rfind(begin, 0), 0u) << none;
  }
  EXPECT_EQ(Said({"-t", "100ms"}),
            Mistake("-t '100ms' is in minutes: write '100msec', or '100min'"));
  EXPECT_EQ(Said({}, {{"PCP_INTERVAL", "x"}})
                .rfind("1 tocsin: PCP_INTERVAL 'x' is no interval: ", 0),
            0u);
}

TEST(Options, OfTocsinEndAtOnceWhereAFileIsWrongOrTheVersionIsAsked) {
  EXPECT_EQ(Said({"-a", "bad"}), "1 no bad\n") << "no option is wrong";
  EXPECT_EQ(Said({"-n", "bad", "-Q"}),
            "1 parsing bad\ntocsin: -n: cannot load bad\n");
  EXPECT_EQ(Said({"--version", "-Q"}), "0 " + VersionText());
  EXPECT_EQ(LastWords({"--version"})
                .rfind("pmie: unrecognized option '--version'\nUsage: ", 0),
            0u);
}

TEST(Options, AnEmptyNameIsAMistakeOfTocsins) {
  for (const std::string option :
       {"-a", "-c", "-D", "-j", "-l", "-n", "-U", "-Z"}) {
    EXPECT_EQ(Said({option, ""}),
              Mistake(option +
                      " '' is empty: give it an argument, or leave it away"));
    EXPECT_EQ(LastWords({option, ""}), "(goes on)");
  }
  EXPECT_EQ(Said({"-m", ""}), "goes on") << "a text may be empty";
}

TEST(Options, TheLeastLevelOfTheLogIsNoneOfPmies) {
  const auto level = [](const std::vector<std::string>& arguments) {
    return std::get<Options>(ParseAs("tocsin", arguments)).min_level;
  };
  EXPECT_EQ(level({}), actions::LogLevel::kInfo);
  EXPECT_EQ(level({"--min-level", "warning"}), actions::LogLevel::kWarning);
  EXPECT_EQ(level({"--min=error"}), actions::LogLevel::kError);
  EXPECT_EQ(level({"--min=critical"}), actions::LogLevel::kCritical);
  EXPECT_EQ(Said({"--min-level=Info"}),
            Mistake("--min-level 'Info' is none of info, warning, error and "
                    "critical"));
  EXPECT_EQ(LastWords({"--min-level=info"})
                .rfind("pmie: unrecognized option '--min-level", 0),
            0u);
}

TEST(Options, WhereNotificationsAreKept) {
  const auto state = [](const std::vector<std::string>& arguments,
                        const Variables& variables = {},
                        const std::string& program = "tocsin") {
    return std::get<Options>(ParseAs(program, arguments, variables)).state;
  };
  const Variables systemd = {{"STATE_DIRECTORY", "/a:/b"}};
  EXPECT_EQ(state({}), "");
  EXPECT_EQ(state({"--state", "x"}), "x");
  EXPECT_EQ(state({}, systemd), "/a");
  EXPECT_EQ(state({"--state=x"}, systemd), "x");
  EXPECT_EQ(state({"--no-state"}, systemd), "");
  EXPECT_EQ(state({}, systemd, "pmie"), "");
  EXPECT_EQ(state({"--state=x"}, {}, "pmie"), "x");
  EXPECT_EQ(Said({"--state="}), Mistake("--state '' is no directory"));
}

TEST(Options, HowManyThreads) {
  const auto threads = [](const std::vector<std::string>& arguments,
                          const std::string& program = "tocsin") {
    return std::get<Options>(ParseAs(program, arguments)).threads;
  };
  EXPECT_EQ(threads({}), std::nullopt);
  EXPECT_EQ(threads({"--threads", "3"}), 3);
  EXPECT_EQ(threads({"--th=256"}), 256);
  EXPECT_EQ(threads({}, "pmie"), 1);
  EXPECT_EQ(threads({"--threads", "3"}, "pmie"), 3);
  for (const char* wrong : {"0", "-1", "257", "2x", "x", "", "1.5", " 2"}) {
    EXPECT_EQ(
        Said({std::string("--threads=") + wrong}),
        Mistake("--threads '" + std::string(wrong) + "' is not from 1 to 256"));
  }
}

TEST(Options, LogFilesAreOfThisHostAndNoneOfPmies) {
  using pmapi::records::LogFile;
  const auto options = [](const std::vector<std::string>& arguments,
                          const Variables& variables = {}) {
    return std::get<Options>(ParseAs("tocsin", arguments, variables));
  };
  const Variables elsewhere = {{"PCP_HOST", "web1"}, {"PCP_ARCHIVE", "x"}};
  const Options two = options({"--follow", "a=/x", "--follow=b=/y"}, elsewhere);
  EXPECT_EQ(two.logs, (std::vector<LogFile>{{"a", "/x"}, {"b", "/y"}}));
  EXPECT_EQ(two.host, "@");
  EXPECT_TRUE(two.archives.empty());
  EXPECT_EQ(options({"-h", "web2", "--follow", "a=/x"}).host, "web2");
  const Options groups =
      options({"--follow", "a=/x", "--extract", "a=(?P<b>c)"});
  EXPECT_EQ(groups.logs.at(0).groups.at(0), "(?P<b>c)");
  EXPECT_EQ(Said({"--extract", "a=(?P<b>c)", "--follow", "a=/x"}),
            Mistake("--extract 'a=(?P<b>c)' is of no log file: write "
                    "NAME=REGEX behind --follow NAME=PATH"));
  EXPECT_EQ(options({"--log=x"}).log_file, "x") << "as ever";
  EXPECT_EQ(Said({"--follow", "a"}),
            Mistake("--follow 'a' is no log file: write NAME=PATH, as in "
                    "app=/var/log/app.log"));
  EXPECT_EQ(Said({"-a", "x", "--follow", "a=/x"}),
            Mistake("--follow is for live hosts: an archive has its own "
                    "records"));
  EXPECT_EQ(LastWords({"--follow=a=/x"})
                .rfind("pmie: unrecognized option '--follow", 0),
            0u);
}

TEST(Options, TextsToStoreAreOfLiveHosts) {
  using Texts = std::vector<pmapi::pmcd::StoredText>;
  const auto stores = [](const std::vector<std::string>& arguments) {
    return std::get<Options>(ParseAs("tocsin", arguments, {})).stores;
  };
  EXPECT_EQ(stores({"--store", "a.b=", "--store=c=d=e"}),
            (Texts{{"a.b", ""}, {"c", "d=e"}}));
  const std::string most(pmapi::pmcd::StoredText::kMostBytes, 'x');
  EXPECT_EQ(stores({"--store", "a=" + most}), (Texts{{"a", most}}));
  EXPECT_EQ(Said({"--store", "a=x" + most}),
            Mistake("--store: a text has at most 4096 bytes"));
  for (const char* none : {"", "a", "=b"}) {
    EXPECT_EQ(Said({"--store", none}),
              Mistake("--store needs METRIC=TEXT, such as "
                      "bash.xtrace.records="));
  }
  EXPECT_EQ(Said({"--store", "a=b", "--store", "a=c"}),
            Mistake("--store: a is stored into twice"));
  EXPECT_EQ(Said({"-a", "x", "--store", "a=b"}),
            Mistake("--store is for live hosts: nothing is stored in an "
                    "archive"));
}

TEST(Options, TheJournalIsOfThisHostAndNoneOfPmies) {
  const Variables elsewhere = {{"PCP_HOST", "web1"}};
  const auto options = [&](const std::vector<std::string>& arguments) {
    return std::get<Options>(ParseAs("tocsin", arguments, elsewhere));
  };
  const Options other = options({"--journal", "/x"});
  EXPECT_EQ(other.journal, "/x");
  EXPECT_EQ(other.host, "@");
  EXPECT_FALSE(other.journal_resume);
  const Options resumed = options({"--journal-resume", "--state=s"});
  EXPECT_TRUE(resumed.journal_resume);
  EXPECT_EQ(resumed.journal, std::nullopt);
  EXPECT_EQ(resumed.host, "@");
  EXPECT_EQ(options({"-h", "web2", "--journal=/x"}).host, "web2");
  EXPECT_EQ(Said({"--journal="}),
            Mistake("--journal '' is empty: give it an argument, or leave it "
                    "away"));
  EXPECT_EQ(Said({"--journal-resume"}),
            Mistake("--journal-resume keeps its place in a directory: name one "
                    "with --state"));
  EXPECT_EQ(Said({"-a", "x", "--journal", "/x"}),
            Mistake("--journal is for live hosts: an archive has its own "
                    "records"));
  for (const char* ours : {"--journal=x", "--journal-resume", "--j"}) {
    EXPECT_EQ(LastWords({ours}).rfind("pmie: unrecognized option '--j", 0), 0u)
        << ours;
  }
}

TEST(Options, ArchivesAreExpectedWithAllThatIsSaidOfThem) {
  NotingHandler handler;
  ParseAs("tocsin", {"-a", "x,y", "-t", "5", "-az", "--threads", "3", "-a"}, {},
          &handler);
  EXPECT_EQ(handler.expected(), "x,y z by 3");
  EXPECT_EQ(handler.done(), "archives x,y;archives z;");
}

TEST(Options, UnderPmiesNameOursAreNotShortened) {
  const auto options = std::get<Options>(
      ParseAs("pmie", {"-a", "x", "--sta", "5m", "--state", "y"}));
  EXPECT_EQ(options.window.start, "5m");
  EXPECT_EQ(options.state, "y");
}

TEST(Options, UsageNamesEveryOption) {
  const std::string usage = UsageText("tocsin");
  EXPECT_EQ(usage.rfind("Usage: tocsin [options] [filename ...]\n", 0), 0u);
  for (const char letter : std::string("AahnOSTtZz?CcdPfFjlmUbeoqvVWXx")) {
    EXPECT_NE(usage.find(std::string("\n  -") + letter), std::string::npos)
        << letter;
  }
}

}  // namespace
}  // namespace cli
