// EvalReport: evaluations of one expression, as lines or as JSON, and what it
// is as a whole. Where they come from, and which are wanted, is eval.cc's.
#ifndef TOCSIN_CLI_EVAL_REPORT_H_
#define TOCSIN_CLI_EVAL_REPORT_H_

#include <string>

#include "base/zone.h"
#include "cli/output.h"
#include "cli/subcommand_options.h"
#include "engine/schedule/replay.h"

namespace cli {

/// Turns the results of evaluations into text.
class EvalReport {
 public:
  /// Lifetime: both outlive it.
  EvalReport(const EvalOptions& options, const base::Zone& zone)
      : options_(options), zone_(zone) {}

  void Print(const engine::schedule::TaskResults& results, Output* out);

  /// Of the last evaluation: a set of truths as some_ has it, a number true if
  /// it is known.
  engine::eval::Kleene truth() const { return truth_; }

 private:
  std::string Stamp(const engine::schedule::TaskResults& results) const;
  std::string Time(const engine::schedule::TaskResults& results) const;
  std::string Verdict(const engine::schedule::TaskResults& results) const;
  std::string Lines(const engine::schedule::TaskResults& results,
                    const engine::alarm::Reading& reading) const;
  std::string JsonLine(const engine::schedule::TaskResults& results,
                       const engine::alarm::Reading& reading) const;

  const EvalOptions& options_;
  const base::Zone& zone_;
  engine::eval::Kleene truth_ = engine::eval::Kleene::kUnknown;
};

}  // namespace cli

#endif  // TOCSIN_CLI_EVAL_REPORT_H_
