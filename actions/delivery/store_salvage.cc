// Store: what can be read of one that is damaged. Numbers of rows are read on
// their own, from both ends of the table and from an index; each row is then
// looked for by itself, so that only those are lost that stood on bad pages.
#include <algorithm>
#include <cstdint>
#include <iterator>
#include <limits>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "actions/delivery/holdoff_table.h"
#include "actions/delivery/indexes.h"
#include "actions/delivery/store.h"

namespace actions {
namespace {

using base::Timestamp;
using Row = Database::Row;

constexpr std::int64_t kLeast = std::numeric_limits<std::int64_t>::min();
constexpr std::int64_t kMost = std::numeric_limits<std::int64_t>::max();
/// So many rows are one transaction.
constexpr std::size_t kTogether = 256;

/// Numbers from `begin` on, in the order of `sql`, which tells those behind ?1;
/// up to where they cannot be read, or are not in order.
void ReadNumbers(const char* sql, std::int64_t begin, bool upwards,
                 Database* database, std::vector<std::int64_t>* numbers) {
  std::int64_t last = begin;
  for (bool more = true; more;) {
    more = false;
    bool in_order = true;
    database->Run(sql, {last}, [&](const Row& row) {
      const std::int64_t number = row.Integer(0);
      in_order &= upwards ? number > last : number < last;
      if (!in_order) return;
      more = true;
      last = number;
      numbers->push_back(number);
    });
    if (!database->status() || !in_order) return;
  }
}

/// The same by the index of their arrival, which stands on other pages.
void ReadIndexed(Database* database, std::vector<std::int64_t>* numbers) {
  std::pair<std::int64_t, std::int64_t> last{kLeast, kLeast};
  for (bool more = true; more;) {
    more = false;
    bool in_order = true;
    database->Run(
        "SELECT arrived, number FROM notifications INDEXED BY "
        "notifications_arrived WHERE (arrived, number) > (?1, ?2) "
        "ORDER BY arrived, number LIMIT 1024",
        {last.first, last.second}, [&](const Row& row) {
          const std::pair next{row.Integer(0), row.Integer(1)};
          in_order &= next > last;
          if (!in_order) return;
          more = true;
          last = next;
          numbers->push_back(next.second);
        });
    if (!database->status() || !in_order) return;
  }
}

/// Of all rows that can be found, in their order.
std::vector<std::int64_t> NumbersIn(Database* database) {
  std::vector<std::int64_t> numbers;
  ReadNumbers(
      "SELECT number FROM notifications NOT INDEXED WHERE number > ?1 "
      "ORDER BY number LIMIT 1024",
      kLeast, true, database, &numbers);
  ReadNumbers(
      "SELECT number FROM notifications NOT INDEXED WHERE number < ?1 "
      "ORDER BY number DESC LIMIT 1024",
      kMost, false, database, &numbers);
  ReadIndexed(database, &numbers);
  std::sort(numbers.begin(), numbers.end());
  numbers.erase(std::unique(numbers.begin(), numbers.end()), numbers.end());
  return numbers;
}

/// Of queues, by their numbers, all that can be found: by their table, or by
/// the index of their names, which stands on other pages.
using QueueNames = std::map<std::int64_t, QueueName>;

void AddQueues(const char* sql, Database* database, QueueNames* queues) {
  database->Run(sql, {}, [&](const Row& row) {
    queues->emplace(row.Integer(0),
                    QueueName{row.Text(1), row.Text(2), row.Text(3)});
  });
  (void)database->status();  // those behind what cannot be read are others'
}

QueueNames QueuesIn(Database* database) {
  QueueNames queues;
  AddQueues("SELECT queue, receiver, rule, host FROM queues NOT INDEXED",
            database, &queues);
  AddQueues(
      "SELECT queue, receiver, rule, host FROM queues NOT INDEXED "
      "ORDER BY queue DESC",
      database, &queues);
  AddQueues(
      "SELECT queue, receiver, rule, host FROM queues INDEXED BY "
      "sqlite_autoindex_queues_1 ORDER BY receiver, rule, host",
      database, &queues);
  AddQueues(
      "SELECT queue, receiver, rule, host FROM queues INDEXED BY "
      "sqlite_autoindex_queues_1 ORDER BY receiver DESC, rule DESC, host DESC",
      database, &queues);
  return queues;
}

/// The row `number` of a queue among `queues`, due at once.
std::optional<Store::Kept> ReadRow(std::int64_t number,
                                   const QueueNames& queues,
                                   Database* database) {
  std::optional<Store::Kept> found;
  database->Run(
      "SELECT id, queue, time, json, tries, problem, arrived FROM "
      "notifications NOT INDEXED WHERE number = ?1",
      {number}, [&](const Row& row) {
        const auto queue = queues.find(row.Integer(1));
        if (queue == queues.end()) return;
        const auto& [receiver, rule, host] = queue->second;
        found = {
            {row.Text(0), receiver, rule, host, {row.Integer(2)}, row.Text(3)},
            static_cast<std::size_t>(row.Integer(4)),
            row.Text(5),
            {row.Integer(6)},
            {row.Integer(6)},
            number};
      });
  if (!database->status()) return std::nullopt;
  return found;
}

/// What the file says that it has, which more than it ever numbered is not.
std::size_t RowsSaid(Database* database) {
  const auto said = database->Number(
      "SELECT min((SELECT rows FROM totals), (SELECT seq FROM "
      "sqlite_sequence WHERE name = 'notifications'))");
  if (!database->status()) return 0;
  return static_cast<std::size_t>(std::max(said, std::int64_t{0}));
}

}  // namespace

base::Result<bool> Store::Mend() { return MendIndexes(database_.get()); }

bool Store::CanSalvage() {
  if (LastNumber()) return true;
  return !NumbersIn(database_.get()).empty();
}

base::Result<void> Store::AddReadable(const std::vector<std::int64_t>& numbers,
                                      Store* damaged, CountsByRule* added) {
  std::vector<Kept> rows;
  Database* const from = damaged->database_.get();
  const QueueNames queues = QueuesIn(from);
  for (const std::int64_t number : numbers) {
    if (auto row = ReadRow(number, queues, from))
      rows.push_back(*std::move(row));
    if (rows.empty() || (rows.size() < kTogether && number != numbers.back())) {
      continue;
    }
    if (auto kept = Merge(rows, 0); !kept) return kept;
    for (const Kept& row : std::exchange(rows, {})) {
      ++(*added)[{row.notification.receiver, row.notification.rule}];
    }
  }
  return {};
}

base::Result<CountsByRule> Store::Salvage(Store* damaged, Timestamp now,
                                          std::int64_t after) {
  const auto holdoffs = damaged->Holdoffs(now);
  if (holdoffs) {
    if (auto kept = Keep(*holdoffs); !kept) return kept.error();
  }
  CountsByRule missing = damaged->CountRows(0);
  (void)damaged->database_->status();  // of the others no rule is known
  auto numbers = NumbersIn(damaged->database_.get());
  const std::size_t all = std::max(
      {SumOf(missing), numbers.size(), RowsSaid(damaged->database_.get())});
  numbers.erase(numbers.begin(),
                std::upper_bound(numbers.begin(), numbers.end(), after));
  CountsByRule added;
  if (auto done = AddReadable(numbers, damaged, &added); !done) {
    return done.error();
  }
  Subtract(added, &missing);
  const std::size_t named = SumOf(added) + SumOf(missing);
  if (all > named) missing[{"unknown receiver", "unknown rule"}] += all - named;
  return missing;
}

}  // namespace actions
