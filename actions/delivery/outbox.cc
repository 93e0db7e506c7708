// From the disk to memory and back.
#include "actions/delivery/outbox.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <filesystem>
#include <system_error>
#include <utility>
#include <vector>

#include "actions/delivery/loss_log.h"
#include "actions/delivery/state_files.h"
#include "base/system_error.h"

namespace actions {

using base::Error;
using base::ErrorCode;

Outbox::~Outbox() {
  EndNameless();
  if (lock_ >= 0) ::close(lock_);
}

base::Result<std::unique_ptr<Store>> Outbox::OpenFile(Answer* answer) {
  if (::mkdir(folder_.c_str(), 0700) != 0 && errno != EEXIST) {
    return base::SystemError(folder_, errno);
  }
  if (auto safe = SecureStateFiles(folder_); !safe) return safe.error();
  if (auto locked = Lock(); !locked) return locked.error();
  const std::string path = folder_ + '/' + kOutboxFile;
  if (IdOf("") != parts_[""]) Forget(answer);
  if (WasEmptied()) {
    return Error{ErrorCode::kCorrupt, path + " is empty, as none is"};
  }
  const bool is_new = IdOf("") == FileId();
  // SQLite's own way to make a file lets others read it.
  const int fd = ::open(path.c_str(), kOpenState, 0600);
  if (fd < 0) return base::SystemError(path, errno);
  opened_ = IdOf(fd, "", AT_EMPTY_PATH);
  ::close(fd);
  auto store = Store::Open(path, limits_);
  if (store) return store;
  // An empty one would look as if somebody had emptied it.
  std::error_code none;
  if (is_new && std::filesystem::file_size(path, none) == 0) {
    ::unlink(path.c_str());
  }
  return Error{store.error().code, path + ": " + store.error().message};
}

base::Result<Answer> Outbox::Exchange(const Batch& batch) {
  for (const Holdoff& one : batch.holdoffs) holdoffs_[one.key] = one;
  Answer news;
  base::Result<Answer> answer = news;
  // A second time where the file was damaged and there is a new one.
  for (int i = 0; i < 2; ++i) {
    LookForFile(batch.now, &news);
    if (batch.last) tried_.reset();
    if (!file_) Reach(batch.now, &news);
    if (!file_) break;
    answer = file_->Exchange(batch);
    if (answer) {
      TellBack(batch, &news);
      break;
    }
    Leave(answer.error(), batch.now, &news);
  }
  if (!file_) {
    if (!memory_) {
      auto memory = Store::Open(":memory:", kInMemory);
      if (!memory) return memory.error();
      memory_ = std::move(*memory);
    }
    answer = memory_->Exchange(batch);
    if (!answer && nameless_) {
      LeaveNameless(answer.error());
      if (memory_) answer = memory_->Exchange(batch);
    }
    if (answer) Add(answer->forgotten, &beyond_);
  }
  if (answer) {
    answer->notes = std::move(news.notes);
    answer->receivers = std::move(news.receivers);
    answer->taken_over = std::move(news.taken_over);
    answer->taken_problems = std::move(news.taken_problems);
    answer->damaged = std::move(news.damaged);
    answer->holdoffs = std::move(news.holdoffs);
    answer->lasts = file_ != nullptr;
    answer->unusable = file_ ? "" : why_;
    if (batch.last && !file_) TellRest(&*answer);
    if (!file_) {
      const std::size_t beyond = SumOf(beyond_);
      answer->waiting += beyond;
      answer->copies += beyond;
      for (auto& [receiver, count] : answer->counted) {
        count += CountFor(receiver, beyond_);
      }
    }
  }
  return answer;
}

/// What memory holds is lost, unless the file has it too, and that stands where
/// the next start finds it.
void Outbox::TellRest(Answer* answer) {
  const bool there = IsThere();
  auto own = nameless_ && there ? CountsByRule()
                                : memory_->Waiting(there ? copied_ : 0);
  if (!own) return;
  answer->lost = std::move(*own);
  if (!there && !damaged_) Add(beyond_, &answer->lost);
  if (!there) return;
  if (copied_ == 0 && !nameless_) return;
  std::size_t done = 0;
  if (!nameless_) {
    done = static_cast<std::size_t>(copied_) - answer->waiting;
    if (const auto forgotten = memory_->Forgotten()) done -= forgotten->size();
    done += SumOf(answer->lost);
  }
  answer->notes.push_back(
      {true, "the outbox in " + folder_ +
                 " could not be written: what it held is sent after the next "
                 "start" +
                 (done == 0 ? ""
                            : ", up to " + CountedNotifications(done) +
                                  " of it a second time")});
}

/// Uses the file if it is time to try that.
void Outbox::Reach(base::Timestamp now, Answer* answer) {
  if (folder_.empty()) return;
  if (tried_ && now >= *tried_ && now < *tried_ + kTryAgain) return;
  auto used = UseFile(now, answer);
  if (!used && SetAside(used.error(), now, answer)) used = UseFile(now, answer);
  if (used) return;
  tried_ = now;
  if (IsThere()) MarkLock(lock_, false);
  TellWhy(used.error(), answer);
}

base::Result<void> Outbox::UseFile(base::Timestamp now, Answer* answer) {
  const FileId before = parts_[""];
  auto file = OpenFile(answer);
  if (!file) return file.error();
  const bool other = before != opened_;
  const auto mended = (*file)->Mend();
  if (!mended) return mended.error();
  if (*mended) {
    answer->notes.push_back({true, "the outbox in " + folder_ +
                                       " was damaged: its indexes did not name "
                                       "what waits, and are made anew"});
  }
  ResumeSalvage(answer);
  if (auto done = Salvage(file->get(), now); !done) return done;
  auto receivers = (*file)->Resume(now);
  if (!receivers) return receivers.error();
  if (auto counted = (*file)->Count(); !counted) return counted;
  CountsByRule waiting = used_ ? CountsByRule() : (*file)->counts();
  Problems problems = used_ ? Problems() : (*file)->ProblemsAt(now);
  if (auto brought = BringHoldoffs(file->get(), now, answer); !brought) {
    return brought;
  }
  const auto moved = MoveTo(file->get(), other);
  if (!moved) return moved.error();
  // Of what memory has delivered the file was told, too.
  if (memory_) {
    if (auto counted = (*file)->Count(); !counted) return counted;
  }
  // Whose name has gone meanwhile would not be missed: memory has it all still.
  if (IdOf("") != opened_) {
    return Error{ErrorCode::kSystem, folder_ + '/' + kOutboxFile +
                                         " was removed or replaced while it "
                                         "was opened"};
  }
  if (auto done = EndSalvage(**file, answer); !done) return done;
  // The one before, which could not be used, had more than memory.
  if (other) Add(beyond_, &answer->damaged);
  used_ = true;
  MarkLock(lock_, true);  // also for WasEmptied() of later runs
  answer->receivers = std::move(*receivers);
  answer->taken_over = std::move(waiting);
  answer->taken_problems = std::move(problems);
  file_ = std::move(*file);
  memory_.reset();
  EndNameless();
  beyond_.clear();
  for (const char* part : {"", "-wal", "-shm"}) parts_[part] = IdOf(part);
  size_ = 0;
  (void)IsCutShort();
  if (!why_.empty()) back_ = Back{now, *moved};
  return {};
}

/// What it knows is of an earlier run where it is opened for the first time.
base::Result<void> Outbox::BringHoldoffs(Store* file, base::Timestamp now,
                                         Answer* answer) {
  if (!resumed_) {
    auto earlier = file->Holdoffs(now);
    if (!earlier) return earlier.error();
    for (const Holdoff& one : *earlier) holdoffs_.try_emplace(one.key, one);
    answer->holdoffs = *std::move(earlier);
    resumed_ = true;
  }
  std::vector<Holdoff> ours;
  for (const auto& [key, one] : holdoffs_) ours.push_back(one);
  return file->Keep(ours);
}

/// Brings what is in memory into `file`: how many these are. What another has
/// taken out of it meanwhile is not put back. Of an `other` one memory has no
/// copies.
base::Result<std::size_t> Outbox::MoveTo(Store* file, bool other) {
  const std::int64_t known = other ? 0 : known_;
  const std::int64_t copied = other ? 0 : copied_;
  std::size_t count = 0;
  base::Result<std::vector<std::string>> forgotten = std::vector<std::string>();
  if (memory_) forgotten = memory_->Forgotten();
  if (!forgotten) return forgotten.error();
  for (std::int64_t last = 0; memory_;) {
    auto rows = memory_->Rows(kInMemory, last);
    if (!rows) return rows.error();
    if (rows->empty() && last > 0) break;
    last = rows->empty() ? 1 : rows->back().number;
    std::erase_if(*rows, [&](const Store::Kept& row) {
      const auto found = file->Find(row.notification.id);
      return row.number <= copied && found && !*found;
    });
    if (auto moved = file->Merge(*rows, known, *forgotten); !moved) {
      return moved.error();
    }
    count += rows->size();
  }
  return count;
}

/// What the file holds goes on in memory, as much of it as `most` says;
/// what comes behind the rest of it waits for the file. Of a damaged one it is
/// what can be read, which is not looked for there again.
void Outbox::TakeOverMemory(bool damaged, const Store::Limits& most) {
  known_ = copied_ = 0;
  beyond_ = file_->counts();
  auto memory = Store::Open(":memory:", kInMemory);
  if (!memory) return;
  memory_ = std::move(*memory);
  auto rows = file_->Rows(most);
  const bool whole = static_cast<bool>(rows);
  if (!whole && damaged) rows = file_->ReadableRows(most);
  if (rows && !rows->empty() && memory_->Merge(*rows, 0) && memory_->Count()) {
    if (const auto copied = memory_->Waiting()) Subtract(*copied, &beyond_);
    if (whole) known_ = rows->back().number;
    if (whole) copied_ = static_cast<std::int64_t>(rows->size());
  }
  // Also of a file that cannot be copied: what comes behind its rows waits.
  if (damaged && !whole) return;
  if (const auto rest = file_->Queues(known_)) {
    (void)memory_->Hold(*rest, copied_);
  }
}

/// Nor can a file be written that nobody can find, now: it may get its name
/// back.
void Outbox::LeaveNameless(const Error& why) {
  file_ = std::move(memory_);
  TakeOverMemory(why.code == ErrorCode::kCorrupt, kInMemory);
  file_.reset();
  EndNameless();
}

/// Memory has what it holds. What stands in a log that has lost its name does
/// so for the last time, unless it goes into the file.
void Outbox::Close(bool damaged, Answer* answer) {
  const bool kept = IdOf("-wal") == parts_["-wal"] || file_->Checkpoint();
  TakeOverMemory(damaged, {kInMemory.rows / 2, kInMemory.bytes / 2});
  file_.reset();
  if (!kept) ForgetFile(answer);
}

void Outbox::Leave(const Error& why, base::Timestamp now, Answer* answer) {
  back_.reset();
  Close(why.code == ErrorCode::kCorrupt, answer);
  if (SetAside(why, now, answer)) return;
  tried_ = now;
  MarkLock(lock_, false);
  TellWhy(why, answer);
}

void Outbox::TellWhy(const Error& why, Answer* answer) {
  if (!std::exchange(why_, why.message).empty()) return;
  const bool named = why.message.find(folder_) != std::string::npos;
  answer->notes.push_back(
      {true, "the outbox cannot be used: " + (named ? "" : folder_ + ": ") +
                 why.message +
                 ": until it can, notifications are kept in "
                 "memory, and are lost if the program ends"});
}

void Outbox::TellBack(const Batch& batch, Answer* answer) {
  if (!back_) return;
  const bool served = batch.now >= back_->since + kTryAgain ||
                      batch.now < back_->since || batch.last;
  if (!served) return;
  answer->notes.push_back({false, "the outbox in " + folder_ +
                                      " is used again, for " +
                                      CountedNotifications(back_->moved)});
  back_.reset();
  why_.clear();
}

}  // namespace actions
