// The terminal's own ways to go back and to clear.
#include "cli/status_line.h"

#include <unistd.h>

namespace cli {

StatusLine::StatusLine(int descriptor, bool wanted)
    : descriptor_(descriptor),
      on_terminal_(wanted && ::isatty(descriptor) == 1) {}

void StatusLine::Show(const std::string& text) {
  if (!on_terminal_) return;
  Write("\r\033[K" + text);
  shown_ = true;
}

void StatusLine::Wipe() {
  if (shown_) Write("\r\033[K");
  shown_ = false;
}

void StatusLine::Write(const std::string& text) const {
  // Nothing depends on it, so nothing is said where it fails.
  [[maybe_unused]] const ssize_t n =
      ::write(descriptor_, text.data(), text.size());
}

}  // namespace cli
