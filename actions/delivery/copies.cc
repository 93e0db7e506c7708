// Two temporary tables.
#include "actions/delivery/copies.h"

namespace actions {

void HoldQueues(const std::vector<QueueName>& queues, std::int64_t last,
                Database* database) {
  database->Run("DELETE FROM held");
  database->Run("DELETE FROM forgotten");
  for (const QueueName& one : queues) {
    database->Run("INSERT INTO held VALUES(?1, ?2, ?3, ?4)",
                  {one.receiver, one.rule, one.host, last});
  }
}

bool ForgetNewestCopy(std::int64_t copied, Database* database,
                      CountsByRule* forgotten) {
  std::int64_t newest = 0;
  std::string id;
  QueueName queue;
  database->Run(
      "SELECT n.number, n.id, s.receiver, s.rule, s.host FROM notifications n "
      "CROSS JOIN queues s ON s.queue = n.queue WHERE n.number <= ?1 "
      "ORDER BY n.number DESC LIMIT 1",
      {copied}, [&](const Database::Row& row) {
        newest = row.Integer(0);
        id = row.Text(1);
        queue = {row.Text(2), row.Text(3), row.Text(4)};
      });
  if (newest == 0) return false;
  ++(*forgotten)[{queue.receiver, queue.rule}];
  database->Run("INSERT INTO forgotten VALUES(?1)", {id});
  database->Run(
      "INSERT INTO held VALUES(?1, ?2, ?3, ?4) "
      "ON CONFLICT(receiver, rule, host) DO UPDATE SET last = min(last, ?4)",
      {queue.receiver, queue.rule, queue.host, newest - 1});
  database->Run("DELETE FROM notifications WHERE number = ?1", {newest});
  return true;
}

std::size_t CopiesIn(std::int64_t copied, Database* database) {
  std::size_t count = 0;
  if (copied == 0) return count;
  database->Run("SELECT count(*) FROM notifications WHERE number <= ?1",
                {copied}, [&count](const Database::Row& row) {
                  count = static_cast<std::size_t>(row.Integer(0));
                });
  return count;
}

std::vector<std::string> ForgottenIds(Database* database) {
  std::vector<std::string> ids;
  database->Run("SELECT id FROM forgotten", {},
                [&](const Database::Row& row) { ids.push_back(row.Text(0)); });
  return ids;
}

}  // namespace actions
