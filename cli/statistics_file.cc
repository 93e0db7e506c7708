// 8292 bytes in the machine's byte order, written in place: readers have the
// file mapped.
#include "cli/statistics_file.h"

#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <bit>
#include <cerrno>
#include <charconv>
#include <csignal>
#include <string_view>
#include <utility>

#include "base/system_error.h"

namespace cli {
namespace {

constexpr std::size_t kPathBytes = 4097;
constexpr std::size_t kHostBytes = 65;
constexpr std::size_t kCountsAt = 8260;
constexpr std::uint32_t kVersion = 1;

/// `text` and at least one NUL.
void AppendText(std::string_view text, std::size_t size, std::string* bytes) {
  const std::size_t end = bytes->size() + size;
  bytes->append(text.substr(0, size - 1));
  bytes->resize(end, '\0');
}

/// What stands at kCountsAt.
using CountFields = std::array<std::uint32_t, 8>;

CountFields FieldsOf(const RunCounts& counts) {
  return {std::bit_cast<std::uint32_t>(static_cast<float>(counts.expected)),
          counts.rules,
          counts.actions,
          counts.is_true,
          counts.is_false,
          counts.is_unknown,
          counts.evaluations,
          kVersion};
}

/// True if written; else errno says why.
bool WriteAt(int fd, const void* bytes, std::size_t size, std::size_t offset) {
  errno = ENOSPC;  // of what is written in part
  return ::pwrite(fd, bytes, size, static_cast<off_t>(offset)) ==
         static_cast<ssize_t>(size);
}

/// True of failures that may pass, as of a full disk.
bool Passes(int error) {
  return error == ENOSPC || error == EDQUOT || error == EIO ||
         error == EMFILE || error == ENFILE || error == ENOMEM;
}

bool IsGone(std::string_view name) {
  int pid = 0;
  const auto [end, error] =
      std::from_chars(name.data(), name.data() + name.size(), pid);
  const bool number = error == std::errc() && end == name.data() + name.size();
  return number && pid > 0 && ::kill(pid, 0) < 0 && errno == ESRCH;
}

}  // namespace

std::string StatisticsBytes(const StatisticsOrigin& origin,
                            const std::string& host, const RunCounts& counts) {
  std::string bytes;
  AppendText(origin.config, kPathBytes, &bytes);
  AppendText(origin.log, kPathBytes, &bytes);
  AppendText(host, kHostBytes, &bytes);
  bytes.resize(kCountsAt, '\0');
  const CountFields fields = FieldsOf(counts);
  return bytes.append(reinterpret_cast<const char*>(fields.data()),
                      sizeof fields);
}

void RemoveStaleStatistics(const std::string& folder) {
  DIR* entries = ::opendir(folder.c_str());
  if (entries == nullptr) return;
  while (const dirent* entry = ::readdir(entries)) {
    if (!IsGone(entry->d_name)) continue;
    struct stat status {};
    const std::string path = folder + '/' + entry->d_name;
    if (::lstat(path.c_str(), &status) == 0 && S_ISREG(status.st_mode) &&
        status.st_uid == ::geteuid()) {
      ::unlink(path.c_str());
    }
  }
  ::closedir(entries);
}

base::Result<void> MakeStatisticsFolder(const std::string& folder) {
  constexpr mode_t kFolderMode = 0775;
  if (::mkdir(folder.c_str(), kFolderMode) == 0 || errno == EEXIST) return {};
  return base::SystemError("cannot create stats file dir " + folder, errno);
}

base::Result<void> StatisticsFile::Create(const std::string& folder, int pid,
                                          StatisticsOrigin origin) {
  RemoveStaleStatistics(folder);
  path_ = folder + '/' + std::to_string(pid);
  origin_ = std::move(origin);
  auto opened = Open();
  if (!opened && !Passes(opened.error().system_errno)) path_.clear();
  // Whether it can be written shows at the first Update() that counts.
  if (opened) (void)Update("(uninitialized)", {});
  return opened;
}

base::Result<void> StatisticsFile::Open() {
  constexpr mode_t kFileMode = 0644;
  // A file of our number is of a process that is gone, or from somebody else
  // who may write to the folder.
  ::unlink(path_.c_str());
  fd_ =
      ::open(path_.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, kFileMode);
  if (fd_ >= 0) return {};
  return base::SystemError("cannot create stats file " + path_, errno);
}

base::Result<void> StatisticsFile::Update(const std::string& host,
                                          const RunCounts& counts) {
  if (path_.empty()) return {};
  if (fd_ < 0) {
    if (auto opened = Open(); !opened) return opened;
  }
  const CountFields fields = FieldsOf(counts);
  bool written = false;
  if (host == host_) {
    written = WriteAt(fd_, fields.data(), sizeof fields, kCountsAt);
  } else {
    const std::string bytes = StatisticsBytes(origin_, host, counts);
    written = WriteAt(fd_, bytes.data(), bytes.size(), 0);
  }
  host_ = written ? std::optional(host) : std::nullopt;
  if (written) return {};
  return base::SystemError("cannot write stats file " + path_, errno);
}

StatisticsFile::~StatisticsFile() {
  if (fd_ >= 0) ::close(fd_);
  if (!path_.empty()) ::unlink(path_.c_str());
}

}  // namespace cli
