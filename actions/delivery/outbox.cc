// From the disk to memory and back.
#include "actions/delivery/outbox.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <utility>
#include <vector>

#include "actions/delivery/loss_log.h"
#include "actions/delivery/state_files.h"
#include "base/rfc3339.h"
#include "base/system_error.h"
#include "base/zone.h"

namespace actions {

using base::Error;
using base::ErrorCode;

constexpr int kOpening = O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK;

Outbox::~Outbox() {
  if (lock_ >= 0) ::close(lock_);
}

/// The lock is on a file of its own: those on a database are SQLite's.
base::Result<void> Outbox::Lock() {
  if (lock_ >= 0) return {};
  const std::string path = folder_ + '/' + kOutboxLock;
  const int fd = ::open(path.c_str(), kOpening, 0600);
  if (fd < 0) return base::SystemError(path, errno);
  if (::flock(fd, LOCK_EX | LOCK_NB) != 0) {
    const int code = errno;
    ::close(fd);
    if (code != EWOULDBLOCK) return base::SystemError(path, code);
    return Error{ErrorCode::kSystem, folder_ + ": another process uses it",
                 code};
  }
  lock_ = fd;
  return {};
}

base::Result<std::unique_ptr<Store>> Outbox::OpenFile() {
  if (::mkdir(folder_.c_str(), 0700) != 0 && errno != EEXIST) {
    return base::SystemError(folder_, errno);
  }
  if (auto safe = SecureStateFiles(folder_); !safe) return safe.error();
  if (auto locked = Lock(); !locked) return locked.error();
  const std::string path = folder_ + '/' + kOutboxFile;
  if (IdOf("") != parts_[""]) Forget();
  // SQLite's own way to make a file lets others read it.
  const int fd = ::open(path.c_str(), kOpening, 0600);
  if (fd < 0) return base::SystemError(path, errno);
  ::close(fd);
  auto store = Store::Open(path, limits_);
  if (store) return store;
  return Error{store.error().code, path + ": " + store.error().message};
}

base::Result<Answer> Outbox::Exchange(const Batch& batch) {
  Answer news;
  base::Result<Answer> answer = news;
  // A second time where the file was damaged and there is a new one.
  for (int i = 0; i < 2; ++i) {
    LookForFile(&news);
    if (!file_) Reach(batch.now, &news);
    if (!file_) break;
    answer = file_->Exchange(batch);
    if (answer) break;
    Leave(answer.error(), batch.now, &news);
  }
  if (!file_) {
    if (!memory_) {
      auto memory = Store::Open(":memory:", kInMemory);
      if (!memory) return memory.error();
      memory_ = std::move(*memory);
    }
    answer = memory_->Exchange(batch);
  }
  if (answer) {
    answer->notes = std::move(news.notes);
    answer->receivers = std::move(news.receivers);
    answer->taken_over = std::move(news.taken_over);
    answer->lasts = file_ != nullptr;
    if (batch.last && !file_) {
      if (auto lost = memory_->Waiting()) answer->lost = std::move(*lost);
    }
  }
  return answer;
}

/// `part` is what SQLite puts behind the file's name.
Outbox::FileId Outbox::IdOf(const std::string& part) const {
  struct stat status {};
  const std::string path = folder_ + '/' + kOutboxFile + part;
  if (::lstat(path.c_str(), &status) != 0) return {};
  return {status.st_dev, status.st_ino};
}

/// The file that there was. What SQLite has put beside it is no new one's.
void Outbox::Forget() {
  known_ = copied_ = 0;
  for (const auto& [part, id] : std::exchange(parts_, {})) {
    const std::string path = folder_ + '/' + kOutboxFile + part;
    if (id != FileId() && id == IdOf(part)) ::unlink(path.c_str());
  }
}

/// A file without its name serves on, for as long as there is no other.
void Outbox::LookForFile(Answer* answer) {
  if (!file_ || IdOf("") == parts_[""]) return;
  memory_ = std::move(file_);
  known_ = copied_ = 0;
  ::close(std::exchange(lock_, -1));
  answer->notes.push_back({true, folder_ + '/' + kOutboxFile +
                                     " was removed or replaced: what waits "
                                     "goes into a new one"});
}

/// Uses the file if it is time to try that.
void Outbox::Reach(base::Timestamp now, Answer* answer) {
  if (folder_.empty()) return;
  if (tried_ && now >= *tried_ && now < *tried_ + kTryAgain) return;
  auto used = UseFile(now, answer);
  if (!used && used.error().code == ErrorCode::kCorrupt) {
    SetAside(used.error(), now, answer);
    used = UseFile(now, answer);
  }
  if (used) return;
  tried_ = now;
  TellWhy(used.error(), answer);
}

base::Result<void> Outbox::UseFile(base::Timestamp now, Answer* answer) {
  auto file = OpenFile();
  if (!file) return file.error();
  if (!std::exchange(used_, true)) {
    auto waiting = (*file)->Waiting();
    if (!waiting) return waiting.error();
    answer->taken_over = std::move(*waiting);
  }
  const auto moved = MoveTo(file->get());
  if (!moved) return moved.error();
  auto receivers = (*file)->Resume(now);
  if (!receivers) return receivers.error();
  answer->receivers = std::move(*receivers);
  file_ = std::move(*file);
  memory_.reset();
  for (const char* part : {"", "-wal", "-shm"}) parts_[part] = IdOf(part);
  if (!std::exchange(told_, false)) return {};
  answer->notes.push_back({false, "the outbox in " + folder_ +
                                      " is used again, for " +
                                      CountedNotifications(*moved)});
  return {};
}

/// Brings what is in memory into `file`: how many these are. What another has
/// taken out of it meanwhile is not put back.
base::Result<std::size_t> Outbox::MoveTo(Store* file) {
  std::size_t count = 0;
  for (std::int64_t last = 0; memory_;) {
    auto rows = memory_->Rows(kInMemory, last);
    if (!rows) return rows.error();
    if (rows->empty() && last > 0) break;
    last = rows->empty() ? 1 : rows->back().number;
    std::erase_if(*rows, [&](const Store::Kept& row) {
      const auto found = file->Find(row.notification.id);
      return row.number <= copied_ && found && !*found;
    });
    if (auto moved = file->Merge(*rows, known_); !moved) return moved.error();
    count += rows->size();
  }
  return count;
}

/// What the file holds goes on in memory, as much of it as half of that holds.
void Outbox::Leave(const Error& why, base::Timestamp now, Answer* answer) {
  const Store::Limits most{kInMemory.rows / 2, kInMemory.bytes / 2};
  known_ = copied_ = 0;
  auto memory = Store::Open(":memory:", kInMemory);
  const auto rows = file_->Rows(most);
  if (memory && rows && (*memory)->Merge(*rows, 0)) {
    memory_ = std::move(*memory);
    if (!rows->empty()) known_ = rows->back().number;
    copied_ = static_cast<std::int64_t>(rows->size());
  }
  file_.reset();
  if (why.code == ErrorCode::kCorrupt) return SetAside(why, now, answer);
  tried_ = now;
  TellWhy(why, answer);
}

void Outbox::SetAside(const Error& why, base::Timestamp now, Answer* answer) {
  const std::string path = folder_ + '/' + kOutboxFile;
  std::string aside = path + ".corrupt-";
  base::AppendRfc3339(base::Zone(), {now.Seconds() * base::kNanosPerSecond},
                      &aside);
  for (const char* part : {"", "-wal", "-shm"}) {
    std::rename((path + part).c_str(), (aside + part).c_str());
  }
  answer->notes.push_back({true, "the outbox is damaged: " + why.message +
                                     ": it is set aside as " + aside});
}

void Outbox::TellWhy(const Error& why, Answer* answer) {
  if (std::exchange(told_, true)) return;
  answer->notes.push_back(
      {true, "the outbox cannot be used: " + why.message +
                 ": until it can, notifications are kept in "
                 "memory, and are lost if the program ends"});
}

}  // namespace actions
