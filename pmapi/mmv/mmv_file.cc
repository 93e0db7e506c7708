// The generation is looked at before the copy is made and after it: what was
// rewritten meanwhile is not used.
#include "pmapi/mmv/mmv_file.h"

#include <fcntl.h>
#include <signal.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <utility>

namespace pmapi::mmv {
namespace {

using base::Error;
using base::ErrorCode;
using base::Result;

/// Far above what programs declare: 200,000 values with a string each.
constexpr std::int64_t kMostBytes = 64 << 20;

Error SystemError() {
  const int why = errno;
  return {ErrorCode::kSystem, std::strerror(why), why};
}

bool IsDead(const Header& header) {
  if ((header.flags & kProcess) == 0 || header.process == 0) return false;
  return header.process < 0 || (kill(header.process, 0) != 0 && errno == ESRCH);
}

}  // namespace

bool MmvFile::Lose(Error why) {
  why_ = std::move(why);
  why_.message = path_ + ": " + why_.message;
  layout_ = {};
  bytes_.clear();
  return std::exchange(usable_, false);
}

bool MmvFile::Read(bool values) {
  // A fifo must not make us wait for its writer.
  const int file = open(path_.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (file < 0) {
    identity_.reset();
    return Lose(SystemError());
  }
  const bool changed = ReadFrom(file, values);
  close(file);
  return changed;
}

bool MmvFile::ReadFrom(int file, bool values) {
  auto now = Identify(file);
  if (!now) {
    identity_.reset();
    return Lose(now.error());
  }
  const bool same = identity_ == *now;
  identity_ = *now;
  if (!now->header.complete()) {
    return Lose({ErrorCode::kNoData, "is being written"});
  }
  if (IsDead(now->header)) {
    return Lose({ErrorCode::kNoData, "its process has ended"});
  }
  if (same && why_.code == ErrorCode::kCorrupt) return false;
  if (same && usable_ && !values) return false;
  if (!Copy(file, static_cast<std::size_t>(now->size))) {
    identity_.reset();
    return Lose({ErrorCode::kNoData, "changed while it was read"});
  }
  if (same && usable_) return false;
  auto layout = DecodeLayout(bytes_, now->header);
  if (!layout) return Lose(layout.error());
  layout_ = *std::move(layout);
  why_ = {ErrorCode::kNoData, ""};
  usable_ = true;
  return true;
}

Result<MmvFile::Identity> MmvFile::Identify(int file) const {
  struct stat status = {};
  if (fstat(file, &status) != 0) return SystemError();
  if (!S_ISREG(status.st_mode)) {
    return Error{ErrorCode::kSystem, "not a regular file", EINVAL};
  }
  std::array<std::uint8_t, kHeaderSize> head;
  const ssize_t got = pread(file, head.data(), head.size(), 0);
  if (got < 0) return SystemError();
  const auto header =
      DecodeHeader(base::Bytes(head).first(static_cast<std::size_t>(got)));
  if (!header) return header.error();
  if (status.st_size > kMostBytes) {
    return Error{ErrorCode::kCorrupt, "larger than 64 MiB"};
  }
  return Identity{status.st_dev, status.st_ino, status.st_size, *header};
}

/// False if there is less than `size` or the header is not what it was.
bool MmvFile::Copy(int file, std::size_t size) {
  bytes_.resize(size);
  std::size_t got = 0;
  while (got < size) {
    const ssize_t more =
        pread(file, bytes_.data() + got, size - got, static_cast<off_t>(got));
    if (more <= 0) return false;
    got += static_cast<std::size_t>(more);
  }
  const auto after = Identify(file);
  return after.has_value() && *after == *identity_ &&
         IsCopyOf(bytes_, identity_->header);
}

}  // namespace pmapi::mmv
