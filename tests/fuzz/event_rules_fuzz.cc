// Fuzz target: what is asked of event records, from its text to its numbers.
// The first byte says how long the text is, which stands behind it, in units of
// four bytes; the rest is an array of records, which arrives at two ticks.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>

#include "base/check.h"
#include "engine/expr/operands.h"
#include "pmapi/events/event_fold.h"
#include "tests/unit/engine/check/event_world.h"

namespace {

constexpr std::size_t kMostBytes = 4096;
constexpr base::Timestamp kFirst{base::kNanosPerSecond};
constexpr base::Timestamp kSecond{61 * base::kNanosPerSecond};

void Fold(const pmapi::EventFold& fold, base::Bytes array) {
  for (const auto type : {pmapi::Type::kEvent, pmapi::Type::kHighresEvent}) {
    const auto tally = fold.Begin(type, {0, 1});
    const bool right = tally->Add(0, kFirst, array).has_value();
    tally->Finish(kFirst);
    CHECK(tally->Add(7, kSecond, array).has_value() == right);
    const pmapi::EventRow& row = tally->Finish(kSecond).front();
    CHECK(row.instances.size() == row.bits.size());
    CHECK(row.cells.empty() || row.cells.size() == row.bits.size());
    for (std::size_t i = 1; i < row.instances.size(); ++i) {
      CHECK(row.instances[i - 1] < row.instances[i]);
    }
    for (const pmapi::InstanceId lane : row.instances) fold.LaneName(lane);
    tally->Lose();
    tally->Finish({kSecond.ns + 1});
  }
}

void FoldAll(const engine::expr::Expr& expr, base::Bytes array) {
  if (const auto* fetch = std::get_if<engine::expr::Fetch>(&expr.node)) {
    for (const auto& fold : fetch->folds) Fold(*fold, array);
  }
  engine::expr::ForEachOperand(expr, [array](const engine::expr::Expr& below) {
    FoldAll(below, array);
  });
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data,
                                      std::size_t size) {
  static const engine::check::EventWorld world;
  if (size == 0 || size > kMostBytes) return 0;
  const base::Bytes rest(data + 1, size - 1);
  const base::Bytes text =
      rest.first(std::min<std::size_t>(4 * data[0], rest.size()));
  const auto checked = world.Check({text.begin(), text.end()});
  for (const engine::expr::Statement& statement : checked.statements) {
    engine::expr::ForEachExpr(statement, [&](const engine::expr::Expr& expr) {
      FoldAll(expr, rest.subspan(text.size()));
    });
  }
  return 0;
}
