// A new file is written beside the old one and takes its name.
#include "pmapi/records/cursor_file.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <cstdio>
#include <limits>
#include <mutex>
#include <string_view>
#include <utility>

#include "base/detached_thread.h"
#include "base/system_error.h"

namespace pmapi::records {
namespace {

using base::Error;
using base::ErrorCode;
using base::Result;

constexpr char kName[] = "/journal.cursor";
constexpr char kNewName[] = "/journal.cursor.new";
constexpr char kLockName[] = "/journal.lock";

constexpr std::size_t kLongestCursor = 1000;
/// How long the end of the process waits for what is being written.
constexpr std::chrono::seconds kPatience{1};

/// Whether nobody but us and root has had a hand in it.
bool IsOurs(const struct stat& status) {
  const bool ours = status.st_uid == ::geteuid() || status.st_uid == 0;
  return ours && (status.st_mode & (S_IWGRP | S_IWOTH)) == 0;
}

Error OfOthers(const std::string& path) {
  return {ErrorCode::kSystem,
          path +
              ": others may write there: name a directory of the program's "
              "own user"};
}

Result<void> MakeFolder(const std::string& folder) {
  if (::mkdir(folder.c_str(), 0700) != 0 && errno != EEXIST) {
    return base::SystemError(folder, errno);
  }
  struct stat status {};
  if (::stat(folder.c_str(), &status) != 0) {
    return base::SystemError(folder, errno);
  }
  if (!IsOurs(status)) return OfOthers(folder);
  return {};
}

/// Up to one byte more than a position may have.
Result<std::string> BytesOf(int fd, const std::string& path) {
  struct stat status {};
  if (::fstat(fd, &status) != 0) return base::SystemError(path, errno);
  if (!S_ISREG(status.st_mode) || !IsOurs(status)) return OfOthers(path);
  std::array<char, kLongestCursor + 1> bytes;
  const ssize_t got = ::read(fd, bytes.data(), bytes.size());
  if (got < 0) return base::SystemError(path, errno);
  return std::string(bytes.data(), static_cast<std::size_t>(got));
}

Error Unkept(Error why) {
  why.message = "the place in the journal is not kept: " + why.message +
                ": until it is, a restart repeats what has come since";
  return why;
}

int WriteNew(const std::string& path, const std::string& text) {
  ::unlink(path.c_str());
  const int fd = ::open(
      path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0600);
  if (fd < 0) return errno;
  const ssize_t written = ::write(fd, text.data(), text.size());
  int code = written < 0 ? errno : 0;
  if (written >= 0 && static_cast<std::size_t>(written) < text.size()) {
    code = ENOSPC;
  }
  if (code == 0 && ::fdatasync(fd) != 0) code = errno;
  ::close(fd);
  return code;
}

}  // namespace

std::string PositionText(const JournalPosition& position) {
  if (!position.cursor.empty()) return position.cursor + '\n';
  return '@' + std::to_string(position.microseconds) + '\n';
}

std::optional<JournalPosition> ParsePosition(std::string_view text) {
  if (!text.ends_with('\n') || text.size() > kLongestCursor) {
    return std::nullopt;
  }
  text.remove_suffix(1);
  JournalPosition position;
  if (text.starts_with('@')) {
    const char* const end = text.data() + text.size();
    const auto [rest, error] =
        std::from_chars(text.data() + 1, end, position.microseconds);
    if (error != std::errc() || rest != end || position.microseconds < 0) {
      return std::nullopt;
    }
    return position;
  }
  // As journalctl tells them: s=1f...;i=2a;...
  constexpr std::string_view kOfCursors =
      "abcdefghijklmnopqrstuvwxyz0123456789=;";
  if (text.size() < 2 || text[1] != '=' ||
      text.find_first_not_of(kOfCursors) != text.npos) {
    return std::nullopt;
  }
  position.cursor = text;
  return position;
}

std::optional<base::Timestamp> TimeOf(const JournalPosition& position) {
  std::int64_t micros = position.microseconds;
  if (!position.cursor.empty()) {
    constexpr std::string_view kTime = ";t=";
    constexpr int kHexadecimal = 16;
    const std::size_t at = position.cursor.find(kTime);
    if (at == std::string::npos) return std::nullopt;
    const char* const text = position.cursor.data();
    const auto [rest, error] =
        std::from_chars(text + at + kTime.size(), text + position.cursor.size(),
                        micros, kHexadecimal);
    if (error != std::errc()) return std::nullopt;
  }
  constexpr std::int64_t kMost =
      std::numeric_limits<std::int64_t>::max() / base::kNanosPerMicro;
  if (micros < 0 || micros > kMost) return std::nullopt;
  return base::Timestamp{micros * base::kNanosPerMicro};
}

/// What the owner and the thread have together. The lock is the thread's as
/// long as there is one.
struct CursorFile::Shared {
  explicit Shared(std::string where) : folder(std::move(where)) {}
  ~Shared() { Unlock(); }

