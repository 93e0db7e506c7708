// PageLog: the pages that stand in a database's -wal, its write-ahead log.
// Source: FORMAT.md, "The log".
#ifndef TOCSIN_ACTIONS_SALVAGE_PAGE_LOG_H_
#define TOCSIN_ACTIONS_SALVAGE_PAGE_LOG_H_

#include <cstddef>
#include <cstdint>
#include <map>

#include "base/byte_reader.h"

namespace actions {

/// Units: bytes. The size of each page of ours, which is SQLite's own.
inline constexpr std::size_t kPageSize = 4096;

/// A frame counts where its sum fits what stands before it, and a transaction
/// that is whole ends with it or behind it: also behind frames that are
/// damaged, which SQLite no longer reads.
/// Lifetime: views the bytes of the log.
class PageLog {
 public:
  explicit PageLog(base::Bytes log);

  /// The page `number`, from 1, as it was written last; empty: it was not.
  base::Bytes Page(std::uint32_t number) const;
  /// The greatest number of a page; 0: there is none.
  std::uint32_t last() const {
    return offsets_.empty() ? 0 : offsets_.rbegin()->first;
  }

 private:
  base::Bytes log_;
  std::map<std::uint32_t, std::size_t> offsets_;  // in the log
};

}  // namespace actions

#endif  // TOCSIN_ACTIONS_SALVAGE_PAGE_LOG_H_
