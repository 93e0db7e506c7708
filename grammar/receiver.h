// The first string of some actions, taken as it is written: whom a webhook
// tells (a URL, or a name of the site's), what an exec runs, whom a mail is to.
// What is behind a name is actions/receivers'.
#ifndef TOCSIN_GRAMMAR_RECEIVER_H_
#define TOCSIN_GRAMMAR_RECEIVER_H_

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "grammar/ast.h"
#include "grammar/diagnostic.h"

namespace grammar {

/// The names that webhooks may use.
struct ReceiverNames {
  bool any = false;   // each is taken, for nothing is sent
  bool read = false;  // there are files of receivers, and these are theirs
  std::vector<std::string> names = {};
  /// Why some files could not be read, if any; with `any` each name is then
  /// warned of, for a run refuses it.
  std::string unread = {};
  /// Of those whose alerts are over by themselves: after how many seconds.
  std::map<std::string, double> resolved = {};

  friend bool operator==(const ReceiverNames&, const ReceiverNames&) = default;
};

/// A letter, and then letters, digits, and _ - . as in "ops" and "ops.night".
bool IsReceiverName(std::string_view text);

/// The body that the receiver at `url` alone takes: "slack" or "alertmanager",
/// as `body:` of a receivers' file has it; empty: none that its URL tells.
std::string_view BodyOfUrl(std::string_view url);

/// What is wrong with `receiver` of a webhook, the string at `span`; a warning
/// where a URL has what would stand for a value in a text.
std::optional<Diagnostic> WrongReceiver(const std::string& receiver, Span span,
                                        const ReceiverNames& known);

/// The same of any action that has one; a warning of what may be meant.
/// Programs are not looked for.
std::optional<Diagnostic> WrongReceiverOf(const ast::Call& call, Span span,
                                          const ReceiverNames& known);

/// The warning that an alert is over before `call`, whose receiver is the
/// string at `span`, tells of it again: its rule is evaluated each `interval`
/// seconds.
std::optional<Diagnostic> EarlyResolve(const ast::Call& call, Span span,
                                       double interval,
                                       const ReceiverNames& known);

}  // namespace grammar

#endif  // TOCSIN_GRAMMAR_RECEIVER_H_
