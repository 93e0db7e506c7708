// Two files that are mapped.
#include "actions/salvage/database_pages.h"

#include <algorithm>
#include <limits>
#include <utility>

namespace actions {
namespace {

/// All of them are read twice: once to see what is there, once to have it.
constexpr std::uint64_t kMostReads = 4;

}  // namespace

DatabasePages::DatabasePages(std::unique_ptr<base::ReadableFile> file,
                             std::unique_ptr<base::ReadableFile> log)
    : file_(std::move(file)),
      log_file_(std::move(log)),
      log_(log_file_ ? log_file_->bytes() : base::Bytes()) {}

base::Result<DatabasePages> DatabasePages::Open(const std::string& path) {
  auto file = base::MapFile(path);
  if (!file) return file.error();
  auto log = base::MapFile(path + "-wal");
  return DatabasePages(std::move(*file), log ? std::move(*log) : nullptr);
}

std::uint32_t DatabasePages::last() const {
  const std::size_t most = std::numeric_limits<std::uint32_t>::max() - 1;
  const std::size_t count = file_->bytes().size() / kPageSize;
  return std::max(static_cast<std::uint32_t>(std::min(count, most)),
                  std::min(log_.last(), static_cast<std::uint32_t>(most)));
}

base::Bytes DatabasePages::Page(std::uint32_t number) const {
  if (const base::Bytes logged = log_.Page(number); !logged.empty()) {
    return logged;
  }
  const base::Bytes bytes = file_->bytes();
  if (number == 0 || number > bytes.size() / kPageSize) return {};
  return bytes.subspan((number - std::size_t{1}) * kPageSize, kPageSize);
}

base::Bytes DatabasePages::NextPage(std::uint32_t number) const {
  if (++followed_ > kMostReads * last()) return {};
  return Page(number);
}

}  // namespace actions
