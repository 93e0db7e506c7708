// URLs are base/url.h's; names are looked up among those that there are.
#include "grammar/receiver.h"

#include <algorithm>

#include "base/ascii.h"
#include "base/listed.h"
#include "base/url.h"
#include "grammar/nearest.h"

namespace grammar {
namespace {

constexpr std::size_t kMostListed = 8;

std::string HintFor(const std::string& name,
                    const std::vector<std::string>& names) {
  if (names.empty()) return "the files of receivers name none";
  const std::string meant = Nearest(name, names);
  return meant.empty()
             ? "the receivers are " +
                   base::Listed({names.begin(), names.end()}, kMostListed)
             : "did you mean " + meant + "?";
}

}  // namespace

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
    if (known.any ||
        std::find(names.begin(), names.end(), receiver) != names.end()) {
      return std::nullopt;
    }
    diagnostic.message = "there is no receiver called " + receiver;
    diagnostic.hint =
        known.read ? HintFor(receiver, names)
                   : "a file says who it is: --receivers FILE; or write a URL: "
                     "webhook \"https://alerts.example.com/path\" \"text\"";
    return diagnostic;
  }
  const auto url = base::ParseUrl(receiver);
  if (url) return std::nullopt;
  diagnostic.message = url.error().message;
  diagnostic.hint =
      "the receiver comes first: webhook \"https://alerts.example.com/path\" "
      "\"text\"";
  return diagnostic;
}

}  // namespace grammar
