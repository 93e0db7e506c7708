// MendIndexes: whether the outbox's indexes name what its tables hold. An entry
// that is missing hides a notification for ever; one that is wrong keeps a
// rule's others back, or has one sent without end.
#ifndef TOCSIN_ACTIONS_DELIVERY_INDEXES_H_
#define TOCSIN_ACTIONS_DELIVERY_INDEXES_H_

#include "actions/delivery/database.h"
#include "base/result.h"

namespace actions {

/// Reads all of `database`, which has our tables, and makes the indexes anew
/// where they alone are wrong: whether it did. Errors: kCorrupt: pages do not
/// hold together, or tables have lost rows that their indexes still name, which
/// new indexes would forget; those of Database::status().
/// See https://www.sqlite.org/pragma.html#pragma_integrity_check
base::Result<bool> MendIndexes(Database* database);

}  // namespace actions

#endif  // TOCSIN_ACTIONS_DELIVERY_INDEXES_H_
