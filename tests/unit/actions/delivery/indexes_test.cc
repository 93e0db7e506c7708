// MendIndexes: what indexes alone have wrong, and what is damage.
#include "actions/delivery/indexes.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "actions/delivery/store.h"
#include "tests/support/database_damage.h"
#include "tests/support/file_tree.h"
#include "tests/support/notifications.h"

namespace actions {
namespace {

using ::testing::HasSubstr;

class IndexesTest : public ::testing::Test {
 protected:
  IndexesTest() {
    const auto store = Store::Open(path_, {});
    Batch batch{.now = tests::kThen};
    for (int i = 0; i < 5; ++i) {
      const std::string id = "id" + std::to_string(i);
      batch.added.push_back(tests::NotificationOf(id, "ops", id));
    }
    EXPECT_TRUE((*store)->Exchange(batch));
  }

  base::Result<bool> Mended() {
    const auto database = Database::Open(path_);
    return MendIndexes(database->get());
  }

  tests::FileTree folder_;
  std::string path_ = folder_.root() + "/x.db";
};

TEST_F(IndexesTest, WhatIsWholeStays) {
  const auto mended = Mended();
  ASSERT_TRUE(mended) << mended.error().message;
  EXPECT_FALSE(*mended);
}

TEST_F(IndexesTest, AnIndexThatNamesTooLittleOrAnotherIsMadeAnew) {
  for (const char* index : {"notifications_queue", "notifications_arrived",
                            "sqlite_autoindex_notifications_1", "queues_due"}) {
    tests::Empty(path_, index);
    const auto mended = Mended();
    ASSERT_TRUE(mended) << index << mended.error().message;
    EXPECT_TRUE(*mended) << index;
    tests::MisleadIndex(path_, index);
    const auto again = Mended();
    ASSERT_TRUE(again) << index << again.error().message;
    EXPECT_TRUE(*again) << index;
    const auto whole = Mended();
    ASSERT_TRUE(whole) << index << whole.error().message;
    EXPECT_FALSE(*whole) << index;
  }
}

TEST_F(IndexesTest, RowsThatIndexesStillNameAreNotForgotten) {
  tests::Empty(path_, "notifications");
  const auto mended = Mended();
  ASSERT_FALSE(mended);
  EXPECT_EQ(mended.error().code, base::ErrorCode::kCorrupt);
  EXPECT_EQ(mended.error().message, "its tables have lost rows");
}

TEST_F(IndexesTest, RowsOutOfOrderAreDamage) {
  tests::SwapRows(path_, "notifications");
  const auto mended = Mended();
  ASSERT_FALSE(mended);
  EXPECT_EQ(mended.error().code, base::ErrorCode::kCorrupt);
  EXPECT_THAT(mended.error().message, HasSubstr("out of order"));
  EXPECT_EQ(mended.error().message.find('\n'), std::string::npos);
  EXPECT_EQ(mended.error().message.find("***"), std::string::npos);
}

}  // namespace
}  // namespace actions
