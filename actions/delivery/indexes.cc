// SQLite says what is wrong in sentences, of which those about indexes alone
// are known here; any other means damage.
#include "actions/delivery/indexes.h"

#include <algorithm>
#include <string>

namespace actions {
namespace {

using base::Error;
using base::ErrorCode;

/// By how many entries an index has more than its table has rows; 0: none. Each
/// condition has all rows, and makes the index serve.
constexpr char kMoreByQueue[] =
    "SELECT (SELECT count(*) FROM notifications INDEXED BY "
    "notifications_queue WHERE queue >= -9223372036854775807) - "
    "(SELECT count(*) FROM notifications NOT INDEXED)";
constexpr char kMoreByArrival[] =
    "SELECT (SELECT count(*) FROM notifications INDEXED BY "
    "notifications_arrived WHERE arrived >= -9223372036854775807) - "
    "(SELECT count(*) FROM notifications NOT INDEXED)";
constexpr char kMoreById[] =
    "SELECT (SELECT count(*) FROM notifications INDEXED BY "
    "sqlite_autoindex_notifications_1 WHERE id >= '') - "
    "(SELECT count(*) FROM notifications NOT INDEXED)";
constexpr char kMoreQueues[] =
    "SELECT (SELECT count(*) FROM queues INDEXED BY queues_due WHERE "
    "receiver >= '') - (SELECT count(*) FROM queues NOT INDEXED)";

bool IsOfAnIndex(const std::string& sentence) {
  return sentence.find(" missing from index ") != std::string::npos ||
         sentence.find("wrong # of entries in index ") == 0;
}

/// The first thing that is wrong with pages, behind a line that names the
/// database.
std::string FirstLine(std::string sentence) {
  if (sentence.starts_with("***")) {
    sentence.erase(0, std::min(sentence.find('\n') + 1, sentence.size()));
  }
  return sentence.substr(0, sentence.find('\n'));
}

}  // namespace

base::Result<bool> MendIndexes(Database* database) {
  std::string wrong;  // with more than indexes
  bool whole = false;
  database->Run("PRAGMA integrity_check(100)", {},
                [&](const Database::Row& row) {
                  const std::string sentence = row.Text(0);
                  if (sentence == "ok") whole = true;
                  if (wrong.empty() && !IsOfAnIndex(sentence)) wrong = sentence;
                });
  if (auto read = database->status(); !read) return read.error();
  if (whole) return false;
  if (!wrong.empty()) return Error{ErrorCode::kCorrupt, FirstLine(wrong)};
  for (const char* more :
       {kMoreByQueue, kMoreByArrival, kMoreById, kMoreQueues}) {
    const bool lost = database->Number(more) > 0;
    if (auto read = database->status(); !read) return read.error();
    if (lost) {
      return Error{ErrorCode::kCorrupt, "its tables have lost rows"};
    }
  }
  database->RunAll("REINDEX");
  if (auto made = database->status(); !made) return made.error();
  return true;
}

}  // namespace actions
