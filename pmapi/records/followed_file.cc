// fstat(2), then pread(2) up to the size that it told.
#include "pmapi/records/followed_file.h"

#include <linux/magic.h>
#include <sys/stat.h>
#include <sys/vfs.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <span>
#include <utility>

#include "base/system_error.h"

namespace pmapi::records {
namespace {

using base::Error;
using base::ErrorCode;

constexpr std::size_t kPiece = std::size_t{64} << 10;
/// How many bytes before the place are compared.
constexpr std::size_t kCompared = 256;
/// How far back the beginning of a line is looked for.
constexpr std::size_t kLookBack = std::size_t{64} << 10;
/// Of what is passed over so much is read for its lines to be counted.
constexpr std::uint64_t kMostCounted = std::uint64_t{64} << 20;

/// What is read at a tick at most. Units: bytes.
constexpr std::uint64_t kMostRead = std::uint64_t{64} << 20;

/// What the kernel makes up when it is read, which has no size.
constexpr std::uint32_t kMadeUpTypes[] = {PROC_SUPER_MAGIC, SYSFS_MAGIC};
/// As statfs(2) has them; not all are in linux/magic.h.
constexpr std::uint32_t kWaitingTypes[] = {
    NFS_SUPER_MAGIC, SMB_SUPER_MAGIC, CODA_SUPER_MAGIC, AFS_SUPER_MAGIC,
    0xff534d42,  // CIFS
    0xfe534d42,  // SMB2
    0x00c36400,  // Ceph
    0x65735546,  // FUSE
};

/// The type of the file system that it lies in; 0 if that is not known.
std::uint32_t SystemTypeOf(int fd) {
  struct statfs system {};
  if (::fstatfs(fd, &system) != 0) return 0;
  return static_cast<std::uint32_t>(system.f_type);
}

bool IsAmong(std::uint32_t type, std::span<const std::uint32_t> types) {
  return std::find(types.begin(), types.end(), type) != types.end();
}

Error NoRegularFile(const std::string& path) {
  return {ErrorCode::kInvalid,
          path + ": no regular file: only such are followed"};
}

bool Same(const timespec& a, const timespec& b) {
  return a.tv_sec == b.tv_sec && a.tv_nsec == b.tv_nsec;
}

}  // namespace

base::Result<FollowedFile> FollowedFile::Open(const std::string& path) {
  auto file = base::RegularFile::Open(path);
  if (!file) {
    const int why = file.error().system_errno;
    if (why != EISDIR && why != EINVAL && why != ENXIO) return file.error();
    return NoRegularFile(path);
  }
  const std::uint32_t type = SystemTypeOf(file->fd());
  if (IsAmong(type, kMadeUpTypes)) return NoRegularFile(path);
  if (IsAmong(type, kWaitingTypes)) {
    return Error{ErrorCode::kInvalid,
                 path +
                     ": lies in a file system that may not answer (NFS, FUSE "
                     "and the like): follow it where it is written"};
  }
  struct stat status {};
  if (::fstat(file->fd(), &status) != 0) return base::SystemError(path, errno);
  return FollowedFile(*std::move(file), path, {status.st_dev, status.st_ino});
}

void FollowedFile::SkipTo(std::uint64_t size) {
  if (file_.size() < size) return;
  const std::uint64_t from = size - std::min<std::uint64_t>(size, kLookBack);
  const std::string last = BytesAt(from, size - from);
  offset_ = from + last.size();
  Remember(last);
  const std::size_t newline = last.rfind('\n');
  const std::size_t begun = newline == last.npos ? 0 : newline + 1;
  splitter_.Add(std::string_view(last).substr(begun), [](std::string_view) {});
}

base::Result<void> FollowedFile::Read(const Record& record, RecordSink* sink) {
  struct stat status {};
  if (::fstat(file_.fd(), &status) != 0) return base::SystemError(path_, errno);
  const auto size = static_cast<std::uint64_t>(status.st_size);
  changed_ = size != offset_ || !Same(status.st_mtim, written_);
  if (!changed_) return {};
  written_ = status.st_mtim;
  if (size < offset_ || !IsWhatItWas()) {
    End(record, sink);
    offset_ = 0;
    before_.clear();
  }
  for (std::uint64_t left = kMostRead; offset_ < size; left -= kPiece) {
    if (left == 0 || !sink->has_room()) {
      PassOver(size, sink);
      break;
    }
    const std::string bytes =
        BytesAt(offset_, std::min<std::uint64_t>(kPiece, size - offset_));
    if (bytes.empty()) break;  // cut short meanwhile
    if (bytes.front() == '\0' && JumpHole(size)) continue;
    Take(bytes, record, sink);
  }
  return {};
}

/// Where nobody has written there may be nothing for gigabytes: who writes at
/// its own place, and not at the end, leaves that behind where a file is cut.
bool FollowedFile::JumpHole(std::uint64_t size) {
  const off_t found =
      ::lseek(file_.fd(), static_cast<off_t>(offset_), SEEK_DATA);
  const std::uint64_t to = found < 0 ? size : static_cast<std::uint64_t>(found);
  if ((found < 0 && errno != ENXIO) || to <= offset_) return false;
  offset_ = std::min(to, size);
  const std::uint64_t back = std::min<std::uint64_t>(offset_, kCompared);
  before_ = BytesAt(offset_ - back, back);
  return true;
}

void FollowedFile::End(const Record& record, RecordSink* sink) {
  splitter_.End([&](std::string_view line) { record(line, sink); });
  sink->AddMissed(splitter_.Skipped());
}

bool FollowedFile::IsWhatItWas() {
  return BytesAt(offset_ - before_.size(), before_.size()) == before_;
}

std::string FollowedFile::BytesAt(std::uint64_t offset,
                                  std::size_t most) const {
  std::string bytes(most, '\0');
  const ssize_t got = ::pread(file_.fd(), bytes.data(), bytes.size(),
                              static_cast<off_t>(offset));
  bytes.resize(got > 0 ? static_cast<std::size_t>(got) : 0);
  return bytes;
}

void FollowedFile::Take(std::string_view bytes, const Record& record,
                        RecordSink* sink) {
  splitter_.Add(bytes, [&](std::string_view line) { record(line, sink); });
  sink->AddMissed(splitter_.Skipped());
  offset_ += bytes.size();
  Remember(bytes);
}

/// `bytes` stand before offset_.
void FollowedFile::Remember(std::string_view bytes) {
  before_ += bytes.substr(bytes.size() - std::min(bytes.size(), kCompared));
  if (before_.size() > kCompared) {
    before_.erase(0, before_.size() - kCompared);
  }
}

/// Counts lines as far as that takes no time worth speaking of, then jumps:
/// of what lies between at least one is missed.
void FollowedFile::PassOver(std::uint64_t end, RecordSink* sink) {
  const std::uint64_t counted = std::min(end, offset_ + kMostCounted);
  std::uint64_t missed = 0;
  while (offset_ < counted) {
    const std::string bytes =
        BytesAt(offset_, std::min<std::uint64_t>(kPiece, counted - offset_));
    if (bytes.empty()) break;
    missed += splitter_.Skip(bytes);
    offset_ += bytes.size();
    Remember(bytes);
  }
  if (counted < end) {
    const std::string last =
        BytesAt(end - std::min<std::uint64_t>(end, kCompared), kCompared);
    missed += 1;
    offset_ = end;
    before_ = last;
    splitter_.SkipTo(last.empty() ? '\n' : last.back());
  }
  sink->AddMissed(missed);
}

}  // namespace pmapi::records
