// Zones by POSIX rules: an offset, and where clocks change also the second
// offset and the two days of the year, expanded to a list of changes.
#include <chrono>
#include <string_view>
#include <utility>

#include "base/ascii.h"
#include "base/zone.h"

namespace base {
namespace {

namespace chrono = std::chrono;

constexpr int kFirstYear = 1901;
constexpr int kLastYear = 2262;
constexpr int kMaxRuleHours = 167;
// What libc assumes for "AAA5BBB", which names no days.
constexpr std::string_view kUsualDays = ",M3.2.0,M11.1.0";

/// The day and second of the year at which clocks change.
struct ClockChange {
  enum class Kind { kWeekday, kJulian, kDayOfYear };
  Kind kind = Kind::kDayOfYear;
  int month = 0;
  int week = 0;
  int day = 0;  // of the week (0 is Sunday), or of the year
  std::int32_t time = 7200;
};

/// A cursor over the rules; each method consumes what it returns.
class PosixZoneReader {
 public:
  explicit PosixZoneReader(std::string_view text) : text_(text) {}

  bool at_end() const { return text_.empty(); }

  bool Take(char c) {
    if (text_.empty() || text_.front() != c) return false;
    text_.remove_prefix(1);
    return true;
  }

  /// "CET" or "<+03>".
  bool TakeName() {
    const bool quoted = Take('<');
    std::size_t n = 0;
    while (n < text_.size() && IsNameCharacter(text_[n], quoted)) ++n;
    if (n < 3) return false;
    text_.remove_prefix(n);
    return !quoted || Take('>');
  }

  std::optional<int> TakeNumber(int min, int max) {
    int number = 0;
    std::size_t n = 0;
    for (; n < text_.size() && IsDigit(text_[n]) && number <= max; ++n) {
      number = number * 10 + (text_[n] - '0');
    }
    text_.remove_prefix(n);
    if (n == 0 || number < min || number > max) return std::nullopt;
    return number;
  }

  /// [+-]hh[:mm[:ss]] in seconds.
  std::optional<std::int32_t> TakeTime(int max_hours) {
    const int sign = Take('-') ? -1 : 1;
    if (sign > 0) Take('+');
    const auto hours = TakeNumber(0, max_hours);
    if (!hours) return std::nullopt;
    std::int32_t seconds = *hours * 3600;
    for (const int factor : {60, 1}) {
      if (!Take(':')) break;
      const auto part = TakeNumber(0, 59);
      if (!part) return std::nullopt;
      seconds += *part * factor;
    }
    return sign * seconds;
  }

  /// ",M3.5.0/2", ",J60", ",59".
  std::optional<ClockChange> TakeRule() {
    if (!Take(',')) return std::nullopt;
    auto rule = Take('M')   ? TakeWeekday()
                : Take('J') ? TakeDay(ClockChange::Kind::kJulian, 1, 365)
                            : TakeDay(ClockChange::Kind::kDayOfYear, 0, 365);
    if (!rule || !Take('/')) return rule;
    const auto time = TakeTime(kMaxRuleHours);
    if (!time) return std::nullopt;
    rule->time = *time;
    return rule;
  }

 private:
  static bool IsNameCharacter(char c, bool quoted) {
    return IsLetter(c) || (quoted && (IsDigit(c) || c == '+' || c == '-'));
  }

  std::optional<ClockChange> TakeWeekday() {
    ClockChange rule;
    rule.kind = ClockChange::Kind::kWeekday;
    const auto month = TakeNumber(1, 12);
    if (!month || !Take('.')) return std::nullopt;
    const auto week = TakeNumber(1, 5);
    if (!week || !Take('.')) return std::nullopt;
    const auto day = TakeNumber(0, 6);
    if (!day) return std::nullopt;
    rule.month = *month;
    rule.week = *week;
    rule.day = *day;
    return rule;
  }

  std::optional<ClockChange> TakeDay(ClockChange::Kind kind, int min, int max) {
    const auto day = TakeNumber(min, max);
    if (!day) return std::nullopt;
    ClockChange rule;
    rule.kind = kind;
    rule.day = *day;
    return rule;
  }

  std::string_view text_;
};

/// The `week`th such weekday of the month, the last one for 5.
chrono::sys_days DayOfWeek(const ClockChange& rule, chrono::year year) {
  constexpr int kLastWeek = 5;
  const auto month = year / chrono::month(rule.month);
  const chrono::weekday weekday(rule.day);
  if (rule.week == kLastWeek) return month / weekday[chrono::last];
  return month / weekday[rule.week];
}

/// When `rule` strikes in `year` by a clock that is `offset` from UTC.
std::int64_t Strike(const ClockChange& rule, chrono::year year,
                    std::int32_t offset) {
  chrono::sys_days day = year / chrono::January / 1;
  switch (rule.kind) {
    case ClockChange::Kind::kWeekday:
      day = DayOfWeek(rule, year);
      break;
    case ClockChange::Kind::kJulian:  // counts no 29 February
      day += chrono::days(rule.day - 1 + (year.is_leap() && rule.day >= 60));
      break;
    case ClockChange::Kind::kDayOfYear:
      day += chrono::days(rule.day);
      break;
  }
  const chrono::sys_seconds midnight = day;
  return midnight.time_since_epoch().count() + rule.time - offset;
}

Zone Expand(std::int32_t standard, std::int32_t summer,
            const ClockChange& start, const ClockChange& end) {
  std::vector<Zone::Change> changes;
  changes.reserve(2 * (kLastYear - kFirstYear + 1));
  for (int year = kFirstYear; year <= kLastYear; ++year) {
    Zone::Change first{Strike(start, chrono::year(year), standard), summer};
    Zone::Change second{Strike(end, chrono::year(year), summer), standard};
    if (second.since < first.since) std::swap(first, second);
    changes.push_back(first);
    changes.push_back(second);
  }
  return Zone(standard, std::move(changes));
}

}  // namespace

std::optional<Zone> ParsePosixZone(std::string_view rules) {
  const std::size_t comma = rules.find(',');
  PosixZoneReader names(rules.substr(0, comma));
  if (!names.TakeName()) return std::nullopt;
  const auto west = names.TakeTime(24);
  if (!west) return std::nullopt;
  if (comma == std::string_view::npos && names.at_end()) {
    return Zone(-*west, {});
  }
  if (!names.TakeName()) return std::nullopt;
  std::int32_t summer = -*west + 3600;
  if (!names.at_end()) {
    const auto summer_west = names.TakeTime(24);
    if (!summer_west || !names.at_end()) return std::nullopt;
    summer = -*summer_west;
  }

  PosixZoneReader days(comma == std::string_view::npos ? kUsualDays
                                                       : rules.substr(comma));
  const auto start = days.TakeRule();
  if (!start) return std::nullopt;
  const auto end = days.TakeRule();
  if (!end || !days.at_end()) return std::nullopt;
  return Expand(-*west, summer, *start, *end);
}

}  // namespace base
