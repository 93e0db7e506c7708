// termios(3), and poll(2), so that a signal that comes before read(2) is
// noticed.
#include "cli/terminal_key.h"

#include <poll.h>
#include <termios.h>
#include <unistd.h>

#include <cerrno>

namespace cli {
namespace {

/// A terminal that hands over each key, for as long as it lives. What has been
/// typed ahead stays.
class KeyByKey {
 public:
  explicit KeyByKey(int terminal)
      : terminal_(terminal), is_one_(::tcgetattr(terminal, &before_) == 0) {
    if (!is_one_) return;
    termios now = before_;
    now.c_lflag &= ~static_cast<tcflag_t>(ICANON | ECHO);
    now.c_cc[VMIN] = 1;
    now.c_cc[VTIME] = 0;
    ::tcsetattr(terminal_, TCSANOW, &now);
  }
  ~KeyByKey() {
    if (is_one_) ::tcsetattr(terminal_, TCSANOW, &before_);
  }
  KeyByKey(const KeyByKey&) = delete;
  KeyByKey& operator=(const KeyByKey&) = delete;

 private:
  int terminal_;
  termios before_{};
  bool is_one_;
};

}  // namespace

std::optional<char> ReadKey(int terminal, const std::function<void()>& ask,
                            const std::function<bool()>& over) {
  constexpr int kMillisBetweenLooks = 1000;
  const KeyByKey keys(terminal);
  ask();
  pollfd some{terminal, POLLIN, 0};
  while (!over()) {
    if (::poll(&some, 1, kMillisBetweenLooks) <= 0) continue;
    char key = 0;
    const ssize_t count = ::read(terminal, &key, 1);
    if (count == 1) return key;
    if (count == 0 || errno != EINTR) return std::nullopt;
  }
  return std::nullopt;
}

}  // namespace cli
