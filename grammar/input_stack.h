// InputStack: the characters of a file with the texts of macros put in their
// places, and where each comes from. Words are grammar/scanner.h's.
#ifndef TOCSIN_GRAMMAR_INPUT_STACK_H_
#define TOCSIN_GRAMMAR_INPUT_STACK_H_

#include <cstddef>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

#include "grammar/expansion.h"
#include "grammar/source_text.h"
#include "grammar/token.h"

namespace grammar {

/// Reads a text one character at a time. A macro's text is pushed where it is
/// used, and goes on into what follows it without a seam.
class InputStack {
 public:
  static constexpr int kEnd = -1;

  /// Lifetime: `text` must outlive this.
  explicit InputStack(std::string_view text);

  /// The next character (0 to 255) or kEnd.
  int Peek();
  /// The character behind the next one, if both are in the same text.
  int PeekSecond();
  /// Steps over the next character. REQUIRES: Peek() was not kEnd.
  void Take();

  /// Reads `text`, the value of `macro`, before what follows; `use` is the
  /// place of the `$name`, the name's last byte the last character taken.
  /// REQUIRES: !IsInside(*text).
  void Push(const MacroOrigin& macro, std::shared_ptr<const std::string> text,
            Span use);
  /// The number of `macro`, whose value is not read, where it is used.
  std::uint32_t Number(const MacroOrigin& macro) {
    return expansions_.Number(macro, last_.last_expansion);
  }
  /// Drops all that is left, of macros and of the file.
  void DropAll();

  /// Whether the last character taken came out of `text`, directly or through
  /// macros that `text` has brought: pushing it once more would never end.
  bool IsInside(const std::string& text) const { return open_.contains(&text); }
  /// The characters taken so far, those of macros included.
  std::size_t taken() const { return taken_; }
  /// How often reading has gone from a macro's end to what follows it.
  std::size_t left() const { return left_; }
  /// The bytes of the file that the next character stands for, and those that
  /// the last one taken did.
  Span next() const;
  Span last() const { return last_; }
  /// Where pmie would say that it is.
  PmiePlace place() const;
  const std::vector<std::string>& macro_names() const { return macro_names_; }
  /// All macros pushed so far; the numbers of Spans are theirs.
  const Expansions& expansions() const { return expansions_; }

 private:
  struct PushedText {
    std::shared_ptr<const std::string> keep;  // null for the file
    std::string_view text;
    std::size_t below = 0;  // the text that is read after this one
    std::size_t at = 0;
    std::size_t seen = 0;  // characters that have been looked at
    int line = 1;          // of the last character looked at
    int macro = -1;
    Span use;
  };

  void Leave();
  void CloseTo(std::size_t last);

  // Never empty; the file is the first. Those above `reading_` are at their
  // ends, and stay until a character of what is below them is taken.
  std::vector<PushedText> texts_;
  std::size_t reading_ = 0;
  std::unordered_set<const std::string*> open_;  // the texts of all frames
  std::vector<std::string> macro_names_;
  std::map<std::string, int> macro_numbers_;  // indices of macro_names_
  std::size_t taken_ = 0;
  std::size_t left_ = 0;
  Expansions expansions_;
  Span last_;
  bool at_end_ = false;
};

}  // namespace grammar

#endif  // TOCSIN_GRAMMAR_INPUT_STACK_H_
