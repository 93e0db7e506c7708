// RunRules: a rule text over sources, from the parser to the last tick, and
// what came of it as text: the whole engine without files or a command line.
#ifndef TOCSIN_TESTS_SUPPORT_RUN_RULES_H_
#define TOCSIN_TESTS_SUPPORT_RUN_RULES_H_

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/error.h"
#include "base/time.h"
#include "base/zone.h"
#include "grammar/parser.h"
#include "grammar/source_text.h"
#include "pmapi/source/source.h"

namespace tests {

struct RunOptions {
  base::Timestamp start;
  base::Timestamp end;
  base::Zone zone = {};  // UTC
  bool counter_wrap = false;
  /// Ends the replay before the first evaluation at or after it.
  std::optional<base::Timestamp> stop;
};

struct RulesRun {
  /// By statement, in the order of the text: what it was at each of its
  /// evaluations. A value as reports show it ("true", "1.50", "?"), the
  /// samples of a window with commas between; the members of a set with
  /// blanks between, each as "name=value" where it has a name; "-" for none.
  /// A rule's verdict is followed by the actions that it performed.
  std::vector<std::pair<std::string, std::vector<std::string>>> rows;
  /// "seconds from the start, name", each evaluation in order.
  std::vector<std::string> order;
  /// Of rules that are wrong, as tocsin shows them.
  std::string diagnostics;
  /// What ended the replay early.
  std::optional<base::Error> error;

  /// REQUIRES: there is such a statement.
  const std::vector<std::string>& row(std::string_view name) const;
};

/// Rules that have been parsed, and their text.
struct ParsedRules {
  grammar::SourceText text;
  grammar::ParsedFile parsed;
};

/// Actions fail where their text begins with "fail".
RulesRun RunParsed(std::vector<ParsedRules> rules,
                   const std::vector<pmapi::Source*>& sources,
                   const RunOptions& options);

/// The same of a text. The interval of rules that set none is 10 seconds.
RulesRun RunRules(std::string_view rules,
                  const std::vector<pmapi::Source*>& sources,
                  const RunOptions& options);

}  // namespace tests

#endif  // TOCSIN_TESTS_SUPPORT_RUN_RULES_H_
