// RenewFirstPage: for an outbox whose first page is damaged, or that is cut:
// all others are found through it. Ours are alike but for what they count.
#ifndef TOCSIN_ACTIONS_DELIVERY_FIRST_PAGE_H_
#define TOCSIN_ACTIONS_DELIVERY_FIRST_PAGE_H_

#include <string>

namespace actions {

/// Puts the first page of a new outbox over that of the file `path`, which
/// nobody uses; what was there is kept in `path`.page-1. False where that
/// cannot be done, or something waits in its -wal; of an empty file, whose
/// pages SQLite then finds there, where nothing does. See
/// https://www.sqlite.org/fileformat2.html#the_database_header
bool RenewFirstPage(const std::string& path);

}  // namespace actions

#endif  // TOCSIN_ACTIONS_DELIVERY_FIRST_PAGE_H_
