// From a % to the brace that ends its name.
#include "grammar/record_text.h"

#include <algorithm>
#include <functional>
#include <iterator>

#include "base/ascii.h"

namespace grammar {
namespace {

constexpr std::string_view kCount = "%n";
constexpr std::string_view kBegin = "%{";
constexpr std::string_view kFirst = "first.";

bool IsOfName(char c) {
  return base::IsLetterOrDigit(c) || c == '_' || c == '.';
}

constexpr std::size_t npos = std::string_view::npos;

/// Calls `look` with each % in a text of `action`, and where it stands.
void ForEachPercent(
    const ast::Action& action,
    const std::function<void(std::string_view, std::size_t)>& look) {
  if (const auto* both = std::get_if<ast::Combine>(&action.node)) {
    ForEachPercent(*both->left, look);
    ForEachPercent(*both->right, look);
    return;
  }
  for (const std::string& text : std::get<ast::Call>(action.node).arguments) {
    for (std::size_t at = text.find('%'); at != npos;
         at = text.find('%', at + 1)) {
      look(text, at);
    }
  }
}

/// "%{NAME" of `rest`, which begins with %{, and in whose line no } follows.
std::string UnclosedAt(std::string_view rest) {
  const auto* const name = rest.begin() + kBegin.size();
  const auto* const end = std::find_if_not(name, rest.end(), IsOfName);
  return end == name ? "" : std::string(rest.begin(), end);
}

}  // namespace

std::string_view RecordSelectorAt(std::string_view text, std::size_t at) {
  const std::string_view rest = text.substr(at);
  if (rest.starts_with(kCount)) return rest.substr(0, kCount.size());
  if (!rest.starts_with(kBegin)) return {};
  const auto* const name = rest.begin() + kBegin.size();
  const auto* const end = std::find_if_not(name, rest.end(), IsOfName);
  if (end == name || end == rest.end() || *end != '}') return {};
  return rest.substr(0, static_cast<std::size_t>(end - rest.begin()) + 1);
}

std::set<std::string> RecordSelectors(const ast::Action& action) {
  std::set<std::string> found;
  ForEachPercent(action, [&found](std::string_view text, std::size_t at) {
    const std::string_view selector = RecordSelectorAt(text, at);
    if (!selector.empty()) found.emplace(selector);
  });
  return found;
}

std::map<std::string, std::string> MistakenSelectors(
    const ast::Action& action) {
  std::map<std::string, std::string> found;
  ForEachPercent(action, [&found](std::string_view text, std::size_t at) {
    const std::string_view rest = text.substr(at);
    if (!rest.starts_with(kBegin) || !RecordSelectorAt(text, at).empty()) {
      return;
    }
    const std::size_t end = rest.find_first_of("}\n");
    if (end == rest.npos || rest[end] != '}') {
      const std::string open = UnclosedAt(rest);
      if (!open.empty()) found.emplace(open, open + '}');
      return;
    }
    const std::string written(rest.substr(0, end + 1));
    std::string meant;
    std::copy_if(
        written.begin(), written.end(), std::back_inserter(meant),
        [](char c) { return std::string_view(" \t'\"").find(c) == npos; });
    const bool known = RecordSelectorAt(meant, 0).size() == meant.size();
    found.emplace(written, known ? meant : "");
  });
  return found;
}

RecordSelector ReadRecordSelector(std::string_view selector) {
  if (selector == kCount) return {};
  selector.remove_prefix(kBegin.size());
  selector.remove_suffix(1);
  const bool first =
      selector.starts_with(kFirst) && selector.size() > kFirst.size();
  if (first) selector.remove_prefix(kFirst.size());
  return {std::string(selector), first};
}

}  // namespace grammar
