// Lines are counted as they end; a window's width is not minded.
#include "cli/pager.h"

#include <sys/ioctl.h>

#include <algorithm>

namespace cli {
namespace {

constexpr char kQuestion[] = "more? (h=help) ";
constexpr char kHelp[] =
    "[q or n to stop, y or <space> to go on, <enter> to step] more? ";

}  // namespace

Pager::Window Pager::WindowOf(int terminal) {
  Window window;
  winsize size{};
  if (::ioctl(terminal, TIOCGWINSZ, &size) == 0) {
    window.rows = std::max<int>(window.rows, size.ws_row);
    window.columns = std::max<int>(window.columns, size.ws_col);
  }
  return window;
}

void Pager::Begin(Window window) {
  window_ = window;
  lines_ = 0;
  stopped_ = false;
}

void Pager::Print(std::string_view text) {
  while (!text.empty() && !stopped_) {
    if (lines_ >= window_.rows - 1) Ask();
    if (stopped_) return;
    const std::size_t end = std::min(text.find('\n'), text.size() - 1) + 1;
    PrintBeside(text.substr(0, end));
    text.remove_prefix(end);
  }
}

void Pager::PrintBeside(std::string_view text) {
  if (stopped_) return;
  print_(text);
  lines_ += static_cast<int>(std::count(text.begin(), text.end(), '\n'));
}

void Pager::Wipe() {
  print_('\r' +
         std::string(static_cast<std::size_t>(window_.columns) - 1, ' ') +
         '\r');
}

void Pager::Ask() {
  const char* question = kQuestion;
  for (bool answered = false; !answered;) {
    Wipe();
    const auto key = ask_(question);
    answered = true;
    if (!key || *key == 'n' || *key == 'q') {
      stopped_ = true;
    } else if (*key == 'y' || *key == ' ') {
      lines_ = 0;
    } else if (*key == '\n') {
      lines_ = window_.rows - 2;
    } else {
      question = kHelp;
      answered = false;
    }
  }
  Wipe();
}

}  // namespace cli
