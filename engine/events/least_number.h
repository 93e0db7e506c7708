// What is known of a number that may only be more than what has been seen of
// it, as a count while its window reaches to before the start.
// Source: docs/events.md, "Functions".
#ifndef TOCSIN_ENGINE_EVENTS_LEAST_NUMBER_H_
#define TOCSIN_ENGINE_EVENTS_LEAST_NUMBER_H_

#include <optional>

#include "grammar/ast.h"

namespace engine::events {

/// The one comparison that a count stands in, on the left.
struct CountCompared {
  grammar::ast::BinaryOp op = grammar::ast::BinaryOp::kGreater;
  /// What it is compared with; nothing: no constant.
  std::optional<double> with;
};

/// True if `least` may stand for the number itself: it is not nothing, or the
/// comparison is true or false whatever is added to it.
bool IsSettled(double least, const std::optional<CountCompared>& compared);

}  // namespace engine::events

#endif  // TOCSIN_ENGINE_EVENTS_LEAST_NUMBER_H_
