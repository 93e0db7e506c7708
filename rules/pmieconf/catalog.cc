// Names of types and attributes, and lookup by name.
#include "rules/pmieconf/catalog.h"

#include <algorithm>
#include <array>
#include <utility>

namespace rules::pmieconf {
namespace {

// In the order of ObjectType.
constexpr std::array<std::string_view, 12> kTypes{
    "rule",     "string",   "double", "integer", "unsigned", "percent",
    "hostlist", "instlist", "print",  "shell",   "alarm",    "syslog"};
constexpr std::array<std::string_view, 9> kAttributes{
    "help",    "modify",  "enabled",   "display",  "default",
    "summary", "version", "predicate", "enumerate"};

bool Matches(std::string_view name, std::string_view target) {
  return name.starts_with(target) &&
         (name.size() == target.size() || name[target.size()] == '.');
}

}  // namespace

std::optional<ObjectType> ObjectTypeOf(std::string_view word) {
  const auto* const found = std::find(kTypes.begin(), kTypes.end(), word);
  if (found == kTypes.end()) return std::nullopt;
  return static_cast<ObjectType>(found - kTypes.begin());
}

std::string_view NameOf(ObjectType type) {
  return kTypes[static_cast<std::size_t>(type)];
}

bool IsAttribute(std::string_view word) {
  return std::find(kAttributes.begin(), kAttributes.end(), word) !=
         kAttributes.end();
}

const Object* Rule::Find(std::string_view name) const {
  const auto found =
      std::find_if(variables.begin(), variables.end(),
                   [name](const Object& one) { return one.name == name; });
  return found == variables.end() ? nullptr : &*found;
}

Object* Rule::Find(std::string_view name) {
  return const_cast<Object*>(std::as_const(*this).Find(name));
}

Catalog::Catalog() {
  global.version = 0;
  global.self.type = ObjectType::kRule;
  global.self.name = "global";
  global.self.enabled = global.self.factory_enabled = false;
  global.self.value = global.self.factory =
      "generic variables applied to all rules";
  global.self.help =
      "The global variables are used by all rules, but their values can be\n"
      "overridden at the level of an individual rule or group of rules.";
}

std::vector<const Rule*> Catalog::Matching(std::string_view target) const {
  std::vector<const Rule*> found;
  const bool all = target == "all";
  if (!all && Matches(global.self.name, target)) found.push_back(&global);
  for (const Rule& rule : rules) {
    if (all || Matches(rule.self.name, target)) found.push_back(&rule);
  }
  return found;
}

std::vector<Rule*> Catalog::Matching(std::string_view target) {
  std::vector<Rule*> found;
  for (const Rule* one : std::as_const(*this).Matching(target)) {
    found.push_back(const_cast<Rule*>(one));
  }
  return found;
}

Rule* Catalog::Find(std::string_view name) {
  if (name == global.self.name) return &global;
  const auto found =
      std::find_if(rules.begin(), rules.end(),
                   [name](const Rule& one) { return one.self.name == name; });
  return found == rules.end() ? nullptr : &*found;
}

}  // namespace rules::pmieconf
