// How operators, domains and actions are written in the rule language: for
// whoever prints a tree. The table of them is grammar/words.cc.
#ifndef TOCSIN_GRAMMAR_NAMES_H_
#define TOCSIN_GRAMMAR_NAMES_H_

#include <string>
#include <string_view>

#include "grammar/ast.h"

namespace grammar {

std::string Name(ast::Domain domain);
std::string Name(ast::ClockField field);
std::string Name(ast::UnaryOp op);
std::string Name(ast::BinaryOp op);
/// Without its domain: "sum", "p95", "75%".
std::string Name(const ast::Reduction& reduction);
std::string Name(ast::ActionKind kind);

/// As it must be written to be read as the same number: no '+', no unit.
std::string NumberText(double value);

/// In double quotes, with escapes so that it is read as the same string.
std::string QuotedText(std::string_view text);

/// Bare where that is an identifier, else in single quotes.
std::string IdentifierText(std::string_view text);

}  // namespace grammar

#endif  // TOCSIN_GRAMMAR_NAMES_H_
