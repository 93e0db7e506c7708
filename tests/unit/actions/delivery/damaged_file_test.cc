// DamagedFile: what is found where SQLite would find nothing.
#include "actions/delivery/damaged_file.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <memory>
#include <string>
#include <vector>

#include "actions/delivery/store.h"
#include "tests/support/database_damage.h"
#include "tests/support/file_tree.h"
#include "tests/support/notifications.h"

namespace actions {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::Pair;
using tests::kThen;

const auto kUnknown = Pair("unknown receiver", "unknown rule");

class DamagedFileTest : public ::testing::Test {
 protected:
  /// Six notifications of three rules for two receivers.
  DamagedFileTest() {
    const auto store = Store::Open(path_, {});
    Batch batch{.now = kThen};
    for (int i = 0; i < 6; ++i) {
      batch.added.push_back(tests::NotificationOf(std::to_string(i),
                                                  i % 3 == 2 ? "dev" : "ops",
                                                  std::to_string(i % 3)));
    }
    EXPECT_TRUE((*store)->Exchange(batch));
  }

  void Run(const char* sql) {
    const auto database = Database::Open(path_);
    (*database)->RunAll(sql);
    EXPECT_TRUE((*database)->status());
  }
  void Zero(const std::string& name) {
    tests::ChangeRoot(path_, name, [](tests::LeafPage* page) {
      *page = tests::LeafPage(std::string(tests::LeafPage::kSize, '\0'));
    });
  }
  /// "ID RECEIVER RULE HOST" of each row that can be read.
  std::vector<std::string> Rows() {
    file_ = DamagedFile::Open(path_);
    std::vector<std::string> rows;
    if (!file_) return rows;
    for (const auto& place : file_->places()) {
      const auto row = file_->Read(place);
      if (!row) continue;
      const Notification& one = row->notification;
      rows.push_back(one.id + ' ' + one.receiver + ' ' + one.rule + ' ' +
                     one.host);
    }
    return rows;
  }

  tests::FileTree folder_;
  std::string path_ = folder_.root() + "/x.db";
  std::unique_ptr<DamagedFile> file_;  // after Rows()
};

TEST_F(DamagedFileTest, AWholeOneHasAllRows) {
  EXPECT_THAT(Rows(),
              ElementsAre("0 ops 0 shop", "1 ops 1 shop", "2 dev 2 shop",
                          "3 ops 0 shop", "4 ops 1 shop", "5 dev 2 shop"));
  EXPECT_TRUE(file_->counted());
  EXPECT_THAT(file_->Said(),
              ElementsAre(Pair(Pair("dev", "2"), 2), Pair(Pair("ops", "0"), 2),
                          Pair(Pair("ops", "1"), 2)));
}

TEST_F(DamagedFileTest, WhatIsDeliveredDoesNotComeBack) {
  Run("DELETE FROM notifications WHERE id <> '4'");
  EXPECT_THAT(Rows(), ElementsAre("4 ops 1 shop"));
  EXPECT_THAT(file_->Said(), ElementsAre(Pair(Pair("ops", "1"), 1)));
}

TEST_F(DamagedFileTest, RowsThatNoPageLeadsToAreFound) {
  Run("PRAGMA wal_checkpoint(TRUNCATE)");
  std::fstream file(path_, std::ios::in | std::ios::out | std::ios::binary);
  file << std::string(tests::LeafPage::kSize, 'x');
  file.close();
  EXPECT_EQ(Rows().size(), 6u);
  EXPECT_TRUE(file_->counted());
}

TEST_F(DamagedFileTest, RowsThatIndexesAloneHaveAreCounted) {
  Zero("notifications");
  EXPECT_THAT(Rows(), IsEmpty());
  EXPECT_THAT(file_->Said(),
              ElementsAre(Pair(Pair("dev", "2"), 2), Pair(Pair("ops", "0"), 2),
                          Pair(Pair("ops", "1"), 2)));
}

TEST_F(DamagedFileTest, RowsThatOnlyTheirCountSaysAreCounted) {
  for (const char* name :
       {"notifications", "notifications_queue", "notifications_arrived"}) {
    Zero(name);
  }
  EXPECT_THAT(Rows(), IsEmpty());
  EXPECT_THAT(file_->Said(), ElementsAre(Pair(kUnknown, 6)));
  EXPECT_TRUE(file_->counted());
}

TEST_F(DamagedFileTest, ACountThatCannotBeReadIsNone) {
  Zero("totals");
  EXPECT_EQ(Rows().size(), 6u);
  EXPECT_FALSE(file_->counted());
}

TEST_F(DamagedFileTest, ACountBeyondAllNumbersIsNotBelieved) {
  Run("UPDATE totals SET rows = 1000000000000");
  EXPECT_EQ(Rows().size(), 6u);
  EXPECT_EQ(SumOf(file_->Said()), 6u);
}

TEST_F(DamagedFileTest, AQueueWithoutItsNameHasItsReceiver) {
  Zero("queues");
  Zero("sqlite_autoindex_queues_1");
  EXPECT_THAT(Rows(), ElementsAre("0 ops unknown rule unknown host",
                                  "1 ops unknown rule unknown host",
                                  "2 dev unknown rule unknown host",
                                  "3 ops unknown rule unknown host",
                                  "4 ops unknown rule unknown host",
                                  "5 dev unknown rule unknown host"));
  Zero("queues_due");
  EXPECT_THAT(Rows(), IsEmpty());
  EXPECT_THAT(file_->Said(), ElementsAre(Pair(kUnknown, 6)));
}

TEST_F(DamagedFileTest, AnIdThatIsNoneOfOursIsRenewed) {
  Run("UPDATE notifications SET id = 'a' || char(9) WHERE number = 2;"
      "UPDATE notifications SET id = '' WHERE number = 3");
  EXPECT_THAT(
      Rows(),
      ElementsAre("0 ops 0 shop", "row-2-1000000000000000000 ops 1 shop",
                  "row-3-1000000000000000000 dev 2 shop", "3 ops 0 shop",
                  "4 ops 1 shop", "5 dev 2 shop"));
}

TEST_F(DamagedFileTest, TextsWithPagesOfZerosAreMissing) {
  Run("UPDATE notifications SET json = '{' || char(0, 0) || '}' "
      "WHERE number = 2");
  EXPECT_EQ(Rows().size(), 5u);
  EXPECT_EQ(SumOf(file_->Said()), 6u);
}

TEST_F(DamagedFileTest, HoldoffsAreFoundUntilTheyAreOver) {
  const auto later = [](std::int64_t seconds) {
    return kThen + base::Duration{seconds * base::kNanosPerSecond};
  };
  {
    const auto store = Store::Open(path_, {});
    Batch batch{.now = kThen};
    batch.holdoffs = {{"long", kThen, later(9), true},
                      {"short", kThen, later(1), true}};
    ASSERT_TRUE((*store)->Exchange(batch));
  }
  (void)Rows();
  const auto holdoffs = file_->Holdoffs(later(5));
  ASSERT_EQ(holdoffs.size(), 1u);
  EXPECT_EQ(holdoffs[0].key, "long");
  EXPECT_TRUE(holdoffs[0].succeeded);
}

TEST_F(DamagedFileTest, WhatHasNothingOfOursIsNone) {
  folder_.Write("/y.db", std::string(20000, '\r'));
  EXPECT_EQ(DamagedFile::Open(folder_.root() + "/y.db"), nullptr);
  EXPECT_EQ(DamagedFile::Open(folder_.root() + "/none.db"), nullptr);
}

}  // namespace
}  // namespace actions
