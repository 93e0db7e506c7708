// QuoteForShell over texts and values made up: what the author wrote stays,
// and a reader of its own finds each value where it can know the quoting.
// What sh itself reads is asked by the unit test.
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

#include "actions/shell_quote.h"
#include "base/check.h"

namespace {

using engine::alarm::Expansion;

/// The words of a text without anything but quotes, backslashes and blanks.
std::vector<std::string> Words(std::string_view text) {
  std::vector<std::string> words;
  bool within = false;
  char quote = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (quote == 0 && c == ' ') {
      within = false;
      continue;
    }
    if (!within) words.emplace_back();
    within = true;
    if (quote == 0 && c == '\\') {
      CHECK(++i < text.size());
      words.back() += text[i];
    } else if (c == quote) {
      quote = 0;
    } else if (quote == 0 && (c == '\'' || c == '"')) {
      quote = c;
    } else {
      // What is not harmless is in single quotes, where it means nothing.
      CHECK(quote == '\'' || (c != '$' && c != '`' && c != '\\'));
      words.back() += c;
    }
  }
  CHECK(quote == 0);
  return words;
}

void Append(std::string_view text, Expansion* message) {
  message->text += text;
}
void AppendValue(std::string_view value, Expansion* message) {
  const std::size_t begin = message->text.size();
  message->text += value;
  message->values.push_back({begin, message->text.size()});
}

/// `value` in all places that are known: it is there, letter for letter.
void KnownPlaces(std::string value) {
  Expansion message;
  for (const std::string_view before : {"x ", " '", "' \"", "\" y'", "'z"}) {
    Append(before, &message);
    AppendValue(value, &message);
  }
  for (char& c : value) {
    if (c == '\0') c = '_';
  }
  CHECK(Words(actions::QuoteForShell(message)) ==
        (std::vector<std::string>{"x", value, value, value,
                                  "y" + value + "z" + value}));
}

/// What `text` becomes with a value between its two halves: the halves, and
/// between them nothing but the value, quotes and what stands for letters.
void AnyPlace(std::string_view first, std::string_view value,
              std::string_view second) {
  Expansion message;
  Append(first, &message);
  AppendValue(value, &message);
  Append(second, &message);
  const std::string quoted = actions::QuoteForShell(message);
  CHECK(quoted.starts_with(first));
  CHECK(quoted.ends_with(second));
  CHECK(quoted.size() >= first.size() + second.size() + value.size());
  CHECK(quoted.size() <= first.size() + second.size() + 4 * value.size() + 4);
  // What follows is read the same way, whatever the value is.
  Append("=", &message);
  Expansion other;
  Append(first, &other);
  AppendValue("x!", &other);
  Append(second, &other);
  Append("=", &other);
  AppendValue("'", &message);
  AppendValue("'", &other);
  const std::string end = actions::QuoteForShell(message);
  const std::string other_end = actions::QuoteForShell(other);
  CHECK(end.substr(end.rfind('=')) == other_end.substr(other_end.rfind('=')));
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data,
                                      std::size_t size) {
  const std::string text(reinterpret_cast<const char*>(data), size);
  const std::size_t first = text.find('%');
  const std::size_t second = text.find('%', first + 1);
  KnownPlaces(text);
  CHECK(actions::QuoteForShell({text, {}}) == text);
  if (first == text.npos || second == text.npos) return 0;
  AnyPlace(text.substr(0, first), text.substr(first + 1, second - first - 1),
           text.substr(second + 1));
  return 0;
}
