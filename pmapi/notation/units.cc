// Both sides of the "/" are read into powers of the three dimensions, which
// are then divided.
#include "pmapi/notation/units.h"

#include <cmath>
#include <string>
#include <vector>

#include "pmapi/notation/x3_terminals.h"

namespace pmapi::notation {
namespace {

namespace x3 = boost::spirit::x3;

constexpr int kMinExponent = -8;
constexpr int kMaxExponent = 7;
constexpr int kMaxScale = 15;
constexpr const char* kBadUnit = "unrecognized or duplicate base unit";
constexpr const char* kBadNumber = "invalid floating point literal";

/// One dimension of one side of the "/". `scale` is the dimension's own code.
struct Power {
  bool given = false;
  int exponent = 0;
  int scale = 0;
};

/// One side of the "/".
struct UnitProduct {
  double number = 1;
  Power space;
  Power time;
  Power count;
};

/// A base unit: which dimension, which scale.
struct Base {
  Power UnitProduct::*dimension = nullptr;
  int scale = 0;
};

struct Bases : x3::symbols<Base> {
  Bases() {
    AddTimes();
    AddSpaces();
    Add(&UnitProduct::count, 0, {"count", "counts", "count x 10^0"});
    Add(&UnitProduct::count, 1, {"count x 10"});
    for (int n = kMinExponent; n <= kMaxExponent; ++n) {
      if (n == 0 || n == 1) continue;
      Add(&UnitProduct::count, n, {"count x 10^" + std::to_string(n)});
    }
    for (int n = 0; n <= kMaxScale; ++n) {
      Add(&UnitProduct::space, n, {"space-" + std::to_string(n)});
      Add(&UnitProduct::time, n, {"time-" + std::to_string(n)});
    }
  }

  void Add(Power UnitProduct::*dimension, int scale,
           const std::vector<std::string>& names) {
    for (const std::string& name : names) add(name, Base{dimension, scale});
  }

  void AddTimes() {
    Add(&UnitProduct::time, 0, {"ns", "nanosec", "nanosecond", "nanoseconds"});
    Add(&UnitProduct::time, 1,
        {"us", "microsec", "microsecond", "microseconds"});
    Add(&UnitProduct::time, 2,
        {"ms", "millisec", "millisecond", "milliseconds"});
    Add(&UnitProduct::time, 3, {"s", "sec", "second", "seconds"});
    Add(&UnitProduct::time, 4, {"min", "minute", "minutes"});
    Add(&UnitProduct::time, 5, {"h", "hr", "hour", "hours"});
  }

