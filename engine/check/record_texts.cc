// A hidden fetch for each selector: its lanes are those of the function itself.
#include "engine/check/record_texts.h"

#include <memory>
#include <set>
#include <string>
#include <utility>

#include "engine/check/event_functions.h"
#include "engine/events/text_table.h"
#include "grammar/fetches.h"
#include "grammar/record_text.h"

namespace engine::check {

namespace {

void WarnOfMistaken(const expr::ast::Action& action, Report* report) {
  for (const auto& [written, meant] : grammar::MistakenSelectors(action)) {
    report->Warning(action.span, written + " is text as it stands",
                    meant.empty() ? "the name of a parameter is of letters, "
                                    "digits, _ and dots: %{NAME}"
                                  : "in a text a name needs neither quotes nor "
                                    "blanks: write " +
                                        meant);
  }
}

/// %n may be a text of a rule that was written for pmie.
void WarnOfNoRecords(const std::set<std::string>& selectors,
                     const expr::ast::Action& action, Report* report) {
  for (const std::string& one : selectors) {
    if (grammar::ReadRecordSelector(one).parameter.empty()) continue;
    report->Warning(
        action.span,
        one + " is text as it stands: this rule asks for no records",
        "it shows a parameter of what an event function has found, "
        "as in: some_event ( METRIC ) -> ...");
  }
}

}  // namespace

void AddRecordTexts(const expr::ast::Rule& rule, Metrics* metrics,
                    Report* report, expr::Rule* checked) {
  const auto selectors = grammar::RecordSelectors(*rule.action);
  const expr::ast::Events* events = grammar::ShownEvents(*rule.condition);
  if (events == nullptr)
    return WarnOfNoRecords(selectors, *rule.action, report);
  WarnOfMistaken(*rule.action, report);
  for (const std::string& one : selectors) {
    const auto selector = grammar::ReadRecordSelector(one);
    auto texts = std::make_shared<events::TextTable>();
    auto value = CheckRecordText(*events, selector, texts, rule.action->span,
                                 metrics, report);
    if (!value) return;
    expr::RecordText shown{one, value.get(), nullptr};
    if (!selector.parameter.empty()) {
      shown.text_of = [texts](double number) { return texts->TextOf(number); };
    }
    checked->binding.records.push_back(std::move(shown));
    checked->records.push_back(std::move(value));
  }
}

}  // namespace engine::check
