// EventReports: what the log says of event functions that keep too much.
#ifndef TOCSIN_CLI_EVENT_REPORTS_H_
#define TOCSIN_CLI_EVENT_REPORTS_H_

#include <cstdint>
#include <map>

#include "actions/log.h"
#include "engine/expr/expr.h"

namespace cli {

class EventReports {
 public:
  explicit EventReports(actions::Log log);

  /// `statement` has been evaluated: tells that it is unknown because too many
  /// records wait for others, or it has too many numbers, once for evaluations
  /// in a row.
  void Evaluated(const engine::expr::Statement& statement);

 private:
  struct Seen {
    std::int64_t overflows = 0;
    bool told = false;  // of the last one
  };

  actions::Log log_;
  std::map<int, Seen> seen_;  // by the statement's number
};

}  // namespace cli

#endif  // TOCSIN_CLI_EVENT_REPORTS_H_
