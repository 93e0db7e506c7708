// Store: one outbox handed over to another, its own earlier run's or a copy's.
#include <cstdint>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "actions/delivery/copies.h"
#include "actions/delivery/retry.h"
#include "actions/delivery/store.h"

namespace actions {

using base::Timestamp;
using Row = Database::Row;

namespace {

/// No time is farther from 1970 in nanoseconds, and nothing is tried so often.
constexpr std::int64_t kFarthest = std::int64_t{1} << 62;

/// So long a start tries what has waited for kDeadline: the network may be
/// late, and a machine that was off for days has tried nothing.
constexpr base::Duration kAtLeast{3600 * base::kNanosPerSecond};

}  // namespace

base::Result<void> Store::Checkpoint() {
  bool whole = false;
  database_->Run("PRAGMA wal_checkpoint(TRUNCATE)", {},
                 [&](const Row& row) { whole = row.Integer(0) == 0; });
  if (auto done = database_->status(); !done || whole) return done;
  return base::Error{base::ErrorCode::kSystem, "others read what is older"};
}

base::Result<void> Store::Hold(const std::vector<QueueName>& queues,
                               std::int64_t last) {
  copied_ = last;
  HoldQueues(queues, last, database_.get());
  return database_->status();
}

base::Result<std::vector<std::string>> Store::Forgotten() {
  auto ids = ForgottenIds(database_.get());
  if (auto read = database_->status(); !read) return read.error();
  return ids;
}

base::Result<void> Store::Merge(const std::vector<Store::Kept>& rows,
                                std::int64_t known,
                                const std::vector<std::string>& others) {
  std::set<std::string> kept(others.begin(), others.end());
  for (const Store::Kept& row : rows) kept.insert(row.notification.id);
  // By themselves: that makes room.
  auto removed = Transact([&] {
    std::vector<std::string> gone;
    database_->Run("SELECT id FROM notifications WHERE number <= ?1", {known},
                   [&](const Row& row) {
                     if (kept.count(row.Text(0)) == 0) {
                       gone.push_back(row.Text(0));
                     }
                   });
    for (const std::string& id : gone) {
      database_->Run("DELETE FROM notifications WHERE id = ?1", {id});
    }
  });
  if (!removed) return removed;
  return Transact([&] {
    for (const Store::Kept& row : rows) {
      Add(row);
      const Notification& one = row.notification;
      database_->Run(
          "UPDATE queues SET due = ?4 "
          "WHERE receiver = ?1 AND rule = ?2 AND host = ?3",
          {one.receiver, one.rule, one.host, row.due.ns});
    }
  });
}

void Store::Total() {
  database_->Run("DELETE FROM totals");
  database_->Run(
      "INSERT INTO totals SELECT count(*), ifnull(sum(length(json)), 0) "
      "FROM notifications");
}

base::Result<std::vector<std::string>> Store::Resume(Timestamp now) {
  std::vector<std::string> receivers;
  database_->Run("UPDATE queues SET due = ?1 WHERE due > ?2",
                 {now.ns, (now + kLongestPause).ns});
  database_->Run("UPDATE notifications SET arrived = ?1 WHERE arrived > ?1",
                 {now.ns});
  // So is what no row of ours has, and nobody can reckon with.
  database_->Run("UPDATE notifications SET arrived = ?1 WHERE arrived < ?1",
                 {now.ns - kDeadline.ns + kAtLeast.ns});
  database_->Run(
      "UPDATE notifications SET tries = 0 WHERE tries < 0 OR tries > ?1",
      {kFarthest});
  database_->Run(
      "UPDATE notifications SET time = ?1 WHERE time > ?1 OR time < -?1",
      {kFarthest});
  // A file that was damaged or mended by hand may not have counted right.
  Total();
  database_->Run("SELECT DISTINCT receiver FROM queues", {},
                 [&](const Row& row) { receivers.push_back(row.Text(0)); });
  const bool strays = database_->Number(
      "SELECT EXISTS(SELECT 1 FROM notifications WHERE queue NOT IN "
      "(SELECT queue FROM queues))");
  const bool others = database_->Number(
      "SELECT EXISTS(SELECT 1 FROM notifications WHERE number < 1)");
  if (auto read = database_->status(); !read) return read.error();
  if (strays) {
    return base::Error{base::ErrorCode::kCorrupt,
                       "it has rows without a queue"};
  }
  if (others) {
    return base::Error{base::ErrorCode::kCorrupt,
                       "it has rows that no program of ours has written"};
  }
  return receivers;
}

Problems Store::ProblemsAt(Timestamp now) {
  Problems problems;
  database_->Run(
      "SELECT receiver, problem FROM queues JOIN notifications ON number = "
      "(SELECT min(number) FROM notifications AS n WHERE n.queue = "
      "queues.queue) WHERE due > ?1 AND tries > 0",
      {now.ns}, [&](const Row& row) { problems[row.Text(0)] = row.Text(1); });
  return problems;
}

}  // namespace actions
