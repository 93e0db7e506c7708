// A new outbox is made beside the file for that.
#include "actions/delivery/first_page.h"

#include <algorithm>
#include <cstddef>
#include <filesystem>
#include <fstream>
#include <optional>
#include <system_error>

#include "actions/delivery/database.h"
#include "actions/delivery/tables.h"

namespace actions {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kPage = 4096;  // SQLite's own size
/// The header's count of pages; of 0 the file's size counts.
constexpr std::size_t kCount = 28;
constexpr std::size_t kCountBytes = 4;

std::optional<std::string> FirstPageOf(const std::string& path) {
  std::string page(kPage, '\0');
  std::ifstream file(path, std::ios::binary);
  if (!file.read(page.data(), kPage)) return std::nullopt;
  return page;
}

std::optional<std::string> NewFirstPage(const std::string& path) {
  std::error_code ignored;
  fs::remove(path, ignored);
  {
    const auto database = Database::Open(path);
    if (!database || !PrepareTables(database->get())) return std::nullopt;
    (*database)->RunAll("PRAGMA wal_checkpoint(TRUNCATE)");
    if (!(*database)->status()) return std::nullopt;
  }
  auto page = FirstPageOf(path);
  for (const char* part : {"", "-wal", "-shm"})
    fs::remove(path + part, ignored);
  if (page) std::fill_n(page->begin() + kCount, kCountBytes, '\0');
  return page;
}

bool WriteFirstPage(const std::string& path, const std::string& page) {
  std::fstream file(path, std::ios::in | std::ios::out | std::ios::binary);
  file.write(page.data(), static_cast<std::streamsize>(page.size()));
  return static_cast<bool>(file.flush());
}

void Keep(const std::string& page, const std::string& path) {
  std::ofstream(path, std::ios::binary) << page;
  std::error_code ignored;
  fs::permissions(path, fs::perms::owner_read | fs::perms::owner_write,
                  ignored);
}

}  // namespace

bool RenewFirstPage(const std::string& path) {
  std::error_code none;
  const bool empty = fs::file_size(path, none) == 0;
  const auto waits = fs::file_size(path + "-wal", none);
  if (empty == (none || waits == 0)) return false;
  const auto old = FirstPageOf(path);
  if (!old && !empty) return false;
  const auto page = NewFirstPage(path + ".new");
  if (!page) return false;
  if (old) Keep(*old, path + ".page-1");
  return WriteFirstPage(path, *page);
}

}  // namespace actions
