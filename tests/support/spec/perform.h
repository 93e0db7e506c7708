// Performing actions over an archive: holdoff, & and |, the text of each
// call. Source: docs/pmie.md, "Holdoff", "Bindings", "Actions".
#ifndef TOCSIN_TESTS_SUPPORT_SPEC_PERFORM_H_
#define TOCSIN_TESTS_SUPPORT_SPEC_PERFORM_H_

#include <functional>
#include <map>
#include <string>

#include "base/time.h"
#include "tests/support/spec/evaluator.h"

namespace spec {

/// When each call was last performed: when the tick was due.
using LastPerformed = std::map<const ast::Call*, double>;

struct Performance {
  base::Timestamp now;
  double due = 0;  // as Task::due of replay.cc
  Bindings bindings;
  Switches switches;
  LastPerformed* last;
  std::function<void(const std::string&)> print;
};

/// Performs what is due of `action`: a line for each call. Over an archive
/// every call succeeds, so that the right side of | has never its turn.
void Perform(const ast::Action& action, const Performance& performance);

/// "Sun Sep  9 01:46:40 2001" in the reporting zone.
std::string StampText(base::Timestamp t);

}  // namespace spec

#endif  // TOCSIN_TESTS_SUPPORT_SPEC_PERFORM_H_
