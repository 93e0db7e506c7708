// Store: what is due, in which order, and what goes.
#include "actions/delivery/store.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "actions/delivery/retry.h"
#include "tests/support/file_tree.h"
#include "tests/support/notifications.h"

namespace actions {
namespace {

using base::kNanosPerSecond;
using base::Timestamp;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Pair;
using ::testing::SizeIs;
using tests::kThen;
using tests::NotificationOf;

constexpr base::Duration Seconds(std::int64_t count) {
  return {count * kNanosPerSecond};
}

Timestamp After(std::int64_t seconds) { return kThen + Seconds(seconds); }

class StoreTest : public ::testing::Test {
 protected:
  void Open(const Store::Limits& limits = {}) {
    auto store = Store::Open(path_, limits);
    ASSERT_TRUE(store) << store.error().message;
    store_ = std::move(*store);
  }
  void SetUp() override { Open(); }

  Answer Exchange(Batch batch, std::int64_t second = 0) {
    batch.now = After(second);
    auto answer = store_->Exchange(batch);
    EXPECT_TRUE(answer) << answer.error().message;
    return *answer;
  }
  void Add(const std::vector<Notification>& added) {
    Exchange({.added = added});
  }
  Offer Ask(const std::string& receiver, std::size_t most = 10,
            bool early = false, std::int64_t second = 0) {
    return Exchange({.wanted = {{receiver, most, early}}}, second).offers[0];
  }
  static std::vector<std::string> Ids(const Offer& offer) {
    std::vector<std::string> ids;
    for (const Head& head : offer.heads) ids.push_back(head.notification.id);
    return ids;
  }

