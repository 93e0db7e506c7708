// A syntax tree as rule text again: what is read from it is the same tree.
#ifndef TOCSIN_GRAMMAR_PRINT_H_
#define TOCSIN_GRAMMAR_PRINT_H_

#include <map>
#include <string>

#include "grammar/ast.h"

namespace grammar {

/// What hosts are called, by what a rule writes; "" where it names none. Those
/// that are not here are as the rule writes them.
using HostNames = std::map<std::string, std::string>;

/// Macros stay expanded, constants canonical and without units.
std::string Print(const ast::Expr& expr, const HostNames& hosts = {});
std::string Print(const ast::Action& action);

/// `name = expression;`, without the interval.
std::string Print(const ast::Statement& statement);

}  // namespace grammar

#endif  // TOCSIN_GRAMMAR_PRINT_H_
