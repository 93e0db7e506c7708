// Cells: the rows and entries that a page of a SQLite database holds.
// Source: FORMAT.md, "Cells".
#ifndef TOCSIN_ACTIONS_SALVAGE_CELLS_H_
#define TOCSIN_ACTIONS_SALVAGE_CELLS_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "actions/salvage/database_pages.h"
#include "base/byte_reader.h"

namespace actions {

struct CellValue {
  char kind = '-';  // '-' NULL, 'i' a number, 't' a text, also of a BLOB
  std::int64_t number = 0;
  std::string text{};
};

struct CellRow {
  std::int64_t number = 0;  // of a table's row; of an index's entry 0
  std::vector<CellValue> columns;

  std::int64_t Integer(std::size_t column) const {
    return columns[column].number;
  }
  const std::string& Text(std::size_t column) const {
    return columns[column].text;
  }
};

/// The kinds of the columns of `row`.
std::string LooksOf(const CellRow& row);

/// The cells of one page that has any: a leaf of a table, or a leaf or an inner
/// page of an index, whose inner pages hold entries, too. No cell but those
/// that can be read is told of.
/// Lifetime: that of the pages.
class Cells {
 public:
  /// Of a page that has none, or is none of these, there are 0.
  Cells(const DatabasePages& pages, std::uint32_t page);

  std::size_t size() const { return count_; }
  bool of_table() const { return of_table_; }
  /// The cell with the index `i`, with what of it stands on other pages.
  /// Nothing: it, or one of those pages, is damaged.
  std::optional<CellRow> Read(std::size_t i) const;

 private:
  std::optional<std::string> Payload(std::size_t at, std::uint64_t size) const;

  const DatabasePages& pages_;
  base::Bytes page_;
  std::size_t begin_ = 0;  // of the header
  std::size_t count_ = 0;
  std::size_t header_ = 0;  // its size
  bool of_table_ = false;
};

}  // namespace actions

#endif  // TOCSIN_ACTIONS_SALVAGE_CELLS_H_
