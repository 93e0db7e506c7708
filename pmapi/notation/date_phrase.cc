// Fields, distances and names of days, put together as getdate does.
#include "pmapi/notation/date_phrase.h"

#include <algorithm>
#include <limits>
#include <string>

#include "base/ascii.h"
#include "pmapi/notation/calendar_names.h"
#include "pmapi/notation/x3_terminals.h"

namespace pmapi::notation {
namespace {

namespace x3 = boost::spirit::x3;
using terminal::Into;

bool Within(int value, int min, int max) {
  return value >= min && value <= max;
}

int FullYear(int year) {
  if (year < 69) return year + 2000;
  return year < 100 ? year + 1900 : year;
}

/// `month` is 1 to 12.
int DaysInMonth(int year, int month) {
  const auto next = base::DayOf(year, month + 1, 1);
  return static_cast<int>((next - base::DayOf(year, month, 1)).count());
}

bool IsClock(const DatePhrase::TimeOfDay& clock) {
  return Within(clock.hour, 0, 23) && Within(clock.minute, 0, 59) &&
         Within(clock.second, 0, 59);
}

bool IsDate(const DatePhrase::Date& date) {
  constexpr int kSomeLeapYear = 2000;
  return Within(date.month, 1, 12) &&
         (!date.year || Within(*date.year, 1970, 9999)) &&
         Within(date.day, 1,
                DaysInMonth(date.year.value_or(kSomeLeapYear), date.month));
}

/// Reads one item after the other. Each method tries one form of item: it
/// either takes it whole or leaves the text as it is.
class PhraseReader {
 public:
  explicit PhraseReader(std::string_view text)
      : begin_(text.data()), at_(begin_), end_(begin_ + text.size()) {}

  Parsed<DatePhrase> Read() {
    SkipSpace();
    phrase_.whole_day = at_ == end_;  // nothing said is today
    while (at_ != end_) {
      if (!Item()) {
        return Fault{static_cast<std::size_t>(at_ - begin_),
                     "unexpected value"};
      }
      SkipSpace();
    }
    return phrase_;
  }

 private:
  template <typename Grammar>
  bool Take(const Grammar& grammar) {
    return x3::parse(at_, end_, grammar);
  }
  /// Takes `grammar` as a whole word.
  template <typename Grammar>
  bool TakeWord(const Grammar& grammar) {
    return Take(x3::no_case[grammar] >> !terminal::kLetter);
  }

  /// Of that form, but out of range: no other form may try.
  bool Reject() {
    rejected_ = true;
    return false;
  }

  void SkipSpace() { Take(x3::omit[*terminal::kSpace]); }

  bool Item() {
    const char* const start = at_;
    for (const auto form :
         {&PhraseReader::IsoItem, &PhraseReader::ClockItem,
          &PhraseReader::DateItem, &PhraseReader::WeekdayItem,
          &PhraseReader::DistanceItem, &PhraseReader::WordItem,
          &PhraseReader::NumberItem}) {
      if (!(this->*form)()) {
        at_ = start;
        if (rejected_) return false;
        continue;
      }
      ago_can_follow_ = has_distance_ && form == &PhraseReader::DistanceItem;
      return true;
    }
    return false;
  }

  /// ISO 8601: "2001-09-09T01:46:40.5+02:00", without seconds, zone, or both.
  /// getdate takes the T for a military zone.
  bool IsoItem() {
    DatePhrase::Date date{{}, 0, 0};
    DatePhrase::TimeOfDay clock{0, 0, 0};
    int year = 0;
    if (phrase_.date || phrase_.clock ||
        !Take(kFourDigits[Into(&year)] >> '-' >>
              kTwoDigits[Into(&date.month)] >> '-' >>
              kTwoDigits[Into(&date.day)] >> x3::char_("Tt") >>
              kTwoDigits[Into(&clock.hour)] >> ':' >>
              kTwoDigits[Into(&clock.minute)])) {
      return false;
    }
    if (Take(':' >> kTwoDigits[Into(&clock.second)])) TakeFraction(&clock);
    if (!TakeIsoZone()) return Reject();
    date.year = year;
    if (!IsDate(date) || !IsClock(clock)) return Reject();
    phrase_.date = date;
    phrase_.clock = clock;
    return true;
  }

