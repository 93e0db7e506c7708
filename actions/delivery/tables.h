// The tables of the outbox: made, or looked at. What is done with them:
// store.h.
#ifndef TOCSIN_ACTIONS_DELIVERY_TABLES_H_
#define TOCSIN_ACTIONS_DELIVERY_TABLES_H_

#include "actions/delivery/database.h"
#include "base/result.h"

namespace actions {

/// Has `database` hold our tables, and nothing else, which could be run.
/// Errors: kUnsupported: it was made by a newer program, or by another one,
/// whose it stays; kCorrupt: it is ours, but not as we have made it; those of
/// Database::status().
base::Result<void> PrepareTables(Database* database);

/// Whether `database` has our tables and nothing else. Errors: kCorrupt, and
/// those of Database::status().
base::Result<void> LookAtTables(Database* database);

/// Makes our tables in an empty database, unless another process has done so
/// by now. What fails is in the database's status.
void MakeTables(Database* database);

/// Ids and names that another tool has made BLOBs are text again. What fails is
/// in the database's status: of two rows that are then the same, it is damage.
void MakeTexts(Database* database);

}  // namespace actions

#endif  // TOCSIN_ACTIONS_DELIVERY_TABLES_H_
