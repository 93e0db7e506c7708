// Outbox: a file that is damaged is set aside, and what can be read of it goes
// into the next one. Until that is done a link names it: a program that is
// killed meanwhile goes on with it at its next start.
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <string>
#include <system_error>
#include <utility>

#include "actions/delivery/outbox.h"
#include "actions/delivery/state_files.h"
#include "base/rfc3339.h"
#include "base/zone.h"

namespace actions {
namespace {

namespace fs = std::filesystem;

constexpr char kAside[] = ".corrupt-";

/// Moves the database `path`, with what SQLite has put beside it.
bool Rename(const std::string& path, const std::string& to) {
  if (std::rename(path.c_str(), to.c_str()) != 0) return false;
  for (const char* part : {"-wal", "-shm", "-journal"}) {
    std::rename((path + part).c_str(), (to + part).c_str());
  }
  return true;
}

/// Of what is not there, or no file: 0.
std::uintmax_t SizeOf(const std::string& path) {
  std::error_code none;
  const auto size = fs::file_size(path, none);
  return none ? 0 : size;
}

}  // namespace

/// As a loss of power may leave it, or who wants it to be smaller. One that no
/// run has used yet is empty, too.
bool Outbox::WasEmptied() const {
  const std::string path = folder_ + '/' + kOutboxFile;
  std::error_code none;
  return fs::exists(path, none) && SizeOf(path) == 0 &&
         SizeOf(path + "-wal") + SizeOf(folder_ + '/' + kOutboxLock) > 0;
}

std::string Outbox::SalvageLink() const {
  return folder_ + '/' + kOutboxSalvage;
}

/// A file that is damaged, unless one was so a moment ago: not all of them are
/// at fault then.
bool Outbox::SetAside(const base::Error& why, base::Timestamp now,
                      Answer* answer) {
  if (why.code != base::ErrorCode::kCorrupt) return false;
  if (aside_ && now >= *aside_ && now < *aside_ + kTryAgain) return false;
  if (!IsThere()) ForgetFile(answer);  // what is known is of another
  std::string name = kOutboxFile + std::string(kAside);
  base::AppendRfc3339(base::Zone(), {now.Seconds() * base::kNanosPerSecond},
                      &name);
  const std::string aside = folder_ + '/' + name;
  std::error_code ignored;
  fs::remove(SalvageLink(), ignored);
  fs::create_symlink(name, SalvageLink(), ignored);
  if (!Rename(folder_ + '/' + kOutboxFile, aside)) {
    fs::remove(SalvageLink(), ignored);
    return false;
  }
  aside_ = now;
  answer->notes.push_back({true, "the outbox is damaged: " + why.message +
                                     ": it is set aside as " + aside + ", " +
                                     BeginSalvage(aside, answer)});
  return true;
}

/// Says what becomes of what it holds.
std::string Outbox::BeginSalvage(const std::string& aside, Answer* answer) {
  // Of one that was in use memory has what came first, which may be all.
  const bool all = copied_ > 0 && SumOf(beyond_) == 0;
  salvaged_ = known_;
  ForgetCopies();
  damaged_ = all ? nullptr : DamagedFile::Open(aside);
  if (all || damaged_) {
    const bool counted = all || used_ || damaged_->counted();
    return std::string("what can be read of it goes into a new one") +
           (counted ? "" : ", and nobody knows how many more there were");
  }
  Add(std::exchange(beyond_, {}), &answer->damaged);
  std::error_code ignored;
  fs::remove(SalvageLink(), ignored);
  return used_ ? "what memory has of it goes into a new one, what it alone had "
                 "is not sent"
               : "what waited in it, nobody knows how much, is not sent";
}

/// A run before this one was ended amid it.
void Outbox::ResumeSalvage(Answer* answer) {
  if (used_ || damaged_) return;
  std::error_code none;
  const fs::path name = fs::read_symlink(SalvageLink(), none);
  if (none) return;
  const std::string aside = folder_ + '/' + name.string();
  const bool ours =
      name.string().starts_with(kOutboxFile + std::string(kAside)) &&
      !name.has_parent_path();
  if (!ours || !fs::is_regular_file(fs::symlink_status(aside, none))) {
    fs::remove(SalvageLink(), none);
    return;
  }
  answer->notes.push_back({true, "the outbox that was set aside as " + aside +
                                     ": " + BeginSalvage(aside, answer)});
}

base::Result<void> Outbox::Salvage(Store* file, base::Timestamp now) {
  if (!damaged_) return {};
  auto missing = file->Salvage(*damaged_, now, salvaged_);
  if (!missing) return missing.error();
  missing_ = *std::move(missing);
  return {};
}

/// What neither memory had nor could be read is missing. Of one that was in use
/// that is known better than by what stands in it.
base::Result<void> Outbox::EndSalvage(const Store& file, Answer* answer) {
  if (damaged_ && used_ && memory_) {
    const auto moved = memory_->Waiting();
    if (!moved) return moved.error();
    CountsByRule read = file.counts();
    Subtract(*moved, &read);
    Subtract(read, &beyond_);
  }
  if (damaged_) {
    Add(used_ ? std::exchange(beyond_, {}) : missing_, &answer->damaged);
  }
  damaged_.reset();
  std::error_code ignored;
  fs::remove(SalvageLink(), ignored);
  return {};
}

}  // namespace actions
