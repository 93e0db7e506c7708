// The program as text, a line a node.
#include "base/overloaded.h"
#include "engine/program/program.h"

namespace engine::program {
namespace {

std::string Ref(NodeId node) { return " %" + std::to_string(node); }

std::string_view Name(ast::UnaryOp op) {
  switch (op) {
    case ast::UnaryOp::kNegate:
      return "neg";
    case ast::UnaryOp::kRate:
      return "rate";
    case ast::UnaryOp::kInstant:
      return "instant";
    case ast::UnaryOp::kNot:
      return "not";
    case ast::UnaryOp::kRising:
      return "rising";
    case ast::UnaryOp::kFalling:
      return "falling";
  }
  return "?";
}

std::string_view Name(ast::BinaryOp op) {
  static constexpr std::string_view kNames[] = {"add", "sub", "mul", "div",
                                                "lt",  "le",  "gt",  "ge",
                                                "eq",  "ne",  "and", "or"};
  return kNames[static_cast<int>(op)];
}

std::string Words(const Reduction& r) {
  static constexpr std::string_view kNames[] = {
      "sum", "avg", "min", "max", "count", "all", "some", "percent"};
  std::string text(kNames[static_cast<int>(r.reducer)]);
  if (r.reducer == Reducer::kPercent) text += ' ' + std::to_string(r.percent);
  return text;
}

std::string Words(const Node& node) {
  return std::visit(
      base::Overloaded{
          [](const Constant& c) { return "const " + std::to_string(c.value); },
          [](const Text& t) { return "text " + std::to_string(t.string); },
          [](const Clock& c) {
            return "clock " + std::to_string(static_cast<int>(c.field));
          },
          [](const ReadColumn& c) {
            return "column " + std::to_string(c.column);
          },
          [](const Delay& d) {
            return "delay " + std::to_string(d.ticks) + Ref(d.operand);
          },
          [](const Unary& u) {
            return std::string(Name(u.op)) + Ref(u.operand);
          },
          [](const Binary& b) {
            return std::string(Name(b.op)) + Ref(b.left) + Ref(b.right) +
                   (b.left_leads ? "" : " (right leads)");
          },
          [](const Either& e) {
            return "either " + std::string(Name(e.logic.op)) +
                   Ref(e.logic.left) + Ref(e.logic.right) +
                   (e.logic.left_leads ? "" : " (right leads)");
          },
          [](const StandIn& s) {
            return "stand-in " + std::string(Name(s.logic.op)) +
                   Ref(s.logic.left) + Ref(s.logic.right);
          },
          [](const Align& a) {
            return "align" + Ref(a.operand) + " to" + Ref(a.lead);
          },
          [](const ReduceLanes& r) {
            return Words(r.reduction) + (r.by_host ? " inst" : " host") +
                   Ref(r.operand);
          },
          [](const ReduceSamples& r) {
            return Words(r.reduction) + " sample " + std::to_string(r.samples) +
                   Ref(r.operand);
          },
          [](const Match& m) {
            return (m.negated ? "nomatch /" : "match /") + m.pattern->text() +
                   '/' + Ref(m.operand);
          },
          [](const Never&) { return std::string("never"); },
          [](const Retain& r) {
            return "retain " + std::to_string(r.samples) + Ref(r.operand);
          }},
      node.op);
}

}  // namespace

std::string Dump(const Program& program) {
  std::string text;
  for (std::size_t i = 0; i < program.nodes.size(); ++i) {
    text += '%' + std::to_string(i) + " = " + Words(program.nodes[i]) + '\n';
  }
  return text;
}

}  // namespace engine::program
