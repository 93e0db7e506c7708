// Slips in conditions over event records: what is written there by another
// habit, and what to write instead. All else is grammar/event_mistake.h's.
#ifndef TOCSIN_GRAMMAR_EVENT_SLIPS_H_
#define TOCSIN_GRAMMAR_EVENT_SLIPS_H_

#include <cstddef>
#include <string>
#include <vector>

#include "grammar/token.h"

namespace grammar {

/// Advice on `tokens[at]`, the first that does not belong in a condition;
/// empty: none is known.
std::string EventSlipHint(const std::vector<Token>& tokens, std::size_t at);

/// Advice where `text`, in double quotes, stands for a parameter.
std::string QuotedParameterHint(const std::string& text);

}  // namespace grammar

#endif  // TOCSIN_GRAMMAR_EVENT_SLIPS_H_
