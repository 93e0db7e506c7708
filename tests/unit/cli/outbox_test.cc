// tocsin outbox: what waits, and what becomes of it.
#include "cli/outbox.h"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <cstdint>
#include <filesystem>

#include "actions/delivery/database.h"
#include "actions/delivery/store.h"
#include "tests/support/file_tree.h"
#include "tests/support/notifications.h"
#include "tests/unit/cli/small_archive.h"

namespace cli {
namespace {

using Verb = OutboxOptions::Verb;

class OutboxTest : public testing::Test {
 protected:
  void SetUp() override {
    store_ =
        std::move(*actions::Store::Open(folder_.root() + "/outbox.db", {}));
    auto hostile = tests::NotificationOf("b", "https://h#5f", "r\n\x1b[2J", "");
    const auto id = tests::NotificationOf("c\x1b[2J\nd", "ops");
    ASSERT_TRUE(
        store_->Exchange({.now = tests::kThen,
                          .added = {tests::NotificationOf("a"), hostile, id}}));
    ASSERT_TRUE(store_->Exchange(
        {.now = tests::kThen,
         .postponed = {{"b", base::Duration{1}, "answers 500"}}}));
  }
  /// "status: what is printed".
  std::string Run(Verb verb, const std::vector<std::string>& ids = {}) {
    OutboxOptions options{verb, state_, ids, json_};
    Printed out;
    Printed err;
    const int status = RunOutbox(options, SmallProcess(&out, &err));
    return std::to_string(status) + ": " + out.Text() + err.Text();
  }

