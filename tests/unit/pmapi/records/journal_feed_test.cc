// A journal as journalctl gives it, which is a script here: it writes much,
// ends in the middle, fails, says nothing, and is begun again.
#include "pmapi/records/journal_feed.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <algorithm>
#include <fstream>
#include <sstream>
#include <string>
#include <thread>

#include "tests/support/file_tree.h"
#include "tests/unit/pmapi/records/record_texts.h"

namespace pmapi::records {
namespace {

using testing::ElementsAre;
using testing::EndsWith;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::StartsWith;

using Texts = std::vector<std::string>;

base::Timestamp At(std::int64_t seconds) {
  return base::Timestamp{seconds * base::kNanosPerSecond};
}

class JournalFeedTest : public ::testing::Test {
 protected:
  JournalFeedTest() { tree_.Write("/journal/system.journal", ""); }

  /// What is called instead of journalctl. It keeps its arguments. Asked for
  /// the journal's end it does what the file `end` says, or has no entry.
  void Script(const std::string& text) const {
    tree_.Write("/journalctl", "#!/bin/sh\ncd " + tree_.root() +
                                   "\nE() { printf '__CURSOR=%s\\n"
                                   "__REALTIME_TIMESTAMP=5000000\\n"
                                   "MESSAGE=m%s\\n\\n' $1 $1; }\n"
                                   "case $* in *--lines=1*) touch asked; "
                                   "test ! -e end || . ./end; exit;; esac\n"
                                   "echo \"$*\" >>called\n" +
                                   text + "\n");
    ::chmod((tree_.root() + "/journalctl").c_str(), 0700);
  }
  /// How often it was called, and how.
  Texts Called() const {
    Texts calls;
    std::ifstream file(tree_.root() + "/called");
    for (std::string line; std::getline(file, line);) calls.push_back(line);
    return calls;
  }

  JournalFeed& Begin(const std::string& state = "") {
    JournalOptions options;
    options.place.path = tree_.root() + "/journal";
    options.state = state;
    options.programs = {tree_.root() + "/none", tree_.root() + "/journalctl"};
    options.news.not_kept = [this](const base::Error& why) {
      told_.push_back(why.message);
    };
    options.news.begun = [this](std::optional<base::Timestamp> place) {
      places_.push_back(place);
    };
    feed_.emplace(options);
    feed_->Begin();
    return *feed_;
  }
  /// What is read until there are so many records, or an error.
  Texts Read(std::size_t count, base::Timestamp now = At(100)) {
    Texts all;
    while (all.size() < count) {
      for (const std::string& one : tests::ReadTexts(&*feed_, now)) {
        all.push_back(one);
      }
      std::this_thread::yield();
    }
    return all;
  }

  /// The first entry that comes later, behind failures.
  std::string EntryLater() {
    for (int tick = 200;; ++tick) {
      for (const std::string& one : tests::ReadTexts(&*feed_, At(tick))) {
        if (one.starts_with("c=")) return one;
      }
      std::this_thread::yield();
    }
  }

