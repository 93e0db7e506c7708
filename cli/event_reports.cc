// Functions count how often they gave up; that it is more than before is told.
#include "cli/event_reports.h"

#include <string>
#include <utility>

#include "engine/events/event_function.h"
#include "engine/expr/operands.h"

namespace cli {
namespace {

using engine::events::EventFunction;
using engine::events::EventSequel;
namespace expr = engine::expr;

std::int64_t OverflowsIn(const expr::Expr& e) {
  std::int64_t count = 0;
  if (const auto* fetch = std::get_if<expr::Fetch>(&e.node)) {
    for (const auto& fold : fetch->folds) {
      const auto* one = dynamic_cast<const EventFunction*>(fold.get());
      if (one != nullptr) count += one->overflows();
    }
  }
  expr::ForEachOperand(
      e, [&count](const expr::Expr& one) { count += OverflowsIn(one); });
  return count;
}

}  // namespace

EventReports::EventReports(actions::Log log) : log_(std::move(log)) {}

void EventReports::Evaluated(const expr::Statement& statement) {
  std::int64_t now = 0;
  expr::ForEachExpr(statement,
                    [&now](const expr::Expr& e) { now += OverflowsIn(e); });
  if (now == 0) return;
  Seen& seen = seen_[statement.number];
  const bool more = std::exchange(seen.overflows, now) != now;
  const bool told = std::exchange(seen.told, more);
  if (!more || told) return;
  log_(actions::LogLevel::kWarning,
       statement.name + ": more than " +
           std::to_string(EventSequel::kMostWaiting) +
           " records wait for others: the oldest are given up, and it is "
           "unknown: a where that matches less, or a shorter time, lets fewer "
           "wait");
}

}  // namespace cli
