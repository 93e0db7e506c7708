// Outbox: the disk, memory, and the ways between them.
#include "actions/delivery/outbox.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <filesystem>
#include <fstream>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "tests/support/file_size_limit.h"
#include "tests/support/file_tree.h"
#include "tests/support/notifications.h"

namespace actions {
namespace {

using base::kNanosPerSecond;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;
using tests::kThen;
using tests::NotificationOf;

class OutboxTest : public ::testing::Test {
 protected:
  void Begin() {
    outbox_.reset();
    outbox_.emplace(folder_);
  }
  void SetUp() override { Begin(); }

  Answer Exchange(Batch batch) {
    batch.now = kThen + base::Duration{second_ * kNanosPerSecond};
    auto answer = outbox_->Exchange(batch);
    EXPECT_TRUE(answer) << answer.error().message;
    for (const Note& note : answer->notes) {
      told_.push_back((note.wrong ? "wrong: " : "right: ") + note.text);
    }
    return *answer;
  }
  Answer Add(const std::string& id) {
    return Exchange({.added = {NotificationOf(id, "ops", id)}});
  }
  std::vector<std::string> Ids() {
    std::vector<std::string> ids;
    for (const Offer& offer : Exchange({.wanted = {{"ops", 99}}}).offers) {
      for (const Head& head : offer.heads) ids.push_back(head.notification.id);
    }
    return ids;
  }

