// Advice on what is asked of event records: valid, and hardly meant so. A
// function each, called where what it is of has been checked.
#ifndef TOCSIN_ENGINE_CHECK_RECORD_ADVICE_H_
#define TOCSIN_ENGINE_CHECK_RECORD_ADVICE_H_

#include <string>

#include "base/pattern.h"
#include "engine/check/report.h"
#include "engine/events/event_function.h"
#include "engine/expr/expr.h"

namespace engine::check {

/// Warns of what is the same of every count: count_event ( ... ) < 0, > -1.
void WarnOfEveryCount(const events::CountCompared& compared, grammar::Span span,
                      Report* report);

/// Warns of count_event by NAME ( ... ) == 0, or < 5: a group that falls silent
/// goes, but where another function of the statement has it, too.
void WarnOfSilentGroups(const expr::Statement& statement, Report* report);

/// Warns of "a || b", which matches whatever there is.
void WarnOfEmptyAlternative(const base::Pattern& pattern, grammar::Span span,
                            Report* report);

/// Warns of a text that is looked for as it stands, by the word or sign `test`
/// in the parameter `name`, and looks like a pattern: "a|b", "^a", "a*".
void WarnOfPlainText(const std::string& name, const std::string& test,
                     const std::string& text, grammar::Span span,
                     Report* report);

/// Warns of `within` less than an interval, of records whose time is that of an
/// evaluation: of lines of log files. `live`: they are read while they come.
void WarnOfShortWithin(const expr::Statement& statement, bool live,
                       Report* report);

}  // namespace engine::check

#endif  // TOCSIN_ENGINE_CHECK_RECORD_ADVICE_H_
