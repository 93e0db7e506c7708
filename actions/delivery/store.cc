// What is done with the tables: tables.h.
#include "actions/delivery/store.h"

#include <algorithm>
#include <functional>
#include <limits>
#include <utility>

#include "actions/delivery/holdoff_table.h"
#include "actions/delivery/retry.h"
#include "actions/delivery/tables.h"

namespace actions {
namespace {

using base::Timestamp;
using Row = Database::Row;

/// Those offered to one receiver at once have hardly more bytes of JSON.
constexpr std::size_t kMostOffered = std::size_t{4} << 20;
constexpr std::int64_t kEver = std::numeric_limits<std::int64_t>::max();

/// Columns of a notification and its queue, for NotificationIn().
#define NOTIFICATION "n.id, s.receiver, s.rule, s.host, n.time, n.json"

Notification NotificationIn(const Row& row) {
  return {row.Text(0), row.Text(1),      row.Text(2),
          row.Text(3), {row.Integer(4)}, row.Text(5)};
}

/// What KeptIn() reads.
#define SELECT_KEPT                                                        \
  "SELECT " NOTIFICATION                                                   \
  ", n.tries, n.problem, n.arrived, s.due, n.number FROM notifications n " \
  "CROSS JOIN queues s ON s.queue = n.queue "

Store::Kept KeptIn(const Row& row) {
  return {NotificationIn(row), static_cast<std::size_t>(row.Integer(6)),
          row.Text(7),         {row.Integer(8)},
          {row.Integer(9)},    row.Integer(10)};
}

std::int64_t Signed(std::size_t number) {
  return static_cast<std::int64_t>(number);
}

}  // namespace

base::Result<std::unique_ptr<Store>> Store::Open(const std::string& path,
                                                 const Limits& limits) {
  auto database = Database::Open(path);
  if (!database) return database.error();
  if (auto ready = PrepareTables(database->get()); !ready) return ready.error();
  (*database)->RunAll(kCopiesTables);
  if (auto ready = (*database)->status(); !ready) return ready.error();
  return std::unique_ptr<Store>(new Store(std::move(*database), limits));
}

base::Result<void> Store::Transact(const std::function<void()>& steps) {
  database_->Run("BEGIN IMMEDIATE");
  steps();
  database_->Run("COMMIT");
  auto done = database_->status();
  if (!done) {
    database_->Run("ROLLBACK");
    (void)database_->status();  // where there was nothing to roll back
  }
  return done;
}

base::Result<Answer> Store::Exchange(const Batch& batch) {
  Answer answer;
  // What is added is on the disk before it is sent. That something was sent may
  // be forgotten where the power fails: it is then sent twice.
  database_->RunAll(batch.added.empty() ? "PRAGMA synchronous = NORMAL"
                                        : "PRAGMA synchronous = FULL");
  std::optional<CountsByRule> counts;
  CountsByRule removed;
  auto done = Transact([&] {
    LookForOthers(&answer, &counts);
    if (batch.jump != base::Duration()) {
      database_->Run("UPDATE queues SET due = due + ?1", {batch.jump.ns});
      database_->Run("UPDATE notifications SET arrived = arrived + ?1",
                     {batch.jump.ns});
    }
    for (const Notification& one : batch.added) {
      Add({one, 0, "", batch.now, batch.now, 0});
    }
    for (const std::string& id : batch.removed) {
      Remove(id, batch.now, &removed);
      NoLongerOffered(id);
    }
    for (const Postponed& one : batch.postponed) {
      Postpone(one, batch.now);
      NoLongerOffered(one.id);
    }
    for (const std::string& receiver : batch.expired) {
      Expire(receiver, {batch.now.ns - kDeadline.ns}, &answer.expired);
    }
    for (const std::string& receiver : batch.due) {
      database_->Run(
          "UPDATE queues SET due = ?2 WHERE receiver = ?1 AND due > ?2",
          {receiver, batch.now.ns});
    }
    for (const Holdoff& one : batch.holdoffs) {
      KeepHoldoff(one, database_.get());
    }
    KeepWithinLimits(&answer);
    answer.copies = CopiesIn(copied_, database_.get());
    if (answer.waiting > 0) {
      answer.oldest =
          batch.now - Timestamp{database_->Number(
                          "SELECT min(arrived) FROM notifications")};
    }
    for (const Wanted& one : batch.wanted) {
      answer.offers.push_back(OfferFor(one, batch.now));
    }
  });
  if (!done) return done.error();
  rows_ = answer.waiting;
  if (counts) counts_ = std::move(*counts);
  for (const Notification& one : batch.added) {
    ++counts_[{one.receiver, one.rule}];
  }
  for (const auto* less :
       {&removed, &answer.expired, &answer.dropped, &answer.forgotten}) {
    Subtract(*less, &counts_);
  }
  for (const std::string& receiver : batch.counted) {
    answer.counted[receiver] = CountFor(receiver, counts_);
  }
  return answer;
}

/// What is due since ever was made so by MakeDue().
void Store::LookForOthers(Answer* answer, std::optional<CountsByRule>* counts) {
  const std::int64_t before = changes_;
  changes_ = database_->Number("PRAGMA data_version");
  if (changes_ == before) return;
  MakeTexts(database_.get());
  const auto rows =
      static_cast<std::size_t>(database_->Number("SELECT rows FROM totals"));
  if (rows < rows_) answer->taken_out = rows_ - rows;
  if (rows != rows_) *counts = CountRows(0);
  database_->Run(
      "SELECT DISTINCT receiver FROM queues WHERE due = 0", {},
      [&](const Row& row) { answer->retried.push_back(row.Text(0)); });
}

void Store::Add(const Kept& row) {
  const Notification& one = row.notification;
  database_->Run(
      "INSERT INTO queues(receiver, rule, host, due) VALUES(?1, ?2, ?3, ?4) "
      "ON CONFLICT DO NOTHING",
      {one.receiver, one.rule, one.host, row.due.ns});
  database_->Run(
      "INSERT INTO notifications(id, queue, time, arrived, tries, problem, "
      "json) SELECT ?1, queue, ?5, ?9, ?6, ?7, ?8 FROM queues "
      "WHERE receiver = ?2 AND rule = ?3 AND host = ?4 "
      "ON CONFLICT(id) DO UPDATE SET tries = ?6, problem = ?7",
      {one.id, one.receiver, one.rule, one.host, one.time.ns, Signed(row.tries),
       row.problem, one.json, row.arrived.ns});
}

/// The next one of its queue is due at once.
void Store::Remove(const std::string& id, Timestamp now,
                   CountsByRule* removed) {
  std::int64_t queue = 0;
  database_->Run(
      "SELECT s.queue, s.receiver, s.rule FROM notifications n "
      "CROSS JOIN queues s ON s.queue = n.queue WHERE n.id = ?1",
      {id}, [&](const Row& row) {
        queue = row.Integer(0);
        ++(*removed)[{row.Text(1), row.Text(2)}];
      });
  database_->Run("UPDATE queues SET due = ?2 WHERE queue = ?1",
                 {queue, now.ns});
  database_->Run("DELETE FROM notifications WHERE id = ?1", {id});
  database_->Run("DELETE FROM forgotten WHERE id = ?1", {id});
}

void Store::Postpone(const Postponed& one, Timestamp now) {
  database_->Run(
      "UPDATE notifications SET tries = tries + 1, problem = ?2 WHERE id = ?1",
      {one.id, one.problem});
  database_->Run(
      "UPDATE queues SET due = ?2 WHERE queue = "
      "(SELECT queue FROM notifications WHERE id = ?1)",
      {one.id, (now + one.wait).ns});
}

void Store::Expire(const std::string& receiver, Timestamp before,
                   CountsByRule* lost) {
  std::vector<std::int64_t> numbers;
  database_->Run(
      "SELECT n.number, s.rule, n.id FROM notifications n "
      "CROSS JOIN queues s ON s.queue = n.queue "
      "WHERE n.arrived < ?2 AND s.receiver = ?1",
      {receiver, before.ns}, [&](const Row& row) {
        if (IsOffered(receiver, row.Text(2))) return;
        numbers.push_back(row.Integer(0));
        ++(*lost)[{receiver, row.Text(1)}];
      });
  for (const std::int64_t number : numbers) {
    database_->Run("DELETE FROM notifications WHERE number = ?1", {number});
  }
}

base::Result<void> Store::Keep(const std::vector<Holdoff>& holdoffs) {
  return Transact([&] {
    for (const Holdoff& one : holdoffs) KeepHoldoff(one, database_.get());
  });
}

base::Result<std::vector<Holdoff>> Store::Holdoffs(Timestamp now) {
  auto holdoffs = HoldoffsAt(now, database_.get());
  if (auto read = database_->status(); !read) return read.error();
  return holdoffs;
}

void Store::KeepWithinLimits(Answer* answer) {
  // Another tool may have changed rows, of which no trigger is told.
  if (database_->Number("SELECT min(rows, bytes) FROM totals") < 0) Total();
  std::int64_t last = std::numeric_limits<std::int64_t>::min();
  for (;;) {
    database_->Run("SELECT rows, bytes FROM totals", {}, [&](const Row& row) {
      answer->waiting = static_cast<std::size_t>(row.Integer(0));
      answer->bytes = static_cast<std::size_t>(row.Integer(1));
    });
    if (answer->waiting <= limits_.rows && answer->bytes <= limits_.bytes) {
      return;
    }
    if (ForgetNewestCopy(copied_, database_.get(), &answer->forgotten)) {
      continue;
    }
    const auto oldest = OldestBehind(last, answer);
    if (!oldest) return;  // it has failed, or all is on its way
    last = *oldest;
    database_->Run("DELETE FROM notifications WHERE number = ?1", {last});
  }
}

/// The first that has not been offered, with a number above `last`: counts it
/// as dropped.
std::optional<std::int64_t> Store::OldestBehind(std::int64_t last,
                                                Answer* answer) {
  std::optional<std::int64_t> oldest;
  for (bool more = true; more && !oldest;) {
    more = false;
    database_->Run(
        "SELECT n.number, s.receiver, s.rule, n.id FROM notifications n "
        "CROSS JOIN queues s ON s.queue = n.queue "
        "WHERE n.number > ?1 ORDER BY n.number LIMIT 64",
        {last}, [&](const Row& row) {
          if (oldest) return;
          more = true;
          last = row.Integer(0);
          if (IsOffered(row.Text(1), row.Text(3))) return;
          oldest = last;
          ++answer->dropped[{row.Text(1), row.Text(2)}];
        });
  }
  return oldest;
}

bool Store::IsOffered(const std::string& receiver,
                      const std::string& id) const {
  const auto found = offered_.find(receiver);
  return found != offered_.end() && found->second.count(id) > 0;
}

void Store::NoLongerOffered(const std::string& id) {
  for (auto& [receiver, ids] : offered_) ids.erase(id);
}

Offer Store::OfferFor(const Wanted& wanted, Timestamp now) {
  Offer offer{wanted.receiver, {}, false, {}};
  std::size_t bytes = 0;
  database_->Run(
      "SELECT " NOTIFICATION
      ", n.tries FROM queues s CROSS JOIN notifications n ON n.number = "
      "(SELECT min(number) FROM notifications WHERE queue = s.queue) "
      "WHERE s.receiver = ?1 AND s.due <= ?2 AND NOT EXISTS (SELECT 1 FROM "
      "held h WHERE h.receiver = s.receiver AND h.rule = s.rule "
      "AND h.host = s.host AND h.last < n.number) ORDER BY s.due LIMIT ?3",
      {wanted.receiver, wanted.early ? kEver : now.ns,
       Signed(wanted.most + wanted.besides.size())},
      [&](const Row& row) {
        if (offer.heads.size() == wanted.most ||
            wanted.besides.count(row.Text(0))) {
          return;
        }
        if (bytes >= kMostOffered) return void(offer.more = true);
        offer.heads.push_back(
            {NotificationIn(row), static_cast<std::size_t>(row.Integer(6))});
        bytes += offer.heads.back().notification.json.size();
      });
  database_->Run(
      "SELECT due FROM queues WHERE receiver = ?1 AND due > ?2 "
      "ORDER BY due LIMIT 1",
      {wanted.receiver, now.ns},
      [&](const Row& row) { offer.next = Timestamp{row.Integer(0)} - now; });
  std::set<std::string>& offered = offered_[wanted.receiver];
  offered = wanted.besides;
  for (const Head& head : offer.heads) offered.insert(head.notification.id);
  return offer;
}

std::vector<Store::Kept> Store::ReadRows(const Limits& most, std::int64_t after,
                                         bool* in_order) {
  std::vector<Kept> rows;
  std::size_t bytes = 0;
  bool more = true;
  while (more && rows.size() < most.rows && bytes < most.bytes) {
    more = false;
    database_->Run(SELECT_KEPT "WHERE n.number > ?1 ORDER BY n.number LIMIT 64",
                   {after}, [&](const Row& row) {
                     Kept kept = KeptIn(row);
                     // They would come again and again.
                     *in_order &= kept.number > after;
                     if (!*in_order) return;
                     after = kept.number;
                     bytes += kept.notification.json.size();
                     rows.push_back(std::move(kept));
                     more = true;
                   });
  }
  return rows;
}

base::Result<std::vector<Store::Kept>> Store::Rows(const Limits& most,
                                                   std::int64_t after) {
  bool in_order = true;
  auto rows = ReadRows(most, after, &in_order);
  if (auto read = database_->status(); !read) return read.error();
  if (!in_order) {
    return base::Error{base::ErrorCode::kCorrupt, "its rows are out of order"};
  }
  return rows;
}

std::vector<Store::Kept> Store::ReadableRows(const Limits& most) {
  bool in_order = true;
  auto rows = ReadRows(most, 0, &in_order);
  if (database_->status() && in_order) return rows;
  std::size_t bytes = 0;
  for (const Kept& row : rows) bytes += row.notification.json.size();
  std::vector<Kept> behind;
  database_->Run(SELECT_KEPT
                 "WHERE n.number > ?1 ORDER BY n.number DESC LIMIT ?2",
                 {rows.empty() ? 0 : rows.back().number,
                  Signed(most.rows - std::min(most.rows, rows.size()))},
                 [&](const Row& row) {
                   if (bytes >= most.bytes) return;
                   behind.push_back(KeptIn(row));
                   bytes += behind.back().notification.json.size();
                 });
  (void)database_->status();
  std::move(behind.rbegin(), behind.rend(), std::back_inserter(rows));
  return rows;
}

base::Result<std::optional<Store::Kept>> Store::Find(const std::string& id) {
  std::optional<Kept> found;
  database_->Run(SELECT_KEPT "WHERE n.id = ?1", {id},
                 [&](const Row& row) { found = KeptIn(row); });
  if (auto read = database_->status(); !read) return read.error();
  return found;
}

base::Result<std::vector<QueueName>> Store::Queues(std::int64_t after) {
  std::vector<QueueName> queues;
  database_->Run(
      "SELECT receiver, rule, host FROM queues s WHERE EXISTS (SELECT 1 FROM "
      "notifications n WHERE n.queue = s.queue AND n.number > ?1)",
      {after}, [&](const Row& row) {
        queues.push_back({row.Text(0), row.Text(1), row.Text(2)});
      });
  if (auto read = database_->status(); !read) return read.error();
  return queues;
}

base::Result<std::int64_t> Store::LastNumber() {
  const auto last = database_->Number("SELECT max(number) FROM notifications");
  if (auto read = database_->status(); !read) return read.error();
  return last;
}

CountsByRule Store::CountRows(std::int64_t after) {
  CountsByRule waiting;
  database_->Run(
      "SELECT s.receiver, s.rule, count(*) FROM queues s JOIN notifications n "
      "USING(queue) WHERE n.number > ?1 GROUP BY s.queue",
      {after}, [&](const Row& row) {
        waiting[{row.Text(0), row.Text(1)}] +=
            static_cast<std::size_t>(row.Integer(2));
      });
  return waiting;
}

base::Result<CountsByRule> Store::Waiting(std::int64_t after) {
  auto waiting = CountRows(after);
  if (auto read = database_->status(); !read) return read.error();
  return waiting;
}

base::Result<void> Store::Count() {
  counts_ = CountRows(0);
  rows_ = 0;
  for (const auto& [whose, count] : counts_) rows_ += count;
  return database_->status();
}

base::Result<void> Store::MakeDue() {
  database_->Run("UPDATE queues SET due = 0");
  return database_->status();
}

}  // namespace actions
