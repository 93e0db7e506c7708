// Dots in place of bytes. What is no URL is hidden too: who writes one may
// forget its scheme.
#include "grammar/shown_text.h"

#include <algorithm>
#include <cstddef>
#include <string_view>

#include "base/ascii.h"

namespace grammar {
namespace {

constexpr char kHidden = '.';

void Hide(std::size_t begin, std::size_t end, std::string* text) {
  for (; begin < end; ++begin) (*text)[begin] = kHidden;
}

/// A user and a password that stand before the host in [begin, end).
void HideUser(std::size_t begin, std::size_t end, std::string* text) {
  const std::size_t user = text->substr(begin, end - begin).rfind('@');
  if (user != text->npos) Hide(begin, begin + user + 1, text);
}

void HideUrls(std::string* text) {
  constexpr std::string_view kMark = "://";
  for (std::size_t at = text->find(kMark); at != text->npos;
       at = text->find(kMark, at)) {
    at += kMark.size();
    const std::size_t end =
        std::min(text->find_first_of("\"' \t\n;", at), text->size());
    const std::size_t path = std::min(text->find_first_of("/?#", at), end);
    HideUser(at, path, text);
    Hide(path, end, text);
  }
}

bool IsOfName(char c) { return base::IsLetterOrDigit(c) || c == '_'; }

/// Hides what stands in [begin, end) behind the first / of a word, and who
/// stands before an @ there with a password.
void HideBehindWord(std::size_t begin, std::size_t end, std::string* text) {
  std::size_t path = begin;
  for (; path < end; ++path) {
    const bool sign =
        std::string_view("/?#").find((*text)[path]) != std::string_view::npos;
    if (sign && path > begin && IsOfName((*text)[path - 1])) break;
  }
  Hide(path, end, text);
  if (text->find(':', begin) < path) HideUser(begin, path, text);
}

/// The first word or string behind each `webhook`.
void HideReceivers(std::string* text) {
  constexpr std::string_view kAction = "webhook";
  for (std::size_t at = text->find(kAction); at != text->npos;
       at = text->find(kAction, at)) {
    at += kAction.size();
    const std::size_t quote =
        std::min(text->find_first_of("\"'", at), text->size());
    const std::size_t slash = text->find('/', at);
    if (slash < quote) {
      const std::size_t end =
          std::min(text->find_first_of(" \t\n;", slash), quote);
      HideBehindWord(at, end, text);
    } else if (quote < text->size()) {
      std::size_t end = quote;
      do {
        end = std::min(text->find((*text)[quote], end + 1), text->size());
      } while (end < text->size() && (*text)[end - 1] == '\\');
      HideBehindWord(quote + 1, end, text);
    }
  }
}

}  // namespace

std::string WithoutSecrets(std::string text) {
  HideUrls(&text);
  HideReceivers(&text);
  return text;
}

}  // namespace grammar
