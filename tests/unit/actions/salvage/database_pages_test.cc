// DatabasePages: of two files the page that was written last.
#include "actions/salvage/database_pages.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <string>

#include "actions/delivery/database.h"
#include "tests/support/file_tree.h"

namespace actions {
namespace {

TEST(DatabasePagesTest, WhatTheLogHasIsNewer) {
  const tests::FileTree folder;
  const std::string path = folder.root() + "/x.db";
  const auto database = Database::Open(path);
  ASSERT_TRUE(database);
  (*database)->RunAll(
      "PRAGMA journal_mode = WAL; CREATE TABLE t(x); "
      "PRAGMA wal_checkpoint(TRUNCATE); PRAGMA user_version = 7;");
  ASSERT_TRUE((*database)->status());
  const auto both = DatabasePages::Open(path);
  ASSERT_TRUE(both);
  EXPECT_EQ(both->last(), 2u);
  EXPECT_EQ(both->Page(1)[63], 7);
  std::filesystem::copy_file(path, folder.root() + "/alone.db");
  const auto alone = DatabasePages::Open(folder.root() + "/alone.db");
  ASSERT_TRUE(alone);
  EXPECT_EQ(alone->Page(1)[63], 0);
}

TEST(DatabasePagesTest, WhatIsNotThereIsEmpty) {
  const tests::FileTree folder;
  EXPECT_FALSE(DatabasePages::Open(folder.root() + "/none"));
  folder.Write("/x.db", std::string(kPageSize + 100, 'x'));
  const auto pages = DatabasePages::Open(folder.root() + "/x.db");
  ASSERT_TRUE(pages);
  EXPECT_EQ(pages->last(), 1u);
  EXPECT_TRUE(pages->Page(0).empty());
  EXPECT_EQ(pages->Page(1).size(), kPageSize);
  EXPECT_TRUE(pages->Page(2).empty());
}

TEST(DatabasePagesTest, PagesThatNameEachOtherInACircleEnd) {
  const tests::FileTree folder;
  folder.Write("/x.db", std::string(2 * kPageSize, 'x'));
  const auto pages = DatabasePages::Open(folder.root() + "/x.db");
  ASSERT_TRUE(pages);
  std::size_t count = 0;
  while (!pages->NextPage(1).empty()) ++count;
  EXPECT_EQ(count, 8u) << "each page four times";
}

}  // namespace
}  // namespace actions
