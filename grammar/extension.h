// The words that pmie does not have, put into a statement that pmie's words
// make no sense of. Which they are stands in grammar/words.cc.
#ifndef TOCSIN_GRAMMAR_EXTENSION_H_
#define TOCSIN_GRAMMAR_EXTENSION_H_

#include <optional>

#include "grammar/event_words.h"
#include "grammar/scanner.h"

namespace grammar {

/// `text`, without its warnings, with every bare name that is spelt as a word
/// of Vocabulary::kExtension read as that word; none if there is none. The name
/// of the statement and those of hosts and instances stay names, and so does an
/// action's that stands where no action does. Words of event functions are
/// words inside them alone; `filters` are the named ones so far.
std::optional<StatementText> WithExtensions(const StatementText& text,
                                            const NamedFilters& filters);

}  // namespace grammar

#endif  // TOCSIN_GRAMMAR_EXTENSION_H_
