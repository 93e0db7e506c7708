// Noted fetch by fetch.
#include "cli/rule_needs.h"

#include "engine/events/record_field.h"
#include "grammar/fetches.h"

namespace cli {
namespace {

/// As pmapi::Need has it.
constexpr char kAnyCalled[] = "*.";

}  // namespace

void AddNeeds(const grammar::ParsedFile& file, RuleNeeds* needs) {
  const auto note = [needs](const std::string& host,
                            const grammar::ast::Fetch& fetch) {
    (*needs)[host][fetch.metric].insert(fetch.instances.begin(),
                                        fetch.instances.end());
  };
  const auto note_parameter = [needs](const grammar::ast::Fetch& records,
                                      const std::string& name) {
    if (engine::events::FindOwnField(name)) return;
    const std::string need = kAnyCalled + name.substr(name.rfind('.') + 1);
    if (records.hosts.empty()) (*needs)[""][need];
    for (const std::string& host : records.hosts) (*needs)[host][need];
  };
  for (const grammar::ParsedStatement& parsed : file.statements) {
    if (!parsed.statement.expr) continue;
    grammar::ForEachFetch(
        *parsed.statement.expr,
        [&note](const grammar::ast::Fetch& fetch, grammar::Span) {
          if (fetch.hosts.empty()) note("", fetch);
          for (const std::string& host : fetch.hosts) {
            note(host, fetch);
          }
        });
    grammar::ForEachParameter(*parsed.statement.expr, note_parameter);
  }
}

}  // namespace cli
