// Fuzz target: an expression in Perl's syntax up to the first NUL, and a text.
// What RE2 accepts, and is understood here, finds in the text what it does
// there; what is not, neither crashes nor grows.
#include <re2/re2.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/check.h"
#include "base/named_groups.h"
#include "base/ordered_positions.h"
#include "base/pattern_options.h"
#include "base/perl_regex.h"
#include "base/submatch_finder.h"

namespace {

/// Of all groups, as RE2 counts them.
std::vector<re2::StringPiece> Meant(const re2::RE2& regex,
                                    std::string_view text) {
  const auto count =
      static_cast<std::size_t>(regex.NumberOfCapturingGroups()) + 1;
  std::vector<re2::StringPiece> found(count);
  const bool matches =
      regex.Match(re2::StringPiece(text.data(), text.size()), 0, text.size(),
                  re2::RE2::UNANCHORED, found.data(), static_cast<int>(count));
  if (!matches) found.clear();
  return found;
}

void Compare(const re2::RE2& regex, base::OrderedPositions positions,
             std::string_view text) {
  const auto& names = regex.CapturingGroupNames();
  base::SubmatchFinder finder(std::move(positions), names.size());
  const auto meant = Meant(regex, text);
  const auto* found = finder.Find(text);
  CHECK((found != nullptr) == !meant.empty());
  if (found == nullptr) return;
  std::size_t group = 0;
  for (const auto& [number, name] : names) {
    const re2::StringPiece& one = meant[static_cast<std::size_t>(number)];
    const std::string_view other = (*found)[group++];
    CHECK(one.data() == other.data() && one.size() == other.size());
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data,
                                      std::size_t size) {
  const std::string all(reinterpret_cast<const char*>(data), size);
  const std::size_t end = all.find('\0');
  if (end == all.npos) return 0;
  const std::string expression = all.substr(0, end);
  // It has data also where it is empty.
  const std::string_view text = std::string_view(all).substr(end + 1);
  base::HighestCount(expression);
  const auto tree = base::ParsePerlRegex(expression);
  const auto regex = base::CompileBytes(expression);
  if (!tree || !regex->ok()) return 0;
  auto positions = base::OrderPositions(*tree);
  if (positions) Compare(*regex, *std::move(positions), text);
  auto groups = base::NamedGroups::Compile(expression);
  if (groups) groups->Find(text, [](const std::string&, std::string_view) {});
  return 0;
}
