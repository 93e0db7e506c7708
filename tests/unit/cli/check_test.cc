// tocsin check: what it prints and how it ends.
#include "cli/check.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/unit/cli/small_archive.h"
#include "tests/unit/cli/small_pmcd.h"

namespace cli {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

constexpr char kNotLookedUp[] =
    "no metric was looked up: that takes an archive, -a, or a host, -h\n";

class CheckTest : public testing::Test {
 protected:
  int Check(const std::vector<std::string>& texts, bool with_archive = false,
            bool json = false) {
    CheckOptions options;
    for (const std::string& text : texts) {
      const std::string name = "r" + std::to_string(options.files.size());
      options.files.push_back(small_.Write(name, text));
    }
    if (with_archive) options.archives = {small_.path()};
    options.json = json;
    return RunCheck(options, SmallProcess(&out_, &err_));
  }

  SmallArchive small_;
  Printed out_;
  Printed err_;
};

TEST_F(CheckTest, RightRulesAreCounted) {
  EXPECT_EQ(Check({"load > 1; load;"}), 0);
  EXPECT_EQ(out_.Text(), std::string("2 statements are right; 0 errors, 0 "
                                     "warnings\n") +
                             kNotLookedUp);
  EXPECT_EQ(err_.Text(), "");
}

TEST_F(CheckTest, WrongRulesAreShown) {
  EXPECT_EQ(Check({"load >;"}), 1);
  EXPECT_EQ(out_.Text(), small_.Write("r0", "load >;") +
                             ":1:7: error: a number or a metric must follow "
                             ">, not the end of the statement\n"
                             "  load >;\n"
                             "        ^\n"
                             "0 statements are right; 1 error, 0 warnings\n" +
                             kNotLookedUp);
}

std::size_t Count(const std::string& text, const std::string& part) {
  std::size_t count = 0;
  for (std::size_t at = text.find(part); at != std::string::npos;
       at = text.find(part, at + 1)) {
    ++count;
  }
  return count;
}

TEST_F(CheckTest, SoManyMistakesAreShownAndAllAreCounted) {
  std::string rules;
  for (int i = 0; i < 102; ++i) rules += "load >; delta = 5 Kbyte;\n";
  EXPECT_EQ(Check({rules}), 1);
  const std::string text = out_.Text();
  EXPECT_EQ(Count(text, "error: "), 100u);
  EXPECT_EQ(Count(text, "warning: "), 100u);
  EXPECT_THAT(text, HasSubstr("\nand 4 more\n0 statements are right; 102 "
                              "errors, 102 warnings\n"));
  EXPECT_EQ(Check({rules}, false, true), 1);
  EXPECT_EQ(Count(out_.Text(), "\"severity\""), 204u) << "a program has all";
}

TEST_F(CheckTest, MetricsAreLookedUpOnlyWithAnArchive) {
  EXPECT_EQ(Check({"no.such > 1;"}), 0);
  EXPECT_EQ(Check({"no.such > 1;"}, true), 1);
  EXPECT_EQ(Check({"load > 1;"}, true), 0);
}

TEST_F(CheckTest, SaysWhetherMetricsWereLookedUp) {
  EXPECT_EQ(Check({"load > 1;"}, true), 0);
  EXPECT_EQ(out_.Text(), "1 statement is right; 0 errors, 0 warnings\n");
}

TEST_F(CheckTest, MetricsAreLookedUpOnALiveHost) {
  ServedPmcd pmcd;
  pmcd.Begin();
  CheckOptions options;
  options.host = pmcd.spec();
  options.files = {small_.Write("right", "load > 1;"),
                   small_.Write("wrong", "lod > 1; load #x > 1;")};
  EXPECT_EQ(RunCheck(options, SmallProcess(&out_, &err_)), 1);
  const std::string text = out_.Text();
  EXPECT_THAT(text, HasSubstr("error: no metric lod in "));
  EXPECT_THAT(text, HasSubstr("did you mean \"load\"?"));
  EXPECT_THAT(text, HasSubstr("1 statement is right; 2 errors, 0 warnings\n"));
  EXPECT_THAT(text, Not(HasSubstr(kNotLookedUp)));
  EXPECT_EQ(err_.Text(), "");
}

TEST_F(CheckTest, AHostThatCannotBeAskedIsAnotherFailure) {
  const tests::Port nobody;
  CheckOptions options;
  options.host = "127.0.0.1:" + std::to_string(nobody.number());
  options.files = {small_.Write("rules", "load > 1;")};
  EXPECT_EQ(RunCheck(options, SmallProcess(&out_, &err_)), 2);
  EXPECT_EQ(out_.Text(), "1 statement is right; 0 errors, 0 warnings\n");
  EXPECT_THAT(err_.Text(), StartsWith("tocsin: check: pmcd via " +
                                      *options.host + " does not respond: "));
}

TEST_F(CheckTest, AHostThatDoesNotAnswerKeepsNothingElseFromBeingChecked) {
  ServedPmcd pmcd;
  pmcd.Begin();
  const tests::Port nobody;
  const std::string host = "127.0.0.1:" + std::to_string(nobody.number());
  CheckOptions options;
  options.host = pmcd.spec();
  options.files = {
      small_.Write("rules", "lod > 1;\nload +\n  load :'" + host + "' > 1;")};
  EXPECT_EQ(RunCheck(options, SmallProcess(&out_, &err_)), 2);
  EXPECT_THAT(out_.Text(), HasSubstr("rules:3:3: error: pmcd via " + host +
                                     " does not respond: "));
  EXPECT_THAT(out_.Text(), HasSubstr("rules:1:1: error: no metric lod in "));
  EXPECT_EQ(err_.Text(), "");
  options.json = true;
  EXPECT_EQ(RunCheck(options, SmallProcess(&out_, &err_)), 2);
  EXPECT_THAT(out_.Text(), HasSubstr(" warnings\n[\n  {\n"));
}

TEST_F(CheckTest, NorDoesAnArchiveThatCannotBeRead) {
  CheckOptions options;
  options.archives = {"/no/such/archive"};
  options.files = {small_.Write("rules", "load >;")};
  EXPECT_EQ(RunCheck(options, SmallProcess(&out_, &err_)), 2);
  EXPECT_THAT(out_.Text(), HasSubstr("rules:1:7: error: "));
  EXPECT_THAT(out_.Text(), HasSubstr("\nno metric was looked up: the archive "
                                     "could not be opened\n"));
  EXPECT_THAT(err_.Text(), HasSubstr("/no/such/archive"));
}

TEST_F(CheckTest, ANameThatIsNoHostKeepsNothingElseFromBeingChecked) {
  CheckOptions options;
  options.host = "@";
  options.files = {small_.Write("rules", "load >;\nload :'foo:bar' > 1;")};
  EXPECT_EQ(RunCheck(options, SmallProcess(&out_, &err_)), 2);
  EXPECT_THAT(out_.Text(), HasSubstr("rules:1:7: error: "));
  EXPECT_THAT(out_.Text(),
              HasSubstr("\nno metric was looked up: there is no such host\n"));
  EXPECT_THAT(err_.Text(), HasSubstr("foo:bar"));
}

TEST_F(CheckTest, ALogFileThatIsNotThereIsWarnedOf) {
  CheckOptions options;
  options.host = "@";
  options.logs = {{"app", "/nonexistent/x.log"}};
  options.files = {
      small_.Write("rules", "count_event ( logger.perfile.app.records ) > 0;")};
  EXPECT_EQ(RunCheck(options, SmallProcess(&out_, &err_)), 0);
  EXPECT_THAT(out_.Text(),
              HasSubstr("/nonexistent/x.log: warning: --follow app: there is "
                        "no such file on this host"));
}

TEST_F(CheckTest, SoIsAJournalThatIsNotThere) {
  CheckOptions options;
  options.host = "@";
  options.journal = "/nonexistent";
  options.files = {small_.Write("rules", "hinv.ncpu > 0;")};
  EXPECT_EQ(RunCheck(options, SmallProcess(&out_, &err_)), 0);
  EXPECT_THAT(out_.Text(), HasSubstr("/nonexistent: warning: --journal: there "
                                     "is no such directory on this host"));
}

TEST_F(CheckTest, WhatCannotBeFollowedIsNoHost) {
  CheckOptions options;
  options.host = "@";
  options.logs = {{"app", "/etc"}};
  options.files = {
      small_.Write("rules", "count_event ( logger.perfile.app.records ) > 0;")};
  EXPECT_EQ(RunCheck(options, SmallProcess(&out_, &err_)), 2);
  EXPECT_THAT(out_.Text(), Not(HasSubstr("no such host")));
}

TEST_F(CheckTest, MacrosGoFromFileToFile) {
  EXPECT_EQ(Check({"limit = 5;", "load > $limit;"}), 0);
  EXPECT_EQ(Check({"load > $limit;", "limit = 5;"}), 1);
}

TEST_F(CheckTest, WhatCannotBeReadIsAnotherFailure) {
  CheckOptions options;
  options.files = {"/no/such/rules"};
  EXPECT_EQ(RunCheck(options, SmallProcess(&out_, &err_)), 2);
  EXPECT_EQ(err_.Text().rfind("tocsin: check: /no/such/rules: ", 0), 0u);
  options.archives = {"/no/such/archive"};
  EXPECT_EQ(RunCheck(options, SmallProcess(&out_, &err_)), 2);
  EXPECT_EQ(out_.Text(), "");
}

TEST_F(CheckTest, JsonIsAListOfDiagnostics) {
  EXPECT_EQ(Check({"load;"}, false, true), 0);
  EXPECT_EQ(out_.Text(), "[]\n");
  EXPECT_EQ(Check({"\nload > $limit;"}, false, true), 1);
  const std::string text = out_.Text();
  for (const char* part :
       {"\"line\": 2", "\"column\": 8", "\"severity\": \"error\"",
        "\"message\": \"there is no macro $limit\""}) {
    EXPECT_NE(text.find(part), std::string::npos) << part << "\n" << text;
  }
}

}  // namespace
}  // namespace cli
