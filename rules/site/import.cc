// Setting by setting.
#include "rules/site/import.h"

#include <algorithm>
#include <cstddef>
#include <utility>

#include "base/printable.h"

namespace rules::site {
namespace {

using pmieconf::Object;
using pmieconf::Rule;

/// What is set: `name` of `rule`.
struct Change {
  const Rule* rule;
  std::string name;
  std::string value;
  std::size_t line;  // of the modification file

  std::string Text() const {
    return rule->self.name + '.' + name + " = " + value;
  }
};

std::vector<Change> ChangesOf(const Rule& rule) {
  std::vector<Change> changes;
  if (rule.self.changed) {
    changes.push_back(
        {&rule, kEnabled, rule.self.enabled ? "yes" : "no", rule.self.line});
  }
  for (const Object& one : rule.variables) {
    if (!one.changed) continue;
    const bool action = IsAction(one.type);
    changes.push_back({&rule, one.name,
                       action ? (one.enabled ? "yes" : "no") : one.value,
                       one.line});
  }
  return changes;
}

/// The rules of pmieconf's that `of` is there for, by their names.
std::vector<std::string> ReplacedBy(const Template& of) {
  std::vector<std::string> rules;
  const std::string& all = of.replaces;
  for (std::size_t at = 0; (at = all.find_first_not_of(", ", at)) != all.npos;
       at = std::min(all.find_first_of(", ", at), all.size())) {
    rules.push_back(all.substr(at, all.find_first_of(", ", at) - at));
  }
  return rules;
}

/// The parameter that is there for the variable `name`; null: none.
const Parameter* ParameterFor(const Template& of, const std::string& name) {
  if (name == kEnabled) return of.Find(kEnabled);
  for (const Parameter& one : of.parameters) {
    const bool holdoff = name == "holdoff" && one.name == "again";
    if (one.replaces == name || (one.replaces.empty() && holdoff)) return &one;
  }
  return nullptr;
}

/// As the parameter takes it, or why it does not.
struct Taken {
  Value value;
  std::string refusal;
};

Taken Take(const Parameter& parameter, const std::string& value) {
  std::string text = value;
  // Of pmieconf texts are in quotes, and some of these are numbers.
  if (text.size() > 1 && text.front() == '"' && text.back() == '"') {
    text = text.substr(1, text.size() - 2);
  }
  const bool several = parameter.type >= Type::kList;
  if (several) return {{}, "is one value, and that has several"};
  const auto read = ReadValue(parameter, text);
  if (const auto* refusal = std::get_if<Refusal>(&read)) {
    return {
        {},
        refusal->message + (refusal->hint.empty() ? "" : "; " + refusal->hint)};
  }
  return {{std::get<Value>(read).value, text}, ""};
}

/// A parameter's value, and what it comes from.
struct Given {
  std::string name;  // TEMPLATE.PARAMETER
  Type type;
  Value value;
  Change change;

  /// A line of a map.
  std::string Line() const {
    base::yaml::Node node;
    node.kind = base::yaml::Node::Kind::kScalar;
    node.text = value.shown;
    return name + ": " + NodeText(node) + "  # " + change.Text();
  }
};

class Importer {
 public:
  Importer(const pmieconf::Catalog& catalog,
           const std::vector<Template>& templates, std::string from)
      : catalog_(catalog), templates_(templates), from_(std::move(from)) {}

  void Import(const Change& change);
  void ImportGlobal(const Change& change);
  void Leave(const pmieconf::LeftOut& one) {
    left_.push_back(from_ + ':' + std::to_string(one.line) + ": " +
                    one.setting + ": " + one.why);
  }
  std::string Text() const;

 private:
  /// False: `of` has no parameter for it.
  bool Set(const Template& of, const Change& change);
  void Give(Given given);
  std::string EnabledAmong(const std::vector<std::string>& rules) const;
  void Leave(const Change& change, const std::string& why) {
    Leave({change.line, change.Text(), why});
  }

