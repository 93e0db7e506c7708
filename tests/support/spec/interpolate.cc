// Finds the values before and after a time and what follows from them.
#include "tests/support/spec/interpolate.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>

namespace spec {
namespace {

using pmapi::Type;

constexpr double kTwo32 = 4294967296.0;
constexpr double kTwo63 = 9223372036854775808.0;

/// Seconds from the archive's start, rounded once.
double SecondsInto(const Log& log, base::Timestamp t) {
  const auto start = log.start();
  const auto nanos =
      static_cast<long double>(t.Nanoseconds() - start.Nanoseconds());
  return static_cast<double>(
      nanos / 1e9L + static_cast<long double>(t.Seconds() - start.Seconds()));
}

std::int64_t ToInt32(double x) {
  x = std::trunc(x);
  if (!(x >= -2147483648.0 && x <= 2147483647.0)) return -2147483648LL;
  return static_cast<std::int64_t>(x);
}

std::int64_t ToInt64(double x) {
  x = std::trunc(x);
  if (!(x >= -kTwo63 && x < kTwo63)) {
    return std::numeric_limits<std::int64_t>::min();
  }
  return static_cast<std::int64_t>(x);
}

std::uint64_t ToUnsigned64(double x) {
  if (x < kTwo63) return static_cast<std::uint64_t>(ToInt64(x));
  return static_cast<std::uint64_t>(ToInt64(x - kTwo63)) ^
         (std::uint64_t{1} << 63);
}

/// Between the counters P at tp and N at tn, at t; the formulas of b.5.
class CounterBetween {
 public:
  CounterBetween(double t, double tp, double tn, bool wraps)
      : t_(t), tp_(tp), tn_(tn), wraps_(wraps) {}

  std::int64_t Of32(std::int64_t p, std::int64_t n, bool add_base) const {
    if (wraps_ && n < p) {
      const double step = Share(kTwo32 - static_cast<double>(p - n));
      if (!add_base) return ToInt32(0.5 + step);
      return static_cast<std::int32_t>(p + ToInt64(0.5 + step));
    }
    const auto difference = static_cast<std::int32_t>(
        static_cast<std::uint32_t>(n) - static_cast<std::uint32_t>(p));
    return ToInt32((0.5 + static_cast<double>(p)) +
                   Share(static_cast<double>(difference)));
  }

  std::int64_t OfU32(std::int64_t p, std::int64_t n) const {
    const double base = 0.5 + static_cast<double>(p);
    if (n >= p) return Wrapped(base + Share(static_cast<double>(n - p)));
    if (wraps_) {
      const double step =
          Share(kTwo32 - static_cast<double>(p) + static_cast<double>(n));
      return static_cast<std::uint32_t>(
          static_cast<std::uint64_t>(p) +
          static_cast<std::uint64_t>(std::trunc(0.5 + step)));
    }
    return Wrapped(base - Share(static_cast<double>(p - n)));
  }

  std::int64_t Of64(std::int64_t p, std::int64_t n) const {
    return ToInt64((0.5 + static_cast<double>(p)) +
                   Share(static_cast<double>(Less(n, p))));
  }

  std::int64_t OfU64(std::int64_t p, std::int64_t n) const {
    const auto base = 0.5 + static_cast<double>(p);
    if (n >= p) {
      return static_cast<std::int64_t>(
          ToUnsigned64(base + Share(static_cast<double>(Less(n, p)))));
    }
    if (wraps_) {
      const auto growth = static_cast<std::uint64_t>(Less(n, p));
      return static_cast<std::int64_t>(
          ToUnsigned64(base + Share(static_cast<double>(growth))));
    }
    return static_cast<std::int64_t>(
        ToUnsigned64(base - Share(static_cast<double>(Less(p, n)))));
  }

  double OfFloat(double p, double n) const {
    const float difference = static_cast<float>(n) - static_cast<float>(p);
    return static_cast<double>(
        static_cast<float>(p + Share(static_cast<double>(difference))));
  }

  double OfDouble(double p, double n) const { return p + Share(n - p); }

