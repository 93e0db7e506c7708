// Output: what a command prints, gathered into large writes. The one place
// where standard output is written to.
#ifndef TOCSIN_CLI_OUTPUT_H_
#define TOCSIN_CLI_OUTPUT_H_

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>

#include "base/result.h"

namespace cli {

/// What an Output does that goes on where it cannot write: a full disk may
/// have room again.
struct Losses {
  /// The first of a row of failures: false if it is one to stop at after all.
  std::function<bool(const base::Error& why)> begin;
  /// The line that stands where so many bytes are missing, once something can
  /// be written again.
  std::function<std::string(std::size_t bytes, const base::Error& why)> line;
};

/// Lifetime: the descriptor is the caller's.
class Output {
 public:
  explicit Output(int descriptor) : descriptor_(descriptor) {}
  ~Output() { Flush(); }
  Output(const Output&) = delete;
  Output& operator=(const Output&) = delete;

  /// To append to; call Grown() afterwards.
  std::string* text() { return &text_; }
  /// Writes what has been gathered once it is worth it.
  void Grown() {
    if (text_.size() >= kEnough) Flush();
  }
  void Print(std::string_view text) {
    text_ += text;
    Grown();
  }
  /// What is written is seen on a terminal.
  bool on_terminal() const;
  /// Called before anything is written: a progress line makes room.
  void set_before_write(std::function<void()> before) {
    before_write_ = std::move(before);
  }
  /// From now on, until StopAtLosses(), goes on where it cannot write.
  void GoOnWith(Losses losses) { losses_ = std::move(losses); }
  void StopAtLosses() { losses_ = {}; }
  /// Writes all of it, and waits where the reader is slow; false if something
  /// was lost. After a failure nothing is written any more, unless it goes on.
  bool Flush();
  /// How writing went so far: a full disk or a closed pipe is an error, unless
  /// it goes on.
  const base::Result<void>& status() const { return status_; }
  /// Bytes that were lost, and nobody has been told yet.
  std::size_t lost() const { return lost_; }

 private:
  static constexpr std::size_t kEnough = 64 << 10;

  base::Result<void> Write(std::string_view* rest);
  base::Result<void> WriteLine();
  void Lose(std::size_t bytes, const base::Error& why);

  int descriptor_;
  std::string text_;
  std::function<void()> before_write_;
  Losses losses_;
  base::Result<void> status_;
  std::size_t lost_ = 0;
  base::Error why_;    // of lost_
  bool torn_ = false;  // it ends within a line
};

}  // namespace cli

#endif  // TOCSIN_CLI_OUTPUT_H_