  const pmieconf::Catalog& catalog_;
  const std::vector<Template>& templates_;
  std::string from_;
  std::vector<Given> values_;
  std::vector<std::string> left_;
};

bool Importer::Set(const Template& of, const Change& change) {
  const Parameter* parameter = ParameterFor(of, change.name);
  if (parameter == nullptr) return false;
  const std::string name = of.name + '.' + parameter->name;
  Taken taken = Take(*parameter, change.value);
  if (taken.refusal.empty()) {
    Give({name, parameter->type, std::move(taken.value), change});
  } else {
    Leave(change, "of " + name + " it " + taken.refusal);
  }
  return true;
}

/// Of several rules that one template replaces the longest duration counts, and
/// else what the first has; a global one where none of them has any.
void Importer::Give(Given given) {
  const auto at =
      std::find_if(values_.begin(), values_.end(),
                   [&](const Given& one) { return one.name == given.name; });
  if (at == values_.end()) return values_.push_back(std::move(given));
  const bool same = at->value.value == given.value.value;
  if (same || given.change.rule->IsGlobal()) return;
  if (given.type == Type::kDuration && at->value.value < given.value.value) {
    std::swap(*at, given);
  }
  Leave(given.change, given.name + " is that of " + at->change.rule->self.name);
}

/// The first of `rules` that is enabled; empty: none is.
std::string Importer::EnabledAmong(
    const std::vector<std::string>& rules) const {
  for (const Rule& rule : catalog_.rules) {
    const std::string& name = rule.self.name;
    const bool among =
        std::find(rules.begin(), rules.end(), name) != rules.end();
    if (among && rule.self.enabled) return name;
  }
  return "";
}

void Importer::Import(const Change& change) {
  bool replaced = false;
  const std::string& rule = change.rule->self.name;
  const bool disables = change.name == kEnabled && !change.rule->self.enabled;
  for (const Template& one : templates_) {
    const auto rules = ReplacedBy(one);
    if (std::find(rules.begin(), rules.end(), rule) == rules.end()) continue;
    replaced = true;
    const std::string enabled = disables ? EnabledAmong(rules) : "";
    if (!enabled.empty()) {
      Leave(change, one.name + " replaces it together with " + enabled +
                        ", which is enabled");
    } else if (!Set(one, change)) {
      Leave(change, "no parameter of " + one.name +
                        " is there for it; those that it has: tocsin conf why "
                        "HOST " +
                        one.name);
    }
  }
  if (!replaced) {
    Leave(change,
          "no template is there for this rule; one of your own has in its "
          "head replaces: " +
              rule);
  }
}

/// What a rule has set itself counts more, and is set before.
void Importer::ImportGlobal(const Change& change) {
  bool any = false;
  for (const Template& one : templates_) {
    any |= !one.replaces.empty() && Set(one, change);
  }
  if (!any) {
    Leave(change,
          "no template has a parameter for it; one of a template of your own "
          "has replaces: " +
              change.name);
  }
}

std::string Importer::Text() const {
  std::string text = "# What is set in " + base::Printable(from_) + "\n";
  if (!values_.empty()) text += "site:\n  values:\n";
  for (const Given& one : values_) {
    text += "    " + base::Printable(one.Line()) + '\n';
  }
  if (!left_.empty()) text += "# Not set here:\n";
  for (const std::string& one : left_) {
    text += "#   " + base::Printable(one) + '\n';
  }
  return text;
}

}  // namespace

std::string ImportModifications(
    const pmieconf::Catalog& catalog, const std::vector<Template>& templates,
    const std::string& from, const std::vector<pmieconf::LeftOut>& left_out) {
  Importer importer(catalog, templates, from);
  for (const Rule& rule : catalog.rules) {
    for (const Change& one : ChangesOf(rule)) importer.Import(one);
  }
  for (const Change& one : ChangesOf(catalog.global)) {
    importer.ImportGlobal(one);
  }
  for (const pmieconf::LeftOut& one : left_out) importer.Leave(one);
  return importer.Text();
}

}  // namespace rules::site
