// The command lines of `tocsin eval` and `tocsin check`.
#include "cli/subcommand_options.h"

#include <gtest/gtest.h>

namespace cli {
namespace {

/// What `word` makes of `arguments`.
Subcommand Parse(const std::string& word, std::vector<std::string> arguments) {
  arguments.insert(arguments.begin(), word);
  const auto parsed = ParseSubcommand(arguments);
  EXPECT_TRUE(parsed.has_value()) << word;
  return parsed.value_or(UsageExit());
}

EvalOptions Eval(const std::vector<std::string>& arguments) {
  return std::get<EvalOptions>(Parse("eval", arguments));
}

CheckOptions Check(const std::vector<std::string>& arguments) {
  return std::get<CheckOptions>(Parse("check", arguments));
}

TEST(EvalOptions, NeedOnlyAnExpression) {
  const EvalOptions options = Eval({"load > 1"});
  EXPECT_EQ(options.expression, "load > 1");
  EXPECT_TRUE(options.archives.empty());
  EXPECT_EQ(options.samples, 1);
  EXPECT_FALSE(options.json);
  EXPECT_FALSE(options.source_zone);
  EXPECT_EQ(options.interval, "");
  EXPECT_EQ(options.window.start, std::nullopt);
}

TEST(EvalOptions, AreThoseOfPmieWhereTheyMeanTheSame) {
  const EvalOptions options =
      Eval({"-a",    "one", "-a",   "two", "-S",   "1min",   "-T",
            "-1min", "-A",  "5min", "-O",  "2min", "-t",     "5sec",
            "-Z",    "UTC", "-z",   "-s",  "3",    "--json", "load"});
  EXPECT_EQ(options.archives, (std::vector<std::string>{"one", "two"}));
  EXPECT_EQ(options.window.start, "1min");
  EXPECT_EQ(options.window.finish, "-1min");
  EXPECT_EQ(options.window.align, "5min");
  EXPECT_EQ(options.window.origin, "2min");
  EXPECT_EQ(options.interval, "5sec");
  EXPECT_EQ(options.zone, "UTC");
  EXPECT_TRUE(options.source_zone);
  EXPECT_EQ(options.samples, 3);
  EXPECT_TRUE(options.json);
  EXPECT_EQ(options.expression, "load");
}

TEST(EvalOptions, LogFilesAreOfThisHost) {
  using pmapi::records::LogFile;
  const EvalOptions options =
      Eval({"--follow", "a=/x", "--follow=b=/y", "load"});
  EXPECT_EQ(options.logs, (std::vector<LogFile>{{"a", "/x"}, {"b", "/y"}}));
  EXPECT_EQ(options.host, "@");
  EXPECT_EQ(Eval({"--follow", "a=/x", "-h", "web1", "load"}).host, "web1");
  EXPECT_EQ(Eval({"load"}).host, std::nullopt);
  const auto wrong =
      std::get<UsageExit>(Parse("eval", {"--follow", "a", "load"}));
  EXPECT_EQ(wrong.status, 2);
  EXPECT_NE(wrong.text.find("--follow 'a' is no log file"), std::string::npos);
  const auto both = std::get<UsageExit>(
      Parse("eval", {"-a", "x", "--follow", "a=/x", "load"}));
  EXPECT_EQ(both.status, 2);
}

TEST(EvalOptions, AJournalIsOfThisHost) {
  const EvalOptions options = Eval({"--journal", "/x", "load"});
  EXPECT_EQ(options.journal, "/x");
  EXPECT_EQ(options.host, "@");
  EXPECT_EQ(Eval({"--journal", "/x", "-h", "web1", "load"}).host, "web1");
  EXPECT_EQ(Eval({"load"}).journal, "");
  for (const std::vector<std::string>& wrong :
       {std::vector<std::string>{"--journal", "", "load"},
        {"-a", "x", "--journal", "/x", "load"}}) {
    EXPECT_EQ(std::get<UsageExit>(Parse("eval", wrong)).status, 2);
  }
}

TEST(CheckOptions, TakeTheWordsOfARunThatResumes) {
  const auto options = std::get<CheckOptions>(
      Parse("check", {"--journal-resume", "--state", "/s", "r"}));
  EXPECT_TRUE(options.journal_resume);
  EXPECT_EQ(options.state, "/s");
  EXPECT_EQ(options.host, "@");
  EXPECT_EQ(std::get<CheckOptions>(Parse("check", {"--state=/s", "r"})).host,
            std::nullopt);
  for (const std::vector<std::string>& wrong :
       {std::vector<std::string>{"--journal-resume", "r"},
        {"--journal-resume", "--state", "", "r"},
        {"-a", "x", "--journal-resume", "--state", "/s", "r"}}) {
    EXPECT_EQ(std::get<UsageExit>(Parse("check", wrong)).status, 2);
  }
}

TEST(EventsOptions, TakeAConditionInSeveralWords) {
  for (const std::vector<std::string>& words :
       {std::vector<std::string>{"m where code > 5"},
        {"m", "where", "code", ">", "5"}}) {
    const auto parsed = Parse("events", words);
    EXPECT_EQ(std::get<EventsOptions>(parsed).records, "m where code > 5");
  }
  EXPECT_TRUE(std::holds_alternative<UsageExit>(Parse("events", {})));
}

TEST(CheckOptions, NameFiles) {
  const CheckOptions options = Check({"-a", "x", "--json", "one", "-", "two"});
  EXPECT_EQ(options.files, (std::vector<std::string>{"one", "-", "two"}));
  EXPECT_EQ(options.archives, std::vector<std::string>{"x"});
  EXPECT_TRUE(options.json);
  EXPECT_FALSE(Check({"one"}).json);
  EXPECT_EQ(Check({"-a", "x", "one", "two"}).files,
            (std::vector<std::string>{"one", "two"}))
      << "an option takes one argument";
  EXPECT_TRUE(Check({}).files.empty()) << "the receivers alone";
}

TEST(SubcommandOptions, ThatAreInBracketsAreOne) {
  const std::vector<std::string> odd{"[b]", "[]", "[a,b]", "[a", "[a] ", "b]"};
  EXPECT_EQ(Check(odd).files, odd);
  EXPECT_EQ(std::get<ListOptions>(Parse("list", odd)).names, odd);
  for (const std::string& one : odd) {
    const EvalOptions options =
        Eval({"-h", one, "-S", one, "-t" + one, "--timezone=" + one, one});
    EXPECT_EQ(options.host, one);
    EXPECT_EQ(options.window.start, one);
    EXPECT_EQ(options.interval, one);
    EXPECT_EQ(options.zone, one);
    EXPECT_EQ(options.expression, one);
    EXPECT_EQ(Check({"-a", one, "x"}).archives, std::vector<std::string>{one});
  }
}

TEST(SubcommandOptions, ThatAreWrongSayWhereHelpIs) {
  for (const std::vector<std::string>& wrong : {std::vector<std::string>{},
                                                {"--bogus", "load"},
                                                {"-s", "0", "load"},
                                                {"-s", "x", "load"},
                                                {"load", "load"},
                                                {"load", "-a"}}) {
    const auto parsed = Parse("eval", wrong);
    const auto* exit = std::get_if<UsageExit>(&parsed);
    ASSERT_NE(exit, nullptr);
    EXPECT_EQ(exit->status, 2);
    EXPECT_EQ(exit->text.rfind("tocsin: eval: ", 0), 0u) << exit->text;
    EXPECT_TRUE(exit->text.ends_with("; try 'tocsin eval --help'\n"));
    EXPECT_EQ(exit->text.find('\n'), exit->text.size() - 1) << "one line";
    EXPECT_LT(exit->text.size(), 200u);
  }
}

TEST(SubcommandOptions, SayWhatIsGivenTwiceAndWhatBeginsWithADash) {
  const auto said = [](const std::vector<std::string>& wrong) {
    const auto parsed = Parse("eval", wrong);
    return std::get<UsageExit>(parsed).text;
  };
  EXPECT_EQ(said({"-t", "1", "-t", "2", "load"}),
            "tocsin: eval: --interval is given more than once; try 'tocsin "
            "eval --help'\n");
  EXPECT_EQ(said({"load", "-t"}),
            "tocsin: eval: --interval needs an argument; try 'tocsin eval "
            "--help'\n");
  for (const char* dashed : {"-hinv.ncpu", "-load", "-(1)"}) {
    EXPECT_NE(said({dashed}).find(
                  "; an expression that begins with a - stands behind --; try"),
              std::string::npos)
        << said({dashed});
  }
  EXPECT_EQ(said({}).find("stands behind"), std::string::npos);
}

TEST(SubcommandOptions, StandFirst) {
  EXPECT_EQ(
      SubcommandHint("chek"),
      "; the subcommands eval, check, list, events, notify, outbox, serve and "
      "conf stand first: did you mean \"check\"?");
  for (const std::string word : {"eval", "conf"}) {
    EXPECT_EQ(SubcommandHint(word),
              "; the subcommand stands first: tocsin " + word + " ...");
  }
  EXPECT_EQ(
      SubcommandHint("explain"),
      "; the subcommands eval, check, list, events, notify, outbox, serve and "
      "conf stand first");
  EXPECT_EQ(SubcommandHint("my.rules"), "");
  EXPECT_EQ(SubcommandHint("rules/web"), "");
}

TEST(SubcommandOptions, CheckLooksUpOnOneKindOfSource) {
  const auto parsed = Parse("check", {"-h", "web1", "rules"});
  EXPECT_EQ(std::get<CheckOptions>(parsed).host, "web1");
  const auto both = Parse("check", {"-h", "web1", "-a", "x", "rules"});
  EXPECT_EQ(std::get<UsageExit>(both).status, 2);
}

TEST(SubcommandOptions, HelpIsForStandardOutput) {
  const auto eval = Parse("eval", {"--help"});
  const auto check = Parse("check", {"--help"});
  for (const UsageExit& exit :
       {std::get<UsageExit>(eval), std::get<UsageExit>(check)}) {
    EXPECT_EQ(exit.status, 0);
    EXPECT_NE(exit.text.find("Usage: tocsin "), std::string::npos);
    EXPECT_NE(exit.text.find("--archive"), std::string::npos);
  }
}

TEST(SubcommandOptions, AnEmptyArgumentIsNone) {
  for (const char* name : {"--archive", "--interval", "--timezone"}) {
    const auto outcome = Parse("eval", {name, "", "x"});
    const auto* exit = std::get_if<UsageExit>(&outcome);
    ASSERT_NE(exit, nullptr) << name;
    EXPECT_EQ(exit->status, 2);
    EXPECT_EQ(exit->text, "tocsin: eval: " + std::string(name) +
                              " '' is empty: give it an argument, or leave it "
                              "away; try 'tocsin eval --help'\n");
  }
  const auto list = Parse("list", {"-a", "shop", "-a", ""});
  EXPECT_TRUE(std::holds_alternative<UsageExit>(list));
}

}  // namespace
}  // namespace cli
