// What leads to a match is kept for the ends of blocks, and found again for the
// bytes of one at a time.
#include "base/submatch_finder.h"

#include <algorithm>
#include <utility>

#include "base/check.h"

namespace base {
namespace {

constexpr std::size_t kBlock = 256;
constexpr std::size_t kBits = 64;
constexpr std::size_t kNowhere = static_cast<std::size_t>(-1);

bool ToMatch(const RegexWays& ways) {
  return !ways.empty() && ways.back().to == RegexWay::kMatch;
}

/// From the text's end to its beginning. What may be last is first; one place
/// more stands for that end.
RegexPositions Backwards(const OrderedPositions& positions) {
  RegexPositions found;
  found.places = positions.places;
  const std::size_t end = found.places.size();
  found.places.emplace_back().set(kTextEnds);
  found.first.push_back(end);
  for (std::size_t place = 0; place < end; ++place) {
    if (ToMatch(positions.after[0][place])) found.first.push_back(place);
    if (ToMatch(positions.after[1][place]))
      found.pairs.emplace_back(end, place);
    for (const RegexWay& way : positions.after[0][place]) {
      if (way.to != RegexWay::kMatch) found.pairs.emplace_back(way.to, place);
    }
  }
  return found;
}

std::vector<std::uint64_t> MaskOf(const RegexWays& ways, std::size_t words) {
  std::vector<std::uint64_t> mask(words);
  for (const RegexWay& way : ways) {
    if (way.to == RegexWay::kMatch) continue;
    mask[way.to / kBits] |= std::uint64_t{1} << way.to % kBits;
  }
  return mask;
}

}  // namespace

SubmatchFinder::SubmatchFinder(OrderedPositions positions, std::size_t groups)
    : positions_(std::move(positions)),
      backwards_(Backwards(positions_)),
      first_(MaskOf(positions_.behind_begin[0], backwards_.words())),
      first_of_text_(MaskOf(positions_.at_begin[0], backwards_.words())),
      rows_(kBlock * backwards_.words()),
      passed_(2 * groups),
      found_(groups) {}

/// Twice from the end to the beginning, and once the ways of a place.
std::size_t SubmatchFinder::cost() const {
  std::size_t most = 0;
  for (const RegexWays& ways : positions_.after[0]) {
    most = std::max(most, ways.size());
  }
  return 2 * backwards_.cost() + most;
}

/// True if a match begins at `at`, where `leads` lead to its end.
bool SubmatchFinder::Begins(std::size_t at, const Words& leads) const {
  const auto& mask = at == 0 ? first_of_text_ : first_;
  std::uint64_t any = 0;
  for (std::size_t i = 0; i < mask.size(); ++i) any |= leads[i] & mask[i];
  return any != 0 ||
         ToMatch(at == 0 ? positions_.at_begin[0] : positions_.behind_begin[0]);
}

void SubmatchFinder::Keep(std::size_t row, const Words& leads,
                          std::vector<std::uint64_t>* rows) const {
  std::copy_n(
      leads.begin(), backwards_.words(),
      rows->begin() + static_cast<std::ptrdiff_t>(row * backwards_.words()));
}

/// Where the first match begins.
std::optional<std::size_t> SubmatchFinder::FindBegin(std::string_view text) {
  const std::size_t words = backwards_.words();
  blocks_.resize((text.size() / kBlock + 2) * words);
  Words now = {};
  Words next;
  backwards_.Step(kTextEnds, now, &next);
  std::swap(now, next);
  Keep((text.size() + kBlock - 1) / kBlock, now, &blocks_);
  std::optional<std::size_t> begin;
  if (ToMatch(WaysFrom(text.size(), text.size()))) begin = text.size();
  bool some = true;
  for (std::size_t at = text.size(); at-- > 0;) {
    const auto symbol = static_cast<unsigned char>(text[at]);
    if (some || backwards_.Begins(symbol)) {
      backwards_.Step(symbol, now, &next);
      std::swap(now, next);
      some = std::any_of(now.begin(), now.begin() + words,
                         [](std::uint64_t word) { return word != 0; });
    }
    if (at % kBlock == 0) Keep(at / kBlock, now, &blocks_);
    if (Begins(at, now)) begin = at;
  }
  return begin;
}

void SubmatchFinder::LoadBlock(std::string_view text, std::size_t block) {
  const std::size_t words = backwards_.words();
  const std::size_t begin = block * kBlock;
  Words now = {};
  Words next;
  std::copy_n(
      blocks_.begin() + static_cast<std::ptrdiff_t>((block + 1) * words), words,
      now.begin());
  for (std::size_t at = std::min(begin + kBlock, text.size()); at-- > begin;) {
    backwards_.Step(static_cast<unsigned char>(text[at]), now, &next);
    std::swap(now, next);
    Keep(at - begin, now, &rows_);
  }
  loaded_ = block;
}

bool SubmatchFinder::Leads(std::string_view text, std::size_t at,
                           std::size_t place) {
  if (loaded_ != at / kBlock) LoadBlock(text, at / kBlock);
  const std::size_t word = at % kBlock * backwards_.words() + place / kBits;
  return (rows_[word] >> place % kBits & 1) != 0;
}

const RegexWays& SubmatchFinder::WaysFrom(std::size_t begin,
                                          std::size_t end) const {
  const std::size_t last = begin == end ? 1 : 0;
  return begin == 0 ? positions_.at_begin[last] : positions_.behind_begin[last];
}

void SubmatchFinder::Walk(std::string_view text, std::size_t begin) {
  loaded_.reset();
  std::fill(passed_.begin(), passed_.end(), kNowhere);
  const RegexWays* ways = &WaysFrom(begin, text.size());
  for (std::size_t at = begin;; ++at) {
    const auto way =
        std::find_if(ways->begin(), ways->end(), [&](const RegexWay& one) {
          return one.to == RegexWay::kMatch || Leads(text, at, one.to);
        });
    CHECK(way != ways->end());
    for (const int passed : way->passed) {
      passed_[static_cast<std::size_t>(passed)] = at;
    }
    if (way->to == RegexWay::kMatch) return;
    ways = &positions_.after[at + 1 == text.size() ? 1 : 0][way->to];
  }
}

const std::vector<std::string_view>* SubmatchFinder::Find(
    std::string_view text) {
  const auto begin = FindBegin(text);
  if (!begin) return nullptr;
  Walk(text, *begin);
  for (std::size_t group = 0; group < found_.size(); ++group) {
    const std::size_t from = passed_[2 * group];
    const std::size_t to = passed_[2 * group + 1];
    const bool takes_part = from != kNowhere && to != kNowhere;
    found_[group] =
        takes_part ? text.substr(from, to - from) : std::string_view();
  }
  return &found_;
}

}  // namespace base
