// Constants: what statements have defined for those after them: macros and the
// interval. Reading `$name` is grammar/scanner.h's.
#ifndef TOCSIN_GRAMMAR_CONSTANTS_H_
#define TOCSIN_GRAMMAR_CONSTANTS_H_

#include <cstddef>
#include <string>

#include "grammar/ast.h"
#include "grammar/macro.h"

namespace grammar {

/// Carries over from statement to statement and from file to file.
class Constants {
 public:
  const MacroTable& macros() const { return macros_; }

  /// Units: seconds.
  double interval() const { return interval_; }
  void set_interval(double seconds) { interval_ = seconds; }

  /// As Parser::Bind().
  void Bind(const std::string& name, BoundValue value);

  /// `name = expr;`: a macro and, under the name delta, the interval. A text
  /// that is `bound` has values of parameters in it, and is not read as rules.
  /// REQUIRES: IsConstant(expr).
  /// Errors: false if `expr` cannot be an interval; then nothing is defined.
  bool Define(const std::string& name, const ast::Expr& expr,
              const std::string& file, int line, bool bound = false);

 private:
  bool SetInterval(const ast::Expr& expr);

  MacroTable macros_;
  double interval_ = 10;
};

}  // namespace grammar

#endif  // TOCSIN_GRAMMAR_CONSTANTS_H_