  tests::FileTree tree_;
  Texts told_;
  std::vector<std::optional<base::Timestamp>> places_;
  std::optional<JournalFeed> feed_;
};

constexpr char kStay[] = "exec sleep 1000";

TEST_F(JournalFeedTest, EntriesAreRecords) {
  Script("E c=1; E c=2; " + std::string(kStay));
  Begin();
  EXPECT_THAT(Read(2), ElementsAre("c=1 MESSAGE=mc=1", "c=2 MESSAGE=mc=2"));
  const Texts called = Called();
  ASSERT_EQ(called.size(), 1u);
  EXPECT_THAT(called[0],
              testing::MatchesRegex(
                  "--follow --no-tail --no-pager --all --output=export "
                  "--since=@0.000000 "
                  "--directory=.*/journal --merge"));
}

TEST_F(JournalFeedTest, IsCalledAsPcpsAgentHasIt) {
  const JournalFeed feed({});
  const auto metrics = feed.Metrics();
  ASSERT_EQ(metrics.size(), 4u);
  EXPECT_EQ(metrics[0].name, "systemd.journal.records");
  EXPECT_EQ(PmidText(metrics[0].desc.pmid), "114.2.0");
  EXPECT_EQ(metrics[1].name, "systemd.journal.field.cursor");
  EXPECT_EQ(PmidText(metrics[1].desc.pmid), "114.1.0");
  EXPECT_EQ(metrics[2].name, "systemd.journal.field.string");
  EXPECT_EQ(PmidText(metrics[2].desc.pmid), "114.1.1");
  EXPECT_EQ(metrics[3].name, "systemd.journal.field.blob");
  EXPECT_EQ(PmidText(metrics[3].desc.pmid), "114.1.2");
  EXPECT_EQ(metrics[3].desc.type, Type::kAggregate);
}

TEST_F(JournalFeedTest, TimesAndBytesAreTheEntrys) {
  Script(
      "printf '__CURSOR=c=1\\n__REALTIME_TIMESTAMP=7000000\\n\\n'\n"
      "printf '__CURSOR=c=2\\n__REALTIME_TIMESTAMP=7000000\\n"
      "_SOURCE_REALTIME_TIMESTAMP=6000001\\n\\n'\n"
      "printf '__REALTIME_TIMESTAMP=99999000000\\n\\n'\n"
      "printf 'B\\n\\3\\0\\0\\0\\0\\0\\0\\0x\\0y\\n\\n'\n" +
      std::string(kStay));
  Begin();
  std::vector<std::int64_t> times;
  std::string blob;
  const auto take = [&](base::Bytes array) {
    EventRecords records(Type::kHighresEvent, array);
    EventRecord record;
    while (records.Next(&record)) {
      times.push_back(record.time.ns);
      EventParameters parameters(record);
      EventParameter one;
      while (parameters.Next(&one)) {
        if (one.type != Type::kAggregate) continue;
        blob.assign(one.value.begin(), one.value.end());
      }
    }
  };
  while (times.size() < 4) {
    RecordSink sink(At(100), take);
    ASSERT_TRUE(feed_->Read(&sink));
  }
  EXPECT_THAT(
      times, ElementsAre(7'000'000'000, 6'000'001'000, At(100).ns, At(100).ns));
  EXPECT_EQ(blob, std::string("B=x\0y", 5));
}

constexpr char kBehindTheEnd[] =
    "case $* in *--cursor=c=9*) E c=9; E c=10;; *) E c=1;; esac; "
    "exec sleep 1000";

TEST_F(JournalFeedTest, BeginsBehindTheLastEntryWhateverItsTime) {
  Script(kBehindTheEnd);
  tree_.Write("/end",
              "printf '__CURSOR=c=9\\n__REALTIME_TIMESTAMP='\n"
              "printf '9000000000000000\\nMESSAGE=x\\n\\n'\n");
  Begin();
  // Who has waited in vain for the end goes on at the time of the start.
  const Texts read = Read(1);
  const Texts called = Called();
  if (called[0].find("--since") == std::string::npos) {
    EXPECT_THAT(read, ElementsAre("c=10 MESSAGE=mc=10"));
  }
}

TEST_F(JournalFeedTest, AnEndThatIsKnownLateIsThatOfTheStart) {
  Script(kBehindTheEnd);
  tree_.Write("/end", "E c=9\n");
  tree_.Remove("/journal");
  Begin();
  EXPECT_THAT(Read(1), ElementsAre(HasSubstr("No such file or directory")));
  tree_.Write("/journal/system.journal", "");
  EXPECT_EQ(EntryLater(), "c=10 MESSAGE=mc=10");
}

TEST_F(JournalFeedTest, AnEndThatMayHaveComeSinceTheStartIsNotPassedOver) {
  Script(kBehindTheEnd);
  tree_.Write("/end",
              "printf '__CURSOR=c=9\\n__REALTIME_TIMESTAMP='\n"
              "printf '9000000000000000\\nMESSAGE=x\\n\\n'\n");
  tree_.Remove("/journal");
  Begin();
  EXPECT_THAT(Read(1), ElementsAre(HasSubstr("No such file or directory")));
  tree_.Write("/journal/system.journal", "");
  EXPECT_EQ(EntryLater(), "c=1 MESSAGE=mc=1");
  EXPECT_THAT(Called()[0], testing::ContainsRegex("--since=@[1-9]"));
}

TEST_F(JournalFeedTest, AnEndThatIsNotToldIsAskedForAgain) {
  Script(kBehindTheEnd);
  tree_.Write("/end", "echo no >&2; echo E c=9 >end; exit 1\n");
  Begin();
  const std::string why = "journalctl has ended with status 1: no";
  EXPECT_THAT(Read(1), ElementsAre(why));
  EXPECT_THAT(Called(), IsEmpty());
  EXPECT_EQ(EntryLater(), "c=10 MESSAGE=mc=10");
}

TEST_F(JournalFeedTest, AnEndThatIsNoJournalIsTold) {
  Script(kStay);
  tree_.Write("/end", "echo '{}'\n");
  Begin();
  EXPECT_THAT(Read(1),
              ElementsAre("what journalctl writes is no journal: '{}'"));
}

TEST_F(JournalFeedTest, AnEndThatIsNeverToldEndsNoTick) {
  Script(kStay);
  tree_.Write("/end", "tr '\\0' A </dev/zero\n");
  tree_.Remove("/journal");
  Begin();
  EXPECT_THAT(Read(1), ElementsAre(HasSubstr("No such file or directory")));
  tree_.Write("/journal/system.journal", "");
  struct stat status {};
  for (int tick = 200; ::stat((tree_.root() + "/asked").c_str(), &status) != 0;
       ++tick) {
    tests::ReadTexts(&*feed_, At(tick));
  }
  for (int tick = 0; tick < 5; ++tick) {
    EXPECT_THAT(tests::ReadTexts(&*feed_, At(300)), IsEmpty());
  }
}

TEST_F(JournalFeedTest, AllOfAJournalWithoutFilesComesAfterTheStart) {
  Script(kBehindTheEnd);
  tree_.Write("/end", "E c=9\n");
  tree_.Remove("/journal/system.journal");
  Begin();
  EXPECT_THAT(Read(1), ElementsAre(EndsWith("has no files of a journal")));
  tree_.Write("/journal/system.journal", "");
  EXPECT_EQ(EntryLater(), "c=1 MESSAGE=mc=1");
  EXPECT_THAT(Called()[0], HasSubstr("--since=@0.000000 "));
}

TEST_F(JournalFeedTest, GoesOnBehindTheLastEntry) {
  Script("case $* in *--cursor=c=2*) E c=2; E c=3; " + std::string(kStay) +
         ";; *) E c=1; E c=2; printf 'MESSAGE=half'; exit 1;; esac");
  Begin();
  EXPECT_THAT(Read(3), ElementsAre("c=1 MESSAGE=mc=1", "c=2 MESSAGE=mc=2",
                                   "c=3 MESSAGE=mc=3"));
  EXPECT_EQ(Called().size(), 2u);
}

TEST_F(JournalFeedTest, AnEntryThatIsGoneIsTold) {
  Script("case $* in *--cursor=*) E c=5; " + std::string(kStay) +
         ";; *) E c=1; exit 0;; esac");
  Begin();
  const Texts read = Read(4);
  EXPECT_THAT(read, ElementsAre("c=1 MESSAGE=mc=1",
                                HasSubstr("the journal has no more the entry"),
                                "c=5 MESSAGE=mc=5", "missed 1"));
}

TEST_F(JournalFeedTest, ACursorThatJournalctlCannotReadIsTold) {
  Script(
      "case $* in *--cursor=c=1*) echo 'E c=6' >end; "
      "echo 'Failed to seek to cursor: no' >&2; exit 1;; "
      "*--cursor=c=6*) E c=6; E c=7; " +
      std::string(kStay) + ";; *) E c=1;; esac");
  Begin();
  EXPECT_THAT(Read(2), ElementsAre("c=1 MESSAGE=mc=1",
                                   HasSubstr("Failed to seek to cursor")));
  Texts read;
  for (int tick = 0; read.size() < 2; ++tick) {
    for (const auto& one : Read(1, At(200 + tick))) {
      if (one.find("seek") == one.npos) read.push_back(one);
    }
  }
  std::sort(read.begin(), read.end());
  EXPECT_THAT(read, ElementsAre("c=7 MESSAGE=mc=7", "missed 1"));
}

TEST_F(JournalFeedTest, WhyItEndsIsToldAndItIsBegunAgainAfterAPause) {
  Script("echo 'no such thing' >&2; exit 1");
  Begin();
  const std::string why = "journalctl has ended with status 1: no such thing";
  EXPECT_THAT(Read(1, At(100)), ElementsAre(why));
  EXPECT_THAT(Read(1, At(100)), ElementsAre(why));
  EXPECT_EQ(Called().size(), 1u);
  Read(1, At(101));
  while (Called().size() < 2) Read(1, At(101));
  // Then it is two seconds, and four.
  Script("E c=1; " + std::string(kStay));
  EXPECT_THAT(Read(5, At(102)), testing::Each(why));
  EXPECT_EQ(Called().size(), 2u);
  Texts read = {why};
  for (int tick = 200; read.back() == why; ++tick) read = Read(1, At(tick));
  EXPECT_THAT(read, ElementsAre("c=1 MESSAGE=mc=1"));
  EXPECT_THAT(tests::ReadTexts(&*feed_, At(200)), IsEmpty());
}

TEST_F(JournalFeedTest, OneThatRunsOnIsNoFailureAnyMore) {
  Script("test -e again && exec sleep 1000; : >again; exit 1");
  Begin();
  const std::string why = "journalctl has ended with status 1";
  EXPECT_THAT(Read(1, At(100)), ElementsAre(why));
  EXPECT_THAT(tests::ReadTexts(&*feed_, At(101)), ElementsAre(why));
  EXPECT_THAT(tests::ReadTexts(&*feed_, At(102)), ElementsAre(why));
  EXPECT_THAT(tests::ReadTexts(&*feed_, At(103)), IsEmpty());
}

TEST_F(JournalFeedTest, WhatIsNoJournalIsTold) {
  Script("E c=1; echo '{\"MESSAGE\": 1}'; " + std::string(kStay));
  Begin();
  EXPECT_THAT(Read(2), ElementsAre("c=1 MESSAGE=mc=1",
                                   "what journalctl writes is no journal: "
                                   "'{\"MESSAGE\": 1}'"));
}

TEST_F(JournalFeedTest, WhatATickHasNoRoomForIsThatOfTheNextOne) {
  // Two ticks of eight megabytes, and a part of a third.
  Script(
      "i=0; while test $i -lt 20; do head -c 1000000 /dev/zero | tr '\\0' x "
      ">part; printf '__CURSOR=c=%d\\nMESSAGE=' $i; cat part; "
      "printf '\\n\\n'; i=$((i + 1)); done; " +
      std::string(kStay));
  Begin();
  std::size_t ticks = 0;
  std::size_t records = 0;
  while (records < 20) {
    const Texts some = tests::ReadTexts(&*feed_, At(100));
    EXPECT_LE(some.size(), 10u);
    for (const std::string& one : some) {
      EXPECT_THAT(one, StartsWith("c=" + std::to_string(records) + " "));
      ++records;
    }
    ticks += !some.empty();
  }
  EXPECT_GE(ticks, 3u);
}

TEST_F(JournalFeedTest, ABurstIsReadWhole) {
  Script("i=0; while test $i -lt 20000; do E c=$i; i=$((i + 1)); done; " +
         std::string(kStay));
  Begin();
  const Texts read = Read(20'000);
  ASSERT_EQ(read.size(), 20'000u);
  EXPECT_EQ(read.back(), "c=19999 MESSAGE=mc=19999");
}

TEST_F(JournalFeedTest, ALineWithoutEndEndsNoTick) {
  Script("tr '\\0' A </dev/zero");
  Begin();
  for (int tick = 0; tick < 5; ++tick) {
    EXPECT_THAT(tests::ReadTexts(&*feed_, At(100)), IsEmpty());
  }
}

TEST_F(JournalFeedTest, OneThatSaysNothingIsNotWaitedFor) {
  Script("trap '' TERM HUP PIPE; while :; do sleep 1000; done");
  Begin();
  EXPECT_THAT(tests::ReadTexts(&*feed_, At(100)), IsEmpty());
  feed_.reset();
}

TEST_F(JournalFeedTest, WithoutAJournalThereIsNoValue) {
  Script(kStay);
  tree_.Remove("/journal/system.journal");
  Begin();
  EXPECT_THAT(tests::ReadTexts(&*feed_, At(100)),
              ElementsAre(EndsWith("/journal: has no files of a journal")));
  EXPECT_THAT(Called(), IsEmpty());
  tree_.Write("/journal/system.journal", "");
  for (int tick = 200; Called().empty(); ++tick) {
    tests::ReadTexts(&*feed_, At(tick));
  }
}

TEST_F(JournalFeedTest, ADirectoryThatIsMadeAnewIsReadOn) {
  Script("case $* in *--cursor=c=1*) E c=1; E c=2;; *) E c=1;; esac; " +
         std::string(kStay));
  Begin();
  EXPECT_THAT(Read(1), ElementsAre("c=1 MESSAGE=mc=1"));
  tree_.Remove("/journal");
  tree_.Write("/journal/system.journal", "");
  EXPECT_THAT(Read(1), ElementsAre("c=2 MESSAGE=mc=2"));
  EXPECT_EQ(Called().size(), 2u);
}

TEST_F(JournalFeedTest, OneThatComesBackIsNotWaitedForLong) {
  Script("E c=1; " + std::string(kStay));
  tree_.Remove("/journal");
  Begin();
  // All at one time, so that no pause is over.
  EXPECT_THAT(Read(1), ElementsAre(HasSubstr("No such file or directory")));
  tree_.Write("/journal/system.journal", "");
  Texts read;
  while (Called().empty()) read = Read(1);
  while (read.back() != "c=1 MESSAGE=mc=1") read = Read(1);
}

TEST_F(JournalFeedTest, JournalctlMayBeMissing) {
  Begin();
  const std::string program = tree_.root() + "/none";
  EXPECT_THAT(tests::ReadTexts(&*feed_, At(100)),
              ElementsAre("cannot read the journal: " + program +
                          ": No such file or directory"));
}

TEST(JournalOptions, JournalctlIsNotLookedForInAPath) {
  EXPECT_THAT(JournalOptions().programs, testing::Each(StartsWith("/")));
}

TEST_F(JournalFeedTest, ALaterProcessGoesOnWhereTheLastHasLeftOff) {
  const std::string state = tree_.root() + "/state";
  Script(
      "case $* in *'--cursor=c=2;t=5'*) E 'c=2;t=5'; E c=3;; "
      "*) E c=1; E 'c=2;t=5';; esac; " +
      std::string(kStay));
  Begin(state);
  EXPECT_EQ(Read(2).size(), 2u);
  feed_.reset();
  Begin(state);
  EXPECT_THAT(Read(1), ElementsAre("c=3 MESSAGE=mc=3"));
  EXPECT_THAT(places_, ElementsAre(std::nullopt, base::Timestamp{5000}));
}

TEST_F(JournalFeedTest, AFullDiskKeepsNobodyFromReading) {
  const std::string state = tree_.root() + "/state";
  Script(
      "E c=1; while ! test -e more; do sleep 0.01; done; "
      "E c=2; " +
      std::string(kStay));
  Begin(state);
  // Nobody can replace a folder by a file.
  tree_.Write("/state/journal.cursor.new/x", "");
  EXPECT_THAT(Read(1), ElementsAre("c=1 MESSAGE=mc=1"));
  while (!feed_->Trouble()) {
    EXPECT_THAT(tests::ReadTexts(&*feed_, At(100)), IsEmpty());
  }
  const std::string why = feed_->Trouble()->message;
  EXPECT_THAT(why, StartsWith("the place in the journal is not kept: "));
  tree_.Write("/more", "");
  EXPECT_THAT(Read(1), ElementsAre("c=2 MESSAGE=mc=2"));
  EXPECT_EQ(feed_->Trouble()->message, why);
  tree_.Remove("/state/journal.cursor.new");
  while (feed_->Trouble()) {
    EXPECT_THAT(tests::ReadTexts(&*feed_, At(100)), IsEmpty());
  }
  feed_.reset();
  EXPECT_THAT(told_, IsEmpty());
  EXPECT_EQ(**CursorFile::Open(state)->Read(), (JournalPosition{"c=2", 0}));
}

TEST_F(JournalFeedTest, ThatThePlaceIsNotKeptIsToldAtTheEnd) {
  Script("E c=1; " + std::string(kStay));
  Begin(tree_.root() + "/state");
  tree_.Write("/state/journal.cursor.new/x", "");
  EXPECT_THAT(Read(1), ElementsAre("c=1 MESSAGE=mc=1"));
  feed_.reset();
  EXPECT_THAT(told_, ElementsAre(HasSubstr("the journal is not kept")));
}

TEST_F(JournalFeedTest, WithoutAnEntryItGoesOnAtTheBeginning) {
  const std::string state = tree_.root() + "/state";
  Script(kStay);
  Begin(state);
  while (Called().empty()) {
    EXPECT_THAT(tests::ReadTexts(&*feed_, At(100)), IsEmpty());
  }
  feed_.reset();
  Begin(state);
  EXPECT_THAT(tests::ReadTexts(&*feed_, At(100)), IsEmpty());
  Texts called;
  while (called.size() < 2) called = Called();
  EXPECT_EQ(called[0], called[1]);
  EXPECT_THAT(places_, ElementsAre(std::nullopt, base::Timestamp{}));
}

TEST_F(JournalFeedTest, ADamagedPlaceIsTold) {
  tree_.Write("/state/journal.cursor", "garbage");
  Script("E c=1; " + std::string(kStay));
  Begin(tree_.root() + "/state");
  const Texts read = Read(3);
  EXPECT_THAT(read[0],
              EndsWith("/journal.cursor: is damaged: what has come in the "
                       "journal since is lost"));
  EXPECT_THAT(Texts(read.begin() + 1, read.end()),
              testing::UnorderedElementsAre("missed 1", "c=1 MESSAGE=mc=1"));
}

TEST_F(JournalFeedTest, APlaceOfATimeToComeIsTold) {
  tree_.Write("/state/journal.cursor", "@9223372036854775807\n");
  Script("E c=1; " + std::string(kStay));
  Begin(tree_.root() + "/state");
  const Texts read = Read(3);
  EXPECT_THAT(read[0], HasSubstr("is of a time to come"));
  EXPECT_THAT(Texts(read.begin() + 1, read.end()),
              testing::UnorderedElementsAre("missed 1", "c=1 MESSAGE=mc=1"));
}

TEST_F(JournalFeedTest, AStateThatAnotherProcessUsesIsWaitedFor) {
  Script("E c=1; " + std::string(kStay));
  const std::string state = tree_.root() + "/state";
  {
    const auto other = CursorFile::Open(state);
    ASSERT_TRUE(other);
    Begin(state);
    for (int tick = 0; tick < 3; ++tick) {
      EXPECT_THAT(tests::ReadTexts(&*feed_, At(100)),
                  ElementsAre(HasSubstr(state + ": another process uses it")));
    }
  }
  EXPECT_THAT(Read(1), ElementsAre("c=1 MESSAGE=mc=1"));
}

}  // namespace
}  // namespace pmapi::records
