// Texts of notifications, escaped for where they stand.
#ifndef TOCSIN_ACTIONS_RECEIVERS_ESCAPED_H_
#define TOCSIN_ACTIONS_RECEIVERS_ESCAPED_H_

#include <string>
#include <string_view>

namespace actions {

/// For URLs and forms: letters, digits, - . and _ stay.
/// Source: RFC 3986, section 2.
std::string PercentEncoded(std::string_view text);
/// What it was made of; a % without two digits behind it is one.
std::string PercentDecoded(std::string_view text);

/// & < and > are what Slack takes for links and names; an @ that begins a word
/// calls somebody in Mattermost, which an invisible space behind it undoes.
std::string SlackEscaped(std::string_view text);

/// For HTML and XML, between tags and in quotes. What XML takes in no form, and
/// what is no UTF-8, is U+FFFD.
/// Source: T. Bray, "Extensible Markup Language 1.0" (2008), 2.2.
std::string MarkupEscaped(std::string_view text);

/// As much of `text`, which is UTF-8, as may be said `times` over: a body has
/// an end.
std::string Shortened(std::string text, std::size_t times);

}  // namespace actions

#endif  // TOCSIN_ACTIONS_RECEIVERS_ESCAPED_H_
