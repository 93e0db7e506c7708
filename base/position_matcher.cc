// Pairs of places are of few kinds, as copies lie one behind the other: most of
// them are as far apart as many others, or lead to the same places.
#include "base/position_matcher.h"

#include <algorithm>
#include <map>
#include <utility>

namespace base {
namespace {

constexpr std::size_t kBits = 64;

void Set(std::size_t place, std::vector<std::uint64_t>* mask) {
  (*mask)[place / kBits] |= std::uint64_t{1} << place % kBits;
}

/// Leaves away what is nothing at both ends; gives where it begins.
std::size_t Trim(std::vector<std::uint64_t>* mask) {
  const auto is_some = [](std::uint64_t word) { return word != 0; };
  const auto begin = std::find_if(mask->begin(), mask->end(), is_some);
  const std::size_t first = static_cast<std::size_t>(begin - mask->begin());
  mask->erase(mask->begin(), begin);
  while (!mask->empty() && mask->back() == 0) mask->pop_back();
  return first;
}

}  // namespace

PositionMatcher::PositionMatcher(const RegexPositions& positions)
    : words_((positions.places.size() + kBits - 1) / kBits),
      cost_(4 * words_),
      symbols_(kSymbols, Mask(words_)),
      first_(MaskOf(positions.first)),
      last_(MaskOf(positions.last)),
      always_(positions.empty_matches) {
  for (std::size_t place = 0; place < positions.places.size(); ++place) {
    for (std::size_t symbol = 0; symbol < kSymbols; ++symbol) {
      if (positions.places[place][symbol]) Set(place, &symbols_[symbol]);
    }
  }
  for (const std::size_t place : positions.first) {
    for (std::size_t symbol = 0; symbol < kSymbols; ++symbol) {
      begins_[symbol] |= positions.places[place][symbol];
    }
  }
  auto pairs = positions.pairs;
  std::sort(pairs.begin(), pairs.end());
  pairs.erase(std::unique(pairs.begin(), pairs.end()), pairs.end());
  AddShifts(&pairs);
  AddJumps(pairs);
}

PositionMatcher::Mask PositionMatcher::MaskOf(
    const std::vector<std::size_t>& places) const {
  Mask mask(words_);
  for (const std::size_t place : places) Set(place, &mask);
  return mask;
}

/// Takes those away from `pairs` of which many are as far apart.
void PositionMatcher::AddShifts(
    std::vector<std::pair<std::size_t, std::size_t>>* pairs) {
  std::map<std::size_t, std::vector<std::size_t>> from;
  for (const auto& [one, next] : *pairs) {
    if (next > one) from[next - one].push_back(one);
  }
  const std::size_t worth = 3 * words_;
  std::erase_if(from, [worth](const auto& of) {
    return of.first > 1 && of.second.size() < worth;
  });
  for (const auto& [by, places] : from) {
    shifts_.push_back({by, MaskOf(places)});
    cost_ += 3 * words_;
  }
  std::erase_if(*pairs, [&from](const auto& pair) {
    return pair.second > pair.first && from.contains(pair.second - pair.first);
  });
}

void PositionMatcher::AddJumps(
    const std::vector<std::pair<std::size_t, std::size_t>>& pairs) {
  std::map<std::size_t, Mask> from;
  for (const auto& [one, next] : pairs) {
    Set(one, &from.try_emplace(next, Mask(words_)).first->second);
  }
  std::map<Mask, std::vector<std::size_t>> to;
  for (const auto& [next, mask] : from) to[mask].push_back(next);
  for (const auto& [mask, places] : to) {
    Jump jump{0, mask, 0, MaskOf(places)};
    jump.first_from = Trim(&jump.from);
    jump.first_to = Trim(&jump.to);
    cost_ += jump.from.size() + jump.to.size() + 1;
    jumps_.push_back(std::move(jump));
  }
}

/// Adds what may come after `now` to `next`.
void PositionMatcher::Follow(const Words& now, Words* next) const {
  for (const Shift& shift : shifts_) {
    const std::size_t whole = shift.by / kBits;
    const std::size_t bits = shift.by % kBits;
    std::uint64_t before = 0;
    for (std::size_t i = 0; i + whole < words_; ++i) {
      const std::uint64_t word = now[i] & shift.from[i];
      (*next)[i + whole] |=
          word << bits | (bits != 0 ? before >> (kBits - bits) : 0);
      before = word;
    }
  }
  for (const Jump& jump : jumps_) {
    std::uint64_t any = 0;
    for (std::size_t i = 0; i < jump.from.size(); ++i) {
      any |= now[jump.first_from + i] & jump.from[i];
    }
    if (any == 0) continue;
    for (std::size_t i = 0; i < jump.to.size(); ++i) {
      (*next)[jump.first_to + i] |= jump.to[i];
    }
  }
}

void PositionMatcher::Step(std::size_t symbol, const Words& now,
                           Words* next) const {
  std::copy_n(first_.begin(), words_, next->begin());
  Follow(now, next);
  const Mask& mask = symbols_[symbol];
  for (std::size_t i = 0; i < words_; ++i) (*next)[i] &= mask[i];
}

/// `symbols` have no length: they may come in any order, any number of times.
/// True if something matches then.
bool PositionMatcher::Repeat(std::initializer_list<std::size_t> symbols,
                             Words* now) const {
  for (bool more = true; more;) {
    more = false;
    for (const std::size_t symbol : symbols) {
      Words next;
      Step(symbol, *now, &next);
      for (std::size_t i = 0; i < words_; ++i) {
        more |= (next[i] & ~(*now)[i]) != 0;
        (*now)[i] |= next[i];
      }
    }
  }
  return IsLast(*now);
}

bool PositionMatcher::IsLast(const Words& now) const {
  std::uint64_t any = 0;
  for (std::size_t i = 0; i < words_; ++i) any |= now[i] & last_[i];
  return any != 0;
}

bool PositionMatcher::Matches(std::string_view text) const {
  if (always_) return true;
  std::array<Words, 2> both;
  Words* now = &both[0];
  Words* next = &both[1];
  std::fill_n(now->begin(), words_, 0);
  if (Repeat({kTextBegins}, now)) return true;
  if (text.empty()) return Repeat({kTextBegins, kTextEnds}, now);
  bool some = true;
  for (const char c : text) {
    const auto symbol = static_cast<unsigned char>(c);
    if (!some && !begins_[symbol]) continue;
    Step(symbol, *now, next);
    if (IsLast(*next)) return true;
    std::swap(now, next);
    some = std::any_of(now->begin(), now->begin() + words_,
                       [](std::uint64_t word) { return word != 0; });
  }
  return Repeat({kTextEnds}, now);
}

}  // namespace base
