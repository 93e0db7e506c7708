// RuleText: a text of rules, and who it is of.
#ifndef TOCSIN_CLI_RULE_TEXT_H_
#define TOCSIN_CLI_RULE_TEXT_H_

#include <functional>
#include <string>

#include "grammar/parser.h"

namespace cli {

struct RuleText {
  std::string name;  // as diagnostics call it
  std::string text;
  /// Of a template: parses `text` with the values of its parameters.
  std::function<grammar::ParsedFile()> parse = {};
};

}  // namespace cli

#endif  // TOCSIN_CLI_RULE_TEXT_H_
