// Source, Span: a rule text and places in it.
#ifndef TOCSIN_GRAMMAR_SOURCE_H_
#define TOCSIN_GRAMMAR_SOURCE_H_

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace grammar {

/// One rule file, or the text of standard input or of a command line.
class Source {
 public:
  /// `name` is what diagnostics call it: a path, "<stdin>", "<command line>".
  Source(std::string name, std::string text);

  const std::string& name() const { return name_; }
  std::string_view text() const { return text_; }

  struct Position {
    int line = 1;    // from 1
    int column = 1;  // from 1, in bytes
  };
  Position PositionAt(std::uint32_t offset) const;
  /// The line's text without its end. `line` counts from 1.
  std::string_view LineText(int line) const;
  int line_count() const { return static_cast<int>(line_starts_.size()); }

 private:
  std::string name_;
  std::string text_;
  std::vector<std::uint32_t> line_starts_;
};

/// Bytes [begin, end) of a Source. What came out of a macro has the span of
/// the macro's use.
struct Span {
  std::uint32_t begin = 0;
  std::uint32_t end = 0;

  friend bool operator==(const Span&, const Span&) = default;
};

}  // namespace grammar

#endif  // TOCSIN_GRAMMAR_SOURCE_H_
