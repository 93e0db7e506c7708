// Partitions: statements that need not wait for those of another partition.
#ifndef TOCSIN_ENGINE_SCHEDULE_PARTITION_H_
#define TOCSIN_ENGINE_SCHEDULE_PARTITION_H_

#include <compare>
#include <vector>

#include "engine/expr/expr.h"

namespace engine::schedule {

/// The statements about one source are a partition. So are those about several
/// sources each, as far as they share some: then a source is asked twice, but
/// a rule over all hosts makes no rule of one host wait for the slowest.
struct PartitionKey {
  bool shared = false;  // by several sources
  int source = -1;      // one of them, -1: none

  friend auto operator<=>(const PartitionKey&, const PartitionKey&) = default;
};

/// Of each statement. Two that ask several sources have one key if both
/// ask the same one, or if others between them do, each one with the next.
std::vector<PartitionKey> PartitionKeysOf(
    const std::vector<expr::Statement>& statements);

}  // namespace engine::schedule

#endif  // TOCSIN_ENGINE_SCHEDULE_PARTITION_H_
