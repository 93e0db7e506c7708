// Event functions taken for what they come to, one word each: for those who
// look at what stands around them.
#ifndef TOCSIN_GRAMMAR_EVENT_OPERANDS_H_
#define TOCSIN_GRAMMAR_EVENT_OPERANDS_H_

#include <optional>

#include "grammar/scanner.h"

namespace grammar {

/// `text`, with the words of event functions, in which each whole function is
/// one word: a truth (kTrue) or a number (kIdentifier). Nothing where there is
/// none.
std::optional<StatementText> WithEventOperands(const StatementText& text);

}  // namespace grammar

#endif  // TOCSIN_GRAMMAR_EVENT_OPERANDS_H_
