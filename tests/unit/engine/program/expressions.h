// Expressions as the checker makes them, for tests of engine/program.
#ifndef TOCSIN_TESTS_UNIT_ENGINE_PROGRAM_EXPRESSIONS_H_
#define TOCSIN_TESTS_UNIT_ENGINE_PROGRAM_EXPRESSIONS_H_

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "engine/expr/expr.h"

namespace engine::program {

using expr::Expr;
using expr::ExprPtr;
using expr::Layout;
using expr::Sort;

inline constexpr pmapi::InDom kDisks{1};
inline constexpr pmapi::InDom kNets{2};

inline ExprPtr Make(Expr::Node node, Layout layout, Sort sort = Sort::kNumber) {
  auto made = std::make_unique<Expr>();
  made->node = std::move(node);
  made->layout = std::move(layout);
  made->sort = sort;
  return made;
}

inline Layout Plain() {
  Layout layout;
  layout.labels = {{}};
  return layout;
}

inline Layout Singular() {
  Layout layout;
  layout.sources = {0};
  layout.labels = {{0, pmapi::kNullInstance, {}}};
  return layout;
}

inline Layout Open(pmapi::InDom indom) {
  Layout layout;
  layout.kind = Layout::Kind::kOpen;
  layout.sources = {0};
  layout.indoms = {indom};
  return layout;
}

inline Layout Explicit(std::vector<std::pair<int, std::string>> instances) {
  Layout layout;
  layout.kind = Layout::Kind::kFixed;
  layout.sources = {0};
  for (auto& [id, name] : instances) {
    layout.labels.push_back({0, id, std::move(name)});
  }
  return layout;
}

inline ExprPtr Number(double value) {
  return Make(expr::Number{value}, Plain());
}

inline ExprPtr Fetch(const std::string& metric, Layout layout, int first = 0,
                     int last = 0, bool rate = false) {
  ExprPtr fetch =
      Make(expr::Fetch{metric, {pmapi::MetricDesc{}}, rate, first}, layout);
  fetch->shape.samples = last - first + 1;
  fetch->has_metrics = true;
  return fetch;
}

// Layout, shape and metrics as the left operand's.
inline ExprPtr Two(ast::BinaryOp op, ExprPtr left, ExprPtr right,
                   expr::Pairing pairing = expr::Pairing::kBroadcast) {
  const Layout layout = left->layout;
  const expr::Shape shape = left->shape;
  const bool has_metrics = left->has_metrics;
  ExprPtr made =
      Make(expr::Binary{op, std::move(left), std::move(right), true, pairing},
           layout, op >= ast::BinaryOp::kLess ? Sort::kTruth : Sort::kNumber);
  made->shape = shape;
  made->has_metrics = has_metrics;
  return made;
}

inline ExprPtr Reduce(ast::Reduction reduction, ast::Domain domain,
                      ExprPtr operand) {
  const Layout layout =
      domain == ast::Domain::kSample ? operand->layout : Singular();
  const bool has_metrics = operand->has_metrics;
  ExprPtr made =
      Make(expr::Reduce{reduction, domain, std::move(operand)}, layout);
  made->has_metrics = has_metrics;
  return made;
}

}  // namespace engine::program

#endif  // TOCSIN_TESTS_UNIT_ENGINE_PROGRAM_EXPRESSIONS_H_
