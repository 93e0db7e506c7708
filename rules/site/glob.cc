// Byte by byte. That two globs meet is found from both ends, up to their first
// wildcards: enough to tell sda* from nvme*, and never wrong.
#include "rules/site/glob.h"

#include <algorithm>

namespace rules::site {
namespace {

constexpr std::string_view kWild = "*?[\\";

/// A byte that stands for itself.
void AppendByte(char c, std::string* regex) {
  constexpr std::string_view kSpecial = ".[]()*+?{}|^$\\";
  if (kSpecial.find(c) != kSpecial.npos) *regex += '\\';
  *regex += c;
}

/// What begins with the [ at `at`; its end, or nothing where there is none.
std::optional<std::size_t> AppendSet(std::string_view glob, std::size_t at,
                                     std::string* regex) {
  const bool other =
      at + 1 < glob.size() && (glob[at + 1] == '!' || glob[at + 1] == '^');
  const std::size_t first = at + (other ? 2 : 1);
  // A ] that comes first is one of them.
  const std::size_t end = glob.find(']', std::min(first + 1, glob.size()));
  if (end == glob.npos) return std::nullopt;
  *regex += other ? "[^" : "[";
  *regex += glob.substr(first, end - first);
  *regex += ']';
  return end;
}

/// Of globs of * and ? alone; others may match.
bool SameName(std::string_view glob, std::string_view name) {
  if (glob.find_first_of("[\\") != glob.npos) return true;
  std::size_t at = 0;
  std::size_t star = glob.npos;  // the last one, which has taken what is
  std::size_t taken = 0;         // before this of the name
  for (std::size_t i = 0; i < name.size();) {
    if (at < glob.size() && glob[at] == '*') {
      star = at++;
      taken = i;
    } else if (at < glob.size() && (glob[at] == '?' || glob[at] == name[i])) {
      ++at;
      ++i;
    } else if (star != glob.npos) {
      at = star + 1;
      i = ++taken;
    } else {
      return false;
    }
  }
  return glob.find_first_not_of('*', at) == glob.npos;
}

/// Whether neither has a byte that the other cannot have in its place, before
/// their first wildcards.
template <typename Iterator>
bool BeginAlike(Iterator a, Iterator a_end, Iterator b, Iterator b_end) {
  for (; a != a_end && b != b_end; ++a, ++b) {
    if (kWild.find(*a) != kWild.npos || kWild.find(*b) != kWild.npos) break;
    if (*a != *b) return false;
  }
  return true;
}

}  // namespace

std::optional<std::string> RegexOfGlob(std::string_view glob) {
  std::string regex = "^";
  for (std::size_t at = 0; at < glob.size(); ++at) {
    switch (glob[at]) {
      case '*':
        regex += ".*";
        break;
      case '?':
        regex += '.';
        break;
      case '[': {
        const auto end = AppendSet(glob, at, &regex);
        if (!end) return std::nullopt;
        at = *end;
        break;
      }
      case '\\':
        if (++at == glob.size()) return std::nullopt;
        [[fallthrough]];
      default:
        AppendByte(glob[at], &regex);
    }
  }
  return regex + '$';
}

bool IsOneName(std::string_view glob) {
  return glob.find_first_of(kWild) == glob.npos;
}

bool MayMeet(std::string_view a, std::string_view b) {
  if (IsOneName(a)) return SameName(b, a);
  if (IsOneName(b)) return SameName(a, b);
  // From behind a set's end is met before its beginning.
  const bool sets =
      a.find_first_of("[\\") != a.npos || b.find_first_of("[\\") != b.npos;
  return BeginAlike(a.begin(), a.end(), b.begin(), b.end()) &&
         (sets || BeginAlike(a.rbegin(), a.rend(), b.rbegin(), b.rend()));
}

}  // namespace rules::site
