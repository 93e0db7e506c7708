// Operators run over one block, and over the same tick by tick.
#ifndef TOCSIN_TESTS_UNIT_ENGINE_EVAL_BOTH_WAYS_H_
#define TOCSIN_TESTS_UNIT_ENGINE_EVAL_BOTH_WAYS_H_

#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "tests/support/block_text.h"

namespace engine::eval {

using Rows = std::vector<std::string>;
using Ids = std::vector<pmapi::InstanceId>;

/// Blocks with the lanes that they have; `run` gives each one's result.
template <typename Run>
Rows Each(const std::vector<std::pair<Ids, Rows>>& blocks, Run run) {
  Rows result;
  pmapi::LaneSet lanes;
  for (const auto& [ids, rows] : blocks) {
    const pmapi::LaneSet now = tests::InstancesOf(ids);
    if (!lanes || *lanes != *now) lanes = now;
    pmapi::Block out;
    out.Reset(static_cast<int>(rows.size()), lanes);
    run(tests::BlockOf(lanes, rows), &out);
    for (std::string& row : tests::RowsOf(out))
      result.push_back(std::move(row));
  }
  return result;
}

inline std::vector<std::pair<Ids, Rows>> TickByTick(const Ids& ids,
                                                    const Rows& rows) {
  std::vector<std::pair<Ids, Rows>> blocks;
  for (const std::string& row : rows) blocks.push_back({ids, {row}});
  return blocks;
}

/// `make` makes the operator anew for each way of cutting.
template <typename Make, typename Run>
Rows BothWays(const Ids& ids, const Rows& rows, Make make, Run run) {
  auto at_once = make();
  const Rows result = Each({{ids, rows}}, [&](const auto& in, auto* out) {
    run(&at_once, in, out);
  });
  auto singly = make();
  EXPECT_EQ(Each(TickByTick(ids, rows),
                 [&](const auto& in, auto* out) { run(&singly, in, out); }),
            result);
  return result;
}

}  // namespace engine::eval

#endif  // TOCSIN_TESTS_UNIT_ENGINE_EVAL_BOTH_WAYS_H_
