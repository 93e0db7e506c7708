// Database: values there and back, and what fails.
#include "actions/delivery/database.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>

#include "tests/support/file_tree.h"

namespace actions {
namespace {

using ::testing::HasSubstr;

TEST(DatabaseTest, ValuesComeBackWhateverTheirBytes) {
  const auto opened = Database::Open(":memory:");
  ASSERT_TRUE(opened);
  Database& database = **opened;
  const std::string hostile("'); DROP TABLE t; --\xff\0\n", 23);
  database.RunAll("CREATE TABLE t(n INTEGER, t TEXT); CREATE TABLE u(n);");
  database.Run("INSERT INTO t VALUES(?1, ?2)", {-7, hostile});
  database.Run("INSERT INTO t VALUES(?1, ?2)", {8, std::string_view()});
  std::vector<std::pair<std::int64_t, std::string>> rows;
  database.Run("SELECT n, t FROM t ORDER BY n", {}, [&](const auto& row) {
    rows.emplace_back(row.Integer(0), row.Text(1));
  });
  EXPECT_TRUE(database.status());
  EXPECT_EQ(rows, (decltype(rows){{-7, hostile}, {8, ""}}));
}

TEST(DatabaseTest, NothingIsDoneAfterAFailureUntilItIsTold) {
  const auto opened = Database::Open(":memory:");
  ASSERT_TRUE(opened);
  Database& database = **opened;
  database.Run("CREATE TABLE t(n INTEGER UNIQUE)");
  database.Run("INSERT INTO t VALUES(1)");
  database.Run("INSERT INTO t VALUES(?1)", {1});
  database.Run("INSERT INTO t VALUES(2)");
  database.RunAll("INSERT INTO t VALUES(3)");
  database.Run("INSERT INTO nowhere VALUES(2)");
  const auto status = database.status();
  ASSERT_FALSE(status);
  EXPECT_EQ(status.error().code, base::ErrorCode::kCorrupt);
  EXPECT_THAT(status.error().message, HasSubstr("UNIQUE"));
  std::int64_t count = 0;
  database.Run("SELECT count(*) FROM t", {},
               [&](const auto& row) { count = row.Integer(0); });
  EXPECT_TRUE(database.status());
  EXPECT_EQ(count, 1);
}

TEST(DatabaseTest, WhatIsNoDatabaseIsCorrupt) {
  const tests::FileTree folder;
  const std::string path = folder.root() + "/x";
  std::ofstream(path) << std::string(5000, 'x');
  const auto opened = Database::Open(path);
  ASSERT_TRUE(opened) << "it is not read yet";
  (*opened)->Run("SELECT * FROM sqlite_master");
  EXPECT_EQ((*opened)->status().error().code, base::ErrorCode::kCorrupt);
}

TEST(DatabaseTest, ALockIsToldByName) {
  const tests::FileTree folder;
  const auto other = Database::Open(folder.root() + "/x");
  (*other)->RunAll("BEGIN EXCLUSIVE");
  const auto opened = Database::Open(folder.root() + "/x");
  (*opened)->Run("CREATE TABLE t(n)");
  const auto status = (*opened)->status();
  EXPECT_EQ(status.error().code, base::ErrorCode::kSystem);
  EXPECT_EQ(status.error().message, "another program has locked it");
}

TEST(DatabaseTest, AViewIsNotRun) {
  const auto opened = Database::Open(":memory:");
  (*opened)->RunAll("CREATE VIEW v AS SELECT 1");
  EXPECT_EQ((*opened)->Number("SELECT * FROM v"), 0);
  EXPECT_FALSE((*opened)->status());
}

TEST(DatabaseTest, WhatCannotBeOpenedIsAnError) {
  const auto opened = Database::Open("/nowhere/x");
  ASSERT_FALSE(opened);
  EXPECT_EQ(opened.error().code, base::ErrorCode::kSystem);
  EXPECT_EQ(opened.error().message, "unable to open database file");
}

}  // namespace
}  // namespace actions
