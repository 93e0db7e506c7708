// URLs are base/url.h's; names are looked up among those that there are; a
// program is a path, an address has an @.
#include "grammar/receiver.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "base/ascii.h"
#include "base/listed.h"
#include "base/url.h"
#include "grammar/nearest.h"
#include "grammar/quantity.h"
#include "grammar/shown_text.h"

namespace grammar {
namespace {

constexpr std::size_t kMostListed = 8;
constexpr std::size_t kMostCompared = 1000;  // for each rule that is wrong

std::string HintFor(const std::string& name, const ReceiverNames& known) {
  const auto& names = known.names;
  if (!known.unread.empty()) return "not all are read: " + known.unread;
  if (!known.read) {
    return "a file says who it is: --receivers FILE; or write a URL: webhook "
           "\"https://alerts.example.com\" \"text\"";
  }
  if (names.empty()) return "the files of receivers name none";
  const bool few = names.size() <= kMostCompared;
  const std::string meant = few ? Nearest(name, names) : "";
  return meant.empty()
             ? "the receivers are " +
                   base::Listed({names.begin(), names.end()}, kMostListed)
             : "did you mean " + meant + "?";
}

/// What somebody may mean who writes this for a webhook's receiver.
const char* HintOfForm(const std::string& text) {
  if (text.starts_with("smtp://") || text.starts_with("smtps://")) {
    return "a server of mail is the url of a receiver in a file, and the "
           "receiver's name stands here";
  }
  if (text.find("://") != text.npos) {
    return "webhook \"https://alerts.example.com\" \"text\"";
  }
  const bool word = !text.empty() && text.find(' ') == text.npos;
  if (word && text.find('@') == text.npos && text.find('/') == text.npos) {
    return "a receiver's name is a letter, and then letters, digits, _ - and .";
  }
  if (text.find('@') != text.npos && text.find(' ') == text.npos) {
    return "by the sendmail of this host: mail \"ops@example.org\" \"text\"; "
           "by a server of mail: a receiver in a file, whose name stands here";
  }
  return "the receiver comes first: webhook "
         "\"https://alerts.example.com\" \"text\"";
}

/// "%c3" is a byte of a URL, "%c" a context.
/// `what` is what stands there.
std::optional<Diagnostic> WarningOfValues(const std::string& url,
                                          const std::string& what, Span span) {
  constexpr std::string_view kHex = "0123456789abcdefABCDEF";
  for (std::size_t at = url.find('%'); at != url.npos;
       at = url.find('%', at + 1)) {
    const std::string value = url.substr(at, 2);
    const bool context =
        value == "%c" && url.find_first_of(kHex, at + 2) != at + 2;
    if (value != "%h" && value != "%i" && value != "%v" && !context) continue;
    Diagnostic warning;
    warning.severity = Severity::kWarning;
    warning.span = span;
    warning.message = value + " stands for nothing in " + what +
                      ", which is taken as it is written";
    warning.hint = "values are for the texts behind it";
    return warning;
  }
  return std::nullopt;
}

std::optional<Diagnostic> WarningOfUnread(const std::string& name,
                                          const ReceiverNames& known,
                                          Span span) {
  if (known.unread.empty()) return std::nullopt;
  Diagnostic warning;
  warning.severity = Severity::kWarning;
  warning.span = span;
  warning.message = "whether there is a receiver called " + WithoutToken(name) +
                    " was not looked up";
  warning.hint = known.unread +
                 ": a run that may not read it either refuses "
                 "this rule";
  return warning;
}

/// A URL in a rule is sent our own body.
std::optional<Diagnostic> WarningOfBody(const std::string& url, Span span) {
  const std::string body(BodyOfUrl(url));
  if (body.empty()) return std::nullopt;
  Diagnostic warning;
  warning.severity = Severity::kWarning;
  warning.span = span;
  warning.message = "what stands at this URL takes bodies of " + body +
                    "'s form, and is sent another one";
  warning.hint = "a receiver in a file has url: and body: " + body +
                 ", and its name stands here";
  return warning;
}

}  // namespace

std::string_view BodyOfUrl(std::string_view url) {
  const auto parsed = base::ParseUrl(url);
  if (!parsed) return "";
  if (parsed->host == "hooks.slack.com") return "slack";
  std::string_view path = url.substr(url.find("://") + 3);
  path.remove_prefix(std::min(path.size(), path.find('/')));
  return path.substr(0, path.find_first_of("?#")).ends_with("/api/v2/alerts")
             ? "alertmanager"
             : "";
}

bool IsReceiverName(std::string_view text) {
  return !text.empty() && base::IsLetter(text.front()) &&
         std::all_of(text.begin(), text.end(), [](char c) {
           return base::IsLetterOrDigit(c) || c == '_' || c == '-' || c == '.';
         });
}

std::optional<Diagnostic> WrongReceiver(const std::string& receiver, Span span,
                                        const ReceiverNames& known) {
  Diagnostic diagnostic;
  diagnostic.span = span;
  if (IsReceiverName(receiver)) {
    const auto& names = known.names;
    if (std::find(names.begin(), names.end(), receiver) != names.end()) {
      return std::nullopt;
    }
    if (known.any) return WarningOfUnread(receiver, known, span);
    diagnostic.message =
        "there is no receiver called " + WithoutToken(receiver);
    diagnostic.hint = HintFor(receiver, known);
    return diagnostic;
  }
  const auto url = base::ParseUrl(receiver);
  if (url) {
    auto values = WarningOfValues(receiver, "a URL", span);
    return values ? values : WarningOfBody(receiver, span);
  }
  diagnostic.message = url.error().message;
  diagnostic.hint = HintOfForm(receiver);
  return diagnostic;
}

namespace {

std::optional<Diagnostic> WrongProgram(const std::string& program, Span span) {
  if (program.starts_with('/')) return std::nullopt;
  Diagnostic diagnostic;
  diagnostic.span = span;
  diagnostic.message = "the program of an exec is a whole path";
  diagnostic.hint =
      "no shell looks for it or cuts words: exec \"/usr/bin/page\" \"%h\" "
      "\"%i\"";
  return diagnostic;
}

std::string HintOfAddress(const std::string& address,
                          const ReceiverNames& known) {
  const auto& names = known.names;
  if (std::find(names.begin(), names.end(), address) != names.end()) {
    return "this is a receiver: webhook \"" + address + "\" \"text\"";
  }
  if (address.find("://") != address.npos) {
    return "mail goes by the sendmail of this host; a URL is of a receiver, "
           "which webhook tells";
  }
  return "the address comes first: mail \"ops@example.org\" \"text\"";
}

/// Of which the second follows a blank alone.
bool IsTwoAddresses(const std::string& address) {
  const std::size_t first = address.find('@');
  const std::size_t blank = address.find_first_of(" \t", first);
  const std::size_t second = address.find('@', first + 1);
  return second < address.npos && blank < second &&
         address.find_first_of(",<\"(", first) > second;
}

std::optional<Diagnostic> WrongAddress(const std::string& address, Span span,
                                       const ReceiverNames& known) {
  Diagnostic diagnostic;
  diagnostic.severity = Severity::kWarning;
  diagnostic.span = span;
  if (address.find('@') == address.npos) {
    diagnostic.message = "this address of a mail has no @";
    diagnostic.hint = HintOfAddress(address, known);
    return diagnostic;
  }
  if (IsTwoAddresses(address)) {
    diagnostic.message = "between two addresses of a mail stands a comma";
    diagnostic.hint = "such as mail \"ops@example.org, me@example.org\"";
    return diagnostic;
  }
  return WarningOfValues(address, "an address", span);
}

}  // namespace

std::optional<Diagnostic> WrongReceiverOf(const ast::Call& call, Span span,
                                          const ReceiverNames& known) {
  switch (call.kind) {
    case ast::ActionKind::kWebhook:
      return WrongReceiver(call.receiver, span, known);
    case ast::ActionKind::kExec:
      return WrongProgram(call.receiver, span);
    case ast::ActionKind::kMail:
      return WrongAddress(call.receiver, span, known);
    default:
      return std::nullopt;
  }
}

std::optional<Diagnostic> EarlyResolve(const ast::Call& call, Span span,
                                       double interval,
                                       const ReceiverNames& known) {
  // A holdoff ends with a tick.
  const double again =
      std::max(1.0, std::ceil(call.holdoff / interval)) * interval;
  const auto over = known.resolved.find(call.receiver);
  if (call.kind != ast::ActionKind::kWebhook || over == known.resolved.end() ||
      over->second > again) {
    return std::nullopt;
  }
  Diagnostic warning;
  warning.severity = Severity::kWarning;
  warning.span = span;
  warning.message = "an alert of " + call.receiver + " is over after " +
                    TimeText(over->second) + ", and told again after " +
                    TimeText(again) + ": it is resolved while it is true";
  warning.hint = again > interval
                     ? "a shorter holdoff, or a longer resolve_after"
                     : "a resolve_after longer than delta";
  return warning;
}

}  // namespace grammar
