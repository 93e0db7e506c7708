// Parts: statements that need not wait for each other.
#ifndef TOCSIN_ENGINE_SCHEDULE_PARTS_H_
#define TOCSIN_ENGINE_SCHEDULE_PARTS_H_

#include <compare>
#include <vector>

#include "engine/expr/expr.h"

namespace engine::schedule {

/// The statements about one source are a part. So are those about several
/// sources each, as far as they share some: then a source is asked twice, but
/// a rule over all hosts makes no rule of one host wait for the slowest.
struct PartName {
  bool shared = false;  // by several sources
  int source = -1;      // one of them, -1: none

  friend auto operator<=>(const PartName&, const PartName&) = default;
};

/// Of each statement. Two that ask several sources are of one part if both
/// ask the same one, or if others between them do, each one with the next.
std::vector<PartName> PartsOf(const std::vector<expr::Statement>& statements);

}  // namespace engine::schedule

#endif  // TOCSIN_ENGINE_SCHEDULE_PARTS_H_
