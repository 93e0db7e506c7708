// A log file by its name: renamed, copied and cut, replaced, away for a while.
#include "pmapi/records/log_feed.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdio>
#include <fstream>
#include <string>

#include "tests/support/file_tree.h"
#include "tests/unit/pmapi/records/record_texts.h"

namespace pmapi::records {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

base::Timestamp At(std::int64_t seconds) {
  return base::Timestamp{seconds * base::kNanosPerSecond};
}

class LogFeedTest : public ::testing::Test {
 protected:
  void Append(const std::string& name, const std::string& text) const {
    std::ofstream(Path(name), std::ios::app) << text;
  }
  void Rename(const std::string& from, const std::string& to) const {
    ASSERT_EQ(std::rename(Path(from).c_str(), Path(to).c_str()), 0);
  }
  std::string Path(const std::string& name) const {
    return tree_.root() + "/" + name;
  }
  /// Of "log", of which `text` is there before.
  LogFeed& Begin(const std::string& text) {
    Append("log", text);
    return BeginWithout();
  }
  LogFeed& BeginWithout() {
    feed_.emplace(LogFile{"app", Path("log")}, 0);
    feed_->Begin();
    return *feed_;
  }

  tests::FileTree tree_;
  std::optional<LogFeed> feed_;
};

TEST_F(LogFeedTest, GivesTheLinesThatCome) {
  LogFeed& feed = Begin("old\n");
  EXPECT_THAT(tests::ReadTexts(&feed), IsEmpty());
  Append("log", "one\ntwo\n");
  EXPECT_THAT(tests::ReadTexts(&feed), ElementsAre("one", "two"));
}

TEST_F(LogFeedTest, NamedGroupsAreFields) {
  std::vector<LogFile> logs = {{"app", Path("log")}};
  ASSERT_TRUE(
      AddLogGroups(R"(app=(?P<verb>[A-Z]+) .* (?P<status>\d+)$)", &logs));
  feed_.emplace(logs[0], 0);
  feed_->Begin();
  Append("log", "GET /a=b 200\nnothing\n");
  EXPECT_THAT(tests::ReadTexts(&*feed_),
              ElementsAre("GET /a=b 200 verb=GET status=200", "nothing"));
  EXPECT_EQ(feed_->Metrics().back().name, "logger.field");
}

TEST_F(LogFeedTest, TheFirstExpressionThatMatchesGivesTheGroups) {
  std::vector<LogFile> logs = {{"app", Path("log")}};
  for (const char* one : {"app=s=(?P<status>[0-9]+)", "app=(?P<rest>.*)",
                          "app=t=(?P<status>[0-9]+)"}) {
    ASSERT_TRUE(AddLogGroups(one, &logs));
  }
  EXPECT_THAT(NamesOfGroups(logs[0]), ElementsAre("rest", "status"));
  feed_.emplace(logs[0], 0);
  feed_->Begin();
  Append("log", "s=5\nt=6\n");
  EXPECT_THAT(tests::ReadTexts(&*feed_),
              ElementsAre("s=5 status=5", "t=6 rest=t=6"));
}

TEST_F(LogFeedTest, SaysWhatIsWrongWithGroups) {
  std::vector<LogFile> logs = {{"app", "/x"}};
  const auto why = [&logs](const char* text) {
    const auto set = AddLogGroups(text, &logs);
    return set ? std::string() : set.error().message;
  };
  EXPECT_THAT(why("app"), HasSubstr("'app' is of no log file: write NAME="));
  EXPECT_THAT(why("web=(?P<a>b)"), HasSubstr("is of no log file"));
  EXPECT_THAT(why("app=(b)"), HasSubstr("'(b)': no group has a name"));
  EXPECT_EQ(why("app=(?P<field>b)"),
            "a group called field is never seen: the records have "
            "logger.field: call it another name");
  EXPECT_THAT(why("app=(?P<a>b)(?P<param_string>c)"),
              HasSubstr("a group called param_string"));
  EXPECT_EQ(why("app=(?P<a>b=c)"), "");
  EXPECT_THAT(logs[0].groups, ElementsAre("(?P<a>b=c)"));
}

TEST_F(LogFeedTest, IsCalledAsPcpsAgentHasIt) {
  const LogFeed feed({"app", "/x"}, 1);
  const auto metrics = feed.Metrics();
  ASSERT_EQ(metrics.size(), 2u);
  EXPECT_EQ(metrics[0].name, "logger.perfile.app.records");
  EXPECT_EQ(PmidText(metrics[0].desc.pmid), "106.0.16");
  EXPECT_EQ(metrics[1].name, "logger.param_string");
  EXPECT_EQ(PmidText(metrics[1].desc.pmid), "106.0.2");
}

TEST_F(LogFeedTest, ARenamedFileIsReadToItsEndAndBeyond) {
  LogFeed& feed = Begin("");
  Append("log", "one\n");
  Rename("log", "log.1");
  Append("log.1", "two\n");
  Append("log", "three\n");
  EXPECT_THAT(tests::ReadTexts(&feed), ElementsAre("one", "two", "three"));
  // Who writes has not been told yet.
  Append("log.1", "four\n");
  Append("log", "five\n");
  EXPECT_THAT(tests::ReadTexts(&feed), ElementsAre("four", "five"));
}

TEST_F(LogFeedTest, WhileThereIsNoNewFileTheOldOneIsRead) {
  LogFeed& feed = Begin("");
  Rename("log", "log.1");
  Append("log.1", "one\n");
  EXPECT_THAT(tests::ReadTexts(&feed), ElementsAre("one"));
  Append("log", "two\n");
  EXPECT_THAT(tests::ReadTexts(&feed), ElementsAre("two"));
}

TEST_F(LogFeedTest, AFileThatIsRemovedHasBeenRead) {
  LogFeed& feed = Begin("");
  Append("log", "one\n");
  tree_.Remove("/log");
  Append("log", "two\n");
  EXPECT_THAT(tests::ReadTexts(&feed), ElementsAre("one", "two"));
}

TEST_F(LogFeedTest, AFileThatStaysGoneIsToldOnceItIsQuiet) {
  LogFeed& feed = Begin("");
  Rename("log", "log.1");
  EXPECT_THAT(tests::ReadTexts(&feed, At(1000)), IsEmpty());
  Append("log.1", "one\n");
  EXPECT_THAT(tests::ReadTexts(&feed, At(1050)), ElementsAre("one"));
  EXPECT_THAT(tests::ReadTexts(&feed, At(1109)), IsEmpty());
  EXPECT_THAT(tests::ReadTexts(&feed, At(1110)),
              ElementsAre(HasSubstr("/log: No such file or directory")));
  Append("log", "two\n");
  EXPECT_THAT(tests::ReadTexts(&feed, At(1111)), ElementsAre("two"));
  tree_.Remove("/log");
  EXPECT_THAT(tests::ReadTexts(&feed, At(1300)), IsEmpty());
}

TEST_F(LogFeedTest, FilesThatComeAndGoBetweenAreFound) {
  LogFeed& feed = Begin("");
  Append("log", "one\n");
  Rename("log", "log.1");
  Append("log", "two\n");
  Rename("log.1", "log.2");
  Rename("log", "log.1");
  Append("log", "three\n");
  EXPECT_THAT(tests::ReadTexts(&feed), ElementsAre("one", "two", "three"));
  EXPECT_THAT(tests::ReadTexts(&feed), IsEmpty());
}

TEST_F(LogFeedTest, WhatIsGoneIsMissed) {
  LogFeed& feed = Begin("");
  Append("log", "one\n");
  Rename("log", "log.1");
  Append("log", "two\n");
  Rename("log", "log.1");
  tree_.Remove("/log.1");
  Append("log", "three\n");
  EXPECT_THAT(tests::ReadTexts(&feed), ElementsAre("one", "three", "missed 1"));
}

TEST_F(LogFeedTest, ACopiedAndCutFileIsReadFromItsStart) {
  LogFeed& feed = Begin("");
  Append("log", "one\n");
  EXPECT_THAT(tests::ReadTexts(&feed), ElementsAre("one"));
  std::ofstream(Path("log"), std::ios::trunc) << "two\n";
  EXPECT_THAT(tests::ReadTexts(&feed), ElementsAre("two"));
}

TEST_F(LogFeedTest, AnOldFileIsLetGoOnceItIsQuiet) {
  LogFeed& feed = Begin("");
  Append("log", "half");
  EXPECT_THAT(tests::ReadTexts(&feed, At(100)), IsEmpty());
  Rename("log", "log.1");
  Append("log", "one\n");
  EXPECT_THAT(tests::ReadTexts(&feed, At(110)), ElementsAre("one"));
  EXPECT_THAT(tests::ReadTexts(&feed, At(159)), IsEmpty());
  EXPECT_THAT(tests::ReadTexts(&feed, At(160)), ElementsAre("half"));
  Append("log.1", "nobody reads this\n");
  Append("log", "two\n");
  EXPECT_THAT(tests::ReadTexts(&feed, At(161)), ElementsAre("two"));
}

TEST_F(LogFeedTest, ManyOldFilesAreNotKept) {
  LogFeed& feed = Begin("");
  for (int i = 0; i < 20; ++i) {
    const std::string old = "log." + std::to_string(i);
    Append("log", "line\n");
    EXPECT_THAT(tests::ReadTexts(&feed), ElementsAre("line"));
    Rename("log", old);
  }
  Append("log.0", "let go\n");
  Append("log.19", "kept\n");
  EXPECT_THAT(tests::ReadTexts(&feed), ElementsAre("kept"));
}

TEST_F(LogFeedTest, AFileThatIsCalledSoAgainGoesOn) {
  LogFeed& feed = Begin("");
  Append("log", "one\n");
  Rename("log", "aside");
  Append("log", "two\n");
  EXPECT_THAT(tests::ReadTexts(&feed), ElementsAre("one", "two"));
  Rename("aside", "log");
  Append("log", "three\n");
  EXPECT_THAT(tests::ReadTexts(&feed, At(1)), ElementsAre("three"));
  EXPECT_THAT(tests::ReadTexts(&feed, At(100)), IsEmpty());
  EXPECT_THAT(tests::ReadTexts(&feed, At(200)), IsEmpty());
  Append("log", "four\n");
  EXPECT_THAT(tests::ReadTexts(&feed, At(201)), ElementsAre("four"));
}

TEST_F(LogFeedTest, AFileThatIsNotThereYetIsReadFromItsStart) {
  LogFeed& feed = BeginWithout();
  EXPECT_THAT(tests::ReadTexts(&feed),
              ElementsAre(HasSubstr("/log: No such file or directory")));
  Append("log", "first\n");
  EXPECT_THAT(tests::ReadTexts(&feed), ElementsAre("first"));
}

TEST_F(LogFeedTest, WhatCameSinceTheStartCountsOnceItCanBeRead) {
  Append("log", "old\n");
  // Not ours to read, whoever we are.
  const bool root = ::geteuid() == 0;
  ASSERT_EQ(::chmod(Path("log").c_str(), 0), 0);
  ASSERT_EQ(::chmod(tree_.root().c_str(), 0755), 0);
  if (root) {
    ASSERT_EQ(::seteuid(65534), 0);
  }
  BeginWithout();
  if (root) {
    ASSERT_EQ(::seteuid(0), 0);
  }
  ASSERT_EQ(::chmod(Path("log").c_str(), 0600), 0);
  Append("log", "new\n");
  EXPECT_THAT(tests::ReadTexts(&*feed_), ElementsAre("new"));
}

TEST_F(LogFeedTest, OneThatCouldNotBeReadMayHaveBeenReplaced) {
  ASSERT_EQ(::mkfifo(Path("log").c_str(), 0600), 0);
  LogFeed& feed = BeginWithout();
  EXPECT_THAT(tests::ReadTexts(&feed),
              ElementsAre(HasSubstr("no regular file")));
  Rename("log", "aside");
  Append("log", "new\n");
  EXPECT_THAT(tests::ReadTexts(&feed), ElementsAre("new", "missed 1"));
}

TEST_F(LogFeedTest, OneThatNobodyCouldSeeIsReadFromItsEndOn) {
  // Nobody can see through a link to itself, whoever that is.
  tree_.Link("/log", Path("log"));
  LogFeed& feed = BeginWithout();
  EXPECT_THAT(tests::ReadTexts(&feed), ElementsAre(HasSubstr("symbolic link")));
  tree_.Remove("/log");
  Append("log", "old\n");
  EXPECT_THAT(tests::ReadTexts(&feed), ElementsAre("missed 1"));
  Append("log", "new\n");
  EXPECT_THAT(tests::ReadTexts(&feed), ElementsAre("new"));
}

TEST_F(LogFeedTest, WhatCannotBeFollowedIsToldAndIsNotWaitedFor) {
  LogFeed& feed = Begin("");
  Append("log", "one\n");
  Rename("log", "log.1");
  ASSERT_EQ(::mkfifo(Path("log").c_str(), 0600), 0);
  EXPECT_THAT(tests::ReadTexts(&feed),
              ElementsAre("one", HasSubstr("no regular file")));
}

TEST_F(LogFeedTest, ALinkLeadsToItsFile) {
  Append("first", "old\n");
  tree_.Link("/log", Path("first"));
  LogFeed& feed = BeginWithout();
  Append("first", "one\n");
  EXPECT_THAT(tests::ReadTexts(&feed), ElementsAre("one"));
  tree_.Remove("/log");
  Append("second", "two\n");
  tree_.Link("/log", Path("second"));
  EXPECT_THAT(tests::ReadTexts(&feed), ElementsAre("two"));
}

TEST(LogFile, IsANameAndAPath) {
  const auto log = ParseLogFile("app_1=/var/log/a=b.log");
  ASSERT_TRUE(log.has_value());
  EXPECT_EQ(*log, (LogFile{"app_1", "/var/log/a=b.log"}));
}

TEST(LogFile, SaysWhatIsWrongWithAnythingElse) {
  for (const char* text : {"", "app", "app=", "="}) {
    const auto log = ParseLogFile(text);
    ASSERT_FALSE(log.has_value());
    EXPECT_EQ(log.error().message,
              "'" + std::string(text) +
                  "' is no log file: write NAME=PATH, as in "
                  "app=/var/log/app.log");
  }
  for (const char* text : {"=/x", "1a=/x", "a.b=/x", "a-b=/x", "a b=/x"}) {
    const auto log = ParseLogFile(text);
    ASSERT_FALSE(log.has_value());
    EXPECT_THAT(log.error().message,
                HasSubstr("cannot be a part of a metric's name"));
  }
}

}  // namespace
}  // namespace pmapi::records
