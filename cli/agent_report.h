// AgentReport: -x: what is evaluated as PDUs on standard output, for PCP's
// summary agent, which hands them on as metrics. Source: docs/pmie.md,
// "Options"; the bytes: pmapi/pmcd/PROTOCOL.md, "Frame".
#ifndef TOCSIN_CLI_AGENT_REPORT_H_
#define TOCSIN_CLI_AGENT_REPORT_H_

#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "engine/expr/expr.h"
#include "engine/schedule/replay.h"
#include "pmapi/source/name_table.h"

namespace cli {

/// Why -x, or -X, has no use for a statement.
struct AgentFault {
  std::string message;
  std::string hint;
  std::string detail;  // pmie's words
};
std::optional<AgentFault> AgentFaultOf(const engine::expr::Statement& one);
std::optional<AgentFault> AppletFaultOf(const engine::expr::Statement& one);

/// True of what never changes: no agent need be told.
bool IsConstant(const engine::expr::Statement& statement);

/// Drops what -x has no use for, without a word.
void KeepForAgent(std::vector<engine::expr::Statement>* statements);
/// The same of -X.
void KeepForApplet(std::vector<engine::expr::Statement>* statements);

class AgentReport {
 public:
  /// Statements have the identifiers of the metrics that they are named after.
  explicit AgentReport(pmapi::NameTable names) : names_(std::move(names)) {}

  /// Appends a descriptor for each statement. Errors: kNoMetric, kNonLeaf, in
  /// pmie's words; then nothing is appended.
  base::Result<void> Describe(
      const std::vector<engine::expr::Statement>& statements,
      std::string* out) const;

  /// Appends the values of one evaluation of a task: of a set the first one,
  /// of a truth 0 or 1.
  void Append(const engine::schedule::TaskResults& results,
              std::string* out) const;

 private:
  pmapi::NameTable names_;
};

}  // namespace cli

#endif  // TOCSIN_CLI_AGENT_REPORT_H_
