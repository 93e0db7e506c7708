// Submatches by number, and the names that RE2 knows of them.
#include "base/named_groups.h"

#include <re2/re2.h>

#include <utility>

#include "base/ordered_positions.h"
#include "base/pattern_options.h"
#include "base/perl_regex.h"
#include "base/submatch_finder.h"

namespace base {
namespace {

/// With a name or before one that has. What they find is carried along with
/// each byte of a line: more take long.
constexpr int kMostGroups = 64;

/// RE2 of Debian 12 knows the P alone. A look-behind, (?<= or (?<!, stays what
/// it is: an error.
std::string WithPs(const std::string& text) {
  std::string with;
  for (std::size_t i = 0; i < text.size(); ++i) {
    with += text[i];
    if (text[i] == '\\' && i + 1 < text.size()) {
      with += text[++i];
    } else if (text.compare(i, 3, "(?<") == 0 && i + 3 < text.size() &&
               text[i + 3] != '=' && text[i + 3] != '!') {
      with += "?P";
      ++i;
    }
  }
  return with;
}

}  // namespace

NamedGroups::NamedGroups(std::unique_ptr<re2::RE2> regex)
    : regex_(std::move(regex)) {
  for (const auto& [number, name] : regex_->CapturingGroupNames()) {
    names_.push_back(name);
    numbers_.push_back(number);
  }
}
NamedGroups::~NamedGroups() = default;
NamedGroups::NamedGroups(NamedGroups&&) noexcept = default;
NamedGroups& NamedGroups::operator=(NamedGroups&&) noexcept = default;

Result<NamedGroups> NamedGroups::Compile(const std::string& text) {
  auto regex = CompileBytes(WithPs(text));
  if (!regex->ok()) return Error{ErrorCode::kInvalid, regex->error()};
  NamedGroups groups(std::move(regex));
  if (groups.names().empty()) {
    return Error{ErrorCode::kInvalid,
                 "no group has a name: write (?P<name>...) for what is wanted"};
  }
  if (groups.numbers_.back() > kMostGroups) {
    return Error{ErrorCode::kInvalid,
                 "it has " + std::to_string(groups.numbers_.back()) +
                     " groups: write " + std::to_string(kMostGroups) +
                     " at most, and (?:...) for what is not wanted"};
  }
  if (auto bound = groups.Bound(text); !bound) return bound.error();
  return groups;
}

/// Where RE2 may take long, the finder takes its place, or it is refused.
Result<void> NamedGroups::Bound(const std::string& text) {
  const int copies = HighestCount(text);
  if (!MayBeCostly(*regex_, copies)) return {};
  const auto tree = ParsePerlRegex(text);
  auto positions = tree ? OrderPositions(*tree) : std::nullopt;
  if (positions) {
    auto finder =
        std::make_unique<SubmatchFinder>(*std::move(positions), names_.size());
    if (finder->cost() <= 2 * kMostCost) finder_ = std::move(finder);
  }
  if (finder_ != nullptr || copies <= kFewCopies) return {};
  return Error{
      ErrorCode::kInvalid,
      "it counts so high that a text may take seconds: count to " +
          std::to_string(kFewCopies) +
          " at most, write + or * for any number, or leave \\b and \\p "
          "away"};
}

bool NamedGroups::FindBounded(std::string_view text, const Take& take) {
  const auto* found = finder_->Find(text);
  if (found == nullptr) return false;
  for (std::size_t i = 0; i < names_.size(); ++i) {
    if ((*found)[i].data() != nullptr) take(names_[i], (*found)[i]);
  }
  return true;
}

bool NamedGroups::Find(std::string_view text, const Take& take) {
  if (finder_ != nullptr) return FindBounded(text, take);
  std::vector<re2::StringPiece> found(
      static_cast<std::size_t>(numbers_.back()) + 1);
  const bool matches = regex_->Match(
      re2::StringPiece(text.data(), text.size()), 0, text.size(),
      re2::RE2::UNANCHORED, found.data(), static_cast<int>(found.size()));
  if (!matches) return false;
  for (std::size_t i = 0; i < names_.size(); ++i) {
    const re2::StringPiece& one = found[static_cast<std::size_t>(numbers_[i])];
    if (one.data() != nullptr) take(names_[i], {one.data(), one.size()});
  }
  return true;
}

}  // namespace base
