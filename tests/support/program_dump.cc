// The words of each operation.
#include "tests/support/program_dump.h"

#include "grammar/names.h"

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

std::string Words(const Constant& c) {
  return "const " + std::to_string(c.value);
}
std::string Words(const Text& t) { return "text " + std::to_string(t.string); }
std::string Words(const ClockVariable& c) {
  return "clock " + std::to_string(static_cast<int>(c.field));
}
std::string Words(const ReadColumn& c) {
  return "column " + std::to_string(c.column);
}
std::string Words(const Delay& d) {
  return "delay " + std::to_string(d.ticks) + Ref(d.operand);
}
std::string Words(const Unary& u) {
  return std::string(Name(u.op)) + Ref(u.operand);
}
std::string Operands(const Binary& b) {
  return std::string(Name(b.op)) + Ref(b.left) + Ref(b.right);
}
std::string Words(const Binary& b) {
  return Operands(b) + (b.left_leads ? "" : " (right leads)");
}
std::string Words(const Either& e) { return "either " + Words(e.logic); }
std::string Words(const StandIn& s) { return "stand-in " + Operands(s.logic); }
std::string Words(const Align& a) {
  return "align" + Ref(a.operand) + " to" + Ref(a.lead);
}
std::string Words(const ReduceLanes& r) {
  return grammar::Name(r.reduction) + (r.by_host ? " inst" : " host") +
         Ref(r.operand);
}
std::string Words(const ReduceSamples& r) {
  return grammar::Name(r.reduction) + " sample " + std::to_string(r.samples) +
         Ref(r.operand);
}
std::string Words(const Match& m) {
  return (m.negated ? "nomatch /" : "match /") + m.pattern->text() + '/' +
         Ref(m.operand);
}
std::string Words(const Never&) { return "never"; }
std::string Words(const Awaits& a) { return "awaits" + Ref(a.operand); }
std::string Words(const Retain& r) {
  return "retain " + std::to_string(r.samples) + Ref(r.operand);
}

}  // namespace

std::string Dump(const Program& program) {
  std::string text;
  for (std::size_t i = 0; i < program.nodes.size(); ++i) {
    text += '%' + std::to_string(i) + " = " +
            std::visit([](const auto& op) { return Words(op); },
                       program.nodes[i].op) +
            '\n';
  }
  return text;
}

}  // namespace engine::program
