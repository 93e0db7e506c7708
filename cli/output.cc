// A buffer before write(2).
#include "cli/output.h"

#include <unistd.h>

#include <cerrno>
#include <cstring>

namespace cli {

bool Output::on_terminal() const { return ::isatty(descriptor_) == 1; }

void Output::Flush() {
  if (!text_.empty() && before_write_) before_write_();
  std::string_view rest = text_;
  while (!rest.empty() && status_) {
    const ssize_t n = ::write(descriptor_, rest.data(), rest.size());
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) {
      status_ = base::Error{
          base::ErrorCode::kSystem,
          std::string("cannot write the output: ") + std::strerror(errno),
          errno};
      break;
    }
    rest.remove_prefix(static_cast<std::size_t>(n));
  }
  text_.clear();
}

}  // namespace cli
