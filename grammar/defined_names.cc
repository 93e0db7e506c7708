// The last definition of a name counts.
#include "grammar/defined_names.h"

namespace grammar {

void DefinedNames::Add(const std::string& name, ParsedStatement::Kind kind) {
  if (name.empty() || kind == ParsedStatement::Kind::kRejected) return;
  names_.insert_or_assign(name, kind);
}

std::string DefinedNames::HintFor(std::string_view name) const {
  const auto found = names_.find(name);
  if (found == names_.end()) return {};
  if (found->second == ParsedStatement::Kind::kConstant) {
    return "did you mean $" + found->first + "?";
  }
  return found->first +
         " is the name of a statement, which no expression can use: let a "
         "macro hold what both share, m = \"...\";, and write $m";
}

}  // namespace grammar
