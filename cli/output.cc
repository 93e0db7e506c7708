// A buffer before write(2), and one behind it.
#include "cli/output.h"

#include <poll.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <utility>

#include "base/printable.h"
#include "cli/write_now.h"

namespace cli {
namespace {

/// What a tick of a thousand hosts prints must fit. Units: bytes.
constexpr std::size_t kMostUnread = std::size_t{16} << 20;

}  // namespace

bool Output::on_terminal() const { return ::isatty(descriptor_) == 1; }

void Output::Print(std::string_view text) {
  if (for_people_) {
    text_ += base::PrintableLines(text);
  } else {
    text_ += text;
  }
  Grown();
}

/// For a reader: false where it is not waited for, or not any longer.
bool Output::Wait() const {
  constexpr int kMillisBetweenLooks = 1000;
  if (losses_.begin) return false;
  pollfd room{descriptor_, POLLOUT, 0};
  return ::poll(&room, 1, kMillisBetweenLooks) != 0 || !over_ || !over_();
}

/// Takes what is written off `rest`.
base::Result<void> Output::Write(std::string_view* rest) {
  while (!rest->empty()) {
    const ssize_t n = WriteNow(descriptor_, *rest);
    if (n >= 0) {
      torn_ = n > 0 ? (*rest)[static_cast<std::size_t>(n) - 1] != '\n' : torn_;
      rest->remove_prefix(static_cast<std::size_t>(n));
      continue;
    }
    const int error = errno;
    if (error == EINTR || (error == EAGAIN && Wait())) continue;
    const std::string why =
        error == EAGAIN ? "nobody reads it" : std::strerror(error);
    return base::Error{base::ErrorCode::kSystem,
                       "cannot write the output: " + why, error};
  }
  return {};
}

base::Result<void> Output::WriteUnread() {
  std::string_view rest = std::string_view(unread_).substr(read_);
  auto written = Write(&rest);
  before_unread_ += unread() - rest.size();
  read_ = unread_.size() - rest.size();
  // Not at each write, so that it is all moved a few times only.
  if (read_ > unread_.size() / 2) unread_.erase(0, std::exchange(read_, 0));
  std::size_t pieces = 0;
  for (; !pieces_.empty() && pieces_.front() <= before_unread_; ++pieces) {
    pieces_.pop_front();
  }
  if (pieces > 0 && losses_.pieces) losses_.pieces(pieces, 0);
  return written;
}

bool Output::EndPiece() {
  if (unread() == 0) return false;
  pieces_.push_back(before_unread_ + unread());
  return true;
}

/// Writes the line that tells what is missing, in its place.
base::Result<void> Output::WriteLine() {
  if (lost_ == 0 || !losses_.line) return {};
  const std::string line = (torn_ ? "\n" : "") + losses_.line(lost_, why_);
  std::string_view rest = line;
  const std::size_t lost = std::exchange(lost_, 0);
  auto written = Write(&rest);
  if (!written && !Keep(rest, written.error())) lost_ = lost;
  return written;
}

bool Output::Flush() {
  WriteGathered();
  return std::exchange(all_taken_, true);
}

void Output::Offer() {
  Flush();
  behind_ = unread() > 0;
}

void Output::WriteGathered() {
  if (text_.empty() && unread() == 0) return;
  if (before_write_) before_write_();
  // What is called on the way may print something, too.
  std::string text = std::exchange(text_, {});
  if (!status_) {
    all_taken_ = false;
    return;
  }
  std::string_view rest = text;
  auto written = WriteUnread();
  if (written) written = WriteLine();
  if (written) written = Write(&rest);
  const bool taken = written || Keep(rest, written.error());
  all_taken_ &= taken;
  if (!taken) Lose(rest.size(), written.error());
  if (unread() > 0 && when_unread_) when_unread_();
  text.clear();
  if (text_.empty()) text_.swap(text);  // and its room
}

/// Keeps `text` for a reader that may still come; false where it is lost.
/// Behind what is lost nothing is kept: the line that tells of it comes first.
bool Output::Keep(std::string_view text, const base::Error& why) {
  if (why.system_errno != EAGAIN || !losses_.begin) return false;
  if (text.empty()) return true;
  const bool room = !behind_ || unread() + text.size() <= kMostUnread;
  if (lost_ > 0 || !room) return false;
  unread_ += text;
  return true;
}

void Output::Lose(std::size_t bytes, const base::Error& why) {
  const bool goes_on = losses_.begin && (lost_ > 0 || losses_.begin(why));
  if (!goes_on) status_ = why;
  // What is unread may still be read, unless this is the end, or its reader's.
  if (!goes_on || why.system_errno != EAGAIN) bytes += LoseUnread();
  lost_ += bytes;
  why_ = why;
}

std::size_t Output::LoseUnread() {
  const std::size_t bytes = unread();
  before_unread_ += bytes;
  unread_ = {};
  read_ = 0;
  const std::size_t pieces = std::exchange(pieces_, {}).size();
  if (pieces > 0 && losses_.pieces) losses_.pieces(0, pieces);
  return bytes;
}

void Output::GiveUp() {
  Flush();
  if (unread() == 0) return;
  lost_ += LoseUnread();
  why_ = {base::ErrorCode::kSystem, "", EAGAIN};
}

void Output::StopAtLosses() {
  losses_ = {};
  Flush();
}

int Delivered(int status, int failed, const std::string& program, Output* out,
              Output* err) {
  out->Flush();
  if (out->status()) return status;
  err->Print(program + ": " + out->status().error().message + '\n');
  return failed;
}

}  // namespace cli
