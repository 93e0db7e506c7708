// From a % to the brace that ends its name.
#include "grammar/record_text.h"

#include <algorithm>

#include "base/ascii.h"

namespace grammar {
namespace {

constexpr std::string_view kCount = "%n";
constexpr std::string_view kBegin = "%{";
constexpr std::string_view kFirst = "first.";

bool IsOfName(char c) {
  return base::IsLetterOrDigit(c) || c == '_' || c == '.';
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
  if (const auto* both = std::get_if<ast::Combine>(&action.node)) {
    found = RecordSelectors(*both->left);
    found.merge(RecordSelectors(*both->right));
    return found;
  }
  for (const std::string& text : std::get<ast::Call>(action.node).arguments) {
    for (std::size_t at = text.find('%'); at != text.npos;
         at = text.find('%', at + 1)) {
      const std::string_view selector = RecordSelectorAt(text, at);
      if (!selector.empty()) found.emplace(selector);
    }
  }
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
