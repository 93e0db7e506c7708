// The terminal's own ways to go back and to clear.
#include "cli/status_line.h"

#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <string_view>

#include "base/display_width.h"
#include "base/printable.h"
#include "base/utf8.h"
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

/// As many whole characters of `text` as fit.
std::string Front(const std::string& text, std::size_t columns) {
  std::string_view rest = text;
  while (!rest.empty()) {
    const std::size_t bytes =
        std::max<std::size_t>(base::Utf8Front(rest).bytes, 1);
    const std::size_t width = base::DisplayWidth(rest.substr(0, bytes));
    if (width > columns) break;
    columns -= width;
    rest.remove_prefix(bytes);
  }
  return text.substr(0, text.size() - rest.size());
}

}  // namespace

StatusLine::StatusLine(int descriptor, bool wanted)
    : descriptor_(descriptor),
      on_terminal_(wanted && ::isatty(descriptor) == 1 && CanClear()) {}

void StatusLine::Show(const std::string& text) {
  if (!on_terminal_) return;
  // In the last column some terminals go on to the next line.
  Write("\r\033[K" + Front(base::Printable(text), Columns(descriptor_) - 1));
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
