// TaskReport: the lines of -v, -V, -W and -X for one evaluation of a task.
// Source: docs/pmie.md, "Reports".
#ifndef TOCSIN_CLI_TASK_REPORT_H_
#define TOCSIN_CLI_TASK_REPORT_H_

#include <string>

#include "base/zone.h"
#include "engine/schedule/replay.h"

namespace cli {

enum class ReportStyle {
  kNone,
  kValues,     // -v: all values of an expression on its line
  kMembers,    // -V: a line a member
  kSatisfied,  // -W: a line a member that satisfies the condition
  kApplet,     // -X: the values of all expressions on one line
};

/// What a run must keep for reports of `style`.
engine::alarm::Detail DetailFor(ReportStyle style);

class TaskReport {
 public:
  /// With `stamped`, a line has the time of evaluation in `zone` behind its
  /// name. Lifetime: `zone` outlives the report.
  TaskReport(ReportStyle style, bool stamped, const base::Zone* zone)
      : style_(style), stamped_(stamped), zone_(zone) {}

  /// Appends what `results` shows, and the empty line after it.
  void Append(const engine::schedule::TaskResults& results, std::string* out);

 private:
  /// Of a rule or ruleset.
  void AppendVerdict(const engine::alarm::Watch& watch,
                     const engine::schedule::TaskResults& results,
                     std::string* out) const;
  void AppendExpression(const engine::alarm::Watch& watch,
                        const engine::schedule::TaskResults& results,
                        std::string* out) const;

  ReportStyle style_;
  bool stamped_;
  const base::Zone* zone_;
  std::string stamp_;
};

}  // namespace cli

#endif  // TOCSIN_CLI_TASK_REPORT_H_
