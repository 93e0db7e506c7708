// Tables: what is ours, and what is not.
#include "actions/delivery/tables.h"

#include <gtest/gtest.h>

#include <string>

#include "tests/support/file_tree.h"

namespace actions {
namespace {

constexpr char kEndless[] =
    "WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c) "
    "SELECT count(*) FROM c";

/// The error of tables that were made and then changed by `sql`; empty: none.
std::string AfterThat(const std::string& sql) {
  const tests::FileTree folder;
  const std::string path = folder.root() + "/x.db";
  {
    const auto made = Database::Open(path);
    EXPECT_TRUE(PrepareTables(made->get()));
    (*made)->RunAll(sql.c_str());
    const auto changed = (*made)->status();
    EXPECT_TRUE(changed) << changed.error().message;
  }
  const auto database = Database::Open(path);
  const auto ready = PrepareTables(database->get());
  if (ready) return "";
  EXPECT_EQ(ready.error().code, base::ErrorCode::kCorrupt);
  return ready.error().message;
}

TEST(TablesTest, OursAreFoundAgain) {
  EXPECT_EQ(AfterThat("SELECT 1"), "");
  EXPECT_EQ(AfterThat("ANALYZE"), "");
}

TEST(TablesTest, WhoComesSecondFindsThemMade) {
  const tests::FileTree folder;
  const auto one = Database::Open(folder.root() + "/x.db");
  const auto other = Database::Open(folder.root() + "/x.db");
  MakeTables(one->get());
  MakeTables(other->get());
  for (const auto* database : {&one, &other}) {
    const auto made = (**database)->status();
    EXPECT_TRUE(made) << made.error().message;
    EXPECT_TRUE(PrepareTables((*database)->get()));
  }
}

TEST(TablesTest, WhatElseStandsThereIsNotRun) {
  const std::string endless = kEndless;
  for (const std::string& sql :
       {"CREATE TRIGGER t AFTER UPDATE ON notifications BEGIN " + endless +
            "; END",
        "ALTER TABLE notifications RENAME TO n; "
        "CREATE VIEW notifications AS " +
            endless,
        std::string("CREATE TABLE more(x)"), std::string("DROP TABLE totals"),
        std::string("DROP TRIGGER removed"),
        std::string("DROP INDEX queues_due"),
        std::string("ALTER TABLE queues ADD COLUMN more DEFAULT 1")}) {
    EXPECT_EQ(AfterThat(sql), "its tables are not as they were made") << sql;
  }
}

}  // namespace
}  // namespace actions
