// Damage to the file of a database that a program has closed: to one page, the
// root of a small table or index, so that what SQLite sees of it is known.
// See https://www.sqlite.org/fileformat2.html#b_tree_pages
#ifndef TOCSIN_TESTS_SUPPORT_DATABASE_DAMAGE_H_
#define TOCSIN_TESTS_SUPPORT_DATABASE_DAMAGE_H_

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <fstream>
#include <functional>
#include <string>

#include "actions/delivery/database.h"

namespace tests {

/// A leaf page as it is changed: its cells are found by numbers of two bytes.
class LeafPage {
 public:
  static constexpr std::size_t kSize = 4096;

  explicit LeafPage(std::string bytes) : bytes_(std::move(bytes)) {}
  const std::string& bytes() const { return bytes_; }
  /// Tables' leaves and indexes'.
  bool IsLeaf() const { return bytes_[0] == 0x0d || bytes_[0] == 0x0a; }
  std::size_t cells() const { return Number(3); }
  void DropCells() {
    SetNumber(3, 0);
    SetNumber(5, kSize);  // where cells begin
  }
  void SwapCells(std::size_t one, std::size_t other) {
    const std::size_t a = Number(Place(one));
    SetNumber(Place(one), Number(Place(other)));
    SetNumber(Place(other), a);
  }
  /// What the cell `other` was is gone.
  void CopyCell(std::size_t one, std::size_t other) {
    SetNumber(Place(other), Number(Place(one)));
  }
  /// The last byte of an index's entry is its row's number, or the end of it.
  char& LastByteOf(std::size_t cell) {
    const std::size_t at = Number(Place(cell));
    return bytes_[at + static_cast<unsigned char>(bytes_[at])];
  }

 private:
  static std::size_t Place(std::size_t cell) { return 8 + 2 * cell; }
  std::size_t Number(std::size_t at) const {
    return static_cast<unsigned char>(bytes_[at]) * std::size_t{256} +
           static_cast<unsigned char>(bytes_[at + 1]);
  }
  void SetNumber(std::size_t at, std::size_t number) {
    bytes_[at] = static_cast<char>(number / 256);
    bytes_[at + 1] = static_cast<char>(number % 256);
  }

  std::string bytes_;
};

/// Changes the root page of the table or index `name`, which is a leaf.
inline void ChangeRoot(const std::string& path, const std::string& name,
                       const std::function<void(LeafPage*)>& change) {
  std::int64_t root = 0;
  {
    const auto database = actions::Database::Open(path);
    ASSERT_TRUE(database);
    (*database)->RunAll("PRAGMA wal_checkpoint(TRUNCATE)");
    (*database)->Run("SELECT rootpage FROM sqlite_master WHERE name = ?1",
                     {name}, [&](const auto& row) { root = row.Integer(0); });
  }
  ASSERT_GT(root, 1) << name;
  std::fstream file(path, std::ios::in | std::ios::out | std::ios::binary);
  const auto at = static_cast<std::streamoff>(root - 1) *
                  static_cast<std::streamoff>(LeafPage::kSize);
  std::string bytes(LeafPage::kSize, '\0');
  file.seekg(at).read(bytes.data(), LeafPage::kSize);
  LeafPage page(std::move(bytes));
  ASSERT_TRUE(page.IsLeaf()) << name;
  ASSERT_GT(page.cells(), 0u) << name;
  change(&page);
  file.seekp(at).write(page.bytes().data(), LeafPage::kSize);
  ASSERT_TRUE(file.flush());
}

/// Takes all out of a table without its indexes, or out of an index without
/// its table.
inline void Empty(const std::string& path, const std::string& name) {
  ChangeRoot(path, name, [](LeafPage* page) { page->DropCells(); });
}

/// Has the third entry of an index name another row.
inline void MisleadIndex(const std::string& path, const std::string& name) {
  ChangeRoot(path, name, [](LeafPage* page) { page->LastByteOf(2) ^= 0x40; });
}

/// One row stands where another was, too.
inline void CopyRow(const std::string& path, const std::string& name,
                    std::size_t one, std::size_t other) {
  ChangeRoot(path, name, [&](LeafPage* page) { page->CopyCell(one, other); });
}

/// Puts a table's second row before its first.
inline void SwapRows(const std::string& path, const std::string& name) {
  ChangeRoot(path, name, [](LeafPage* page) { page->SwapCells(0, 1); });
}

}  // namespace tests

#endif  // TOCSIN_TESTS_SUPPORT_DATABASE_DAMAGE_H_
