// ChildOutput: what a program says on its standard output and error, line by
// line, through a pipe that is never full for long. Whose it is: children.h.
#ifndef TOCSIN_ACTIONS_CHILD_OUTPUT_H_
#define TOCSIN_ACTIONS_CHILD_OUTPUT_H_

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>

#include "base/loop/loop.h"
#include "base/result.h"

namespace actions {

/// Threads: all on the loop's.
class ChildOutput {
 public:
  /// As many lines are told of one program; what follows is read and left out,
  /// for it could be endless.
  static constexpr std::size_t kMostLines = 100;
  /// As many bytes of a line.
  static constexpr std::size_t kMostOfLine = 1000;
  using Says = std::function<void(const std::string& line)>;

  explicit ChildOutput(Says says);
  ~ChildOutput();
  ChildOutput(const ChildOutput&) = delete;
  ChildOutput& operator=(const ChildOutput&) = delete;

  /// Makes the pipe. `ended` is called when all who may write are gone; it may
  /// destroy this object. Errors: kSystem. Lifetime: `loop` outlives it.
  base::Result<void> Open(base::loop::Loop* loop, std::function<void()> ended);
  /// Where the program writes. It has its own once it is started.
  int writing_end() const { return writing_; }
  void CloseWritingEnd();

  /// Tells what has been written, also of a line that is not ended.
  void TellAll();

 private:
  bool Read();
  void Take(std::string_view text);
  void TellLine();

  Says says_;
  int reading_ = -1;
  int writing_ = -1;
  base::loop::Pending readable_;
  std::string line_;  // not ended yet
  std::size_t told_ = 0;
};

}  // namespace actions

#endif  // TOCSIN_ACTIONS_CHILD_OUTPUT_H_
