// TakenOver: what is said of notifications that an earlier run has left.
#ifndef TOCSIN_ACTIONS_DELIVERY_TAKEN_OVER_H_
#define TOCSIN_ACTIONS_DELIVERY_TAKEN_OVER_H_

#include <set>
#include <string>
#include <vector>

#include "actions/delivery/batch.h"
#include "actions/delivery/transport.h"

namespace actions {

/// How many there are, and what becomes of those of receivers that are not
/// `named` by this run's rules.
std::vector<Note> TakenOver(const CountsByRule& waiting,
                            const std::set<std::string>& named,
                            const Transport& transport);

}  // namespace actions

#endif  // TOCSIN_ACTIONS_DELIVERY_TAKEN_OVER_H_
