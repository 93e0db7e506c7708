// Lines with what stands before each.
#include "rules/pmieconf/listing.h"

#include <string_view>
#include <vector>

#include "rules/pmieconf/expand.h"
#include "rules/pmieconf/value.h"

namespace rules::pmieconf {
namespace {

using base::Error;
using base::ErrorCode;
using base::Result;

constexpr char kRule[] = "  rule: ";

/// Those that are not empty.
std::vector<std::string> LinesOf(std::string_view text) {
  std::vector<std::string> lines;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    if (end > 0) lines.emplace_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return lines;
}

std::string PredicateBlock(const Rule& rule) {
  std::string out = "\tpredicate = \n";
  for (const std::string& line : LinesOf(rule.predicate)) {
    out += "\t  " + line + '\n';
  }
  return out;
}

std::string Line(const std::string& name, const std::string& value) {
  return '\t' + name + " = " + value + '\n';
}

Error Undefined(const Rule& rule, const std::string& name) {
  return {ErrorCode::kNotFound,
          "variable \"" + name + "\" is undefined for rule " + rule.self.name};
}

std::string AttributeListing(const Rule& rule, const std::string& name) {
  const Object& self = rule.self;
  const auto word = [](bool is) { return is ? "yes" : "no"; };
  if (name == "help") return HelpBlock(self.help, true);
  if (name == "predicate") return PredicateBlock(rule);
  if (name == "modify") return Line(name, word(self.modify));
  if (name == "display") return Line(name, word(self.display));
  if (name == "enabled") return Line(name, word(self.enabled));
  if (name == "version") return Line(name, std::to_string(rule.version));
  if (name == "enumerate") return Line(name, rule.enumerate.value_or(""));
  return Line(name, self.value);
}

}  // namespace

std::string SummaryLine(const Rule& rule, const Rule& global,
                        const char* label) {
  const auto summary = Expand(rule, global, rule.self.value);
  if (!summary) return "";
  return label + rule.self.name + "  [" + *summary + "]\n";
}

std::string HelpBlock(const std::string& help, bool always) {
  std::string out;
  for (const std::string& line : LinesOf(help)) {
    out += (out.empty() ? "  help: " : "\t") + line + '\n';
  }
  if (out.empty() && always) return "  help: No help available.\n";
  return out;
}

std::string RuleListing(const Rule& rule, const Rule& global, bool verbose) {
  std::string out = SummaryLine(rule, global, kRule);
  out += HelpBlock(rule.self.help, false);
  std::string variables;
  if (!rule.IsGlobal()) {
    out += PredicateBlock(rule);
    variables = Line("enabled", rule.self.enabled ? "yes" : "no");
  }
  for (const Object& one : rule.variables) {
    if (one.display) variables += Line(one.name, Displayed(one));
  }
  if (verbose && !rule.IsGlobal()) {
    for (const Object& one : global.variables) {
      if (rule.Find(one.name) != nullptr) continue;
      variables += Line(one.name, Displayed(one) + " (*)");
    }
  }
  if (!variables.empty()) variables.replace(0, 1, "  vars: ");
  return out + variables;
}

Result<std::string> VariableListing(const Rule& rule, const Rule& global,
                                    const std::string& name) {
  std::string out = SummaryLine(rule, global, kRule);
  if (name == "help" || (!rule.IsGlobal() && IsAttribute(name))) {
    return out + AttributeListing(rule, name);
  }
  if (const Object* const own = rule.Find(name)) {
    return out + Line(name, Displayed(*own));
  }
  const Object* const one = global.Find(name);
  if (one == nullptr) return Undefined(rule, name);
  return out + Line(name, Displayed(*one));
}

Result<std::string> VariableHelp(const Rule& rule, const Rule& global,
                                 const std::string& name) {
  const std::string out = SummaryLine(rule, global, kRule);
  if (!rule.IsGlobal() && name == "predicate") {
    return out + PredicateBlock(rule);
  }
  if (name == "help") {
    return out + HelpBlock(rule.self.help, true);
  }
  const bool attribute = !rule.IsGlobal() && IsAttribute(name);
  const Object* one = rule.Find(name);
  if (one == nullptr) one = global.Find(name);
  if (one == nullptr && !attribute) return Undefined(rule, name);
  return out + "   var: " + name + '\n' +
         HelpBlock(attribute ? "" : one->help, true);
}

}  // namespace rules::pmieconf
