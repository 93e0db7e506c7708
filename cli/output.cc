// A buffer before write(2).
#include "cli/output.h"

#include <poll.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <utility>

namespace cli {

bool Output::on_terminal() const { return ::isatty(descriptor_) == 1; }

/// Takes what is written off `rest`.
base::Result<void> Output::Write(std::string_view* rest) {
  while (!rest->empty()) {
    const ssize_t n = ::write(descriptor_, rest->data(), rest->size());
    if (n >= 0) {
      torn_ = n > 0 ? (*rest)[static_cast<std::size_t>(n) - 1] != '\n' : torn_;
      rest->remove_prefix(static_cast<std::size_t>(n));
      continue;
    }
    if (errno == EINTR) continue;
    if (errno == EAGAIN) {  // a descriptor that others do not wait for
      pollfd room{descriptor_, POLLOUT, 0};
      ::poll(&room, 1, -1);
      continue;
    }
    return base::Error{
        base::ErrorCode::kSystem,
        std::string("cannot write the output: ") + std::strerror(errno), errno};
  }
  return {};
}

/// That something is missing, where it is missing.
base::Result<void> Output::WriteLine() {
  if (lost_ == 0 || !losses_.line) return {};
  const std::string line = (torn_ ? "\n" : "") + losses_.line(lost_, why_);
  std::string_view rest = line;
  auto written = Write(&rest);
  if (written) lost_ = 0;
  return written;
}

bool Output::Flush() {
  if (text_.empty()) return true;
  if (before_write_) before_write_();
  // What is called on the way may print something, too.
  std::string text = std::exchange(text_, {});
  if (!status_) return false;
  std::string_view rest = text;
  auto written = WriteLine();
  if (written) written = Write(&rest);
  if (!written) Lose(rest.size(), written.error());
  text.clear();
  if (text_.empty()) text_.swap(text);  // and its room
  return written.has_value();
}

void Output::Lose(std::size_t bytes, const base::Error& why) {
  const bool first = std::exchange(lost_, lost_ + bytes) == 0;
  why_ = why;
  const bool goes_on = losses_.begin && (!first || losses_.begin(why));
  if (!goes_on) status_ = why;
}

}  // namespace cli
