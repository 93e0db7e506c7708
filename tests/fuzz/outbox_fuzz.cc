// Fuzz target: an outbox that another has changed in any way, as a run finds
// it: what comes is delivered, and of what was there each is sent or counted.
// The input is changes to a whole outbox and its log, five bytes each.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <span>
#include <string>

#include "actions/delivery/damaged_file.h"
#include "actions/delivery/database.h"
#include "actions/delivery/outbox.h"
#include "base/check.h"
#include "tests/support/file_tree.h"
#include "tests/support/notifications.h"

namespace {

using actions::Outbox;

constexpr std::size_t kPage = actions::kPageSize;
constexpr int kRows = 40;

std::string ContentOf(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

/// The file and its log.
struct Files {
  std::string file;
  std::string log;
};

/// Of two batches, the first in the file and the second in the log.
Files Whole() {
  const tests::FileTree folder;
  const std::string path = folder.root() + "/outbox.db";
  Outbox outbox(folder.root());
  for (int i = 0; i < kRows; ++i) {
    actions::Batch batch{.now = tests::kThen};
    const std::string id = std::to_string(i);
    batch.added = {tests::NotificationOf(id, "ops", std::to_string(i % 3), id)};
    if (i % 10 == 0) batch.added[0].json.append(6000, ' ');
    CHECK(outbox.Exchange(batch));
    if (i != kRows / 2) continue;
    const auto other = actions::Database::Open(path);
    (*other)->RunAll("PRAGMA wal_checkpoint(TRUNCATE)");
  }
  return {ContentOf(path), ContentOf(path + "-wal")};
}

/// One of: a byte that is another; a page of zeros; a page in the place of
/// another; the end of one of the files.
void Change(std::span<const std::uint8_t, 5> how, Files* files) {
  std::string& bytes = how[0] & 1 ? files->log : files->file;
  const std::size_t place = how[1] << 16 | how[2] << 8 | how[3];
  if (bytes.empty()) return;
  switch (how[0] >> 1 & 3) {
    case 0:
      bytes[place % bytes.size()] = static_cast<char>(how[4]);
      return;
    case 1: {
      const std::size_t begin = place % bytes.size() / kPage * kPage;
      const std::size_t size = std::min(kPage, bytes.size() - begin);
      bytes.replace(begin, size, size, '\0');
      return;
    }
    case 2: {
      const std::size_t pages = bytes.size() / kPage;
      if (pages == 0) return;
      const std::string page = bytes.substr(how[4] % pages * kPage, kPage);
      bytes.replace(place % pages * kPage, kPage, page);
      return;
    }
    default:
      bytes.resize(place % (bytes.size() + 1));
  }
}

void ReadAll(const std::string& path) {
  const auto file = actions::DamagedFile::Open(path);
  if (!file) return;
  std::size_t rows = 0;
  for (const auto& place : file->places())
    rows += file->Read(place).has_value();
  CHECK(rows <= file->places().size());
  CHECK(file->Holdoffs(tests::kThen).size() < 1000);
  CHECK(actions::SumOf(file->Said()) < 1'000'000'000'000);
}

/// Takes one more and delivers for as long as there is something.
void Deliver(const std::string& folder) {
  Outbox outbox(folder);
  actions::Batch batch{.now = tests::kThen,
                       .added = {tests::NotificationOf("new", "new")},
                       .wanted = {{"ops", 8}, {"new", 8}}};
  bool seen = false;
  for (int i = 0; i < 3 * kRows; ++i) {
    const auto answer = outbox.Exchange(batch);
    CHECK(answer);
    batch.added.clear();
    batch.removed.clear();
    for (const actions::Offer& offer : answer->offers) {
      for (const actions::Head& head : offer.heads) {
        batch.removed.push_back(head.notification.id);
        seen |= head.notification.id == "new";
      }
    }
    if (batch.removed.empty()) break;
  }
  CHECK(seen);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data,
                                      std::size_t size) {
  static const Files whole = Whole();
  Files files = whole;
  for (std::size_t at = 0; at + 5 <= size && at < 500; at += 5) {
    Change(std::span<const std::uint8_t, 5>(data + at, 5), &files);
  }
  const tests::FileTree folder;
  folder.Write("/outbox.db", files.file);
  folder.Write("/outbox.db-wal", files.log);
  std::filesystem::permissions(folder.root(), std::filesystem::perms(0700));
  ReadAll(folder.root() + "/outbox.db");
  Deliver(folder.root());
  return 0;
}
