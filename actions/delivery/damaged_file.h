// DamagedFile: what can be read of an outbox whose file is damaged, page by
// page: rows are known by their looks (tables.cc makes them), wherever they
// stand.
#ifndef TOCSIN_ACTIONS_DELIVERY_DAMAGED_FILE_H_
#define TOCSIN_ACTIONS_DELIVERY_DAMAGED_FILE_H_

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "actions/delivery/batch.h"
#include "actions/delivery/holdoff.h"
#include "actions/delivery/store.h"
#include "actions/salvage/cells.h"
#include "actions/salvage/database_pages.h"

namespace actions {

/// Threads: one at a time.
class DamagedFile {
 public:
  /// Where a row stands.
  struct Place {
    std::int64_t number = 0;
    std::uint32_t page = 0;
    std::size_t cell = 0;

    friend auto operator<=>(const Place&, const Place&) = default;
  };

  /// Goes over all pages of the file `path` and its -wal, which nobody changes
  /// any more. Null: nothing of ours is there.
  static std::unique_ptr<DamagedFile> Open(const std::string& path);

  /// Of all rows that were found, by their numbers.
  const std::vector<Place>& places() const { return places_; }
  /// The row at `place`, due at once. Nothing: its text is damaged, or nobody
  /// knows its receiver.
  std::optional<Store::Kept> Read(const Place& place) const;
  /// Those that are not over at `now`.
  std::vector<Holdoff> Holdoffs(base::Timestamp now) const;

  /// Of which receiver and rule there is a row or was one, by what its indexes
  /// name and what it has counted.
  CountsByRule Said() const;
  /// What it has counted was found; else there may have been more.
  bool counted() const { return counted_.has_value(); }

 private:
  explicit DamagedFile(DatabasePages pages) : pages_(std::move(pages)) {}
  void LookAt(std::uint32_t page);
  void TakeRow(const CellRow& row, const Place& place);
  void TakeEntry(const CellRow& entry);
  QueueName NameOf(std::int64_t queue) const;

  DatabasePages pages_;
  std::vector<Place> places_;
  std::vector<Holdoff> holdoffs_;
  std::map<std::int64_t, QueueName> queues_;       // by their numbers
  std::map<std::int64_t, std::string> receivers_;  // of queues, alone
  /// A row's number and its queue's, 0 where nobody says it: of each row, and
  /// of what indexes say of it.
  std::vector<std::pair<std::int64_t, std::int64_t>> numbers_;
  std::optional<std::size_t> counted_;
  std::optional<std::size_t> most_;  // so many there have ever been
};

}  // namespace actions

#endif  // TOCSIN_ACTIONS_DELIVERY_DAMAGED_FILE_H_
