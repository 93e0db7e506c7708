// A rule's text as messages may show it: they end up in logs.
#ifndef TOCSIN_GRAMMAR_SHOWN_TEXT_H_
#define TOCSIN_GRAMMAR_SHOWN_TEXT_H_

#include <string>

namespace grammar {

/// `text` with dots, byte for byte, for what may be a secret: of a URL all but
/// scheme and host, of what else stands behind `webhook` for one all behind its
/// first word.
std::string WithoutSecrets(std::string text);

}  // namespace grammar

#endif  // TOCSIN_GRAMMAR_SHOWN_TEXT_H_
