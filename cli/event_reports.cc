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

/// How often, and of what the last of them has too much.
struct Overflows {
  std::int64_t count = 0;
  bool of_numbers = false;
};

void Count(const expr::Expr& e, Overflows* all) {
  if (const auto* fetch = std::get_if<expr::Fetch>(&e.node)) {
    for (const auto& fold : fetch->folds) {
      const auto* one = dynamic_cast<const EventFunction*>(fold.get());
      if (one == nullptr || one->overflows() == 0) continue;
      all->count += one->overflows();
      all->of_numbers = one->written().KeepsNumbers();
    }
  }
  expr::ForEachOperand(e, [all](const expr::Expr& one) { Count(one, all); });
}

std::string TooMany(const Overflows& all) {
  if (all.of_numbers) {
    return "there are more than " +
           std::to_string(EventFunction::kMostNumbers) + " numbers, or " +
           std::to_string(EventSequel::kMostWaiting) +
           " records wait for others, and it is unknown: a where that matches "
           "less, or a shorter time, keeps fewer";
  }
  return "more than " + std::to_string(EventSequel::kMostWaiting) +
         " records wait for others: the oldest are given up, and it is "
         "unknown: a where that matches less, or a shorter time, lets fewer "
         "wait";
}

}  // namespace

EventReports::EventReports(actions::Log log) : log_(std::move(log)) {}

void EventReports::Evaluated(const expr::Statement& statement) {
  Overflows now;
  expr::ForEachExpr(statement, [&now](const expr::Expr& e) { Count(e, &now); });
  if (now.count == 0) return;
  Seen& seen = seen_[statement.number];
  const bool more = std::exchange(seen.overflows, now.count) != now.count;
  const bool told = std::exchange(seen.told, more);
  if (!more || told) return;
  log_(actions::LogLevel::kWarning, statement.name + ": " + TooMany(now));
}

}  // namespace cli
