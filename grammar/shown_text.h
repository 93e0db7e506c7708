// A rule's text as messages may show it: they end up in logs.
#ifndef TOCSIN_GRAMMAR_SHOWN_TEXT_H_
#define TOCSIN_GRAMMAR_SHOWN_TEXT_H_

#include <string>

namespace grammar {

/// `text` with dots, byte for byte, for what may be a secret: of a URL all but
/// scheme and host, of what else stands behind `webhook` for one all behind its
/// first word, and of that what WithoutToken() hides.
std::string WithoutSecrets(std::string text);

/// `word` with dots behind its first four bytes where it may be a secret rather
/// than a name: it has 12 bytes or more with three digits, or more than 32.
std::string WithoutToken(std::string word);

}  // namespace grammar

#endif  // TOCSIN_GRAMMAR_SHOWN_TEXT_H_
