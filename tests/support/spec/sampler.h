// Sampler: the values of a task's ticks, one tick at a time, and the clock
// variables. Both evaluators get their values here.
#ifndef TOCSIN_TESTS_SUPPORT_SPEC_SAMPLER_H_
#define TOCSIN_TESTS_SUPPORT_SPEC_SAMPLER_H_

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <tuple>
#include <utility>
#include <vector>

#include "base/time.h"
#include "tests/support/spec/interpolate.h"
#include "tests/support/spec/log.h"
#include "tests/support/spec/switches.h"
#include "tests/support/spec/tree.h"

namespace spec {

/// One metric of one archive at a tick.
struct Sample {
  std::map<pmapi::InstanceId, Raw> values;
  /// A mark lies between the tick before and this one.
  bool after_mark = false;
};

class Sampler {
 public:
  /// `interval` in seconds. Lifetime: keeps `logs`.
  Sampler(const std::vector<Log>* logs, Switches switches, bool counter_wrap,
          base::Timestamp start, double interval);

  /// Has the metrics under `root` fetched at every tick.
  void Want(const Node& root);
  /// Goes on to the next tick; to the first one when called first.
  void Advance();

  /// Of this tick, as labels show it.
  base::Timestamp now() const { return now_; }
  /// For which the archives are asked.
  base::Timestamp asked() const { return asked_; }
  int tick() const { return tick_; }
  double interval() const { return interval_; }

  /// REQUIRES: a metric that is wanted.
  const Sample& At(const HostMetric& metric) const {
    return samples_.at(KeyOf(metric));
  }
  /// The same at the tick before; empty at the first.
  const Sample& Before(const HostMetric& metric) const {
    return samples_before_.at(KeyOf(metric));
  }

  /// The rate of a counter, `seconds` apart, or nothing where it went back.
  std::optional<double> Rate(const pmapi::MetricDesc& desc, const Raw& before,
                             const Raw& now, double seconds) const;
  /// What a clock variable says now.
  double ClockValue(ast::ClockField field) const;

  const Switches& switches() const { return switches_; }
  const std::vector<Log>& logs() const { return *logs_; }

 private:
  /// Some instances of a domain, or all (none is named).
  using Profile = std::set<pmapi::InstanceId>;
  /// What is fetched together: a metric of an archive, of these instances.
  using Key = std::tuple<int, pmapi::Pmid, Profile>;

  Key KeyOf(const HostMetric& metric) const;
  Sample Fetch(const Key& key, const HostMetric& metric) const;

  const std::vector<Log>* logs_;
  Switches switches_;
  bool counter_wrap_;
  base::Timestamp start_;
  double interval_;
  int tick_ = -1;
  base::Timestamp now_;
  base::Timestamp asked_;
  base::Timestamp before_;
  std::vector<HostMetric> wanted_;
  /// As pmie: what all the task's rules want of a domain of an archive.
  std::map<std::pair<int, pmapi::InDom>, Profile> profiles_;
  std::map<Key, Sample> samples_;
  std::map<Key, Sample> samples_before_;
};

/// Seconds since the epoch as pmie holds them: the part of a second as a long
/// double, then the sum as a double.
double EpochSeconds(base::Timestamp t);

}  // namespace spec

#endif  // TOCSIN_TESTS_SUPPORT_SPEC_SAMPLER_H_