  tests::FileTree tree_;
  std::string folder_ = tree_.root() + "/state";
  std::string file_ = folder_ + "/outbox.db";
  std::optional<Outbox> outbox_;
  std::int64_t second_ = 0;
  std::vector<std::string> told_;
};

TEST_F(OutboxTest, WhatIsPutInSurvives) {
  EXPECT_TRUE(Add("a").lasts);
  Begin();
  EXPECT_THAT(Exchange({}).receivers, ElementsAre("ops"));
  EXPECT_THAT(Ids(), ElementsAre("a"));
  EXPECT_THAT(told_, IsEmpty());
}

TEST_F(OutboxTest, ItsFilesAreTheOwnersAlone) {
  Add("a");
  for (const auto& file : std::filesystem::directory_iterator(folder_)) {
    EXPECT_EQ(file.status().permissions() & std::filesystem::perms::all,
              std::filesystem::perms(0600))
        << file.path();
  }
}

TEST_F(OutboxTest, WithoutADirectoryItIsMemory) {
  folder_ = "";
  Begin();
  EXPECT_FALSE(Add("a").lasts);
  EXPECT_THAT(Ids(), ElementsAre("a"));
  EXPECT_THAT(told_, IsEmpty());
}

TEST_F(OutboxTest, ADirectoryThatCannotBeMadeIsToldOnceAndTriedAgain) {
  tree_.Write("/state", "a file");
  EXPECT_FALSE(Add("a").lasts);
  second_ += 100;
  EXPECT_FALSE(Add("b").lasts);
  EXPECT_THAT(told_, ElementsAre(AllOf(HasSubstr("cannot be used"),
                                       HasSubstr("Not a directory"),
                                       HasSubstr("kept in memory"))));
  tree_.Remove("/state");
  EXPECT_FALSE(Add("c").lasts) << "it was tried a moment ago";
  second_ += 10;
  told_.clear();
  EXPECT_TRUE(Exchange({}).lasts);
  EXPECT_THAT(told_, ElementsAre("right: the outbox in " + folder_ +
                                 " is used again, for 3 notifications"));
  Begin();
  EXPECT_THAT(Ids(), ElementsAre("a", "b", "c"));
}

TEST_F(OutboxTest, ADiskThatIsFullIsDoneWithoutUntilItHasRoom) {
  Add("a");
  Add("b");
  {
    const tests::FileSizeLimit full(1);
    EXPECT_FALSE(Add("c").lasts);
    EXPECT_THAT(told_, ElementsAre(HasSubstr("cannot be used")));
    EXPECT_THAT(Ids(), ElementsAre("a", "b", "c"));
    Exchange({.removed = {"a"}});
    second_ += 10;
    Add("d");
    EXPECT_THAT(told_, SizeIs(1)) << "said once";
  }
  second_ += 10;
  EXPECT_TRUE(Exchange({}).lasts);
  EXPECT_THAT(told_, SizeIs(2));
  Begin();
  EXPECT_THAT(Ids(), ElementsAre("b", "c", "d")) << "a was delivered meanwhile";
}

TEST_F(OutboxTest, WhatAnotherTakesOutMeanwhileStaysOut) {
  Add("a");
  Add("b");
  {
    const tests::FileSizeLimit full(1);
    Add("c");
  }
  const auto other = Store::Open(file_, {});
  ASSERT_TRUE((*other)->Exchange({.removed = {"a"}}));
  second_ += 10;
  EXPECT_THAT(Ids(), ElementsAre("b", "c"));
}

TEST_F(OutboxTest, AFileThatIsRemovedIsMadeAnew) {
  Add("a");
  for (const std::string& gone : {file_, folder_}) {
    std::filesystem::remove_all(gone);
    told_.clear();
    EXPECT_TRUE(Add(gone).lasts);
    EXPECT_THAT(told_, ElementsAre("wrong: " + file_ +
                                   " was removed or replaced: what waits goes "
                                   "into a new one"));
  }
  Begin();
  EXPECT_THAT(Ids(), ElementsAre("a", file_, folder_));
}

TEST_F(OutboxTest, AFileThatIsReplacedGetsWhatWaits) {
  Add("a");
  std::string other = folder_ + "2";
  std::swap(folder_, other);
  Begin();
  Add("b");
  outbox_.reset();
  std::swap(folder_, other);
  Begin();
  Add("c");
  std::filesystem::rename(other + "/outbox.db", file_);
  EXPECT_THAT(Ids(), ElementsAre("b", "a", "c"));
  Begin();
  EXPECT_THAT(Ids(), ElementsAre("b", "a", "c"));
}

TEST_F(OutboxTest, WhereNoNewOneCanBeMadeNothingIsLostMeanwhile) {
  for (int i = 0; i < 3; ++i) Add(std::to_string(i));
  std::filesystem::remove_all(folder_);
  tree_.Write("/state", "a file");
  EXPECT_FALSE(Add("3").lasts);
  EXPECT_THAT(told_, ElementsAre(HasSubstr("was removed or replaced"),
                                 HasSubstr("Not a directory")));
  EXPECT_THAT(Ids(), ElementsAre("0", "1", "2", "3"));
  tree_.Remove("/state");
  second_ += 10;
  EXPECT_TRUE(Exchange({}).lasts);
  Begin();
  EXPECT_THAT(Ids(), ElementsAre("0", "1", "2", "3"));
}

TEST_F(OutboxTest, ADamagedFileIsSetAside) {
  Add("a");
  outbox_.reset();
  std::filesystem::resize_file(file_, 0);
  std::ofstream(file_) << std::string(9000, 'x');
  Begin();
  EXPECT_TRUE(Add("b").lasts);
  EXPECT_THAT(told_, ElementsAre(AllOf(HasSubstr("is damaged"),
                                       HasSubstr("set aside as"))));
  EXPECT_THAT(Ids(), ElementsAre("b"));
  EXPECT_TRUE(std::filesystem::exists(file_ + ".corrupt-2001-09-09T01:46:40Z"));
}

TEST_F(OutboxTest, AFileThatIsDamagedMeanwhileIsSetAside) {
  for (int i = 0; i < 100; ++i) Add(std::to_string(i));
  outbox_.reset();
  {
    std::fstream file(file_, std::ios::in | std::ios::out);
    file.seekp(4096);
    file << std::string(std::filesystem::file_size(file_) - 4096, 'x');
  }
  Begin();
  EXPECT_TRUE(Add("new").lasts);
  EXPECT_THAT(Ids(), ElementsAre("new"));
  EXPECT_THAT(told_, ElementsAre(HasSubstr("is damaged")));
}

TEST_F(OutboxTest, TwoProcessesDoNotShareADirectory) {
  Add("a");
  Outbox other(folder_);
  const auto answer = other.Exchange(
      {.now = kThen, .added = {NotificationOf("b")}, .wanted = {{"ops", 9}}});
  ASSERT_TRUE(answer);
  EXPECT_FALSE(answer->lasts);
  ASSERT_THAT(answer->notes, SizeIs(1));
  EXPECT_THAT(answer->notes[0].text,
              HasSubstr(folder_ + ": another process uses it"));
  EXPECT_THAT(answer->offers[0].heads, SizeIs(1)) << "its own alone";
  outbox_.reset();
  const auto later = other.Exchange(
      {.now = kThen + Outbox::kTryAgain, .wanted = {{"ops", 9}}});
  ASSERT_TRUE(later);
  EXPECT_TRUE(later->lasts) << "it takes over";
  EXPECT_THAT(later->offers[0].heads, SizeIs(2));
}

TEST_F(OutboxTest, AFileOfANewerProgramIsLeftAsItIs) {
  Add("a");
  outbox_.reset();
  (*Database::Open(file_))->RunAll("PRAGMA user_version = 9;");
  Begin();
  EXPECT_FALSE(Add("b").lasts);
  EXPECT_THAT(told_, ElementsAre(HasSubstr("newer version")));
}

}  // namespace
}  // namespace actions
