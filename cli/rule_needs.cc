// Noted fetch by fetch.
#include "cli/rule_needs.h"

#include "grammar/fetches.h"

namespace cli {

void AddNeeds(const grammar::ParsedFile& file, RuleNeeds* needs) {
  const auto note = [needs](const std::string& host,
                            const grammar::ast::Fetch& fetch) {
    (*needs)[host][fetch.metric].insert(fetch.instances.begin(),
                                        fetch.instances.end());
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
  }
}

}  // namespace cli
