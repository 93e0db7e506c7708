// Pmie's lines about an operand that is wrong: where its parser stands then.
// Which mistakes there are is expression.h's and statement.h's.
#ifndef TOCSIN_ENGINE_CHECK_PMIE_LINES_H_
#define TOCSIN_ENGINE_CHECK_PMIE_LINES_H_

#include <string>
#include <vector>

#include "grammar/ast.h"
#include "grammar/source_text.h"

namespace engine::check {

/// pmie's two lines about `expr`. Its parser has read the word behind it only
/// where that could still have belonged to it.
std::vector<std::string> LinesAfter(const grammar::ast::Expr& expr,
                                    const grammar::SourceText& source,
                                    std::string detail);

/// The same for what always needs the word behind it.
std::vector<std::string> LinesBehind(std::uint32_t end,
                                     const grammar::SourceText& source,
                                     std::string detail);

}  // namespace engine::check

#endif  // TOCSIN_ENGINE_CHECK_PMIE_LINES_H_