  void Unlock() {
    if (lock >= 0) ::close(std::exchange(lock, -1));
  }

  std::string folder;
  int lock = -1;
  std::mutex mutex;
  std::condition_variable idle;
  bool writing = false;      // there is a thread
  std::string next;          // what it is to write then
  std::optional<Error> why;  // the last one could not be

  /// Makes the directory and the lock, if they are not there.
  Result<void> Lock() {
    if (auto made = MakeFolder(folder); !made) return made;
    const std::string path = folder + kLockName;
    const int fd =
        ::open(path.c_str(),
               O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0600);
    if (fd < 0) return base::SystemError(path, errno);
    if (::flock(fd, LOCK_EX | LOCK_NB) != 0) {
      const int why_not = errno;
      ::close(fd);
      return Error{ErrorCode::kSystem,
                   folder +
                       ": another process uses it: end that one, or name "
                       "another directory with --state",
                   why_not};
    }
    Unlock();
    lock = fd;
    return {};
  }
  /// Whether the lock is that of the directory that has the name now.
  bool IsLocked() const {
    struct stat ours {};
    struct stat there {};
    return ::fstat(lock, &ours) == 0 &&
           ::stat((folder + kLockName).c_str(), &there) == 0 &&
           ours.st_dev == there.st_dev && ours.st_ino == there.st_ino;
  }
  Result<void> Write(const std::string& text) {
    if (!IsLocked()) {
      if (auto locked = Lock(); !locked) return locked;
    }
    int code = WriteNew(folder + kNewName, text);
    if (code == 0 && std::rename((folder + kNewName).c_str(),
                                 (folder + kName).c_str()) != 0) {
      code = errno;
    }
    if (code == 0) return {};
    return base::SystemError(folder + kName, code);
  }
  /// The life of the thread.
  void WriteAll() {
    std::unique_lock guard(mutex);
    while (!next.empty()) {
      const std::string text = std::exchange(next, {});
      guard.unlock();
      const auto written = Write(text);
      guard.lock();
      why.reset();
      if (!written) why = written.error();
    }
    writing = false;
    idle.notify_all();
  }
};

Result<CursorFile> CursorFile::Open(const std::string& folder) {
  auto shared = std::make_shared<Shared>(folder);
  if (auto locked = shared->Lock(); !locked) return locked.error();
  return CursorFile(folder + kName, std::move(shared));
}

CursorFile::CursorFile(CursorFile&& other) noexcept = default;

/// The thread may outlive this; where it still writes, it is its lock.
CursorFile::~CursorFile() {
  if (shared_ && IsIdle()) shared_->Unlock();
}

/// Waits for that, but not for a disk that hangs.
bool CursorFile::IsIdle() const {
  std::unique_lock guard(shared_->mutex);
  return shared_->idle.wait_for(guard, kPatience,
                                [this] { return !shared_->writing; });
}

Result<std::optional<JournalPosition>> CursorFile::Read() const {
  const int fd =
      ::open(path_.c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
  if (fd < 0 && errno == ENOENT) return std::optional<JournalPosition>();
  if (fd < 0) return base::SystemError(path_, errno);
  const auto bytes = BytesOf(fd, path_);
  ::close(fd);
  if (!bytes) return bytes.error();
  auto position = ParsePosition(*bytes);
  if (position) return position;
  return Error{ErrorCode::kInvalid, path_ + ": is damaged"};
}

void CursorFile::Keep(const JournalPosition& position) {
  std::string text = PositionText(position);
  unreadable_ = ParsePosition(text) != position;
  if (unreadable_) return;
  const std::lock_guard guard(shared_->mutex);
  shared_->next = std::move(text);
  if (shared_->writing) return;
  const int error =
      base::BeginDetached([shared = shared_] { shared->WriteAll(); });
  shared_->writing = error == 0;
  if (error != 0) shared_->why = base::SystemError("no thread", error);
}

std::optional<Error> CursorFile::Trouble() const {
  if (unreadable_) {
    return Unkept(
        {ErrorCode::kInvalid, "the entry has a cursor of an unknown form"});
  }
  const std::lock_guard guard(shared_->mutex);
  if (!shared_->why) return std::nullopt;
  return Unkept(*shared_->why);
}

std::optional<Error> CursorFile::TroubleAtEnd() const {
  if (IsIdle()) return Trouble();
  return Unkept({ErrorCode::kSystem, path_ + ": the disk does not answer"});
}

}  // namespace pmapi::records
