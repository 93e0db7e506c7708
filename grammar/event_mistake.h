// What is wrong in what is asked of event records, where the grammar stops.
#ifndef TOCSIN_GRAMMAR_EVENT_MISTAKE_H_
#define TOCSIN_GRAMMAR_EVENT_MISTAKE_H_

#include <cstddef>
#include <optional>
#include <vector>

#include "grammar/diagnostic.h"
#include "grammar/event_words.h"
#include "grammar/token.h"

namespace grammar {

/// Of `tokens`, with the words of event functions, of which the one at `at` is
/// the first that does not belong there. Nothing where neither an event
/// function nor a filter is open there, and where one has just ended but for
/// what is of metrics alone. `filters`: what may have been meant by
/// a name that stands alone.
std::optional<Diagnostic> DescribeEventMistake(const std::vector<Token>& tokens,
                                               std::size_t at,
                                               const NamedFilters& filters);

/// Of the statement `tokens`, before `end`, where it is a filter with a
/// function in it: it is looked at where it is used, and that may be nowhere.
std::optional<Diagnostic> FunctionInFilter(const std::vector<Token>& tokens,
                                           std::size_t end);

}  // namespace grammar

#endif  // TOCSIN_GRAMMAR_EVENT_MISTAKE_H_
