// Output: what a command prints, gathered into large writes. The one place
// where standard output is written to.
#ifndef TOCSIN_CLI_OUTPUT_H_
#define TOCSIN_CLI_OUTPUT_H_

#include <functional>
#include <string>
#include <string_view>

#include "base/result.h"

namespace cli {

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
  /// Writes all of it. After a failure nothing is written any more.
  void Flush();
  /// How writing went so far: a full disk or a closed pipe is an error.
  const base::Result<void>& status() const { return status_; }

 private:
  static constexpr std::size_t kEnough = 64 << 10;

  int descriptor_;
  std::string text_;
  std::function<void()> before_write_;
  base::Result<void> status_;
};

}  // namespace cli

#endif  // TOCSIN_CLI_OUTPUT_H_
