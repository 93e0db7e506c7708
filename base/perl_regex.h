// ParsePerlRegex: a regular expression in Perl's syntax, as RE2 has it, as a
// tree. What it finds is ordered_positions.h's and submatch_finder.h's.
#ifndef TOCSIN_BASE_PERL_REGEX_H_
#define TOCSIN_BASE_PERL_REGEX_H_

#include <optional>
#include <string_view>
#include <vector>

#include "base/regex_positions.h"

namespace base {

/// A part of an expression.
struct RegexNode {
  enum class Kind {
    kSet,       // a byte of `set`
    kSequence,  // of `operands`
    kChoice,    // of `operands`, the first one that matches
    kRepeat,    // of the one operand
    kGroup,     // which has a name
    kBegin,     // of the text
    kEnd        // of the text
  };
  Kind kind = Kind::kSequence;
  SymbolSet set = {};
  std::vector<RegexNode> operands = {};
  int least = 0;                 // of a repetition
  std::optional<int> most = {};  // nothing: any number
  bool greedy = true;
  int group = 0;  // its number among those with a name, from 0 on

  /// True if an empty text matches somewhere.
  bool MayBeEmpty() const;
};

/// Of what RE2 has accepted, as bytes. Nothing of what is not understood here:
/// \b, (?m), \p, octal numbers, and repetitions of what may be empty.
std::optional<RegexNode> ParsePerlRegex(std::string_view text);

/// The highest count of a repetition in it, and some of what only looks so.
int HighestCount(std::string_view text);

/// The same of those that count from one number to another.
int HighestRange(std::string_view text);

}  // namespace base

#endif  // TOCSIN_BASE_PERL_REGEX_H_
