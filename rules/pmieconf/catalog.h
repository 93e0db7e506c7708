// Catalog: the rules, variables and actions of pmieconf-rules files, as they
// are set. Source: pmieconf(5), "rule definitions"; FORMAT.md.
#ifndef TOCSIN_RULES_PMIECONF_CATALOG_H_
#define TOCSIN_RULES_PMIECONF_CATALOG_H_

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace rules::pmieconf {

enum class ObjectType {
  kRule,
  kString,
  kDouble,
  kInteger,
  kUnsigned,
  kPercent,
  kHostlist,
  kInstlist,
  kPrint,
  kShell,
  kAlarm,
  kSyslog
};

/// The type that files call `word`; nothing where it is none.
std::optional<ObjectType> ObjectTypeOf(std::string_view word);
std::string_view NameOf(ObjectType type);

inline bool IsAction(ObjectType type) { return type >= ObjectType::kPrint; }
inline bool IsList(ObjectType type) {
  return type == ObjectType::kHostlist || type == ObjectType::kInstlist;
}

/// A variable, an action, or what a rule is besides its variables.
struct Object {
  ObjectType type = ObjectType::kString;
  std::string name = {};     // without "global."
  std::string value = {};    // as written; of an action its text
  std::string factory = {};  // what the file gives it
  std::string help = {};     // empty: none
  bool modify = true;
  bool display = true;
  bool enabled = true;
  bool factory_enabled = true;
  bool changed = false;   // by a user: it stands in the modification file
  bool promoted = false;  // a rule's own copy of a global one
  std::size_t line = 0;   // of the modification file, where it has been read
};

struct Rule {
  Object self = {};
  unsigned long version = 1;
  std::string predicate = {};
  std::optional<std::string> enumerate = {};  // names of lists
  std::vector<Object> variables = {};

  bool IsGlobal() const { return self.name == "global"; }
  /// The one of its own that has this name; null: none.
  Object* Find(std::string_view name);
  const Object* Find(std::string_view name) const;
};

/// `global` has the variables of all rules. REQUIRES: names of rules are
/// unique.
struct Catalog {
  Catalog();

  /// Those whose name is `target` or begins with its parts, the global one
  /// first; of "all" each but that.
  std::vector<Rule*> Matching(std::string_view target);
  std::vector<const Rule*> Matching(std::string_view target) const;
  Rule* Find(std::string_view name);

  Rule global;
  std::vector<Rule> rules;  // sorted by name, once all files are read
};

/// Whether `word` is what files call an attribute, such as "help".
bool IsAttribute(std::string_view word);

}  // namespace rules::pmieconf

#endif  // TOCSIN_RULES_PMIECONF_CATALOG_H_
