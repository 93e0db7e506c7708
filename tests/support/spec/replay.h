// Replay: tasks, ticks, rules, actions and reports over an Evaluator: all of
// a run but the values. Source: docs/pmie.md, "Tasks", "Rules and rulesets",
// "Reports".
#ifndef TOCSIN_TESTS_SUPPORT_SPEC_REPLAY_H_
#define TOCSIN_TESTS_SUPPORT_SPEC_REPLAY_H_

#include <functional>
#include <string>
#include <vector>

#include "base/time.h"
#include "tests/support/spec/log.h"
#include "tests/support/spec/switches.h"
#include "tests/support/spec/tree.h"

namespace spec {

enum class Verbosity { kNone, kValues, kLines, kBindings };  // -v -V -W

struct RunOptions {
  Switches switches;
  bool counter_wrap = false;
  Verbosity verbosity = Verbosity::kNone;
  base::Timestamp first;
  base::Timestamp end;
};

/// Runs the statements and hands over what stands on standard output.
void Replay(const std::vector<Log>& logs,
            const std::vector<Statement>& statements, const RunOptions& options,
            const std::function<void(const std::string&)>& print);

}  // namespace spec

#endif  // TOCSIN_TESTS_SUPPORT_SPEC_REPLAY_H_
