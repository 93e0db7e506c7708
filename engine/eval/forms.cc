// By operation; what moves values about, as its operand.
#include "engine/eval/forms.h"

#include <variant>

#include "base/overloaded.h"

namespace engine::eval {
namespace {

using program::ast::UnaryOp;

bool MakesTruths(UnaryOp op) {
  return op == UnaryOp::kNot || op == UnaryOp::kRising ||
         op == UnaryOp::kFalling;
}

}  // namespace

std::vector<bool> FindTruths(const program::Program& program) {
  std::vector<bool> truths;
  const auto reduces = [](const program::Reduction& reduction) {
    return IsQuantifier(reduction.reducer);
  };
  for (const program::Node& node : program.nodes) {
    truths.push_back(std::visit(
        base::Overloaded{
            [](const program::Unary& u) { return MakesTruths(u.op); },
            [](const program::Binary& b) {
              return b.op >= program::ast::BinaryOp::kLess;
            },
            [](const program::Either&) { return true; },
            [](const program::StandIn&) { return true; },
            [](const program::Match&) { return true; },
            [&](const program::Delay& d) -> bool { return truths[d.operand]; },
            [&](const program::Align& a) -> bool { return truths[a.operand]; },
            [&](const program::ReduceLanes& r) { return reduces(r.reduction); },
            [&](const program::ReduceSamples& r) {
              return reduces(r.reduction);
            },
            [](const auto&) { return false; }},
        node.op));
  }
  return truths;
}

}  // namespace engine::eval
