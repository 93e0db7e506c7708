// DatabasePages: the pages of a SQLite database without SQLite, which would
// read none of them where those before are damaged.
// Source: FORMAT.md, "Pages".
#ifndef TOCSIN_ACTIONS_SALVAGE_DATABASE_PAGES_H_
#define TOCSIN_ACTIONS_SALVAGE_DATABASE_PAGES_H_

#include <cstdint>
#include <memory>
#include <string>

#include "actions/salvage/page_log.h"
#include "base/byte_reader.h"
#include "base/file.h"
#include "base/result.h"

namespace actions {

/// Of kPageSize bytes each, as they were written last: in the file, or in the
/// log beside it. What others cut off the files meanwhile is zeros.
class DatabasePages {
 public:
  /// The database `path` and its -wal, if there is one. Errors: those of
  /// base::MapFile.
  static base::Result<DatabasePages> Open(const std::string& path);

  /// The number of the last one.
  std::uint32_t last() const;
  /// The page `number`, from 1; empty: there is none.
  base::Bytes Page(std::uint32_t number) const;
  /// The same, for one that another page names as its next: also empty when so
  /// many have been asked for that they name each other in a circle.
  base::Bytes NextPage(std::uint32_t number) const;

 private:
  DatabasePages(std::unique_ptr<base::ReadableFile> file,
                std::unique_ptr<base::ReadableFile> log);

  std::unique_ptr<base::ReadableFile> file_;
  std::unique_ptr<base::ReadableFile> log_file_;  // null: there is none
  PageLog log_;
  mutable std::uint64_t followed_ = 0;  // by NextPage()
};

}  // namespace actions

#endif  // TOCSIN_ACTIONS_SALVAGE_DATABASE_PAGES_H_
