// Copies: what a database in memory knows of the file for which it stands in:
// its first rows are copies of the file's.
#ifndef TOCSIN_ACTIONS_DELIVERY_COPIES_H_
#define TOCSIN_ACTIONS_DELIVERY_COPIES_H_

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "actions/delivery/counts_by_rule.h"
#include "actions/delivery/database.h"

namespace actions {

struct QueueName {
  std::string receiver;
  std::string rule;
  std::string host;
};

/// Queues whose rows with a number above `last` wait for the file, and rows
/// that the file alone has. They are this connection's alone.
inline constexpr char kCopiesTables[] =
    "PRAGMA temp_store = MEMORY;"
    "CREATE TEMP TABLE held(receiver TEXT, rule TEXT, host TEXT, last INTEGER,"
    " PRIMARY KEY(receiver, rule, host));"
    "CREATE TEMP TABLE forgotten(id TEXT PRIMARY KEY)";

/// From now on these queues are held, and nothing is forgotten.
void HoldQueues(const std::vector<QueueName>& queues, std::int64_t last,
                Database* database);
/// Forgets the newest of the rows up to the number `copied`, and counts it;
/// what is behind it waits for the file. False if there is none.
bool ForgetNewestCopy(std::int64_t copied, Database* database,
                      CountsByRule* forgotten);
/// How many rows up to the number `copied` there are.
std::size_t CopiesIn(std::int64_t copied, Database* database);
std::vector<std::string> ForgottenIds(Database* database);

}  // namespace actions

#endif  // TOCSIN_ACTIONS_DELIVERY_COPIES_H_
