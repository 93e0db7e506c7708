// A row for each action that is held off.
#include "actions/delivery/holdoff_table.h"

#include <cstdint>

namespace actions {

void KeepHoldoff(const Holdoff& one, Database* database) {
  if (one.until == base::Timestamp()) {
    return database->Run("DELETE FROM holdoffs WHERE key = ?1", {one.key});
  }
  database->Run(
      "INSERT OR REPLACE INTO holdoffs(key, since, until, succeeded) "
      "VALUES(?1, ?2, ?3, ?4)",
      {one.key, one.since.ns, one.until.ns, std::int64_t{one.succeeded}});
}

std::vector<Holdoff> HoldoffsAt(base::Timestamp now, Database* database) {
  std::vector<Holdoff> holdoffs;
  database->Run("DELETE FROM holdoffs WHERE until < ?1 OR since > ?1",
                {now.ns});
  // There are no more actions than that, whoever has written there.
  database->Run(
      "SELECT key, since, until, succeeded FROM holdoffs "
      "WHERE length(key) < 10000 ORDER BY since DESC LIMIT 100000",
      {}, [&](const Database::Row& row) {
        holdoffs.push_back({row.Text(0),
                            {row.Integer(1)},
                            {row.Integer(2)},
                            row.Integer(3) != 0});
      });
  return holdoffs;
}

}  // namespace actions
