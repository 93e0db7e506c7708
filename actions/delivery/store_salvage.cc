// Store: takes over what can be read of a damaged file.
#include <cstdint>
#include <utility>
#include <vector>

#include "actions/delivery/damaged_file.h"
#include "actions/delivery/indexes.h"
#include "actions/delivery/store.h"

namespace actions {
namespace {

/// So many rows are one transaction.
constexpr std::size_t kTogether = 256;

}  // namespace

base::Result<bool> Store::Mend() { return MendIndexes(database_.get()); }

base::Result<void> Store::AddReadable(const DamagedFile& damaged,
                                      std::int64_t after, CountsByRule* added) {
  std::vector<Kept> rows;
  std::int64_t last = 0;  // that was read: another of its number is no other
  const auto add = [&]() -> base::Result<void> {
    if (auto kept = Merge(rows, 0); !kept) return kept;
    for (const Kept& row : std::exchange(rows, {})) {
      if (std::exchange(last, row.number) == row.number) continue;
      ++(*added)[{row.notification.receiver, row.notification.rule}];
    }
    return {};
  };
  for (const DamagedFile::Place& place : damaged.places()) {
    if (place.number <= after) continue;
    if (auto row = damaged.Read(place)) rows.push_back(*std::move(row));
    if (rows.size() < kTogether) continue;
    if (auto done = add(); !done) return done;
  }
  return add();
}

base::Result<CountsByRule> Store::Salvage(const DamagedFile& damaged,
                                          base::Timestamp now,
                                          std::int64_t after) {
  if (auto kept = Keep(damaged.Holdoffs(now)); !kept) return kept.error();
  CountsByRule added;
  if (auto done = AddReadable(damaged, after, &added); !done) {
    return done.error();
  }
  CountsByRule missing = damaged.Said();
  Subtract(added, &missing);
  return missing;
}

}  // namespace actions
