// ctime's forms with any field left out, then phrases.
#include "pmapi/notation/time_spec.h"

#include "pmapi/notation/calendar_names.h"
#include "pmapi/notation/interval.h"
#include "pmapi/notation/x3_terminals.h"

namespace pmapi::notation {
namespace {

namespace x3 = boost::spirit::x3;
using terminal::Into;

constexpr int kLastHour = 23;
constexpr double kLastSecond = 61;  // leap seconds

struct AmPm : x3::symbols<int> {
  AmPm() { add("am", 0)("pm", 12); }
};

/// A day 0 means something, the day before the 1st, only right after a month.
bool HasDay(const DateSpec& spec) {
  return spec.day && (*spec.day != 0 || (spec.month && !spec.hour));
}

/// Reads [wday] [month] [mday] [clock] [am|pm] [year], blanks between. Each
/// method takes its part if it is there; whatever stops it is left where it is.
class DateReader {
 public:
  /// Lifetime: `text` outlives the reader.
  explicit DateReader(const std::string& text)
      : begin_(text.c_str()), at_(begin_), end_(begin_ + text.size()) {}

  Parsed<DateSpec> Read() {
    SkipSpace();
    has_weekday_ = Take(x3::omit[x3::no_case[kWeekdays]]);
    int month = 0;
    if (Take(x3::no_case[kMonths[Into(&month)]])) spec_.month = month;
    Day();
    Clock();
    Meridian();
    TakeNumber(1900, 9999, &spec_.year);
    const auto offset = static_cast<std::size_t>(at_ - begin_);
    if (at_ != end_) return Fault{offset, "unexpected value"};
    if (!SaysEnough()) return Fault{offset, "more information expected"};
    return spec_;
  }

 private:
  void SkipSpace() { x3::parse(at_, end_, x3::omit[*terminal::kSpace]); }

  template <typename Grammar>
  bool Take(const Grammar& grammar) {
    if (!x3::parse(at_, end_, grammar)) return false;
    SkipSpace();
    return true;
  }

  bool TakeNumber(int min, int max, std::optional<int>* field) {
    const char* const start = at_;
    int number = 0;
    if (Take(kNumber[Into(&number)]) && number >= min && number <= max) {
      *field = number;
      return true;
    }
    at_ = start;
    return false;
  }

  bool IsNumberNext(int min, int max) {
    const char* const start = at_;
    std::optional<int> number;
    TakeNumber(min, max, &number);
    at_ = start;
    return number.has_value();
  }

  bool IsColonNext() const { return at_ != end_ && *at_ == ':'; }

  /// A number is a day if it can be no hour, or if something says that it is
  /// not: a month before it, an hour after it.
  void Day() {
    const char* const start = at_;
    if (!TakeNumber(0, 31, &spec_.day)) return;
    const bool is_day =
        *spec_.day > kLastHour ||
        (!IsColonNext() && (spec_.month || IsNumberNext(0, kLastHour)));
    if (is_day) return;
    spec_.day.reset();
    at_ = start;
  }

  /// "12", "12:", "12:30:", "12:30:45.5", ":30".
  void Clock() {
    if (!TakeNumber(0, kLastHour, &spec_.hour)) {
      if (!IsColonNext()) return;
      spec_.hour = 0;
    }
    if (!Take(':')) return;
    has_colon_ = true;
    std::optional<int> minute;
    TakeNumber(0, 59, &minute);
    spec_.minute = minute.value_or(0);
    if (Take(':')) Second();
  }

  void Second() {
    const char* const start = at_;
    double second = 0;
    if (!Take(terminal::kStrtod[Into(&second)]) || second < 0 ||
        second > kLastSecond) {
      at_ = start;
      return;
    }
    spec_.second = static_cast<int>(second);
    spec_.nanosecond = static_cast<int>((second - spec_.second) * 1e9);
  }

  void Meridian() {
    int afternoon = 0;
    if (!spec_.hour || *spec_.hour > 12) return;
    if (Take(x3::no_case[kMeridians[Into(&afternoon)]] >> !terminal::kLetter)) {
      spec_.hour = *spec_.hour % 12 + afternoon;
    }
  }

  /// A weekday alone names no day, and a lone number could be anything.
  bool SaysEnough() const {
    if (spec_.month || HasDay(spec_)) return true;
    if (has_weekday_) return false;
    return !spec_.hour || has_colon_ || spec_.year;
  }

  static inline const auto kNumber = -x3::lit('+') >> x3::uint_parser<int>();
  static inline const calendar::Weekdays kWeekdays;
  static inline const calendar::ShortMonths kMonths;
  static inline const AmPm kMeridians;

  DateSpec spec_;
  bool has_weekday_ = false;
  bool has_colon_ = false;
  const char* const begin_;
  const char* at_;
  const char* const end_;
};

std::string_view WithoutLeadingSpace(std::string_view text) {
  const std::size_t first = text.find_first_not_of(" \t\n\v\f\r");
  return first == std::string_view::npos ? "" : text.substr(first);
}

}  // namespace

Parsed<TimeSpec, TimeFault> ParseTimeSpec(std::string_view text) {
  std::string_view rest = WithoutLeadingSpace(text);
  const char first = rest.empty() ? '\0' : rest.front();
  if (first == '@' || first == '+' || first == '-') rest.remove_prefix(1);

  Fault fault;
  if (first == '@') {
    const std::string copy(rest);  // strtod wants the NUL
    const auto date = DateReader(copy).Read();
    if (date) return TimeSpec(*date);
    fault = date.fault();
  } else {
    const auto distance = ParseInterval(rest);
    if (distance && first == '-') return TimeSpec(FromEnd{*distance});
    if (distance) return TimeSpec(FromStart{*distance});
    fault = distance.fault();
  }
  const auto phrase = ParseDatePhrase(WithoutLeadingSpace(rest));
  if (phrase) return TimeSpec(*phrase);
  return TimeFault{std::string(rest), fault};
}

base::Timestamp ResolveDate(const DateSpec& spec, base::Timestamp reference,
                            const base::Zone& zone) {
  base::DateTime fields = base::ToFields(zone, reference);
  const base::DateTime now = fields;
  if (!spec.year && !spec.month && !HasDay(spec) && !spec.hour) {
    return reference;
  }

  // The highest given field decides whether the next time of that kind lies
  // in the reference's year, month or day, or in the one after.
  if (spec.year) {
    fields.year = *spec.year;
    fields.month = spec.month.value_or(1);
    fields.day = HasDay(spec) ? *spec.day : 1;
  } else if (spec.month) {
    fields.month = *spec.month;
    fields.day = HasDay(spec) ? *spec.day : 1;
    if (fields.month < now.month) ++fields.year;
  } else if (HasDay(spec)) {
    fields.day = *spec.day;
    if (fields.day < now.day) ++fields.month;
  } else if (*spec.hour < now.hour) {
    ++fields.day;
  }
  fields.hour = spec.hour.value_or(0);
  fields.minute = spec.minute;
  fields.second = spec.second;
  fields.nanosecond = spec.nanosecond;
  return base::FromFields(zone, fields);
}

}  // namespace pmapi::notation
