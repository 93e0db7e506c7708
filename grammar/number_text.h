// ReadNumberText: a number as rules write it, where it stands outside of rules.
#ifndef TOCSIN_GRAMMAR_NUMBER_TEXT_H_
#define TOCSIN_GRAMMAR_NUMBER_TEXT_H_

#include <optional>
#include <string_view>

#include "grammar/ast.h"

namespace grammar {

/// What `text` is, as `-5`, `10 min` or `2 Mbyte / sec`; nothing where it is
/// anything else.
std::optional<ast::Number> ReadNumberText(std::string_view text);

}  // namespace grammar

#endif  // TOCSIN_GRAMMAR_NUMBER_TEXT_H_
