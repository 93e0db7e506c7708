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
#include <cstdio>
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

/// What the owner and the thread have together.
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
  bool writing = false;  // there is a thread
  std::string next;      // what it is to write then
  int why = 0;           // errno of the last one
  int told = 0;

  void Write(const std::string& text) {
    int code = WriteNew(folder + kNewName, text);
    if (code == 0 && std::rename((folder + kNewName).c_str(),
                                 (folder + kName).c_str()) != 0) {
      code = errno;
    }
    const std::lock_guard guard(mutex);
    why = code;
  }
  /// The life of the thread.
  void WriteAll() {
    std::unique_lock guard(mutex);
    while (!next.empty()) {
      const std::string text = std::exchange(next, {});
      guard.unlock();
      Write(text);
      guard.lock();
    }
    writing = false;
    idle.notify_all();
  }
};

Result<CursorFile> CursorFile::Open(const std::string& folder) {
  if (auto made = MakeFolder(folder); !made) return made.error();
  auto shared = std::make_shared<Shared>(folder);
  const std::string path = folder + kLockName;
  shared->lock =
      ::open(path.c_str(),
             O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0600);
  if (shared->lock < 0) return base::SystemError(path, errno);
  if (::flock(shared->lock, LOCK_EX | LOCK_NB) != 0) {
    return Error{ErrorCode::kSystem, folder + ": another process uses it",
                 errno};
  }
  return CursorFile(folder + kName, std::move(shared));
}

CursorFile::CursorFile(CursorFile&& other) noexcept = default;

/// The thread may outlive this; where it still writes, it is its lock.
CursorFile::~CursorFile() {
  if (!shared_) return;
  std::unique_lock guard(shared_->mutex);
  const bool idle = shared_->idle.wait_for(
      guard, kPatience, [this] { return !shared_->writing; });
  if (idle) shared_->Unlock();
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

Result<void> CursorFile::Keep(const JournalPosition& position) {
  const std::lock_guard guard(shared_->mutex);
  shared_->next = PositionText(position);
  if (!shared_->writing) {
    const int error =
        base::BeginDetached([shared = shared_] { shared->WriteAll(); });
    if (error != 0) shared_->why = error;
    shared_->writing = error == 0;
  }
  const int why = shared_->why;
  if (why == std::exchange(shared_->told, why) || why == 0) return {};
  return base::SystemError("cannot keep the place in the journal, " + path_,
                           why);
}

}  // namespace pmapi::records
