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
constexpr std::size_t kShownOfToken = 4;

void Hide(std::size_t begin, std::size_t end, std::string* text) {
  for (; begin < end; ++begin) (*text)[begin] = kHidden;
}

/// A user and a password that stand before the host in [begin, end).
void HideUser(std::size_t begin, std::size_t end, std::string* text) {
  const std::size_t user = text->substr(begin, end - begin).rfind('@');
  if (user != text->npos) Hide(begin, begin + user + 1, text);
}

bool IsPort(std::string_view text) {
  constexpr unsigned kMostPort = 65535;
  unsigned port = 0;
  for (const char c : text) {
    if (!base::IsDigit(c) || port > kMostPort) return false;
    port = 10 * port + static_cast<unsigned>(c - '0');
  }
  return port <= kMostPort;
}

/// What stands in [begin, end), a host, for its port, and is none.
void HideWrongPort(std::size_t begin, std::size_t end, std::string* text) {
  if (begin < end && (*text)[begin] == '[') {
    begin = std::min(text->find(']', begin), end);  // an address of IPv6
  }
  const std::size_t colon = std::min(text->find(':', begin), end);
  if (colon == end) return;
  const std::string_view port(text->data() + colon + 1, end - colon - 1);
  if (!IsPort(port)) Hide(colon, end, text);
}

bool MayBeToken(std::string_view word) {
  constexpr std::size_t kLong = 32;
  constexpr std::size_t kLeast = 12;
  constexpr std::ptrdiff_t kDigits = 3;
  return word.size() > kLong ||
         (word.size() >= kLeast &&
          std::count_if(word.begin(), word.end(), base::IsDigit) >= kDigits &&
          std::any_of(word.begin(), word.end(), base::IsLetter));
}

/// Each word in [begin, end) that may be one.
void HideTokens(std::size_t begin, std::size_t end, std::string* text) {
  while (begin < end) {
    const std::size_t behind =
        std::min(text->find_first_of(" \t\n;,", begin), end);
    const std::string_view word(text->data() + begin, behind - begin);
    if (word.find("://") == word.npos && MayBeToken(word)) {
      Hide(begin + kShownOfToken, behind, text);
    }
    begin = behind + 1;
  }
}

/// Where a URL ends that begins at `at`: a quote behind a backslash is in it.
std::size_t EndOfUrl(const std::string& text, std::size_t at) {
  std::size_t end = text.find_first_of("\"' \t\n;", at);
  while (end != text.npos && end > at && text[end - 1] == '\\') {
    end = text.find_first_of("\"' \t\n;", end + 1);
  }
  return std::min(end, text.size());
}

void HideUrls(std::string* text) {
  constexpr std::string_view kMark = "://";
  for (std::size_t at = text->find(kMark); at != text->npos;
       at = text->find(kMark, at)) {
    at += kMark.size();
    const std::size_t end = EndOfUrl(*text, at);
    const std::size_t path = std::min(text->find_first_of("/?#\\", at), end);
    HideUser(at, path, text);
    HideWrongPort(at, path, text);
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
  if (text->find(':', begin) < path) HideUser(begin, path, text);
  const bool word = text->find_first_of(" \t/", begin) >= path;
  if (word) HideWrongPort(begin, path, text);
  Hide(path, end, text);
  if (path == end) HideTokens(begin, end, text);
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
      continue;
    }
    HideTokens(at, quote, text);
    if (quote < text->size()) {
      std::size_t end = quote;
      do {
        end = std::min(text->find((*text)[quote], end + 1), text->size());
      } while (end < text->size() && (*text)[end - 1] == '\\');
      HideBehindWord(quote + 1, end, text);
    }
  }
}

}  // namespace

std::string WithoutToken(std::string word) {
  if (MayBeToken(word)) Hide(kShownOfToken, word.size(), &word);
  return word;
}

std::string WithoutSecrets(std::string text) {
  HideUrls(&text);
  HideReceivers(&text);
  return text;
}

}  // namespace grammar