  void AddSpaces() {
    struct Prefix {
      const char* letter;
      const char* binary;
      const char* decimal;
    };
    static constexpr Prefix kPrefixes[] = {
        {"k", "kibi", "kilo"},  {"m", "mebi", "mega"}, {"g", "gibi", "giga"},
        {"t", "tebi", "tera"},  {"p", "pebi", "peta"}, {"e", "exbi", "exa"},
        {"z", "zebi", "zetta"}, {"y", "yobi", "yotta"}};
    Add(&UnitProduct::space, 0, {"byte", "bytes"});
    int scale = 1;
    for (const Prefix& prefix : kPrefixes) {
      const std::string letter = prefix.letter;
      Add(&UnitProduct::space, scale, {letter + "b", letter + "ib"});
      for (const std::string& stem :
           {letter, std::string(prefix.binary), std::string(prefix.decimal)}) {
        Add(&UnitProduct::space, scale, {stem + "byte", stem + "bytes"});
      }
      ++scale;
    }
  }
};

/// Reads one side from `at`, which it leaves where it stopped; the reason, or
/// none at the side's end.
const char* ReadSide(const char*& at, const char* end, UnitProduct* side) {
  static const Bases kBases;
  Base base;
  int exponent = 1;
  const auto set_exponent = [&exponent](auto& context) {
    exponent = x3::_attr(context);
    x3::_pass(context) = exponent >= kMinExponent && exponent <= kMaxScale;
  };
  const auto multiply = [side](auto& context) {
    side->number *= x3::_attr(context);
    x3::_pass(context) = std::isfinite(side->number);
  };
  const auto power = x3::int_parser<int>();
  const auto unit = x3::no_case[kBases][terminal::Into(&base)] >>
                    -('^' >> !x3::lit('+') >> power[set_exponent]) >>
                    &(x3::eoi | terminal::kSpace);
  while (true) {
    x3::parse(at, end, x3::omit[*terminal::kSpace]);
    if (at == end) return nullptr;
    if (x3::parse(at, end, &x3::char_("-.0-9"))) {
      if (!x3::parse(at, end, terminal::kStrtod[multiply])) return kBadNumber;
      continue;
    }
    exponent = 1;
    const char* const start = at;
    if (!x3::parse(at, end, unit)) return kBadUnit;
    Power& given = side->*base.dimension;
    if (given.given) {
      at = start;
      return kBadUnit;
    }
    given = {true, exponent, base.scale};
  }
}

/// `scale` of a dimension to its canonical unit, as a quotient of integers.
struct Quotient {
  double up;
  double down;
};

Quotient SpaceQuotient(int scale) { return {std::pow(1024, scale), 1}; }

Quotient TimeQuotient(int scale) {
  static constexpr Quotient kQuotients[] = {{1, 1e9}, {1, 1e6}, {1, 1e3},
                                            {1, 1},   {60, 1},  {3600, 1}};
  return scale < 6 ? kQuotients[scale] : kQuotients[3];
}

Quotient CountQuotient(int scale) {
  return scale >= 0 ? Quotient{std::pow(10, scale), 1}
                    : Quotient{1, std::pow(10, -scale)};
}

/// One dimension of the quotient of two sides; what its scales disagree on is
/// multiplied into `*multiplier`.
Power Divide(const Power& above, const Power& below, int canonical,
             Quotient (*quotient)(int), double* multiplier) {
  const int exponent = above.exponent - below.exponent;
  if (!above.given || !below.given) {
    const int scale = above.given ? above.scale : below.scale;
    return {exponent != 0, exponent, exponent == 0 ? 0 : scale};
  }
  const Quotient a = quotient(above.scale);
  const Quotient b = quotient(below.scale);
  *multiplier *=
      std::pow(b.up, below.exponent) * std::pow(a.down, above.exponent) /
      (std::pow(b.down, below.exponent) * std::pow(a.up, above.exponent));
  return {exponent != 0, exponent, exponent == 0 ? 0 : canonical};
}

bool Fits(const Power& power) {
  return power.exponent >= kMinExponent && power.exponent <= kMaxExponent;
}

Parsed<ScaledUnits> Join(const UnitProduct& above, const UnitProduct& below) {
  double multiplier = below.number / above.number;
  const Power space =
      Divide(above.space, below.space, 0, SpaceQuotient, &multiplier);
  const Power time =
      Divide(above.time, below.time, 3, TimeQuotient, &multiplier);
  const Power count =
      Divide(above.count, below.count, 0, CountQuotient, &multiplier);
  if (!Fits(space)) return Fault{0, "space dimension out of bounds"};
  if (!Fits(time)) return Fault{0, "time dimension out of bounds"};
  if (!Fits(count)) return Fault{0, "count dimension out of bounds"};
  ScaledUnits result;
  result.multiplier = multiplier;
  result.units.space = static_cast<std::int8_t>(space.exponent);
  result.units.time = static_cast<std::int8_t>(time.exponent);
  result.units.count = static_cast<std::int8_t>(count.exponent);
  result.units.space_scale = static_cast<pmapi::SpaceScale>(space.scale);
  result.units.time_scale = static_cast<pmapi::TimeScale>(time.scale);
  result.units.count_scale = static_cast<std::int8_t>(count.scale);
  return result;
}

}  // namespace

Parsed<ScaledUnits> ParseUnits(std::string_view text) {
  const std::string copy(text);  // strtod wants the NUL
  const char* at = copy.c_str();
  const char* const end = at + copy.size();
  const std::size_t slash = copy.find('/');
  const char* const middle = slash == std::string::npos ? end : at + slash;
  UnitProduct above;
  UnitProduct below;
  const char* reason = ReadSide(at, middle, &above);
  if (!reason && middle != end) {
    ++at;
    reason = ReadSide(at, end, &below);
  }
  if (reason) return Fault{static_cast<std::size_t>(at - copy.c_str()), reason};
  return Join(above, below);
}

}  // namespace pmapi::notation
