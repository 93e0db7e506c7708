// ctime's forms with any field left out, then phrases.
#include "grammar/micro/time_spec.h"

#include <cmath>

#include "grammar/micro/calendar_names.h"
#include "grammar/micro/interval.h"
#include "grammar/micro/x3_terminals.h"

namespace grammar::micro {
namespace {

namespace x3 = boost::spirit::x3;

constexpr int kLastHour = 23;
constexpr double kLastSecond = 61;  // leap seconds

struct Meridian : x3::symbols<int> {
  Meridian() { add("am", 0)("pm", 12); }
};

/// The given fields, and what only the rules between them need.
struct Draft {
  DateSpec spec;
  bool weekday = false;
  bool colon = false;
};

bool Within(int value, int min, int max) {
  return value >= min && value <= max;
}

/// A day 0 means something, the day before the 1st, only right after a month.
bool HasDay(const DateSpec& spec) {
  return spec.day && (*spec.day != 0 || (spec.month && !spec.hour));
}

/// A weekday alone names no day, and a lone number could be anything.
bool SaysEnough(const Draft& draft) {
  const DateSpec& spec = draft.spec;
  if (spec.month || HasDay(spec)) return true;
  if (draft.weekday) return false;
  return !spec.hour || draft.colon || spec.year;
}

/// Fills `draft` from `text`; gives where it stopped.
const char* ReadDate(const char* at, const char* end, Draft* draft) {
  DateSpec& spec = draft->spec;
  const auto ranged = [](auto* field, int min, int max) {
    return [=](auto& context) {
      const int value = x3::_attr(context);
      x3::_pass(context) = Within(value, min, max);
      if (x3::_pass(context)) *field = value;
    };
  };
  const auto set_second = [&spec](auto& context) {
    const double value = x3::_attr(context);
    x3::_pass(context) = value >= 0 && value <= kLastSecond;
    if (!x3::_pass(context)) return;
    spec.second = static_cast<int>(value);
    spec.nanosecond = static_cast<int>((value - spec.second) * 1e9);
  };
  const auto set_meridian = [&spec](auto& context) {
    x3::_pass(context) = spec.hour && *spec.hour <= 12;
    if (x3::_pass(context)) *spec.hour = *spec.hour % 12 + x3::_attr(context);
  };
  const auto is_hour = [](auto& context) {
    x3::_pass(context) = Within(x3::_attr(context), 0, kLastHour);
  };
  const auto is_late = [](auto& context) {
    x3::_pass(context) = x3::_attr(context) > kLastHour;
  };
  const auto has_month = [&spec](auto& context) {
    x3::_pass(context) = spec.month.has_value();
  };

  static const calendar::Weekdays kWeekdays;
  static const calendar::ShortMonths kMonths;
  static const Meridian kMeridian;
  const auto space = x3::omit[*terminal::kSpace];
  const auto number = -x3::lit('+') >> x3::uint_parser<int>();
  const auto no_colon = !(space >> ':');
  // A number is a day if it can be no hour, or if something says that it is
  // not: a month before it, an hour after it.
  const auto is_day = &(number[is_late]) |
                      &(number >> no_colon) >>
                          (x3::eps[has_month] |
                           &(x3::omit[number] >> space >> number[is_hour]));
  const auto day = is_day >> number[ranged(&spec.day, 0, 31)];
  const auto hour =
      number[ranged(&spec.hour, 0, kLastHour)] |
      &x3::lit(':') >> x3::eps[([&spec](auto&) { spec.hour = 0; })];
  const auto colon =
      x3::lit(':')[([draft](auto&) { draft->colon = true; })] >> space;
  const auto clock =
      hour >> space >>
      -(colon >> -number[ranged(&spec.minute, 0, 59)] >> space >>
        -(x3::lit(':') >> space >> -(terminal::kStrtod[set_second] >> space)));
  const auto meridian =
      x3::no_case[kMeridian >> !terminal::kLetter][set_meridian];
  const auto weekday = x3::omit[x3::no_case[kWeekdays]] >>
                       x3::eps[([draft](auto&) { draft->weekday = true; })];

  x3::parse(at, end,
            space >> -weekday >> space >>
                -x3::no_case[kMonths][ranged(&spec.month, 1, 12)] >> space >>
                -day >> space >> -clock >> space >> -meridian >> space >>
                -number[ranged(&spec.year, 1900, 9999)] >> space);
  return at;
}

Parsed<DateSpec> ParseDate(std::string_view text) {
  const std::string copy(text);  // strtod wants the NUL
  const char* const end = copy.c_str() + copy.size();
  Draft draft;
  const char* at = ReadDate(copy.c_str(), end, &draft);
  const auto offset = static_cast<std::size_t>(at - copy.c_str());
  if (at != end) return Fault{offset, "unexpected value"};
  if (!SaysEnough(draft)) return Fault{offset, "more information expected"};
  return draft.spec;
}

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
    const auto date = ParseDate(rest);
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

}  // namespace grammar::micro
