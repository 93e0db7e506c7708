// A pipe that is read whenever it can be.
#include "actions/child_output.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <utility>

#include "base/printable.h"
#include "base/system_error.h"

namespace actions {
namespace {

void Close(int* fd) {
  if (*fd >= 0) ::close(*fd);
  *fd = -1;
}

}  // namespace

ChildOutput::ChildOutput(Says says) : says_(std::move(says)) {}

ChildOutput::~ChildOutput() {
  readable_.Cancel();
  Close(&reading_);
  Close(&writing_);
}

base::Result<void> ChildOutput::Open(base::loop::Loop* loop,
                                     std::function<void()> ended) {
  std::array<int, 2> ends{};
  if (::pipe2(ends.data(), O_CLOEXEC) != 0) {
    return base::SystemError("a pipe", errno);
  }
  reading_ = ends[0];
  writing_ = ends[1];
  // The writing end is the program's, which expects to wait.
  ::fcntl(reading_, F_SETFL, O_NONBLOCK);
  auto readable = loop->OnReadable(reading_, [this, ended = std::move(ended)] {
    if (Read()) return;
    TellAll();
    ended();
  });
  if (!readable) return readable.error();
  readable_ = std::move(*readable);
  return {};
}

void ChildOutput::CloseWritingEnd() { Close(&writing_); }

/// What is there, up to some; false at the end.
bool ChildOutput::Read() {
  std::array<char, 4096> buffer{};
  const ssize_t n = ::read(reading_, buffer.data(), buffer.size());
  if (n > 0) Take({buffer.data(), static_cast<std::size_t>(n)});
  return n > 0 || (n < 0 && (errno == EAGAIN || errno == EINTR));
}

void ChildOutput::Take(std::string_view text) {
  while (told_ <= kMostLines && !text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    line_ += text.substr(0, std::min(end, kMostOfLine - line_.size()));
    if (end == text.size()) return;
    TellLine();
    text.remove_prefix(end + 1);
  }
}

void ChildOutput::TellLine() {
  const std::string line = std::exchange(line_, {});
  if (line.empty()) return;
  if (++told_ <= kMostLines) return says_(base::Printable(line));
  says_("... more than " + std::to_string(kMostLines) +
        " lines: the rest is left out");
}

/// A pipe holds no more than some 64 KiB, but is filled again meanwhile.
void ChildOutput::TellAll() {
  constexpr int kPieces = 16;
  for (int i = 0; i < kPieces && Read(); ++i) continue;
  if (told_ <= kMostLines) TellLine();
}

}  // namespace actions
