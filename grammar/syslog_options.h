// The -p and -t options that may lead a syslog action's strings. Sending the
// message is the actions' affair.
#ifndef TOCSIN_GRAMMAR_SYSLOG_OPTIONS_H_
#define TOCSIN_GRAMMAR_SYSLOG_OPTIONS_H_

#include <cstddef>
#include <string>
#include <vector>

#include "grammar/ast.h"
#include "grammar/diagnostic.h"

namespace grammar {

/// Something wrong with an option, which is ignored.
struct SyslogWarning {
  std::size_t argument = 0;  // the string that it is about
  std::string message;
  std::string pmie;
};

/// Takes the options off the front of `call->arguments` into its priority and
/// tag: each at most once, in its own string or split between two.
/// Source: docs/pmie.md, "Options of syslog".
std::vector<SyslogWarning> TakeSyslogOptions(ast::Call* call);

/// The same as diagnostics: `strings` are the places of the arguments, and
/// `line` is what pmie writes first.
std::vector<Diagnostic> TakeSyslogOptions(ast::Call* call,
                                          const std::vector<Span>& strings,
                                          const std::string& line);

}  // namespace grammar

#endif  // TOCSIN_GRAMMAR_SYSLOG_OPTIONS_H_
