// Text of typed trees.
#include "tests/support/expr_dump.h"

#include <cstdio>

#include "base/overloaded.h"
#include "engine/expr/operands.h"
#include "grammar/names.h"

namespace engine::expr {
namespace {

std::string NumberText(double value) {
  char text[40];
  std::snprintf(text, sizeof text, "%.17g", value);
  return text;
}

const char* SortName(Sort sort) {
  switch (sort) {
    case Sort::kNumber:
      return "number";
    case Sort::kTruth:
      return "truth";
    case Sort::kString:
      return "string";
  }
  return "";
}

const char* PairingName(Pairing pairing) {
  switch (pairing) {
    case Pairing::kBroadcast:
      return "broadcast";
    case Pairing::kStandIn:
      return "stand-in";
    case Pairing::kByLane:
      return "by lane";
    case Pairing::kByPosition:
      return "by position";
    case Pairing::kEither:
      return "either";
  }
  return "";
}

std::string FetchName(const Fetch& fetch) {
  std::string name = fetch.metric;
  if (fetch.rate) name += " rate";
  if (fetch.delay != 0) name += " delay " + std::to_string(fetch.delay);
  return name;
}

std::string LabelText(const LaneLabel& label) {
  std::string text = " h" + std::to_string(label.host);
  return label.name.empty() ? text : text + "[" + label.name + "]";
}

class Dumper {
 public:
  std::string Take() { return std::move(text_); }

  void Add(const Expr& expr, int depth) {
    Indent(depth);
    text_ += NodeName(expr) + ": " + SortName(expr.sort) + " " +
             ShapeText(expr.shape) + " " + Dump(expr.layout);
    if (const auto* binary = std::get_if<Binary>(&expr.node)) {
      text_ += binary->left_leads ? ", left leads, " : ", right leads, ";
      text_ += PairingName(binary->pairing);
    }
    text_ += "\n";
    ForEachOperand(expr, [&](const Expr& operand) { Add(operand, depth + 1); });
  }

 private:
  static std::string ShapeText(const Shape& shape) {
    return std::to_string(shape.hosts) + "/" + std::to_string(shape.instances) +
           "/" + std::to_string(shape.samples);
  }

  void Indent(int depth) {
    text_.append(static_cast<std::size_t>(depth) * 2, ' ');
  }

  std::string text_;
};

std::string BindingText(const Binding& binding) {
  if (binding.lanes == nullptr) return "binding: none\n";
  std::string text = "binding: " + NodeName(*binding.lanes) + " values";
  for (const Expr* values : binding.values) text += ' ' + NodeName(*values);
  return text + '\n';
}

std::string RuleText(const Rule& rule) {
  return Dump(*rule.condition) + BindingText(rule.binding);
}

// One domain, where it is the same on all hosts.
std::string DomainsText(const std::vector<pmapi::InDom>& indoms) {
  std::string text;
  for (const pmapi::InDom indom : indoms) {
    if (!text.empty() && indom == indoms.front()) continue;
    text += (text.empty() ? "" : ",") + pmapi::InDomText(indom);
  }
  return text.empty() ? "any" : text;
}

}  // namespace

std::string NodeName(const Expr& expr) {
  return std::visit(
      base::Overloaded{
          [](const Number& n) { return NumberText(n.value); },
          [](const Truth& n) {
            return std::string(n.value ? "true" : "false");
          },
          [](const String& n) { return "\"" + n.value + "\""; },
          [](const ClockVariable& n) { return "$" + grammar::Name(n.field); },
          [](const Fetch& n) { return FetchName(n); },
          [](const Unary& n) { return grammar::Name(n.op); },
          [](const Binary& n) { return grammar::Name(n.op); },
          [](const Reduce& n) {
            return grammar::Name(n.reduction) + "_" + grammar::Name(n.domain);
          },
          [](const Match& n) {
            return std::string(n.negated ? "no" : "") + "match_inst \"" +
                   n.pattern + "\"";
          },
      },
      expr.node);
}

std::string Dump(const Layout& layout) {
  std::string text;
  switch (layout.kind) {
    case Layout::Kind::kSingle:
      text = "single";
      break;
    case Layout::Kind::kFixed:
      text = "fixed";
      break;
    case Layout::Kind::kOpen:
      text = "open " + DomainsText(layout.indoms) + " on";
      for (const int source : layout.sources) {
        text += " " + std::to_string(source);
      }
      if (layout.parts > 1) {
        text += " in " + std::to_string(layout.parts) + " parts";
      }
      break;
  }
  for (const LaneLabel& label : layout.labels) {
    if (label.host >= 0) text += LabelText(label);
  }
  return text;
}

std::string Dump(const Expr& expr) {
  Dumper dumper;
  dumper.Add(expr, 0);
  return dumper.Take();
}

std::string Dump(const Statement& statement) {
  const std::string head = statement.name + " every " +
                           std::to_string(statement.interval.ns) + " ns\n";
  return head +
         std::visit(
             base::Overloaded{
                 [](const Observe& observe) {
                   return "observe\n" + Dump(*observe.expr) +
                          BindingText(observe.binding);
                 },
                 [](const Rule& rule) { return "rule\n" + RuleText(rule); },
                 [](const Ruleset& ruleset) {
                   std::string text = "ruleset\n";
                   for (const Rule& rule : ruleset.rules) {
                     text += RuleText(rule);
                   }
                   if (ruleset.unknown) text += "unknown\n";
                   if (ruleset.otherwise) text += "otherwise\n";
                   return text;
                 },
                 [](const Perform&) { return std::string("perform\n"); },
             },
             statement.body);
}

}  // namespace engine::expr
