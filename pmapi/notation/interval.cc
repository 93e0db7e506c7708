// Numbers with units of time, added up.
#include "pmapi/notation/interval.h"

#include <cmath>
#include <string>

#include "pmapi/notation/x3_terminals.h"

namespace pmapi::notation {
namespace {

namespace x3 = boost::spirit::x3;

constexpr double kMaxSeconds = 9223372036854775808.0;  // 64-bit time_t

struct UnitSeconds : x3::symbols<double> {
  UnitSeconds() {
    add("nanosecond", 1e-9)("nsec", 1e-9)("microsecond", 1e-6)("usec", 1e-6);
    add("millisecond", 1e-3)("msec", 1e-3)("second", 1)("sec", 1)("s", 1);
    add("minute", 60)("min", 60)("m", 60)("hour", 3600)("hr", 3600);
    add("h", 3600)("day", 86400)("d", 86400);
  }
};

bool FitsTime(double value) { return value >= 0 && value <= kMaxSeconds; }

base::Duration FromSeconds(double seconds) {
  if (seconds >= kLongestInterval.Seconds()) return kLongestInterval;
  const double whole = std::floor(seconds);
  const auto fraction = static_cast<std::int64_t>(
      static_cast<long double>(seconds - whole) * 1e9L + 0.5L);
  return {static_cast<std::int64_t>(whole) * base::kNanosPerSecond + fraction};
}

}  // namespace

Parsed<base::Duration> ParseInterval(std::string_view text) {
  if (text.empty()) return Fault{0, "Null or empty specification"};
  const std::string copy(text);  // strtod wants the NUL
  const char* at = copy.c_str();
  const char* const end = at + copy.size();

  double total = 0;
  double item = 0;
  const auto number = [&item](auto& context) {
    item = x3::_attr(context);
    x3::_pass(context) = FitsTime(item);
  };
  const auto scale = [&item](auto& context) { item *= x3::_attr(context); };
  const auto add = [&](auto&) { total += item; };

  static const UnitSeconds kUnits;
  // "s" is a unit itself, and a plural's end after any other: "3 ss".
  const auto unit =
      x3::no_case[kUnits >> x3::omit[-x3::lit('s')] >> !terminal::kLetter];
  const auto space = x3::omit[*terminal::kSpace];
  const auto one = terminal::kStrtod[number] >> -(space >> unit[scale]) >>
                   x3::eps[add] >> space;
  x3::parse(at, end, space >> *one);
  if (at != end) {
    return Fault{static_cast<std::size_t>(at - copy.c_str()),
                 "unexpected value"};
  }
  return FromSeconds(total);
}

}  // namespace pmapi::notation
