// CheckedRules: rule text as statements over sources, for tests of
// engine/schedule.
#ifndef TOCSIN_TESTS_UNIT_ENGINE_SCHEDULE_CHECKED_RULES_H_
#define TOCSIN_TESTS_UNIT_ENGINE_SCHEDULE_CHECKED_RULES_H_

#include <string>
#include <utility>
#include <vector>

#include "base/check.h"
#include "engine/check/checker.h"
#include "grammar/parser.h"
#include "pmapi/source/source.h"

namespace engine::schedule {

/// REQUIRES: nothing is wrong with `rules`.
inline std::vector<expr::Statement> CheckedRules(
    const std::string& rules, const std::vector<pmapi::Source*>& sources) {
  std::vector<check::SourceView> views;
  for (const pmapi::Source* source : sources) {
    views.push_back(
        {source->HostName(), source->ContextName(), &source->Catalog()});
  }
  check::Checker checker(std::move(views));
  const grammar::SourceText text("rules", rules);
  grammar::Parser parser;
  check::Checked checked = checker.Check(text, parser.Parse(text), 0);
  CHECK(checked.diagnostics.empty());
  return std::move(checked.statements);
}

}  // namespace engine::schedule

#endif  // TOCSIN_TESTS_UNIT_ENGINE_SCHEDULE_CHECKED_RULES_H_
