// SourceText, Span: a rule text and places in it.
#ifndef TOCSIN_GRAMMAR_SOURCE_H_
#define TOCSIN_GRAMMAR_SOURCE_H_

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace grammar {

/// One rule file, or the text of standard input or of a command line.
class SourceText {
 public:
  /// `name` is what diagnostics call it: a path, "<stdin>", "<command line>".
  SourceText(std::string name, std::string text);

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

/// Bytes [begin, end) of a SourceText. What came out of a macro has the bytes
/// of the outermost macro's use; which macros those were is
/// grammar/expansion.h's to tell.
struct Span {
  std::uint32_t begin = 0;
  std::uint32_t end = 0;
  std::uint32_t first_expansion = 0;  // of its first byte, 0: in no macro
  std::uint32_t last_expansion = 0;   // of its last one

  friend bool operator==(const Span&, const Span&) = default;
};

/// From the first byte of `a` to the last one of `b`.
inline Span Join(Span a, Span b) {
  return {a.begin, b.end, a.first_expansion, b.last_expansion};
}

}  // namespace grammar

#endif  // TOCSIN_GRAMMAR_SOURCE_H_