 private:
  /// The part of `difference` that has passed at t.
  double Share(double difference) const {
    return (t_ - tp_) * difference / (tn_ - tp_);
  }
  static std::int64_t Less(std::int64_t a, std::int64_t b) {
    return static_cast<std::int64_t>(static_cast<std::uint64_t>(a) -
                                     static_cast<std::uint64_t>(b));
  }
  static std::int64_t Wrapped(double value) {
    return static_cast<std::uint32_t>(ToInt64(value));
  }

  double t_, tp_, tn_;
  bool wraps_;
};

Raw BetweenCounters(Type type, const CounterBetween& at, const Raw& p,
                    const Raw& n, bool add_base) {
  Raw raw;
  raw.between = true;
  switch (type) {
    case Type::k32:
      raw.integer = at.Of32(p.integer, n.integer, add_base);
      return raw;
    case Type::kU32:
      raw.integer = at.OfU32(p.integer, n.integer);
      return raw;
    case Type::k64:
      raw.integer = at.Of64(p.integer, n.integer);
      return raw;
    case Type::kU64:
      raw.integer = at.OfU64(p.integer, n.integer);
      return raw;
    case Type::kFloat:
      raw.real = at.OfFloat(p.real, n.real);
      return raw;
    case Type::kDouble:
      raw.real = at.OfDouble(p.real, n.real);
      return raw;
    case Type::kNoSupport:
    case Type::kString:
    case Type::kAggregate:
    case Type::kAggregateStatic:
    case Type::kEvent:
    case Type::kHighresEvent:
    case Type::kUnknown:
      break;
  }
  return p;
}

const Point* Last(const Series& series, base::Timestamp time) {
  const auto after = std::partition_point(
      series.begin(), series.end(),
      [&](const Point& point) { return point.place.time <= time; });
  return after == series.begin() ? nullptr : &*std::prev(after);
}

const Point* First(const Series& series, base::Timestamp time) {
  const auto there = std::partition_point(
      series.begin(), series.end(),
      [&](const Point& point) { return point.place.time < time; });
  return there == series.end() ? nullptr : &*there;
}

/// Of several values at `time` itself: the last.
const Point* LastThere(const Series& series, const Point* first,
                       base::Timestamp time) {
  while (first != nullptr && first->place.time == time &&
         first != &series.back() && first[1].place.time == time) {
    ++first;
  }
  return first;
}

/// The values around a time that no mark cuts off.
struct Neighbours {
  const Point* prior = nullptr;
  const Point* next = nullptr;
};

/// As we do: whatever stands at `time` has happened, in the order of the file.
Neighbours FindNeighbours(const Log& log, const Series& series,
                          base::Timestamp time, const Reading& reading) {
  Neighbours found{Last(series, time), First(series, time)};
  if (reading.switches.equal_stamps) {
    found.next = LastThere(series, found.next, time);
  } else if (reading.before && found.next != nullptr &&
             found.next->place.time == time) {
    found.prior = found.next;
  }
  // A mark that follows it at the same stamp cuts off what comes after.
  const bool now = found.prior && found.prior->place.time == time &&
                   (reading.switches.equal_stamps || reading.before);
  for (const Place& mark : log.marks) {
    if (!now && mark.time <= time && found.prior && mark > found.prior->place) {
      found.prior = nullptr;
    }
    if (mark.time >= time && found.next && mark < found.next->place &&
        !(mark.time == time && found.prior == found.next)) {
      found.next = nullptr;
    }
  }
  if (found.next != nullptr && found.next->place.time == time &&
      found.prior == nullptr) {
    // libpcp's first fetch: the mark cuts off its own instant, too.
    found.next = nullptr;
  }
  return found;
}

/// How far a fetch at `time` goes for a metric: to its values there, or
/// through all that is there.
Place Reached(const Log& log, pmapi::Pmid pmid, base::Timestamp time) {
  Place last{time, -1};
  const auto metric = log.metrics.find(pmid);
  if (metric != log.metrics.end()) {
    for (const auto& [instance, series] : metric->second) {
      const Point* point = Last(series, time);
      if (point != nullptr) last = std::max(last, point->place);
    }
  }
  if (last.record < 0) last.record = std::numeric_limits<int>::max();
  return last;
}

bool Alive(const Log& log, const pmapi::MetricDesc& desc,
           pmapi::InstanceId instance, base::Timestamp time) {
  const auto domain = log.lives.find(desc.indom);
  if (domain == log.lives.end()) return true;
  const auto life = domain->second.find(instance);
  if (life == domain->second.end()) return true;
  return time >= life->second.birth &&
         !(life->second.ended && time > life->second.death);
}

/// The value as it is read: libpcp does not turn the bytes of a block that
/// says no type.
Raw Read(const Raw& value, Type type, const Switches& switches) {
  Raw read = value;
  if (!value.untyped || switches.untyped) return read;
  if (type == Type::kDouble) {
    const auto bits = std::bit_cast<std::uint64_t>(value.real);
    read.real = std::bit_cast<double>(__builtin_bswap64(bits));
  } else {
    read.integer = static_cast<std::int64_t>(
        __builtin_bswap64(static_cast<std::uint64_t>(value.integer)));
  }
  return read;
}

}  // namespace

std::optional<Raw> ValueAt(const Log& log, const pmapi::MetricDesc& desc,
                           pmapi::InstanceId instance, base::Timestamp time,
                           const Reading& reading) {
  const auto metric = log.metrics.find(desc.pmid);
  if (metric == log.metrics.end()) return std::nullopt;
  const auto series = metric->second.find(instance);
  if (series == metric->second.end()) return std::nullopt;
  const auto [prior, next] = FindNeighbours(log, series->second, time, reading);
  const bool counter = desc.semantics == pmapi::Semantics::kCounter;
  if (prior == nullptr) return std::nullopt;
  if (desc.type == Type::kString && !reading.switches.exact_strings &&
      prior != &series->second.front() && reading.before &&
      prior->place.time == time && prior[-1].place.time < *reading.before) {
    // libpcp had found it as the next value, and takes the one before.
    return prior[-1].value;
  }
  const Raw p = Read(prior->value, desc.type, reading.switches);
  if (desc.semantics == pmapi::Semantics::kDiscrete) {
    if (!Alive(log, desc, instance, time)) return std::nullopt;
    return p;
  }
  if (next == nullptr) return std::nullopt;
  if (!counter || !IsNumeric(desc.type)) return p;
  if (prior->place.time == time) return p;
  const Raw n = Read(next->value, desc.type, reading.switches);
  if (next->place.time == time) return n;
  const CounterBetween at(
      SecondsInto(log, time), SecondsInto(log, prior->place.time),
      SecondsInto(log, next->place.time), reading.counter_wrap);
  return BetweenCounters(desc.type, at, p, n, reading.switches.wrap_long);
}

std::map<pmapi::InstanceId, Raw> ValuesAt(const Log& log,
                                          const pmapi::MetricDesc& desc,
                                          base::Timestamp time,
                                          const Reading& reading) {
  std::map<pmapi::InstanceId, Raw> values;
  const base::Duration tolerance{base::kNanosPerSecond / 1000};
  if ((log.start() - time) > tolerance || (time - log.end()) > tolerance) {
    return values;
  }
  if (desc.semantics == pmapi::Semantics::kCounter && !IsNumeric(desc.type)) {
    return values;
  }
  const auto metric = log.metrics.find(desc.pmid);
  if (metric == log.metrics.end()) return values;
  for (const auto& [instance, series] : metric->second) {
    const auto value = ValueAt(log, desc, instance, time, reading);
    if (value) values[instance] = *value;
  }
  return values;
}

bool MarkBetween(const Log& log, pmapi::Pmid pmid, base::Timestamp from,
                 base::Timestamp to) {
  const Place begin = Reached(log, pmid, from);
  const Place end = Reached(log, pmid, to);
  return std::any_of(log.marks.begin(), log.marks.end(),
                     [&](const Place& m) { return m > begin && m <= end; });
}

double AsDouble(Type type, const Raw& value) {
  if (type == Type::kU64) {
    return static_cast<double>(static_cast<std::uint64_t>(value.integer));
  }
  return IsInteger(type) ? static_cast<double>(value.integer) : value.real;
}

}  // namespace spec
