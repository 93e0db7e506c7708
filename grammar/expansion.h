// Expansions: which macros have been put into a text, inside which others, so
// that a mistake can be told at its use and at its definition. Putting them in
// is grammar/input_stack.h's.
#ifndef TOCSIN_GRAMMAR_EXPANSION_H_
#define TOCSIN_GRAMMAR_EXPANSION_H_

#include <compare>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "grammar/source_text.h"

namespace grammar {

/// Where a macro got its text.
struct MacroOrigin {
  std::string name;
  std::string file;
  int line = 0;

  friend auto operator<=>(const MacroOrigin&, const MacroOrigin&) = default;
};

/// Numbers the expansions of a text; the same macro inside the same others has
/// one number, however often it is used.
class Expansions {
 public:
  /// More than these inside one another are not told apart.
  static constexpr int kDeepest = 16;

  /// The number of `macro` inside the expansion `outer`, 0 for none.
  std::uint32_t Number(const MacroOrigin& macro, std::uint32_t outer);

  /// The macros that all of `span` came out of, the innermost first.
  /// REQUIRES: its numbers are of these expansions.
  std::vector<MacroOrigin> Trace(Span span) const;

 private:
  struct MacroUse {
    MacroOrigin macro;
    std::uint32_t outer = 0;  // always a smaller number than its own

    friend auto operator<=>(const MacroUse&, const MacroUse&) = default;
  };

  std::map<MacroUse, std::uint32_t> numbers_;
  std::vector<MacroUse> expansions_;  // [number - 1]
};

}  // namespace grammar

#endif  // TOCSIN_GRAMMAR_EXPANSION_H_
