// First version: the place is not found yet.
#include "grammar/explain.h"

namespace grammar {

Explanation Explain(const StatementText& text, const PmieWords& pmie) {
  Explanation why;
  if (text.fault) {
    why.diagnostic = text.fault->diagnostic;
    return why;
  }
  why.diagnostic.message = "this is not a statement";
  why.diagnostic.span = {text.tokens.front().span.begin,
                         text.tokens.back().span.begin};
  why.diagnostic.pmie = {pmie.ErrorLine(text.tokens.back().place)};
  return why;
}

}  // namespace grammar
