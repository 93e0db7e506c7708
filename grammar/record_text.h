// What the text of an action shows of the event records that its rule is about:
// %{NAME}, %{first.NAME} and %n. Source: docs/events.md, "In a message".
#ifndef TOCSIN_GRAMMAR_RECORD_TEXT_H_
#define TOCSIN_GRAMMAR_RECORD_TEXT_H_

#include <cstddef>
#include <map>
#include <set>
#include <string>
#include <string_view>

#include "grammar/ast.h"

namespace grammar {

/// "%{NAME}", "%{first.NAME}" or "%n", if one of these begins at `at`; else
/// empty. NAME is of letters, digits, _ and dots.
std::string_view RecordSelectorAt(std::string_view text, std::size_t at);

/// All that stand in the texts of `action`.
std::set<std::string> RecordSelectors(const ast::Action& action);

/// What looks like a selector in the texts of `action` and is none, as
/// %{'_pid'}, with the selector that may be meant; empty: none is known.
std::map<std::string, std::string> MistakenSelectors(const ast::Action& action);

/// What a selector shows: the number of records, or a parameter of the last
/// one, or the first.
struct RecordSelector {
  std::string parameter;  // empty: the number of records
  bool first = false;
};
RecordSelector ReadRecordSelector(std::string_view selector);

}  // namespace grammar

#endif  // TOCSIN_GRAMMAR_RECORD_TEXT_H_
