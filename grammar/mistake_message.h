// Our message on a mistake: where to point, what to say, what to advise.
// Finding it is grammar/syntax_walk.h's; pmie's are pmie_messages.h's.
#ifndef TOCSIN_GRAMMAR_MISTAKE_MESSAGE_H_
#define TOCSIN_GRAMMAR_MISTAKE_MESSAGE_H_

#include <string>
#include <vector>

#include "grammar/diagnostic.h"
#include "grammar/source_text.h"
#include "grammar/syntax_walk.h"
#include "grammar/token.h"

namespace grammar {

/// The diagnostic of `mistake` in `tokens` of `source`, without pmie's lines.
Diagnostic DescribeMistake(const std::vector<Token>& tokens,
                           const Mistake& mistake, const SourceText& source);

}  // namespace grammar

#endif  // TOCSIN_GRAMMAR_MISTAKE_MESSAGE_H_