  tests::FileTree folder_;
  std::string path_ = folder_.root() + "/x.db";
  std::unique_ptr<Store> store_;
};

TEST_F(StoreTest, GivesBackWhatWasAdded) {
  Notification one = NotificationOf("a");
  one.rule = "'); --\xff\n";
  one.json = "{\"x\": \"\\u0000\"}";
  Add({one});
  Open();
  const Offer offer = Ask("ops");
  ASSERT_THAT(offer.heads, SizeIs(1));
  const Notification& back = offer.heads[0].notification;
  EXPECT_EQ(back.id, one.id);
  EXPECT_EQ(back.receiver, one.receiver);
  EXPECT_EQ(back.rule, one.rule);
  EXPECT_EQ(back.host, one.host);
  EXPECT_EQ(back.time, one.time);
  EXPECT_EQ(back.json, one.json);
  EXPECT_EQ(offer.heads[0].tries, 0u);
}

TEST_F(StoreTest, OfAQueueOnlyTheFirstIsOffered) {
  Add({NotificationOf("a1"), NotificationOf("b1", "ops", "other"),
       NotificationOf("a2"), NotificationOf("c1", "ops", "full", "mill"),
       NotificationOf("x", "others")});
  EXPECT_THAT(Ids(Ask("ops")), ElementsAre("a1", "b1", "c1"));
  EXPECT_THAT(Ids(Ask("ops", 2)), ElementsAre("a1", "b1"));
  EXPECT_THAT(Ids(Ask("others")), ElementsAre("x"));
  EXPECT_THAT(Ids(Ask("nobody")), IsEmpty());
  Exchange({.removed = {"a1"}});
  EXPECT_THAT(Ids(Ask("ops")), ElementsAre("a2", "b1", "c1"));
}

TEST_F(StoreTest, WhatIsAtHandIsNotOfferedAgain) {
  Add({NotificationOf("a"), NotificationOf("b", "ops", "other"),
       NotificationOf("c", "ops", "third"),
       NotificationOf("d", "ops", "last")});
  const auto answer = Exchange({.wanted = {{"ops", 2, false, {"a", "c"}}}});
  EXPECT_THAT(Ids(answer.offers[0]), ElementsAre("b", "d"));
}

TEST_F(StoreTest, LargeOnesAreOfferedFewAtOnce) {
  std::vector<Notification> large;
  for (int i = 0; i < 6; ++i) {
    large.push_back(
        NotificationOf(std::to_string(i), "ops", std::to_string(i)));
    large.back().json = std::string(3 << 20, 'x');
  }
  Add(large);
  const Offer offer = Ask("ops");
  EXPECT_THAT(Ids(offer), ElementsAre("0", "1"));
  EXPECT_TRUE(offer.more);
  const auto rest =
      Exchange({.wanted = {{"ops", 10, false, {"0", "1", "2", "3"}}}});
  EXPECT_THAT(Ids(rest.offers[0]), ElementsAre("4", "5"));
  EXPECT_FALSE(rest.offers[0].more);
}

TEST_F(StoreTest, WhatIsPutOffHoldsUpItsStreamAlone) {
  Add({NotificationOf("a1"), NotificationOf("a2"),
       NotificationOf("b1", "ops", "other")});
  Exchange({.postponed = {{"a1", Seconds(9), "answers 500"}}});
  const Offer now = Ask("ops");
  EXPECT_THAT(Ids(now), ElementsAre("b1"));
  EXPECT_EQ(now.next, Seconds(9));
  EXPECT_THAT(Ids(Ask("ops", 10, true)), ElementsAre("b1", "a1"))
      << "early: in the order in which they are due";
  const Offer then = Ask("ops", 10, false, 9);
  EXPECT_THAT(Ids(then), ElementsAre("b1", "a1"));
  EXPECT_EQ(then.heads[1].tries, 1u);
  EXPECT_FALSE(then.next);
}

/// Nobody reckons with times that are none: an old one is given up.
TEST_F(StoreTest, TimesThatOthersWroteAreOnesToReckonWith) {
  for (const std::string value : {"-9223372036854775808", "9223372036854775807",
                                  "-1e300", "1e300", "x'00'", "'soon'"}) {
    Add({NotificationOf(value, "ops", value)});
    const std::string change = "UPDATE notifications SET arrived = " + value +
                               ", time = " + value + ", tries = " + value;
    (*Database::Open(path_))->RunAll(change.c_str());
    ASSERT_TRUE(store_->Resume(kThen)) << value;
    const auto rows = store_->Rows({});
    ASSERT_TRUE(rows);
    for (const Store::Kept& row : *rows) {
      EXPECT_GE(row.arrived.ns, 0) << value;
      EXPECT_LE(row.arrived, kThen) << value;
      EXPECT_LE(std::abs(row.notification.time.ns), std::int64_t{1} << 62)
          << value;
      EXPECT_LE(row.tries, std::size_t{1} << 62) << value;
    }
    Exchange({.expired = {"ops"}}, 1);
  }
}

TEST_F(StoreTest, ThatAnotherMakesThemDueIsToldOnce) {
  Add({NotificationOf("a")});
  EXPECT_THAT(Exchange({}).retried, IsEmpty());
  const auto other = Store::Open(path_, {});
  ASSERT_TRUE((*other)->MakeDue());
  EXPECT_THAT(Exchange({}).retried, ElementsAre("ops"));
  EXPECT_THAT(Exchange({}).retried, IsEmpty());
  Exchange({.postponed = {{"a", Seconds(9), ""}}});
  ASSERT_TRUE((*other)->Exchange({.removed = {"b"}}));
  EXPECT_THAT(Exchange({}).retried, IsEmpty()) << "another change";
}

TEST_F(StoreTest, AReceiverThatAnswersAgainIsOwedAllAtOnce) {
  Add({NotificationOf("a"), NotificationOf("b", "others")});
  Exchange({.postponed = {{"a", Seconds(9), ""}, {"b", Seconds(9), ""}}});
  Exchange({.due = {"ops"}});
  EXPECT_THAT(Ids(Ask("ops")), ElementsAre("a"));
  EXPECT_THAT(Ids(Ask("others")), IsEmpty());
}

TEST_F(StoreTest, TheOldestGoWhereThereAreTooMany) {
  Open({.rows = 3});
  Add({NotificationOf("a"), NotificationOf("b"), NotificationOf("c")});
  const Answer answer =
      Exchange({.added = {NotificationOf("d"), NotificationOf("e", "others")}});
  EXPECT_THAT(answer.dropped,
              ElementsAre(std::pair(std::pair("ops", "full"), 2u)));
  EXPECT_EQ(answer.waiting, 3u);
  EXPECT_THAT(Ids(Ask("ops")), ElementsAre("c"));
}

TEST_F(StoreTest, WhatMayBeOnItsWayIsNotDropped) {
  Open({.rows = 2});
  Add({NotificationOf("a"), NotificationOf("b")});
  EXPECT_THAT(Ids(Ask("ops")), ElementsAre("a"));
  Answer answer = Exchange({.added = {NotificationOf("c")}});
  EXPECT_THAT(answer.dropped,
              ElementsAre(std::pair(std::pair("ops", "full"), 1u)));
  EXPECT_THAT(Ids(Ask("ops")), ElementsAre("a")) << "b is gone";
  Exchange({.postponed = {{"a", {}, "why"}}});
  EXPECT_EQ(Exchange({.added = {NotificationOf("d")}}).waiting, 2u);
  EXPECT_THAT(Ids(Ask("ops")), ElementsAre("c"));
}

TEST_F(StoreTest, WhatMayBeOnItsWayIsNotTooOldYet) {
  constexpr std::int64_t kDays = 200'000;
  Add({NotificationOf("a"), NotificationOf("b")});
  EXPECT_THAT(Ids(Ask("ops")), ElementsAre("a"));
  EXPECT_EQ(Exchange({.expired = {"ops"}}, kDays).waiting, 1u);
  EXPECT_EQ(
      Exchange({.postponed = {{"a", {}, "why"}}, .expired = {"ops"}}, kDays)
          .waiting,
      0u);
}

TEST_F(StoreTest, WhatWaitsIsCountedAnewWhereTheFileIsOpened) {
  Add({NotificationOf("a"), NotificationOf("b")});
  for (const char* wrong :
       {"UPDATE totals SET bytes = bytes + (1 << 40)",
        "UPDATE totals SET rows = -7", "DELETE FROM totals"}) {
    auto database = Database::Open(path_);
    ASSERT_TRUE(database);
    (*database)->Run(wrong);
    ASSERT_TRUE((*database)->status());
    Open();
    ASSERT_TRUE(store_->Resume(kThen));
    const Answer answer = Exchange({});
    EXPECT_EQ(answer.waiting, 2u) << wrong;
    EXPECT_THAT(answer.dropped, IsEmpty()) << wrong;
  }
}

TEST_F(StoreTest, NothingIsDroppedForTotalsThatCannotBe) {
  Add({NotificationOf("a"), NotificationOf("b")});
  for (const char* wrong :
       {"UPDATE totals SET rows = -5", "UPDATE totals SET bytes = -1"}) {
    auto database = Database::Open(path_);
    ASSERT_TRUE(database);
    (*database)->Run(wrong);
    ASSERT_TRUE((*database)->status());
    const Answer answer = Exchange({});
    EXPECT_EQ(answer.waiting, 2u) << wrong;
    EXPECT_THAT(answer.dropped, IsEmpty()) << wrong;
  }
}

TEST_F(StoreTest, TheOldestGoWhereTheyAreTooLarge) {
  Open({.bytes = 1000});
  Notification large = NotificationOf("b");
  large.json = std::string(995, 'x');
  const Answer answer =
      Exchange({.added = {NotificationOf("a"), large, NotificationOf("c")}});
  EXPECT_THAT(answer.dropped,
              ElementsAre(std::pair(std::pair("ops", "full"), 2u)));
  EXPECT_THAT(Ids(Ask("ops")), ElementsAre("c"));
}

TEST_F(StoreTest, WhatIsTooOldIsGivenUpForItsReceiver) {
  constexpr std::int64_t kDay = 86'400;
  Add({NotificationOf("a"), NotificationOf("b", "others")});
  Exchange({.added = {NotificationOf("c")}}, 5);
  const Answer answer = Exchange({.expired = {"ops"}}, kDay + 5);
  EXPECT_THAT(answer.expired,
              ElementsAre(std::pair(std::pair("ops", "full"), 1u)));
  EXPECT_EQ(answer.waiting, 2u);
  EXPECT_THAT(Ids(Ask("ops")), ElementsAre("c"));
  EXPECT_THAT(Ids(Ask("others")), ElementsAre("b"));
}

TEST_F(StoreTest, ABatchIsDoneWhollyOrNotAtAll) {
  ASSERT_TRUE(store_->Resume(kThen));
  const auto other = Database::Open(path_);
  ASSERT_TRUE(other);
  (*other)->RunAll("DROP TABLE totals;");
  EXPECT_FALSE(store_->Exchange({.added = {NotificationOf("a")}}));
  std::int64_t rows = -1;
  (*other)->Run("SELECT count(*) FROM notifications", {},
                [&](const auto& row) { rows = row.Integer(0); });
  EXPECT_EQ(rows, 0);
}

TEST_F(StoreTest, AClockThatWasAheadDoesNotPutOffForLong) {
  Add({NotificationOf("a"), NotificationOf("b", "others")});
  Exchange({.postponed = {{"a", Seconds(86400), ""}, {"b", Seconds(60), ""}}});
  Open();
  const auto receivers = store_->Resume(kThen);
  ASSERT_TRUE(receivers);
  EXPECT_THAT(*receivers, ElementsAre("ops", "others"));
  EXPECT_THAT(Ids(Ask("ops")), ElementsAre("a"));
  EXPECT_THAT(Ids(Ask("others")), IsEmpty());
}

TEST_F(StoreTest, WhatCameLaterThanNowHasComeNow) {
  Exchange({.added = {NotificationOf("a")}}, 86400);
  Open();
  ASSERT_TRUE(store_->Resume(kThen));
  EXPECT_EQ(store_->Rows({})->at(0).arrived, kThen);
}

TEST_F(StoreTest, AClockThatIsSetChangesNothing) {
  Add({NotificationOf("a"), NotificationOf("b", "ops", "other")});
  Exchange({.postponed = {{"a", Seconds(9), ""}}});
  for (const std::int64_t set : {-100'000, 200'000}) {
    const Answer answer = Exchange({.jump = Seconds(set),
                                    .expired = {"ops"},
                                    .wanted = {{"ops", 10, false}}},
                                   set < 0 ? set : 100'000);
    EXPECT_THAT(answer.expired, IsEmpty());
    EXPECT_THAT(Ids(answer.offers[0]), ElementsAre("b"));
    EXPECT_EQ(answer.offers[0].next, Seconds(9));
  }
}

TEST_F(StoreTest, WhatANewerProgramHasMadeIsLeftAlone) {
  {
    const auto other = Database::Open(path_);
    (*other)->RunAll("PRAGMA user_version = 2;");
  }
  const auto store = Store::Open(path_, {});
  ASSERT_FALSE(store);
  EXPECT_EQ(store.error().code, base::ErrorCode::kUnsupported);
  EXPECT_THAT(store.error().message, HasSubstr("newer version"));
}

TEST_F(StoreTest, WhatAnotherProgramHasMadeIsLeftAlone) {
  for (const char* made :
       {"CREATE TABLE theirs(x);", "PRAGMA application_id = 7;",
        "PRAGMA user_version = 1;"}) {
    const std::string path = folder_.root() + "/other.db";
    std::filesystem::remove(path);
    (*Database::Open(path))->RunAll(made);
    const auto store = Store::Open(path, {});
    ASSERT_FALSE(store) << made;
    EXPECT_THAT(store.error().message, HasSubstr("another program's"));
    EXPECT_FALSE(std::filesystem::exists(path + "-wal")) << "nor made a WAL";
  }
}

TEST_F(StoreTest, WhatItWritesAheadTakesLittleRoom) {
  for (int i = 0; i < 300; ++i) Add({NotificationOf(std::to_string(i))});
  EXPECT_LE(std::filesystem::file_size(path_ + "-wal"), 256 * 1024u);
}

TEST_F(StoreTest, WhatOthersTakeOutIsCounted) {
  Add({NotificationOf("a"), NotificationOf("b"), NotificationOf("c")});
  EXPECT_EQ(Exchange({.removed = {"a"}}).taken_out, 0u);
  const auto other = Store::Open(path_, {});
  ASSERT_TRUE((*other)->Exchange({.removed = {"b"}}));
  EXPECT_EQ(Exchange({}).taken_out, 1u);
  EXPECT_EQ(Exchange({}).taken_out, 0u);
}

TEST_F(StoreTest, CountsWhatWaitsForAReceiver) {
  std::vector<Notification> many;
  for (int i = 0; i < 1234; ++i) {
    many.push_back(NotificationOf(std::to_string(i), "ops"));
  }
  Add(many);
  Add({NotificationOf("x", "others"), NotificationOf("y", "others", "more")});
  EXPECT_THAT(
      Exchange({.counted = {"nobody", "ops", "others"}}).counted,
      ElementsAre(Pair("nobody", 0), Pair("ops", 1234), Pair("others", 2)));
  EXPECT_THAT(
      Exchange({.removed = {"x", "7"}, .counted = {"ops", "others"}}).counted,
      ElementsAre(Pair("ops", 1233), Pair("others", 1)));
}

TEST_F(StoreTest, WhatHasNoQueueIsDamage) {
  Add({NotificationOf("a")});
  (*Database::Open(path_))->RunAll("DELETE FROM queues");
  const auto resumed = store_->Resume(kThen);
  ASSERT_FALSE(resumed);
  EXPECT_EQ(resumed.error().code, base::ErrorCode::kCorrupt);
}

TEST_F(StoreTest, ANumberThatNoRowOfOursHasIsDamage) {
  Add({NotificationOf("a")});
  (*Database::Open(path_))->RunAll("UPDATE notifications SET number = -5");
  const auto resumed = store_->Resume(kThen);
  ASSERT_FALSE(resumed);
  EXPECT_EQ(resumed.error().code, base::ErrorCode::kCorrupt);
}

TEST_F(StoreTest, BlobsAreTheTextTheyHold) {
  Add({NotificationOf("a"), NotificationOf("b", "ops", "other")});
  const auto other = Database::Open(path_);
  for (const bool anew : {true, false}) {
    for (const char* sql :
         {"UPDATE notifications SET id = CAST(id AS BLOB)",
          "UPDATE queues SET receiver = CAST(receiver AS BLOB)",
          "UPDATE queues SET rule = CAST(rule AS BLOB)",
          "UPDATE queues SET host = CAST(host AS BLOB)"}) {
      (*other)->Run(sql);
      ASSERT_TRUE((*other)->status());
      if (anew) {
        Open();
      } else {
        Exchange({});
      }
      EXPECT_TRUE(*store_->Find("a")) << sql;
      EXPECT_THAT(Ids(Ask("ops")), ElementsAre("a", "b")) << sql;
      Add({NotificationOf("a"), NotificationOf("b", "ops", "other")});
      EXPECT_THAT(*store_->Rows({}), SizeIs(2)) << sql;
      EXPECT_THAT(*store_->Queues(0), SizeIs(2)) << sql;
    }
  }
  (*other)->Run("UPDATE notifications SET id = CAST(id AS BLOB)");
  Exchange({.removed = {"a", "b"}});
  EXPECT_THAT(*store_->Rows({}), IsEmpty());
}

TEST_F(StoreTest, ABlobThatIsAnothersIdIsDamage) {
  Add({NotificationOf("a"), NotificationOf("b")});
  const auto other = Database::Open(path_);
  (*other)->Run("UPDATE notifications SET id = x'61' WHERE id = 'b'");
  ASSERT_TRUE((*other)->status());
  const auto store = Store::Open(path_, {});
  ASSERT_FALSE(store);
  EXPECT_EQ(store.error().code, base::ErrorCode::kCorrupt);
  const auto answer = store_->Exchange({});
  ASSERT_FALSE(answer);
  EXPECT_EQ(answer.error().code, base::ErrorCode::kCorrupt);
}

TEST_F(StoreTest, WhereNoNumberIsLeftForRowsItIsDamaged) {
  Add({NotificationOf("a")});
  (*Database::Open(path_))
      ->RunAll("UPDATE notifications SET number = 9223372036854775807;");
  EXPECT_FALSE(store_->Exchange({.added = {NotificationOf("b")}}));
  const auto store = Store::Open(path_, {});
  ASSERT_FALSE(store);
  EXPECT_EQ(store.error().code, base::ErrorCode::kCorrupt);
  EXPECT_EQ(store.error().message, "no number is left for rows");
}

TEST_F(StoreTest, MergingBringsAFileUpToDate) {
  Add({NotificationOf("a"), NotificationOf("b"), NotificationOf("c")});
  auto kept = *store_->Rows({});
  ASSERT_THAT(kept, SizeIs(3));
  EXPECT_EQ(kept[0].number, 1);
  // "a" has been delivered meanwhile, "b" tried, "d" is new; "c" was not known.
  std::vector<Store::Kept> changed = {kept[1], kept[1]};
  changed[0].tries = 2;
  changed[0].due = After(7);
  changed[1] = {NotificationOf("d"), 0, "", kThen, After(7), 0};
  ASSERT_TRUE(store_->Merge(changed, kept[1].number));
  kept = *store_->Rows({});
  std::vector<std::string> ids;
  for (const auto& one : kept) ids.push_back(one.notification.id);
  EXPECT_THAT(ids, ElementsAre("b", "c", "d"));
  EXPECT_EQ(kept[0].tries, 2u);
  EXPECT_EQ(kept[0].due, After(7));
}

TEST_F(StoreTest, WhatIsHeldIsNotOffered) {
  Add({NotificationOf("a", "ops", "one"), NotificationOf("b", "ops", "two"),
       NotificationOf("c", "ops", "two")});
  const auto beyond = *store_->Queues(1);
  ASSERT_THAT(beyond, SizeIs(1));
  EXPECT_EQ(beyond[0].receiver + beyond[0].rule + beyond[0].host, "opstwoshop");
  ASSERT_TRUE(store_->Hold(beyond, 2));
  EXPECT_THAT(Ids(Ask("ops")), ElementsAre("a", "b"));
  Exchange({.removed = {"a", "b"}});
  EXPECT_THAT(Ids(Ask("ops")), IsEmpty());
  ASSERT_TRUE(store_->Hold({}, 0));
  EXPECT_THAT(Ids(Ask("ops")), ElementsAre("c"));
}

TEST_F(StoreTest, OfManyRowsAsManyAsAreAskedFor) {
  std::vector<Notification> many;
  for (int i = 0; i < 200; ++i)
    many.push_back(NotificationOf(std::to_string(i)));
  Add(many);
  EXPECT_THAT(*store_->Rows({.rows = 64}), SizeIs(64));
  EXPECT_THAT(*store_->Rows({.bytes = 1}), SizeIs(64)) << "hardly more";
  EXPECT_THAT(*store_->Rows({}), SizeIs(200));
}

}  // namespace
}  // namespace actions
