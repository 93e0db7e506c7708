// LineSplitter: bytes of a log file, as they come, to lines.
#ifndef TOCSIN_PMAPI_RECORDS_LINE_SPLITTER_H_
#define TOCSIN_PMAPI_RECORDS_LINE_SPLITTER_H_

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

namespace pmapi::records {

/// What is longer is cut to this, and the rest of it passed over. Units: bytes.
inline constexpr std::size_t kLongestLine = std::size_t{1} << 20;

/// Takes a line without its end. Lifetime: of the text, during the call.
using TakeLine = std::function<void(std::string_view line)>;

/// A line ends with a newline, which may stand behind a carriage return; NULs
/// before it are what a file has where nobody has written, and within it they
/// are blanks: a text ends at a NUL.
class LineSplitter {
 public:
  /// What comes next in the file. A line that has not ended is kept.
  void Add(std::string_view bytes, const TakeLine& take);
  /// The file ends here: what has been kept is a line.
  void End(const TakeLine& take);
  /// What comes next is passed over: the number of lines that end in it. One
  /// that has begun there is passed over, too, and is among those of the next
  /// call, or counted by Skipped().
  std::uint64_t Skip(std::string_view bytes);
  /// The same of bytes that nobody has read, of which the last is `last`.
  void SkipTo(char last);
  /// How many lines that Skip() began have ended in Add() or End() since the
  /// last call.
  std::uint64_t Skipped();

 private:
  void Keep(std::string_view bytes);
  void EndLine(const TakeLine& take);
  void Reset();

  std::string line_;       // as far as it has come, without NULs before it
  bool skipping_ = false;  // the line at hand
  std::uint64_t skipped_ = 0;
};

}  // namespace pmapi::records

#endif  // TOCSIN_PMAPI_RECORDS_LINE_SPLITTER_H_
