// The table of holdoffs in the outbox's database.
#ifndef TOCSIN_ACTIONS_DELIVERY_HOLDOFF_TABLE_H_
#define TOCSIN_ACTIONS_DELIVERY_HOLDOFF_TABLE_H_

#include <vector>

#include "actions/delivery/database.h"
#include "actions/delivery/holdoff.h"
#include "base/time.h"

namespace actions {

/// Makes it where it is not there: it came later than the other tables.
inline constexpr char kHoldoffTable[] =
    "CREATE TABLE IF NOT EXISTS holdoffs(key TEXT PRIMARY KEY,"
    " since INTEGER NOT NULL, until INTEGER NOT NULL,"
    " succeeded INTEGER NOT NULL);";

/// What fails is in the database's status.
void KeepHoldoff(const Holdoff& one, Database* database);
/// Those that are not over at `now`; the others are forgotten, and those that
/// begin later, for the clock was set back. What fails is in the database's
/// status.
std::vector<Holdoff> HoldoffsAt(base::Timestamp now, Database* database);

}  // namespace actions

#endif  // TOCSIN_ACTIONS_DELIVERY_HOLDOFF_TABLE_H_
