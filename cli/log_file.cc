// What pmie's log looks like; who writes it is messages.cc.
#include "cli/log_file.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "base/calendar.h"

namespace cli {
namespace {

std::string Ctime(base::Timestamp now, const base::Zone& zone) {
  std::string text;
  base::AppendCtime(zone, now, &text);
  return text;
}

}  // namespace

base::Result<void> RedirectTo(const std::string& path, int descriptor) {
  constexpr mode_t kMode = 0664;
  const int fd =
      ::open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, kMode);
  if (fd < 0 || ::dup2(fd, descriptor) < 0) {
    return base::Error{base::ErrorCode::kSystem, std::strerror(errno), errno};
  }
  ::close(fd);
  return {};
}

std::string LogHeader(const std::string& program, const std::string& host,
                      const std::string& what, base::Timestamp now,
                      const base::Zone& zone) {
  return "Log for " + program + " on " + host + ' ' + what + ' ' +
         Ctime(now, zone) + "\n\n";
}

std::string LogSource(const std::string& program, int pid,
                      const std::string& host, bool primary) {
  return program + ": PID = " + std::to_string(pid) + ", via " + host +
         (primary ? " [primary]" : "") + "\n\n";
}

std::string LogFooter(base::Timestamp now, const base::Zone& zone) {
  return "\nLog finished " + Ctime(now, zone) + '\n';
}

std::string LogLine(const std::string& program, int pid,
                    const std::string& level, const std::string& text,
                    base::Timestamp now, const base::Zone& zone) {
  constexpr std::size_t kWithoutYear = 19;
  return '[' + Ctime(now, zone).substr(0, kWithoutYear) + "] " + program + '(' +
         std::to_string(pid) + ") " + level + ": " + text + '\n';
}

std::string LocalHostName() {
  char name[256] = "";
  if (::gethostname(name, sizeof name - 1) != 0) return "localhost";
  return name;
}

}  // namespace cli
