// Printable: foreign text, a name or a line of a file, made fit for terminals
// and logs. Quoting for a shell or for JSON is not its affair.
#ifndef TOCSIN_BASE_PRINTABLE_H_
#define TOCSIN_BASE_PRINTABLE_H_

#include <string>
#include <string_view>

namespace base {

/// Whether a terminal or a log acts on `code` rather than shows it: C0, DEL and
/// C1, the line and paragraph separators, and what turns the direction of text.
/// Source: Unicode, property Bidi_Control; categories Cc, Zl, Zp.
bool SteersTerminals(char32_t code);

/// `text` in one line: each character that steers terminals, newlines and tabs
/// among them, is `?`, and so is each byte that is no UTF-8. All else stays.
std::string Printable(std::string_view text);

/// The same of a text of several lines: its newlines and tabs stay.
std::string PrintableLines(std::string_view text);

}  // namespace base

#endif  // TOCSIN_BASE_PRINTABLE_H_
