// Output: what a command prints, gathered into large writes. The one place
// where standard output is written to.
#ifndef TOCSIN_CLI_OUTPUT_H_
#define TOCSIN_CLI_OUTPUT_H_

#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <string>
#include <string_view>

#include "base/result.h"

namespace cli {

/// How an Output goes on where it cannot write: a full disk may have room
/// again. It does not wait for its reader either: what that has not read is
/// kept, to a bound, and what is beyond is lost, like what cannot be written.
struct Losses {
  /// Is called at the first of several failures in a row; false: the Output
  /// stops there after all.
  std::function<bool(const base::Error& why)> begin;
  /// The line that stands where so many bytes are missing, once something can
  /// be written again.
  std::function<std::string(std::size_t bytes, const base::Error& why)> line;
  /// Is told how many pieces that were kept for a reader have been written, and
  /// how many never will be.
  std::function<void(std::size_t written, std::size_t lost)> pieces = nullptr;
};

/// Lifetime: the descriptor is the caller's.
class Output {
 public:
  explicit Output(int descriptor) : descriptor_(descriptor) {}
  /// What a person reads, who must see it whoever wrote it: what is printed is
  /// made base::PrintableLines.
  static Output ForPeople(int descriptor) { return {descriptor, true}; }
  ~Output() { Flush(); }
  Output(const Output&) = delete;
  Output& operator=(const Output&) = delete;

  /// To append to; call Grown() afterwards.
  std::string* text() { return &text_; }
  /// Writes what has been gathered once it is worth it.
  void Grown() {
    if (text_.size() >= kEnough) WriteGathered();
  }
  void Print(std::string_view text);
  /// What is written is seen on a terminal.
  bool on_terminal() const;
  /// Called before anything is written: a progress line makes room.
  void set_before_write(std::function<void()> before) {
    before_write_ = std::move(before);
  }
  /// `over` is asked while a reader is waited for: once it is true, the wait
  /// lasts for another second and no longer.
  void set_over(std::function<bool()> over) { over_ = std::move(over); }
  /// Called where something is left for a reader that is not waited for: Flush
  /// is to be called again, soon.
  void set_when_unread(std::function<void()> when) {
    when_unread_ = std::move(when);
  }
  /// From now on, until StopAtLosses(), goes on where it cannot write.
  void GoOnWith(Losses losses) { losses_ = std::move(losses); }
  void StopAtLosses();
  /// Writes all of it, and waits where the reader is slow, unless it goes on;
  /// false if something was lost. After a failure nothing is written any more,
  /// unless it goes on. What is kept for a reader who had read all at the last
  /// Offer() has no bound.
  bool Flush();
  /// Flushes, and notes whether the reader keeps up: whether it has read all.
  void Offer();
  /// Ends a piece with what has been flushed; it is counted (Losses::pieces) if
  /// some of it is kept. True if it is.
  bool EndPiece();
  /// Units: bytes.
  std::size_t unread() const { return unread_.size() - read_; }
  /// Counts what is unread as lost.
  void GiveUp();
  /// How writing went so far: a full disk or a closed pipe is an error, unless
  /// it goes on.
  const base::Result<void>& status() const { return status_; }
  /// Bytes that were lost, and nobody has been told yet.
  std::size_t lost() const { return lost_; }

 private:
  static constexpr std::size_t kEnough = 64 << 10;

  Output(int descriptor, bool for_people)
      : descriptor_(descriptor), for_people_(for_people) {}

  void WriteGathered();
  bool Wait() const;
  base::Result<void> Write(std::string_view* rest);
  base::Result<void> WriteUnread();
  base::Result<void> WriteLine();
  bool Keep(std::string_view text, const base::Error& why);
  void Lose(std::size_t bytes, const base::Error& why);
  std::size_t LoseUnread();

  int descriptor_;
  bool for_people_ = false;
  std::string text_;
  std::string unread_;                // written as soon as the reader goes on,
  std::size_t read_ = 0;              // but for its beginning, which has been
  bool behind_ = false;               // some was unread at the last Offer
  bool all_taken_ = true;             // written or kept, since the last Flush
  std::deque<std::uint64_t> pieces_;  // where they end, of all that was kept
  std::uint64_t before_unread_ = 0;   // of all that was kept
  std::function<void()> before_write_;
  std::function<bool()> over_;
  std::function<void()> when_unread_;
  Losses losses_;
  base::Result<void> status_;
  std::size_t lost_ = 0;
  base::Error why_;    // of lost_
  bool torn_ = false;  // it ends within a line
};

/// The exit status of a command that has printed its answer: `status`, or
/// `failed` where the answer could not be written, of which `program`
/// complains.
int Delivered(int status, int failed, const std::string& program, Output* out,
              Output* err);

}  // namespace cli

#endif  // TOCSIN_CLI_OUTPUT_H_