  /// ".5": what is finer than a nanosecond is cut off.
  void TakeFraction(DatePhrase::TimeOfDay* clock) {
    if (!Take(x3::char_(".,") >> &terminal::kDigit)) return;
    int weight = 100'000'000;
    for (; at_ != end_ && *at_ >= '0' && *at_ <= '9'; ++at_, weight /= 10) {
      clock->nanosecond += (*at_ - '0') * weight;
    }
  }

  /// "Z", "+02", "+0200", "+02:00", or nothing; then the word ends.
  bool TakeIsoZone() {
    char sign = '+';
    int hours = 0;
    int minutes = 0;
    constexpr int kMostMinutes = 14 * 60 + 59;
    if (Take(x3::char_("Zz"))) {
      phrase_.utc_offset = 0;
    } else if (Take(x3::char_("+-")[Into(&sign)] >> kTwoDigits[Into(&hours)])) {
      Take(-x3::lit(':') >> kTwoDigits[Into(&minutes)]);
      if (minutes > 59) return false;
      minutes += 60 * hours;
      if (minutes > kMostMinutes) return false;
      phrase_.utc_offset = sign == '-' ? -minutes : minutes;
    }
    return at_ == end_ || *at_ == ' ';
  }

  /// "1:46", "01:46:40 pm", "5pm", "1:46 +0200".
  bool ClockItem() {
    DatePhrase::TimeOfDay clock{0, 0, 0};
    if (phrase_.clock || !Take(kNumber[Into(&clock.hour)])) return false;
    const bool colon = Take(':' >> kNumber[Into(&clock.minute)]);
    if (colon) Take(':' >> kNumber[Into(&clock.second)]);
    int afternoon = -1;
    const bool meridian =
        Take(kGap >> x3::no_case[kMeridians[Into(&afternoon)]] >>
             !terminal::kLetter);
    if (!colon && !meridian) return false;
    if (meridian) {
      if (!Within(clock.hour, 1, 12)) return false;
      clock.hour = clock.hour % 12 + afternoon;
    } else {
      OffsetAfterClock();
    }
    if (!IsClock(clock)) return Reject();
    phrase_.clock = clock;
    return true;
  }

  void OffsetAfterClock() {
    char sign = '+';
    int digits = 0;
    if (Take(kGap >> x3::char_("+-")[Into(&sign)] >>
             kFourDigits[Into(&digits)] >> !terminal::kDigit)) {
      const int minutes = digits / 100 * 60 + digits % 100;
      phrase_.utc_offset = sign == '-' ? -minutes : minutes;
    }
  }

  /// "2001-09-09", "9/9/2001", "2001/9/9", "9-Sep-2001", "9 Sep 2001",
  /// "Sep 9, 2001".
  bool DateItem() {
    if (phrase_.date) return false;
    int a = 0;
    int b = 0;
    int c = 0;
    if (Take(kNumber[Into(&a)] >> '-' >> kNumber[Into(&b)] >> '-' >>
             kNumber[Into(&c)])) {
      return SetDate(a, b, c);
    }
    if (Take(kNumber[Into(&a)] >> '/' >> kNumber[Into(&b)])) {
      if (!Take('/' >> kNumber[Into(&c)])) return SetDate({}, a, b);
      return a > 31 ? SetDate(a, b, c) : SetDate(c, a, b);
    }
    const auto month = x3::no_case[kMonths[Into(&b)]] >> !terminal::kLetter;
    if (Take(kNumber[Into(&c)] >> '-' >> month >> '-' >> kNumber[Into(&a)])) {
      return SetDate(a, b, c);
    }
    if (Take(kNumber[Into(&c)] >> kGap >> month)) {
      const bool year = Take(kGap >> kNumber[Into(&a)]);
      return year ? SetDate(a, b, c) : SetDate({}, b, c);
    }
    if (!Take(month >> -x3::lit('.') >> kGap >> kNumber[Into(&c)])) {
      return false;
    }
    const bool year = Take(kGap >> ',' >> kGap >> kNumber[Into(&a)]);
    return year ? SetDate(a, b, c) : SetDate({}, b, c);
  }

