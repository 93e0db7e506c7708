// Setting by setting.
#include "rules/site/import.h"

#include <algorithm>
#include <set>
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

  std::string Text() const {
    return rule->self.name + '.' + name + " = " + value;
  }
};

std::vector<Change> ChangesOf(const Rule& rule) {
  std::vector<Change> changes;
  if (rule.self.changed) {
    changes.push_back({&rule, kEnabled, rule.self.enabled ? "yes" : "no"});
  }
  for (const Object& one : rule.variables) {
    if (!one.changed) continue;
    const bool action = IsAction(one.type);
    changes.push_back(
        {&rule, one.name, action ? (one.enabled ? "yes" : "no") : one.value});
  }
  return changes;
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
  std::string text;
  std::string refusal;
};

Taken Take(const Parameter& parameter, const std::string& value) {
  std::string text = value;
  // Of pmieconf texts are in quotes, and some of these are numbers.
  if (text.size() > 1 && text.front() == '"' && text.back() == '"') {
    text = text.substr(1, text.size() - 2);
  }
  const bool several = parameter.type >= Type::kList;
  if (several) return {"", "is one value, and that has several"};
  const auto read = ReadValue(parameter, text);
  if (const auto* refusal = std::get_if<Refusal>(&read)) {
    return {"", refusal->message};
  }
  return {text, ""};
}

class Importer {
 public:
  explicit Importer(const std::vector<Template>& templates)
      : templates_(templates) {}

  void Import(const Change& change);
  void ImportGlobal(const Change& change);
  std::string Text(const std::string& from) const;

 private:
  /// False: `of` has no parameter for it.
  bool Set(const Template& of, const Change& change);
  void Leave(const Change& change, const std::string& why) {
    left_.push_back(change.Text() + ": " + why);
  }

  const std::vector<Template>& templates_;
  std::set<std::string> set_;        // TEMPLATE.PARAMETER
  std::vector<std::string> values_;  // lines of a map
  std::vector<std::string> left_;
};

bool Importer::Set(const Template& of, const Change& change) {
  const Parameter* parameter = ParameterFor(of, change.name);
  if (parameter == nullptr) return false;
  const std::string name = of.name + '.' + parameter->name;
  if (set_.contains(name)) return true;
  const Taken taken = Take(*parameter, change.value);
  if (!taken.refusal.empty()) {
    Leave(change, "of " + name + " it " + taken.refusal);
    return true;
  }
  set_.insert(name);
  base::yaml::Node node;
  node.kind = base::yaml::Node::Kind::kScalar;
  node.text = taken.text;
  values_.push_back(name + ": " + NodeText(node) + "  # " + change.Text());
  return true;
}

void Importer::Import(const Change& change) {
  bool replaced = false;
  for (const Template& one : templates_) {
    if (one.replaces != change.rule->self.name) continue;
    replaced = true;
    if (!Set(one, change)) {
      Leave(change, "no parameter of " + one.name + " is there for it");
    }
  }
  if (!replaced) Leave(change, "no template is there for this rule");
}

/// What a rule has set itself counts more, and is set before.
void Importer::ImportGlobal(const Change& change) {
  bool any = false;
  for (const Template& one : templates_) {
    any |= !one.replaces.empty() && Set(one, change);
  }
  if (!any) Leave(change, "no template has a parameter for it");
}

std::string Importer::Text(const std::string& from) const {
  std::string text = "# What is set in " + base::Printable(from) + "\n";
  if (!values_.empty()) text += "site:\n  values:\n";
  for (const std::string& one : values_) {
    text += "    " + base::Printable(one) + '\n';
  }
  if (!left_.empty()) text += "# Not set here:\n";
  for (const std::string& one : left_) {
    text += "#   " + base::Printable(one) + '\n';
  }
  return text;
}

}  // namespace

std::string ImportModifications(const pmieconf::Catalog& catalog,
                                const std::vector<Template>& templates,
                                const std::string& from) {
  Importer importer(templates);
  for (const Rule& rule : catalog.rules) {
    for (const Change& one : ChangesOf(rule)) importer.Import(one);
  }
  for (const Change& one : ChangesOf(catalog.global)) {
    importer.ImportGlobal(one);
  }
  return importer.Text(from);
}

}  // namespace rules::site
