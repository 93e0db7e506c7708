// One kind of memory for each operation that has one.
#include "engine/eval/memory.h"

#include <algorithm>

#include "base/overloaded.h"
#include "engine/eval/lane_groups.h"

namespace engine::eval {
namespace {

Memory UnaryMemory(const program::Unary& unary, const expr::Layout& layout) {
  switch (unary.op) {
    case program::ast::UnaryOp::kRate:
      return Rate(unary.lag, std::max<std::size_t>(layout.sources.size(), 1),
                  layout.is_open());
    case program::ast::UnaryOp::kRising:
      return Edge(true, HasGroups(layout));
    case program::ast::UnaryOp::kFalling:
      return Edge(false, HasGroups(layout));
    case program::ast::UnaryOp::kNegate:
    case program::ast::UnaryOp::kNot:
    case program::ast::UnaryOp::kInstant:
      break;
  }
  return std::monostate();
}

}  // namespace

Memory MemoryFor(const program::Node& node, const program::Program& program) {
  const expr::Layout& layout = program.layouts[node.layout];
  const bool open = layout.is_open();
  return std::visit(
      base::Overloaded{
          [&](const program::ReduceSamples& r) -> Memory {
            if (IsOfTruths(r.reduction.reducer)) return TruthWindow(r, open);
            return SampleReduction(r, open);
          },
          [&](const program::Unary& u) { return UnaryMemory(u, layout); },
          [&](const program::Delay& d) -> Memory {
            return Delayed(d.ticks, open);
          },
          [&](const program::Retain& r) -> Memory {
            return Retained(r.samples, open);
          },
          [&](const program::Match& m) -> Memory { return NameMatcher(m); },
          [&](const program::Either& e) -> Memory {
            return EitherLogic(e.logic, program.LayoutOf(e.logic.left),
                               program.LayoutOf(e.logic.right));
          },
          [&](const program::StandIn& s) -> Memory {
            return StandInLogic(s.logic);
          },
          [](const auto&) -> Memory { return std::monostate(); }},
      node.op);
}

void ContinueMemory(Memory* before, Memory* now) {
  std::visit(
      base::Overloaded{
          [&](SampleReduction& m) {
            m.Continue(&std::get<SampleReduction>(*before));
          },
          [&](TruthWindow& m) { m.Continue(&std::get<TruthWindow>(*before)); },
          [&](Rate& m) { m = std::get<Rate>(*before); },
          [&](Edge& m) { m = std::get<Edge>(*before); },
          [&](Delayed& m) { m = std::get<Delayed>(*before); },
          [&](Retained& m) { m = std::get<Retained>(*before); },
          [](const auto&) {}},
      *now);
}

}  // namespace engine::eval
