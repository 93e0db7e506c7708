// Writes the archives that tests/bench replays: a host with many disks and
// processors. The same bytes every time.
//   make_bench_archive BASE DISKS MINUTES [churn] [host=NAME]
// With `churn`, disks come and go, counters start anew, and there is a mark.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <random>
#include <string>
#include <vector>

#include "tests/support/archive_image.h"
#include "tests/support/archive_writer.h"

namespace {

using pmapi::InDom;
using pmapi::MetricDesc;
using pmapi::Semantics;
using pmapi::Type;
using pmapi::Units;
using tests::InstanceValue;
using tests::Value;
using tests::ValuesOf;

constexpr std::int64_t kStart = 1'772'438'400;  // 2026-03-02 08:00 UTC
constexpr int kStep = 10;
constexpr InDom kLoads{60u << 22 | 2}, kDisks{60u << 22 | 1};
const std::vector<std::string> kDiskMetrics = {
    "disk.dev.read",       "disk.dev.write",       "disk.dev.total",
    "disk.dev.read_bytes", "disk.dev.write_bytes", "disk.dev.avactive"};

struct Plan {
  int disks = 0;
  int minutes = 0;
  bool churn = false;
  std::string host = "bench";
};

MetricDesc Described(std::uint32_t item, Type type, Semantics semantics,
                     InDom indom, Units units) {
  return {pmapi::Pmid{60u << 22 | item}, type, indom, semantics, units};
}

Units UnitsOf(const std::string& metric) {
  Units units;
  if (metric.ends_with("bytes")) {
    units.space = 1;
    units.space_scale = pmapi::SpaceScale::kKbyte;
  } else if (metric.ends_with("avactive")) {
    units.time = 1;
    units.time_scale = pmapi::TimeScale::kMsec;
  } else {
    units.count = 1;
  }
  return units;
}

void Describe(tests::ArchiveWriter* writer, const Plan& plan) {
  std::uint32_t item = 1;
  for (const std::string& name : kDiskMetrics) {
    writer->Metric(name, Described(item++, Type::kU64, Semantics::kCounter,
                                   kDisks, UnitsOf(name)));
  }
  writer->Metric("kernel.all.load", Described(item++, Type::kFloat,
                                              Semantics::kInstant, kLoads, {}));
  writer->Metric("kernel.all.pswitch",
                 Described(item++, Type::kU64, Semantics::kCounter,
                           pmapi::kNullInDom, UnitsOf("count")));
  writer->Metric("hinv.ncpu",
                 Described(item++, Type::kU32, Semantics::kDiscrete,
                           pmapi::kNullInDom, {}));
  std::vector<pmapi::Instance> disks;
  for (int disk = 0; disk < plan.disks; ++disk) {
    disks.push_back({disk, "sd" + std::to_string(disk)});
  }
  const base::Timestamp start = tests::At(kStart);
  writer->Members(start, kDisks, disks);
  writer->Members(start, kLoads,
                  {{1, "1 minute"}, {5, "5 minute"}, {15, "15 minute"}});
}

/// The state of the invented host, a step after the other.
class Host {
 public:
  explicit Host(const Plan& plan)
      : plan_(plan),
        counters_(
            kDiskMetrics.size(),
            std::vector<std::int64_t>(static_cast<std::size_t>(plan.disks))) {}

  std::vector<ValuesOf> Observe(int step) {
    std::vector<ValuesOf> sets;
    for (std::size_t m = 0; m < kDiskMetrics.size(); ++m) {
      sets.push_back(Disks(m, step));
    }
    const double load = 1 + static_cast<double>(Random(400)) / 100;
    sets.emplace_back(
        "kernel.all.load",
        std::vector<InstanceValue>{{1, load}, {5, load / 2}, {15, load / 4}});
    switches_ += 10'000 + Random(40'000);
    sets.emplace_back("kernel.all.pswitch", Value(switches_));
    sets.emplace_back("hinv.ncpu", Value(16));
    return sets;
  }

 private:
  // Of the engine alone: how a distribution draws is up to the library.
  std::int64_t Random(std::int64_t below) {
    return static_cast<std::int64_t>(random_() %
                                     static_cast<std::uint64_t>(below));
  }

  /// Some disk in sixteen is away for some minutes of every hour.
  bool Away(int disk, int step) const {
    return plan_.churn && disk % 16 == 5 && (step / 30 + disk) % 12 == 0;
  }

  ValuesOf Disks(std::size_t m, int step) {
    std::vector<InstanceValue> values;
    for (int disk = 0; disk < plan_.disks; ++disk) {
      std::int64_t& counter = counters_[m][disk];
      counter += Random(kStep * 200);
      if (plan_.churn && (step + disk) % 997 == 996) counter = 0;
      if (!Away(disk, step)) values.push_back({disk, counter});
    }
    return {kDiskMetrics[m], values};
  }

  Plan plan_;
  std::mt19937_64 random_{1};
  std::vector<std::vector<std::int64_t>> counters_;
  std::int64_t switches_ = 0;
};

tests::ArchiveImage Write(const Plan& plan) {
  tests::ArchiveOptions options;
  options.start = tests::At(kStart);
  options.host = plan.host;
  tests::ArchiveWriter writer(options);
  Describe(&writer, plan);
  Host host(plan);
  const int steps = plan.minutes * 60 / kStep;
  for (int step = 0; step <= steps; ++step) {
    const base::Timestamp time = tests::At(kStart + step * kStep);
    if (plan.churn && step == steps / 2) {
      writer.Mark(time);
    } else {
      writer.Record(time, host.Observe(step));
    }
  }
  return writer.Image();
}

}  // namespace

int main(int argc, char** argv) {
  Plan plan;
  bool known = argc > 3;
  if (known) {
    plan.disks = std::atoi(argv[2]);
    plan.minutes = std::atoi(argv[3]);
  }
  for (int i = 4; i < argc; ++i) {
    const std::string word = argv[i];
    if (word == "churn") {
      plan.churn = true;
    } else if (word.starts_with("host=")) {
      plan.host = word.substr(5);
    } else {
      known = false;
    }
  }
  if (plan.disks <= 0 || plan.minutes <= 0 || !known) {
    std::fputs(
        "usage: make_bench_archive BASE DISKS MINUTES [churn] [host=NAME]\n",
        stderr);
    return 2;
  }
  tests::WriteImage(Write(plan), argv[1]);
  return 0;
}
