// Cells: what SQLite has written is read; any byte of it may be another.
#include "actions/salvage/cells.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <fstream>
#include <iterator>
#include <set>
#include <string>
#include <vector>

#include "actions/delivery/database.h"
#include "tests/support/file_tree.h"

namespace actions {
namespace {

using ::testing::Contains;
using ::testing::IsSupersetOf;
using ::testing::Not;

/// "NUMBER:TEXT,TEXT..." of each cell of the file, with the kinds of its
/// columns and the ends of long texts.
std::multiset<std::string> CellsIn(const std::string& path) {
  std::multiset<std::string> all;
  const auto pages = DatabasePages::Open(path);
  if (!pages) return all;
  for (std::uint32_t page = 1; page <= pages->last(); ++page) {
    const Cells cells(*pages, page);
    for (std::size_t i = 0; i < cells.size(); ++i) {
      const auto row = cells.Read(i);
      if (!row) continue;
      const std::string looks = LooksOf(*row);
      std::string text = std::to_string(row->number) + ':' + looks;
      for (std::size_t j = 0; j < looks.size(); ++j) {
        if (looks[j] == 'i') text += ',' + std::to_string(row->Integer(j));
        if (looks[j] != 't') continue;
        const std::string& value = row->Text(j);
        text +=
            ',' + std::to_string(value.size()) +
            value.substr(value.size() - std::min<std::size_t>(value.size(), 4));
      }
      all.insert(text);
    }
  }
  return all;
}

std::string Made(const tests::FileTree& folder, const char* sql) {
  const std::string path = folder.root() + "/x.db";
  const auto database = Database::Open(path);
  EXPECT_TRUE(database);
  (*database)->RunAll(sql);
  EXPECT_TRUE((*database)->status());
  return path;
}

TEST(CellsTest, NumbersOfEachSizeAndTextsAreRead) {
  const tests::FileTree folder;
  const std::string path =
      Made(folder,
           "CREATE TABLE t(k INTEGER PRIMARY KEY, a, b);"
           "INSERT INTO t VALUES(1, NULL, 'text'), (2, 0, 1), (3, -1, 127),"
           "(4, -32768, 8388607), (5, -2147483648, 140737488355327),"
           "(6, -9223372036854775807, 9223372036854775807), (300, x'4142', '');"
           "INSERT INTO t VALUES(-7, 'negative', 0.5);");
  const auto cells = CellsIn(path);
  EXPECT_THAT(
      cells,
      IsSupersetOf({"1:--t,4text", "2:-ii,0,1", "3:-ii,-1,127",
                    "4:-ii,-32768,8388607", "5:-ii,-2147483648,140737488355327",
                    "6:-ii,-9223372036854775807,9223372036854775807",
                    "300:-tt,2AB,0"}));
  for (const std::string& cell : cells) {
    EXPECT_NE(cell.substr(0, 3), "-7:") << "a row of ours has no such number";
  }
}

TEST(CellsTest, LongRowsAreReadFromAllTheirPages) {
  const tests::FileTree folder;
  std::string sql = "CREATE TABLE t(a); CREATE INDEX i ON t(a);";
  std::vector<std::string> wanted;
  int row = 0;
  for (const int size : {900, 1000, 1001, 1002, 4000, 4056, 4057, 4058, 4059,
                         4060, 8000, 8148, 8149, 12345, 100000}) {
    sql += "INSERT INTO t VALUES(hex(zeroblob(" + std::to_string(size / 2) +
           ")) || '" + (size % 2 == 0 ? "" : "0") + "');";
    const std::string text = std::to_string(size) + "0000";
    wanted.push_back(std::to_string(++row) + ":t," + text);
    wanted.push_back("0:ti," + text + ',' + std::to_string(row));
  }
  EXPECT_THAT(CellsIn(Made(folder, sql.c_str())), IsSupersetOf(wanted));
}

TEST(CellsTest, EntriesOfInnerPagesOfAnIndexAreRead) {
  const tests::FileTree folder;
  const std::string path = Made(
      folder,
      "CREATE TABLE t(a, b); CREATE INDEX i ON t(b, a);"
      "WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n WHERE "
      "x < 3000) INSERT INTO t SELECT x, x * 1000 FROM n;");
  std::size_t entries = 0;
  for (const std::string& cell : CellsIn(path)) {
    entries += cell.substr(0, 6) == "0:iii,";
  }
  EXPECT_EQ(entries, 3000u);
}

TEST(CellsTest, WhatWasDeletedIsNotFound) {
  const tests::FileTree folder;
  const auto cells = CellsIn(Made(
      folder,
      "PRAGMA secure_delete = ON; CREATE TABLE t(a);"
      "WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n WHERE "
      "x < 500) INSERT INTO t SELECT 'deleted' || x FROM n;"
      "DELETE FROM t WHERE a <> 'deleted77';"));
  EXPECT_THAT(cells, Contains("77:t,9ed77"));
  EXPECT_THAT(cells, Not(Contains("78:t,9ed78")));
  std::size_t rows = 0;
  for (const std::string& cell : cells) rows += cell.find(":t,") != cell.npos;
  EXPECT_EQ(rows, 1u);
}

TEST(CellsTest, AnyByteMayBeAnother) {
  const tests::FileTree folder;
  const std::string path =
      Made(folder,
           "CREATE TABLE t(k INTEGER PRIMARY KEY, a TEXT UNIQUE);"
           "INSERT INTO t VALUES(1, 'one'), (2, hex(zeroblob(3000))), (3, "
           "'three');");
  std::ifstream file(path, std::ios::binary);
  const std::string whole{std::istreambuf_iterator<char>(file), {}};
  const auto all = CellsIn(path);
  std::size_t least = all.size();
  for (std::size_t at = 0; at < whole.size(); at += 3) {
    if (whole[at] == 0 && at % 64 != 0) continue;  // most is empty
    std::string damaged = whole;
    damaged[at] = static_cast<char>(damaged[at] ^ (at % 2 == 0 ? 0xff : 1));
    folder.Write("/damaged.db", damaged);
    least = std::min(least, CellsIn(folder.root() + "/damaged.db").size());
  }
  EXPECT_LT(least, all.size());
  EXPECT_GE(least + 4, all.size()) << "a byte costs one page's cells at most";
}

}  // namespace
}  // namespace actions
