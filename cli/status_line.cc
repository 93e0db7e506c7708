// The terminal's own ways to go back and to clear.
#include "cli/status_line.h"

#include <sys/ioctl.h>
#include <unistd.h>

#include <cstdlib>
#include <string_view>

#include "base/printable.h"
#include "cli/write_now.h"

namespace cli {
namespace {

constexpr std::size_t kUsualColumns = 80;

/// Whether the terminal can go back and clear, by what it is called.
bool CanClear() {
  const char* name = std::getenv("TERM");
  return name != nullptr && *name != '\0' && std::string_view(name) != "dumb";
}

/// As it is now: windows change.
std::size_t Columns(int descriptor) {
  winsize size{};
  const bool known =
      ::ioctl(descriptor, TIOCGWINSZ, &size) == 0 && size.ws_col > 0;
  return known ? size.ws_col : kUsualColumns;
}

}  // namespace

StatusLine::StatusLine(int descriptor, bool wanted)
    : descriptor_(descriptor),
      on_terminal_(wanted && ::isatty(descriptor) == 1 && CanClear()) {}

void StatusLine::Show(const std::string& text) {
  if (!on_terminal_) return;
  // In the last column some terminals go on to the next line.
  Write("\r\033[K" + base::Printable(text).substr(0, Columns(descriptor_) - 1));
  shown_ = true;
}

/// As shells do before they prompt: a line's worth of blanks goes on to the
/// next line if there was anything on this one, and not if there was nothing.
void StatusLine::BeginBelow() {
  if (on_terminal_) Write(std::string(Columns(descriptor_), ' ') + '\r');
}

void StatusLine::Wipe() {
  if (shown_) Write("\r\033[K");
  shown_ = false;
}

void StatusLine::Write(const std::string& text) const {
  // Nothing depends on it, so nothing is said where it fails; but half of a way
  // to go back is none.
  std::string_view rest = text;
  while (!rest.empty()) {
    const ssize_t n = WriteNow(descriptor_, rest);
    if (n <= 0) return;
    rest.remove_prefix(static_cast<std::size_t>(n));
  }
}

}  // namespace cli
