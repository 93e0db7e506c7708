// LineReader: the lines of a descriptor as they come, until it ends or a signal
// does.
#ifndef TOCSIN_CLI_LINE_READER_H_
#define TOCSIN_CLI_LINE_READER_H_

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <utility>

namespace cli {

/// Lifetime: the descriptor is the caller's.
class LineReader {
 public:
  /// A longer line comes in pieces.
  static constexpr std::size_t kMost = std::size_t{1} << 20;

  LineReader(int descriptor, std::function<bool()> over)
      : descriptor_(descriptor), over_(std::move(over)) {}

  /// The next line, without what ends it; nothing after the last one, or once
  /// it is over, which is asked while it waits, once a second and after a
  /// signal.
  std::optional<std::string> Next();

 private:
  bool Fill();

  int descriptor_;
  std::function<bool()> over_;
  std::string rest_;  // read, and not given out
};

}  // namespace cli

#endif  // TOCSIN_CLI_LINE_READER_H_
