// Values of parameters within commands: who gives a value does not say what is
// run. How they get into strings is grammar/scan_macro.cc's.
#ifndef TOCSIN_GRAMMAR_BOUND_TEXTS_H_
#define TOCSIN_GRAMMAR_BOUND_TEXTS_H_

#include <vector>

#include "grammar/diagnostic.h"
#include "grammar/scanner.h"

namespace grammar {

/// What is wrong with texts of parameters in the actions of `statement`: one
/// that a shell reads is no plain word, or is the command itself; one is the
/// program of an exec, or an option of syslog. A shell reads the strings of
/// `shell`, and those of an `exec` whose program runs others.
std::vector<Diagnostic> WrongBoundTexts(const StatementText& statement);

}  // namespace grammar

#endif  // TOCSIN_GRAMMAR_BOUND_TEXTS_H_
