// Ticks, values at ticks, rates between two of them.
#include "tests/support/spec/sampler.h"

#include <cmath>
#include <ctime>

#include "pmapi/metric/units.h"

namespace spec {
namespace {

using pmapi::Type;

constexpr double kTwo32 = 4294967296.0;
constexpr double kTwo53 = 9007199254740992.0;
constexpr double kTwo64 = 18446744073709551616.0;

bool Is32(Type type) { return type == Type::k32 || type == Type::kU32; }

/// The double nearest to now - before, of whole numbers.
double WholeDifference(Type type, const Raw& before, const Raw& now) {
  const auto a = static_cast<std::uint64_t>(before.integer);
  const auto b = static_cast<std::uint64_t>(now.integer);
  const bool grown =
      type == Type::kU64 ? b >= a : now.integer >= before.integer;
  return grown ? static_cast<double>(b - a) : -static_cast<double>(a - b);
}

double WrappedDifference(Type type, const Raw& before, const Raw& now) {
  if (Is32(type)) return WholeDifference(type, before, now) + kTwo32;
  return static_cast<double>(static_cast<std::uint64_t>(now.integer) -
                             static_cast<std::uint64_t>(before.integer));
}

}  // namespace

double EpochSeconds(base::Timestamp t) {
  const auto nanos = static_cast<long double>(t.Nanoseconds());
  return static_cast<double>(static_cast<long double>(t.Seconds()) +
                             nanos / 1e9L);
}

Sampler::Sampler(const std::vector<Log>* logs, Switches switches,
                 bool counter_wrap, base::Timestamp start, double interval)
    : logs_(logs),
      switches_(switches),
      counter_wrap_(counter_wrap),
      start_(start),
      interval_(interval) {}

void Sampler::Want(const Node& root) {
  if (root.left) Want(*root.left);
  if (root.right) Want(*root.right);
  for (const HostMetric& metric : root.metrics) {
    wanted_.push_back(metric);
    const auto [profile, first] =
        profiles_.try_emplace({metric.log, metric.desc.indom});
    if (metric.wanted.empty() || (!first && profile->second.empty())) {
      profile->second.clear();
    } else {
      profile->second.insert(metric.wanted.begin(), metric.wanted.end());
    }
  }
}

Sampler::Key Sampler::KeyOf(const HostMetric& metric) const {
  const Profile own(metric.wanted.begin(), metric.wanted.end());
  return {
      metric.log, metric.desc.pmid,
      switches_.members ? own : profiles_.at({metric.log, metric.desc.indom})};
}

void Sampler::Advance() {
  before_ = asked_;
  ++tick_;
  const auto step = static_cast<std::int64_t>(std::llround(interval_ * 1e9));
  now_ = start_ + base::Duration{tick_ * step};
  asked_ = now_;
  if (!switches_.fine_steps) {
    const auto millis = static_cast<std::int64_t>(interval_ * 1000.0);
    asked_ = start_ + base::Duration{tick_ * millis * 1'000'000};
  }
  samples_before_ = std::move(samples_);
  samples_.clear();
  for (const HostMetric& metric : wanted_) {
    const Key key = KeyOf(metric);
    samples_before_.try_emplace(key);
    if (!samples_.count(key)) samples_[key] = Fetch(key, metric);
  }
}

Sample Sampler::Fetch(const Key& key, const HostMetric& metric) const {
  const Log& archive = (*logs_)[metric.log];
  const pmapi::MetricDesc& desc = metric.desc;
  Sample sample;
  std::optional<base::Timestamp> before;
  if (tick_ > 0) before = before_;
  sample.values =
      ValuesAt(archive, desc, asked_, {switches_, counter_wrap_, before});
  sample.after_mark =
      tick_ > 0 && MarkBetween(archive, desc.pmid, before_, asked_);
  const Profile& profile = std::get<Profile>(key);
  std::erase_if(sample.values, [&](const auto& value) {
    return !profile.empty() && !profile.count(value.first);
  });
  const bool between =
      std::any_of(sample.values.begin(), sample.values.end(),
                  [](const auto& value) { return value.second.between; });
  for (auto& [instance, value] : sample.values) value.between = between;
  const Sample& past = samples_before_.at(key);
  const bool counter = desc.semantics == pmapi::Semantics::kCounter;
  // Whoever had a counter's value before a mark does not get the next.
  if (counter && sample.after_mark && !past.values.empty()) {
    sample.values.clear();
  }
  return sample;
}

std::optional<double> Sampler::Rate(const pmapi::MetricDesc& desc,
                                    const Raw& before, const Raw& now,
                                    double seconds) const {
  const Type type = desc.type;
  const double factor = pmapi::CanonicalFactor(desc.units);
  const double a = AsDouble(type, before);
  const double b = AsDouble(type, now);
  double difference = b * factor - a * factor;
  const bool large = std::fabs(a) >= kTwo53 || std::fabs(b) >= kTwo53;
  const bool read = !before.between && !now.between;
  if (switches_.exact_rates && IsInteger(type) && large && read) {
    difference = WholeDifference(type, before, now) * factor;
  }
  if (difference < 0 && counter_wrap_ && IsInteger(type)) {
    if (switches_.wrap_scale) {
      difference = WrappedDifference(type, before, now) * factor;
    } else {
      difference += Is32(type) ? kTwo32 : kTwo64;
    }
  }
  if (difference < 0) return std::nullopt;
  return difference / seconds;
}

double Sampler::ClockValue(ast::ClockField field) const {
  const std::time_t seconds = now_.Seconds();
  std::tm fields{};
  localtime_r(&seconds, &fields);
  // pmie looks the date up when a day has passed since the last time, first 0.
  const bool dated = switches_.epoch || fields.tm_year > 70 || fields.tm_yday;
  if (!dated && field >= ast::ClockField::kDay &&
      field <= ast::ClockField::kDayOfWeek) {
    return 0;
  }
  switch (field) {
    case ast::ClockField::kMinute:
      return fields.tm_min;
    case ast::ClockField::kHour:
      return fields.tm_hour;
    case ast::ClockField::kDay:
      return fields.tm_mday;
    case ast::ClockField::kMonth:
      return fields.tm_mon;
    case ast::ClockField::kYear:
      return fields.tm_year + 1900;
    case ast::ClockField::kDayOfWeek:
      return fields.tm_wday;
    case ast::ClockField::kDelta:
      return interval_;
  }
  return 0;
}

}  // namespace spec
