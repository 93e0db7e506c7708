// DefinedNames: what statements have been called so far, for advice to those
// who take such a name for a metric's.
#ifndef TOCSIN_GRAMMAR_DEFINED_NAMES_H_
#define TOCSIN_GRAMMAR_DEFINED_NAMES_H_

#include <functional>
#include <map>
#include <string>
#include <string_view>

#include "grammar/parser.h"

namespace grammar {

/// Carries over from statement to statement and from file to file.
class DefinedNames {
 public:
  /// Those of constants are macros'; what is rejected and what has no name
  /// changes nothing.
  void Add(const std::string& name, ParsedStatement::Kind kind);

  /// What is advised where `name` stands for a metric and is none; empty if
  /// nothing is called so.
  std::string HintFor(std::string_view name) const;

 private:
  std::map<std::string, ParsedStatement::Kind, std::less<>> names_;
};

}  // namespace grammar

#endif  // TOCSIN_GRAMMAR_DEFINED_NAMES_H_
