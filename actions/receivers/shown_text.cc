// Stars in place of bytes.
#include "actions/receivers/shown_text.h"

#include <algorithm>
#include <string_view>

#include "base/ascii.h"

namespace actions {

namespace {

/// True if a key stands in [begin, colon), behind signs alone.
bool HasKey(std::string_view text, std::size_t begin, std::size_t colon,
            std::size_t end) {
  if (colon >= end) return false;
  std::string_view key = text.substr(begin, colon - begin);
  key.remove_prefix(std::min(key.find_first_not_of(" \t-{'\""), key.size()));
  return base::yaml::IsPlainKey(
      key.substr(0, key.find_last_not_of(" \t'\"") + 1));
}

}  // namespace

std::string WithoutSecrets(std::string text,
                           std::vector<base::yaml::Place> secrets,
                           const std::vector<base::yaml::Place>& shown) {
  const std::string whole = shown.empty() ? "" : text;
  std::sort(secrets.begin(), secrets.end(),
            [](const auto& a, const auto& b) { return a.begin < b.begin; });
  std::size_t at = 0;
  for (const base::yaml::Place& secret : secrets) {
    at = std::max<std::size_t>(at, secret.begin);
    for (; at < text.size() && text[at] != '\n'; ++at) text[at] = '*';
  }
  for (const base::yaml::Place& one : shown) {
    const std::size_t size = one.end - one.begin;
    text.replace(one.begin, size, whole, one.begin, size);
  }
  return text;
}

std::string WithoutValues(std::string text) {
  std::size_t begin = 0;
  while (begin < text.size()) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    const std::size_t colon = text.find(':', begin);
    for (std::size_t i = HasKey(text, begin, colon, end) ? colon : begin;
         i < end; ++i) {
      const bool ascii = static_cast<unsigned char>(text[i]) < 0x80;
      if (!ascii || base::IsLetterOrDigit(text[i])) text[i] = '*';
    }
    begin = end + 1;
  }
  return text;
}

}  // namespace actions
