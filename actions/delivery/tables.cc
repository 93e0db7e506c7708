// A queue knows when its first notification is due, so that what is due is
// found by an index of queues; triggers keep queues and totals true whoever
// adds and removes rows.
#include "actions/delivery/tables.h"

#include <algorithm>
#include <cstdint>
#include <string>

#include "actions/delivery/holdoff_table.h"

namespace actions {
namespace {

using base::Error;
using base::ErrorCode;

constexpr std::int64_t kVersion = 1;               // of the tables
constexpr std::int64_t kApplication = 0x746f6373;  // "tocs"
/// A number beyond is none that rows have come to by themselves.
constexpr std::int64_t kLastNumber = std::int64_t{1} << 62;

/// Of 32 pages of 4 KiB, which also a small directory has room for: with
/// SQLite's own 1000 a tick of 10,000 is written no faster.
/// What is deleted is zeros then: damaged_file.h takes what it finds for rows.
constexpr char kSettings[] =
    "PRAGMA secure_delete = ON;"
    "PRAGMA journal_mode = WAL;"
    "PRAGMA wal_autocheckpoint = 32;"
    "PRAGMA journal_size_limit = 131072;";

constexpr char kTables[] =
    "CREATE TABLE queues(queue INTEGER PRIMARY KEY, receiver TEXT NOT NULL,"
    " rule TEXT NOT NULL, host TEXT NOT NULL, due INTEGER NOT NULL,"
    " UNIQUE(receiver, rule, host));"
    "CREATE INDEX queues_due ON queues(receiver, due);"
    "CREATE TABLE notifications(number INTEGER PRIMARY KEY AUTOINCREMENT,"
    " id TEXT NOT NULL UNIQUE, queue INTEGER NOT NULL,"
    " time INTEGER NOT NULL, arrived INTEGER NOT NULL,"
    " tries INTEGER NOT NULL, problem TEXT NOT NULL, json TEXT NOT NULL);"
    "CREATE INDEX notifications_queue ON notifications(queue, number);"
    "CREATE INDEX notifications_arrived ON notifications(arrived);"
    "CREATE TABLE totals(rows INTEGER NOT NULL, bytes INTEGER NOT NULL);"
    "INSERT INTO totals VALUES(0, 0);"
    "CREATE TRIGGER added AFTER INSERT ON notifications BEGIN"
    " UPDATE totals SET rows = rows + 1, bytes = bytes + length(new.json);"
    " END;"
    "CREATE TRIGGER removed AFTER DELETE ON notifications BEGIN"
    " UPDATE totals SET rows = rows - 1, bytes = bytes - length(old.json);"
    " DELETE FROM queues WHERE queue = old.queue AND NOT EXISTS"
    " (SELECT 1 FROM notifications WHERE queue = old.queue);"
    " END;"
    "PRAGMA application_id = 0x746f6373;"
    "PRAGMA user_version = 1;";

/// Another tool may have put a BLOB where no text is equal to it. It is the
/// text that it holds; ids are found by their index, where BLOBs come last.
constexpr char kBlobs[] =
    "SELECT EXISTS(SELECT 1 FROM notifications WHERE id >= x'') OR "
    "EXISTS(SELECT 1 FROM queues "
    "WHERE 'blob' IN (typeof(receiver), typeof(rule), typeof(host)))";
constexpr char kTextIds[] =
    "UPDATE notifications SET id = CAST(id AS TEXT) WHERE id >= x''";
constexpr char kTextQueues[] =
    "UPDATE queues SET receiver = CAST(receiver AS TEXT),"
    " rule = CAST(rule AS TEXT), host = CAST(host AS TEXT) "
    "WHERE 'blob' IN (typeof(receiver), typeof(rule), typeof(host))";

/// What a file says of itself.
struct Marks {
  std::int64_t version = 0;
  std::int64_t application = 0;
  std::int64_t entries = 0;  // tables, and what belongs to them

  bool IsEmpty() const {
    return version == 0 && application == 0 && entries == 0;
  }
};

/// Within a transaction, so that they are of one moment.
Marks MarksOf(Database* database) {
  return {database->Number("PRAGMA user_version"),
          database->Number("PRAGMA application_id"),
          database->Number("SELECT count(*) FROM sqlite_master")};
}

/// All that a database holds, as SQLite has noted it; without statistics that a
/// tool has put there.
std::string Described(Database* database) {
  std::string all;
  database->Run(
      "SELECT type, name, tbl_name, sql FROM sqlite_master WHERE NOT "
      "(type = 'table' AND name GLOB 'sqlite_stat?') ORDER BY type, name",
      {}, [&](const Database::Row& row) {
        for (int i = 0; i < 4; ++i) all += row.Text(i) + '\n';
      });
  return all;
}

}  // namespace

base::Result<void> LookAtTables(Database* database) {
  auto fresh = Database::Open(":memory:");
  if (!fresh) return fresh.error();
  (*fresh)->RunAll(kTables);
  (*fresh)->RunAll(kHoldoffTable);
  const std::string found = Described(database);
  if (auto read = database->status(); !read) return read;
  if (found == Described(fresh->get())) return {};
  return Error{ErrorCode::kCorrupt, "its tables are not as they were made"};
}

void MakeTables(Database* database) {
  database->RunAll(kSettings);
  database->Run("BEGIN IMMEDIATE");
  if (MarksOf(database).IsEmpty()) database->RunAll(kTables);
  database->RunAll(kHoldoffTable);
  database->Run("COMMIT");
}

void MakeTexts(Database* database) {
  if (database->Number(kBlobs) == 0) return;
  database->Run(kTextIds);
  database->Run(kTextQueues);
}

base::Result<void> PrepareTables(Database* database) {
  database->Run("BEGIN");
  const Marks marks = MarksOf(database);
  database->Run("COMMIT");
  if (auto read = database->status(); !read) return read;
  if (!marks.IsEmpty() && marks.application != kApplication) {
    return Error{ErrorCode::kUnsupported,
                 "is another program's database: move it away"};
  }
  if (marks.version > kVersion) {
    return Error{ErrorCode::kUnsupported,
                 "a newer version of the program has made it: use that "
                 "one, or move the file away"};
  }
  if (marks.IsEmpty()) {
    MakeTables(database);
  } else {
    database->RunAll(kHoldoffTable);
  }
  if (auto ours = LookAtTables(database); !ours) return ours;
  database->RunAll(kSettings);
  MakeTexts(database);
  const std::int64_t last =
      std::max(database->Number("SELECT max(seq) FROM sqlite_sequence"),
               database->Number("SELECT max(number) FROM notifications"));
  auto ready = database->status();
  if (ready && last > kLastNumber) {
    return Error{ErrorCode::kCorrupt, "no number is left for rows"};
  }
  return ready;
}

}  // namespace actions
