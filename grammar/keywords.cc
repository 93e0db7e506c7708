// The tables of words. Source: reference, "Keywords" (1.3) and "Unit words"
// (1.4).
#include "grammar/keywords.h"

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include "pmapi/metric/units.h"

namespace grammar {
namespace {

using pmapi::SpaceScale;
using pmapi::TimeScale;

template <typename Value>
using Words = std::pair<std::string_view, Value>;

constexpr Words<TokenKind> kKeywords[] = {
    {"true", TokenKind::kTrue},
    {"false", TokenKind::kFalse},
    {"rate", TokenKind::kRate},
    {"instant", TokenKind::kInstant},
    {"shell", TokenKind::kShell},
    {"alarm", TokenKind::kAlarm},
    {"syslog", TokenKind::kSyslog},
    {"print", TokenKind::kPrint},
    {"stomp", TokenKind::kStomp},
    {"rising", TokenKind::kRising},
    {"falling", TokenKind::kFalling},
    {"match_inst", TokenKind::kMatch},
    {"nomatch_inst", TokenKind::kNoMatch},
    {"ruleset", TokenKind::kRuleset},
    {"else", TokenKind::kElse},
    {"unknown", TokenKind::kUnknown},
    {"otherwise", TokenKind::kOtherwise},
};

constexpr Words<TokenKind> kAggregates[] = {
    {"sum", TokenKind::kSum},     {"avg", TokenKind::kAvg},
    {"max", TokenKind::kMax},     {"min", TokenKind::kMin},
    {"count", TokenKind::kCount}, {"all", TokenKind::kAll},
    {"some", TokenKind::kSome},   {"%", TokenKind::kPercent},
};

constexpr Words<ast::Domain> kDomains[] = {
    {"host", ast::Domain::kHost},
    {"inst", ast::Domain::kInst},
    {"sample", ast::Domain::kSample},
};

constexpr UnitWord Space(SpaceScale scale) {
  return {UnitWord::Dimension::kSpace, static_cast<std::uint8_t>(scale)};
}
constexpr UnitWord Time(TimeScale scale) {
  return {UnitWord::Dimension::kTime, static_cast<std::uint8_t>(scale)};
}
constexpr UnitWord Count(std::uint8_t power) {
  return {UnitWord::Dimension::kCount, power};
}

constexpr Words<UnitWord> kUnits[] = {
    {"byte", Space(SpaceScale::kByte)},
    {"Kbyte", Space(SpaceScale::kKbyte)},
    {"Mbyte", Space(SpaceScale::kMbyte)},
    {"Gbyte", Space(SpaceScale::kGbyte)},
    {"Tbyte", Space(SpaceScale::kTbyte)},
    {"nsec", Time(TimeScale::kNsec)},
    {"nanosec", Time(TimeScale::kNsec)},
    {"nanosecond", Time(TimeScale::kNsec)},
    {"usec", Time(TimeScale::kUsec)},
    {"microsec", Time(TimeScale::kUsec)},
    {"microsecond", Time(TimeScale::kUsec)},
    {"msec", Time(TimeScale::kMsec)},
    {"millisec", Time(TimeScale::kMsec)},
    {"millisecond", Time(TimeScale::kMsec)},
    {"sec", Time(TimeScale::kSec)},
    {"second", Time(TimeScale::kSec)},
    {"min", Time(TimeScale::kMin)},
    {"minute", Time(TimeScale::kMin)},
    {"hour", Time(TimeScale::kHour)},
    {"count", Count(0)},
    {"Kcount", Count(3)},
    {"Mcount", Count(6)},
};

constexpr Words<ast::ClockField> kClockFields[] = {
    {"minute", ast::ClockField::kMinute},
    {"hour", ast::ClockField::kHour},
    {"day", ast::ClockField::kDay},
    {"month", ast::ClockField::kMonth},
    {"year", ast::ClockField::kYear},
    {"day_of_week", ast::ClockField::kDayOfWeek},
    {"delta", ast::ClockField::kDelta},
};

template <typename Value, std::size_t kSize>
std::optional<Value> Look(const Words<Value> (&words)[kSize],
                          std::string_view word) {
  for (const auto& [name, value] : words) {
    if (name == word) return value;
  }
  return std::nullopt;
}

std::optional<Keyword> FindAggregate(std::string_view word) {
  const std::size_t bar = word.find('_');
  if (bar == std::string_view::npos) return std::nullopt;
  const auto kind = Look(kAggregates, word.substr(0, bar));
  const auto domain = Look(kDomains, word.substr(bar + 1));
  if (!kind || !domain) return std::nullopt;
  return Keyword{*kind, domain, std::nullopt};
}

std::optional<UnitWord> FindUnit(std::string_view word) {
  if (const auto unit = Look(kUnits, word)) return unit;
  if (word.empty() || word.back() != 's') return std::nullopt;
  return Look(kUnits, word.substr(0, word.size() - 1));
}

std::vector<std::string> AllKeywords() {
  std::vector<std::string> words;
  for (const auto& word : kKeywords) words.emplace_back(word.first);
  for (const auto& aggregate : kAggregates) {
    for (const auto& domain : kDomains) {
      words.push_back(std::string(aggregate.first) + "_" +
                      std::string(domain.first));
    }
  }
  for (const auto& unit : kUnits) words.emplace_back(unit.first);
  return words;
}

}  // namespace

std::optional<Keyword> FindKeyword(std::string_view word) {
  // Most words are names of metrics, which have dots.
  if (word.find('.') != std::string_view::npos) return std::nullopt;
  if (const auto kind = Look(kKeywords, word)) {
    return Keyword{*kind, std::nullopt, std::nullopt};
  }
  if (const auto unit = FindUnit(word)) {
    return Keyword{TokenKind::kUnit, std::nullopt, unit};
  }
  return FindAggregate(word);
}

std::optional<ast::ClockField> FindClockField(std::string_view name) {
  return Look(kClockFields, name);
}

bool EqualButForCapitals(std::string_view a, std::string_view b) {
  const auto lower = [](char c) {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  };
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [&](char x, char y) { return lower(x) == lower(y); });
}

std::size_t NearestLimit(std::string_view word) {
  return std::clamp<std::size_t>(word.size() / 3, 1, 3);
}

// The optimal string alignment distance, three rows of its table at a time.
std::size_t EditDistance(std::string_view a, std::string_view b,
                         std::size_t most) {
  const std::size_t gap =
      a.size() > b.size() ? a.size() - b.size() : b.size() - a.size();
  if (gap > most) return most + 1;
  std::vector<std::size_t> before(b.size() + 1), above(b.size() + 1),
      row(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) above[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      row[j] = std::min({above[j] + 1, row[j - 1] + 1,
                         above[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1)});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) {
        row[j] = std::min(row[j], before[j - 2] + 1);
      }
    }
    before.swap(above);
    above.swap(row);
  }
  return std::min(above[b.size()], most + 1);
}

std::string NearestKeyword(std::string_view word) {
  if (word.size() < 3 || word.size() > 24) return {};
  return Nearest(word, AllKeywords());
}

}  // namespace grammar
