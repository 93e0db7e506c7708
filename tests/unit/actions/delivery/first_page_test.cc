// RenewFirstPage: what is found through a new first page, and what is left
// alone.
#include "actions/delivery/first_page.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <string>

#include "actions/delivery/store.h"
#include "tests/support/file_tree.h"
#include "tests/support/notifications.h"

namespace actions {
namespace {

TEST(FirstPageTest, RowsOfAFileThatIsCutAreFound) {
  const tests::FileTree folder;
  const std::string path = folder.root() + "/x.db";
  {
    const auto store = Store::Open(path, {});
    Batch batch{.now = tests::kThen};
    for (int i = 0; i < 500; ++i) {
      batch.added.push_back(tests::NotificationOf(std::to_string(i)));
    }
    ASSERT_TRUE((*store)->Exchange(batch));
  }
  (*Database::Open(path))->RunAll("PRAGMA wal_checkpoint(TRUNCATE)");
  const auto size = std::filesystem::file_size(path);
  std::filesystem::resize_file(path, size - 4096);
  ASSERT_TRUE(RenewFirstPage(path));
  EXPECT_EQ(std::filesystem::file_size(path), size - 4096);
  EXPECT_EQ(std::filesystem::file_size(path + ".page-1"), 4096u);
  EXPECT_FALSE(std::filesystem::exists(path + ".new"));
  const auto damaged = Store::OpenDamaged(path);
  ASSERT_TRUE(damaged) << damaged.error().message;
  const auto fresh = Store::Open(":memory:", {});
  const auto missing = (*fresh)->Salvage(damaged->get(), tests::kThen);
  ASSERT_TRUE(missing);
  const auto found = (*fresh)->Waiting();
  ASSERT_TRUE(found);
  EXPECT_GT(SumOf(*found), 300u);
  EXPECT_EQ(SumOf(*found) + SumOf(*missing), 500u);
}

TEST(FirstPageTest, AFileWithLessThanAPageIsLeftAlone) {
  const tests::FileTree folder;
  folder.Write("/x.db", std::string(4095, 'x'));
  EXPECT_FALSE(RenewFirstPage(folder.root() + "/x.db"));
  EXPECT_FALSE(std::filesystem::exists(folder.root() + "/x.db.page-1"));
}

TEST(FirstPageTest, WhatWaitsInALogIsNotHidden) {
  const tests::FileTree folder;
  folder.Write("/x.db", std::string(9000, 'x'));
  folder.Write("/x.db-wal", "frames");
  EXPECT_FALSE(RenewFirstPage(folder.root() + "/x.db"));
}

}  // namespace
}  // namespace actions