  bool SetDate(std::optional<int> year, int month, int day) {
    if (year) year = FullYear(*year);
    const DatePhrase::Date date{year, month, day};
    if (!IsDate(date)) return Reject();
    phrase_.date = date;
    return true;
  }

  /// "Sunday", "Sun,", "next sun", "2 sun".
  bool WeekdayItem() {
    int count = 1;
    int weekday = 0;
    if (phrase_.weekday || phrase_.whole_day) return false;
    const bool counted =
        Take(kNumber[Into(&count)]) || TakeWord(kOrdinals[Into(&count)]);
    if (counted) SkipSpace();
    if (!TakeWord(kWeekdays[Into(&weekday)])) return false;
    if (!counted) Take(x3::char_(",."));
    phrase_.weekday = weekday;
    phrase_.weekday_count = count;
    return true;
  }

  /// "2 hours", "-1 day", "next week", "month", and "ago" after them.
  bool DistanceItem() {
    if (TakeWord(x3::lit("ago"))) {
      if (!ago_can_follow_) return false;
      phrase_.months = -phrase_.months;
      phrase_.days = -phrase_.days;
      phrase_.seconds = -phrase_.seconds;
      has_distance_ = false;
      return true;
    }
    int count = 1;
    calendar::Distance distance;
    if (Take(kSigned[Into(&count)]) || TakeWord(kOrdinals[Into(&count)])) {
      SkipSpace();
    }
    if (!TakeWord(kDistances[Into(&distance)] >> -x3::lit('s'))) return false;
    phrase_.months += std::int64_t{count} * distance.months;
    phrase_.days += std::int64_t{count} * distance.days;
    phrase_.seconds += std::int64_t{count} * distance.seconds;
    has_distance_ = true;
    return true;
  }

  /// "now", "tomorrow", "UTC".
  bool WordItem() {
    if (TakeWord(x3::lit("now"))) return true;
    int days = 0;
    if (TakeWord(kMidnights[Into(&days)])) {
      if (phrase_.whole_day || phrase_.weekday || phrase_.date) return false;
      phrase_.days += days;
      phrase_.whole_day = true;
      return true;
    }
    int minutes = 0;
    if (phrase_.utc_offset || !TakeWord(kZones[Into(&minutes)])) return false;
    phrase_.utc_offset = minutes;
    return true;
  }

  /// The year after a date and a time, else a time without its colon.
  bool NumberItem() {
    int number = 0;
    if (!Take(kNumber[Into(&number)] >> !terminal::kLetter)) return false;
    if (phrase_.date && phrase_.clock && !has_distance_) {
      phrase_.date->year = FullYear(number);
      return IsDate(*phrase_.date);
    }
    const DatePhrase::TimeOfDay clock{number < 100 ? number : number / 100,
                                      number < 100 ? 0 : number % 100, 0};
    if (phrase_.clock || !IsClock(clock)) return false;
    phrase_.clock = clock;
    return true;
  }

