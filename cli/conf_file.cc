// A file beside it, renamed.
#include "cli/conf_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cstdio>
#include <filesystem>
#include <system_error>

#include "base/file.h"
#include "base/system_error.h"

namespace cli {
namespace {

namespace fs = std::filesystem;
using base::Result;
using base::SystemError;

constexpr std::size_t kMostBytes = std::size_t{1} << 30;
// Of a statistics file: its size, and that of the path at its beginning.
constexpr std::size_t kStatisticsBytes = 8292;
constexpr std::size_t kPathBytes = 4097;

Result<void> MakeFolderOf(const std::string& path) {
  const std::string folder = fs::path(path).parent_path();
  if (folder.empty()) return {};
  std::error_code error;
  if (fs::is_directory(folder, error)) return {};
  if (fs::exists(folder, error)) {
    return base::Error{base::ErrorCode::kInvalid,
                       '"' + folder + "\" exists and is not a directory"};
  }
  fs::create_directories(folder, error);
  if (!error) return {};
  return base::Error{base::ErrorCode::kSystem,
                     "failed to create directory \"" + folder + '"'};
}

/// False: errno says why.
bool WriteAll(int fd, std::string_view text) {
  while (!text.empty()) {
    const ssize_t written = ::write(fd, text.data(), text.size());
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) return false;
    text.remove_prefix(static_cast<std::size_t>(written));
  }
  return ::fsync(fd) == 0;
}

/// Where the program was installed, or else where a package has them.
std::string OurRules() {
  constexpr char kRules[] = "share/tocsin/pmieconf";
  std::error_code error;
  const fs::path program = fs::read_symlink("/proc/self/exe", error);
  const fs::path beside = program.parent_path().parent_path() / kRules;
  if (!error && fs::is_directory(beside, error)) return beside;
  return std::string("/usr/") + kRules;
}

}  // namespace

std::string PmieconfRules(const std::optional<std::string>& given,
                          const ProcessContext& process) {
  if (given) return *given;
  if (const auto path = process.environment("PMIECONF_PATH")) return *path;
  const std::string path =
      process.environment("PCP_VAR_DIR").value_or("/var/lib/pcp") +
      "/config/pmieconf";
  std::error_code error;
  return fs::exists(path, error) ? path : OurRules();
}

Result<std::string> CanonicalPath(const std::string& path) {
  std::error_code error;
  const fs::path whole = fs::weakly_canonical(fs::absolute(path), error);
  if (!error) return whole.string();
  return SystemError("failed to resolve realpath for " + path, error.value());
}

Result<std::string> ReadConfFile(const std::string& path) {
  auto text = base::ReadRegularText(path, kMostBytes);
  if (text) return text;
  const int code = text.error().system_errno;
  if (code == ENOENT) return std::string();
  if (code == 0) return text.error();
  if (code == EINVAL) {
    return base::Error{base::ErrorCode::kInvalid,
                       "cannot open " + path + ": it is no regular file"};
  }
  return SystemError("cannot open " + path, code);
}

Result<void> WriteConfFile(const std::string& path, std::string_view text) {
  if (auto made = MakeFolderOf(path); !made) return made;
  std::error_code error;
  // A link is not replaced, what it leads to is.
  std::string target = fs::weakly_canonical(path, error);
  if (error) target = path;
  const std::string beside = target + ".new." + std::to_string(::getpid());
  struct stat before {};
  constexpr mode_t kUsual = 0666;
  const bool known = ::stat(target.c_str(), &before) == 0;
  const int fd =
      ::open(beside.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, kUsual);
  const auto fail = [&] {
    return SystemError("cannot write file " + path, errno);
  };
  if (fd < 0) return fail();
  bool done = WriteAll(fd, text);
  if (known && done) {
    // Whose it was it stays, where we may give it away.
    done = ::fchmod(fd, before.st_mode & 07777) == 0;
    [[maybe_unused]] const int given =
        ::fchown(fd, before.st_uid, before.st_gid);
  }
  done = done && std::rename(beside.c_str(), target.c_str()) == 0;
  Result<void> how;
  if (!done) how = fail();
  ::close(fd);
  if (!done) ::unlink(beside.c_str());
  return how;
}

std::vector<int> ProcessesBy(const std::string& path,
                             const std::string& folder) {
  std::vector<int> found;
  std::error_code error;
  for (fs::directory_iterator at(folder, error), end; !error && at != end;
       at.increment(error)) {
    const std::string name = at->path().filename();
    int pid = 0;
    const char* const last = name.data() + name.size();
    const auto number = std::from_chars(name.data(), last, pid);
    if (number.ec != std::errc() || number.ptr != last || pid <= 0) continue;
    std::error_code gone;
    if (!fs::exists("/proc/" + name, gone)) continue;
    const auto text = base::ReadRegularText(at->path(), kStatisticsBytes);
    if (!text || text->size() != kStatisticsBytes) continue;
    const std::string_view config =
        std::string_view(*text).substr(0, kPathBytes);
    if (config.substr(0, config.find('\0')) == path) found.push_back(pid);
  }
  std::sort(found.begin(), found.end());
  return found;
}

}  // namespace cli
