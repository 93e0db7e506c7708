// Writes the sample archive: three hours of an invented shop's server, sampled
// every 30 seconds. docs/sample/sample.pmie is written against this story; the
// bytes are the same on every machine. make_sample BASE
#include <cstdint>
#include <cstdio>
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
using tests::ValuesOf;

constexpr std::int64_t kStart = 1'772'438'400;  // 2026-03-02 08:00 UTC
constexpr int kStep = 30;
constexpr int kProcessors = 4;
constexpr InDom kLoads{60u << 22 | 2}, kDisks{60u << 22 | 1},
    kFilesystems{60u << 22 | 5}, kInterfaces{60u << 22 | 3};

/// True from `from` to `to`, in minutes after eight o'clock.
bool During(int minute, int from, int to) {
  return minute >= from && minute < to;
}

/// What the server did: what is said here of a minute is true throughout it.
struct Story {
  static bool Rush(int m) { return During(m, 60, 90); }
  static bool Backup(int m) { return During(m, 20, 35); }
  static bool Leak(int m) { return During(m, 70, 80); }
  static bool BadCable(int m) { return During(m, 120, 125); }
  static bool Rebooting(int m) { return During(m, 150, 153); }
  static bool UsbDisk(int m) { return During(m, 160, 170); }
  /// /srv fills by a sixth of a percent a minute until somebody tidies up.
  static double FullSrv(int m) { return m < 140 ? 76 + m / 6.0 : 60; }
};

/// The counters since the last boot, in the units of their metrics.
struct Counters {
  std::int64_t idle_ms = 0;
  std::int64_t sda_ms = 0, sdb_ms = 0, sdc_ms = 0;
  std::int64_t errors_in = 0, errors_out = 0;

  /// kStep seconds of minute `m`.
  void Advance(int m) {
    const std::int64_t step_ms = 1000 * kStep;
    idle_ms += step_ms * kProcessors * (Story::Rush(m) ? 4 : 70) / 100;
    sda_ms += step_ms * (10 + m % 7) / 100;
    sdb_ms += step_ms * (Story::Backup(m) ? 95 : 5) / 100;
    if (Story::UsbDisk(m)) sdc_ms += step_ms;
    if (Story::BadCable(m)) errors_in += 3 * kStep;
  }
};

MetricDesc Described(std::uint32_t cluster, std::uint32_t item, Type type,
                     Semantics semantics, InDom indom, Units units) {
  return {pmapi::Pmid{60u << 22 | cluster << 10 | item}, type, indom, semantics,
          units};
}

Units Milliseconds() {
  Units units;
  units.time = 1;
  units.time_scale = pmapi::TimeScale::kMsec;
  return units;
}

Units Kilobytes() {
  Units units;
  units.space = 1;
  units.space_scale = pmapi::SpaceScale::kKbyte;
  return units;
}

Units Count() {
  Units units;
  units.count = 1;
  return units;
}

void Describe(tests::ArchiveWriter* writer) {
  const auto metric = [&](const char* name, const MetricDesc& desc) {
    writer->Metric(name, desc);
  };
  metric("hinv.ncpu", Described(0, 32, Type::kU32, Semantics::kDiscrete,
                                pmapi::kNullInDom, {}));
  metric("kernel.all.load",
         Described(2, 0, Type::kFloat, Semantics::kInstant, kLoads, {}));
  metric("kernel.all.cpu.idle",
         Described(0, 23, Type::kU64, Semantics::kCounter, pmapi::kNullInDom,
                   Milliseconds()));
  metric("disk.dev.avactive", Described(0, 46, Type::kU32, Semantics::kCounter,
                                        kDisks, Milliseconds()));
  metric("mem.util.available", Described(1, 58, Type::kU64, Semantics::kInstant,
                                         pmapi::kNullInDom, Kilobytes()));
  metric("filesys.full",
         Described(5, 8, Type::kDouble, Semantics::kInstant, kFilesystems, {}));
  metric(
      "network.interface.in.errors",
      Described(3, 2, Type::kU64, Semantics::kCounter, kInterfaces, Count()));
  metric(
      "network.interface.out.errors",
      Described(3, 10, Type::kU64, Semantics::kCounter, kInterfaces, Count()));
}

void Inhabit(tests::ArchiveWriter* writer) {
  const base::Timestamp start = tests::At(kStart);
  writer->Members(start, kLoads,
                  {{1, "1 minute"}, {5, "5 minute"}, {15, "15 minute"}});
  writer->Members(start, kDisks, {{0, "sda"}, {1, "sdb"}});
  writer->Members(start, kFilesystems, {{0, "/dev/sda1"}, {1, "/dev/sdb1"}});
  writer->Members(start, kInterfaces, {{0, "lo"}, {1, "eth0"}});
}

std::vector<ValuesOf> Observed(int m, const Counters& now) {
  const double load = Story::Rush(m) ? 11.5 : 0.75 + m % 5 * 0.25;
  std::vector<tests::InstanceValue> disks = {{0, now.sda_ms}, {1, now.sdb_ms}};
  if (Story::UsbDisk(m)) disks.push_back({2, now.sdc_ms});
  return {{"kernel.all.load", {{1, load}, {5, load * 0.75}, {15, load * 0.5}}},
          {"kernel.all.cpu.idle", now.idle_ms},
          {"disk.dev.avactive", disks},
          {"mem.util.available", Story::Leak(m) ? 400'000 : 6'000'000},
          {"filesys.full", {{0, 41.5}, {1, Story::FullSrv(m)}}},
          {"network.interface.in.errors", {{0, 0}, {1, now.errors_in}}},
          {"network.interface.out.errors", {{0, 0}, {1, now.errors_out}}}};
}

/// The server comes up again, and the logger with it.
void Boot(base::Timestamp time, tests::ArchiveWriter* writer) {
  writer->Record(time, {{"hinv.ncpu", kProcessors}});
}

tests::ArchiveImage Shop() {
  tests::ArchiveOptions options;
  options.start = tests::At(kStart);
  options.host = "shop";
  tests::ArchiveWriter writer(options);
  Describe(&writer);
  Inhabit(&writer);
  Counters counters;
  for (int second = 0; second <= 3 * 3600; second += kStep) {
    const int minute = second / 60;
    const base::Timestamp time = tests::At(kStart + second);
    const bool on_the_minute = second % 60 == 0;
    if (Story::Rebooting(minute)) {
      if (on_the_minute && minute == 150) writer.Mark(time);
      counters = Counters{};
      continue;
    }
    if (on_the_minute && (minute == 0 || minute == 153)) Boot(time, &writer);
    if (on_the_minute && minute == 160) {
      writer.MembersChange(time, kDisks, {{2, "sdc"}}, {});
    }
    writer.Record(time, Observed(minute, counters));
    counters.Advance(minute);
  }
  return writer.Image();
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) {
    std::fputs("usage: make_sample BASE\n", stderr);
    return 2;
  }
  tests::WriteImage(Shop(), argv[1]);
  return 0;
}