  // Seven digits: nothing that is multiplied below overflows.
  static constexpr x3::uint_parser<int, 10, 1, 7> kNumber{};
  static constexpr x3::int_parser<int, 10, 1, 7> kSigned{};
  static constexpr x3::uint_parser<int, 10, 4, 4> kFourDigits{};
  static constexpr x3::uint_parser<int, 10, 2, 2> kTwoDigits{};
  static inline const auto kGap = x3::omit[*terminal::kSpace];
  static inline const calendar::LongWeekdays kWeekdays;
  static inline const calendar::LongMonths kMonths;
  static inline const calendar::Distances kDistances;
  static inline const calendar::Ordinals kOrdinals;
  static inline const calendar::Midnights kMidnights;
  static inline const calendar::Meridians kMeridians;
  static inline const calendar::Zones kZones;

  DatePhrase phrase_;
  bool has_distance_ = false;
  bool ago_can_follow_ = false;
  bool rejected_ = false;
  const char* begin_;
  const char* at_;
  const char* end_;
};

/// getdate itself has no notion of an archive: words decide what a text is
/// relative to.
PhraseOrigin OriginOf(std::string_view text) {
  const std::string lower = base::ToLower(text);
  const auto has = [&lower](const char* word) {
    return lower.find(word) != std::string::npos;
  };
  const bool relative = has(" year") || has(" month") || has(" fortnight") ||
                        has(" week") || has(" day") || has(" hour") ||
                        has(" min") || has(" sec");
  if (!relative) return PhraseOrigin::kNow;
  const bool back = has("last") || has("ago") || lower.front() == '-';
  return back ? PhraseOrigin::kEnd : PhraseOrigin::kStart;
}

template <typename T>
int Clamped(T value, int limit) {
  return static_cast<int>(std::clamp<T>(value, -limit, limit));
}

void ApplyWeekday(const DatePhrase& phrase, base::DateTime* fields) {
  const std::chrono::weekday today =
      base::DayOf(fields->year, fields->month, fields->day);
  const std::chrono::weekday wanted(*phrase.weekday);
  const int count = phrase.weekday_count;
  fields->day += static_cast<int>((wanted - today).count()) +
                 7 * (count > 0 ? count - 1 : count);
}

}  // namespace

Parsed<DatePhrase> ParseDatePhrase(std::string_view text) {
  const auto phrase = PhraseReader(text).Read();
  if (!phrase) return phrase;
  DatePhrase result = *phrase;
  result.origin = OriginOf(text);
  return result;
}

base::Timestamp ResolvePhrase(const DatePhrase& phrase, base::Timestamp origin,
                              const base::Zone& local) {
  const base::Zone zone =
      phrase.utc_offset ? base::Zone(*phrase.utc_offset * 60, {}) : local;
  base::DateTime fields = base::ToFields(zone, origin);
  fields.nanosecond = 0;
  if (phrase.date) {
    fields.year = phrase.date->year.value_or(fields.year);
    fields.month = phrase.date->month;
    fields.day = phrase.date->day;
  }
  if (phrase.clock || phrase.date || phrase.weekday || phrase.whole_day) {
    const auto clock = phrase.clock.value_or(DatePhrase::TimeOfDay{0, 0, 0});
    fields.hour = clock.hour;
    fields.minute = clock.minute;
    fields.second = clock.second;
    fields.nanosecond = clock.nanosecond;
  }
  constexpr int kMonthLimit = 100'000;  // far outside Timestamp's range
  constexpr int kDayLimit = 3'000'000;
  fields.month += Clamped(phrase.months, kMonthLimit);
  fields.day += Clamped(phrase.days, kDayLimit);
  if (phrase.weekday && !phrase.date) ApplyWeekday(phrase, &fields);
  const base::Timestamp day = base::FromFields(zone, fields);
  std::int64_t distance = 0;
  base::Timestamp time;
  if (__builtin_mul_overflow(phrase.seconds, base::kNanosPerSecond,
                             &distance) ||
      __builtin_add_overflow(day.ns, distance, &time.ns)) {
    const bool back = phrase.seconds < 0;
    return {back ? std::numeric_limits<std::int64_t>::min()
                 : std::numeric_limits<std::int64_t>::max()};
  }
  return time;
}

}  // namespace pmapi::notation