  tests::FileTree folder_;
  std::string state_ = folder_.root();
  bool json_ = false;
  std::unique_ptr<actions::Store> store_;
};

TEST_F(OutboxTest, ListsWhatWaits) {
  const std::string list = Run(Verb::kList);
  EXPECT_EQ(list.rfind("0: a 2001-09-09T", 0), 0u) << list;
  EXPECT_NE(list.find(" full on shop to ops\nb 2001-09-09T"), list.npos)
      << list;
  EXPECT_NE(list.find("\nc?[2J?d 2001-"), list.npos) << list;
  EXPECT_NE(list.find(" r??[2J to https://h; 1 try: answers 500\n"), list.npos)
      << list;
}

TEST_F(OutboxTest, ListsForPrograms) {
  json_ = true;
  const std::string list = Run(Verb::kList);
  EXPECT_EQ(list.rfind(R"(0: {"id":"a","time":"2001-09-09T)", 0), 0u) << list;
  EXPECT_NE(list.find(R"(,"rule":"full","host":"shop","receiver":"ops",)"
                      R"("tries":0})"
                      "\n"),
            list.npos)
      << list;
  EXPECT_NE(list.find(R"(,"rule":"r\n\u001b[2J","receiver":"https://h",)"
                      R"("tries":1,"problem":"answers 500"})"),
            list.npos)
      << list;
}

TEST_F(OutboxTest, ListsWhenTheNextTryIsDue) {
  constexpr base::Duration kWait{std::int64_t{6'000'000'000} *
                                 base::kNanosPerSecond};
  ASSERT_TRUE(store_->Exchange(
      {.now = tests::kThen, .postponed = {{"b", kWait, "x"}}}));
  std::string list = Run(Verb::kList);
  EXPECT_NE(list.find("; 2 tries, the last: x; next try 2191-10-2"), list.npos)
      << list;
  json_ = true;
  list = Run(Verb::kList);
  EXPECT_NE(list.find(R"("problem":"x","next":"2191-10-2)"), list.npos) << list;
  Run(Verb::kRetry);
  EXPECT_EQ(Run(Verb::kList).find("next"), list.npos);
}

TEST_F(OutboxTest, ItsTimesAreOfTheZoneOfReports) {
  const auto list = [this](const std::string& zone) {
    Printed out;
    Printed err;
    ProcessContext process = SmallProcess(&out, &err);
    process.environment = [zone](const std::string& name) {
      return name == "TZ" ? std::optional(zone) : std::nullopt;
    };
    RunOutbox({Verb::kList, state_, {}, false}, process);
    return out.Text();
  };
  EXPECT_EQ(list("UTC").rfind("a 2001-09-09T01:46:40Z", 0), 0u) << list("UTC");
  EXPECT_EQ(list("XST-1").rfind("a 2001-09-09T02:46:40+01:00", 0), 0u)
      << list("XST-1");
}

TEST_F(OutboxTest, ShowsOne) {
  EXPECT_EQ(Run(Verb::kShow, {"a"}), "0: {\"id\":\"a\"}\n");
  EXPECT_EQ(Run(Verb::kShow, {"x"}),
            "1: tocsin: outbox: there is no notification x\n");
  EXPECT_EQ(Run(Verb::kShow, {"x", "a"}),
            "1: {\"id\":\"a\"}\n"
            "tocsin: outbox: there is no notification x\n");
}

TEST_F(OutboxTest, WhatIsShownSteersNoTerminal) {
  auto tampered = tests::NotificationOf("t");
  tampered.json = "{\x1b[2J\n\xff}";
  ASSERT_TRUE(store_->Exchange({.now = tests::kThen, .added = {tampered}}));
  EXPECT_EQ(Run(Verb::kShow, {"t"}), "0: {?[2J??}\n");
}

TEST_F(OutboxTest, DropsSome) {
  EXPECT_EQ(Run(Verb::kDrop, {"a", "a"}), "0: 1 notification dropped\n");
  EXPECT_EQ(Run(Verb::kDrop, {"a"}),
            "1: tocsin: outbox: there is no notification a\n");
  EXPECT_EQ(Run(Verb::kDrop, {"x", "b", "a"}),
            "1: 1 notification dropped\n"
            "tocsin: outbox: there is no notification x\n"
            "tocsin: outbox: there is no notification a\n");
  EXPECT_EQ(store_->Rows({})->size(), 1u);
}

TEST_F(OutboxTest, DropsNothingElseHoweverMuchThereSeemsToBe) {
  const auto database = actions::Database::Open(folder_.root() + "/outbox.db");
  ASSERT_TRUE(database);
  (*database)->Run("UPDATE totals SET rows = 5000000, bytes = 1 << 62");
  ASSERT_TRUE((*database)->status());
  EXPECT_EQ(Run(Verb::kDrop, {"a"}), "0: 1 notification dropped\n");
  EXPECT_EQ(store_->Rows({})->size(), 2u);
}

TEST_F(OutboxTest, HasAllTriedAgain) {
  EXPECT_EQ(Run(Verb::kRetry), "0: 3 notifications are due now\n");
  const auto answer =
      store_->Exchange({.now = tests::kThen, .wanted = {{"https://h#5f", 9}}});
  EXPECT_EQ(answer->offers[0].heads.size(), 1u);
}

TEST_F(OutboxTest, WhatIsNoFileIsNotOpened) {
  state_ = folder_.root() + "/fifo";
  folder_.Write("/fifo/x", "");
  ASSERT_EQ(::mkfifo((state_ + "/outbox.db").c_str(), 0600), 0);
  EXPECT_EQ(Run(Verb::kList), "2: tocsin: outbox: " + state_ +
                                  "/outbox.db: is no regular file\n");
}

TEST_F(OutboxTest, OfAnEmptyFileNothingIsMade) {
  state_ = folder_.root() + "/empty";
  folder_.Write("/empty/outbox.db", "");
  EXPECT_EQ(Run(Verb::kList), "0: ");
  EXPECT_EQ(Run(Verb::kRetry), "0: 0 notifications are due now\n");
  EXPECT_EQ(Run(Verb::kShow, {"a"}),
            "1: tocsin: outbox: there is no notification a\n");
  EXPECT_EQ(Run(Verb::kDrop, {"a"}),
            "1: tocsin: outbox: there is no notification a\n");
  EXPECT_EQ(std::filesystem::file_size(state_ + "/outbox.db"), 0u);
}

TEST_F(OutboxTest, WhereThereIsNoneItMakesNone) {
  state_ = folder_.root() + "/none";
  EXPECT_EQ(Run(Verb::kList),
            "2: tocsin: outbox: " + state_ + ": No such file or directory\n");
  state_ = "";
  EXPECT_EQ(Run(Verb::kList),
            "2: tocsin: outbox: name the state directory: --state DIR\n");
}

}  // namespace
}  // namespace cli
