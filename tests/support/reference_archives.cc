// The archives of docs/pmie.md's examples, value by value.
#include "tests/support/reference_archives.h"

#include <map>
#include <utility>
#include <vector>

#include "tests/support/archive_writer.h"

namespace tests {
namespace {

using pmapi::InDom;
using pmapi::MetricDesc;
using pmapi::Semantics;
using pmapi::Type;
using pmapi::Units;

constexpr std::int64_t kStart = 1'000'000'000;
constexpr std::int64_t kStep = 10;
constexpr InDom kColours{(245u << 22) | 1}, kDisks{(245u << 22) | 2};
constexpr Semantics kInstant = Semantics::kInstant;
constexpr Semantics kCounter = Semantics::kCounter;
constexpr Semantics kDiscrete = Semantics::kDiscrete;

Units Make(int space, int time, int count, pmapi::SpaceScale space_scale,
           pmapi::TimeScale time_scale) {
  Units units;
  units.space = static_cast<std::int8_t>(space);
  units.time = static_cast<std::int8_t>(time);
  units.count = static_cast<std::int8_t>(count);
  units.space_scale = space_scale;
  units.time_scale = time_scale;
  return units;
}

const Units kCount = Make(0, 0, 1, {}, {});
const Units kKbyte = Make(1, 0, 0, pmapi::SpaceScale::kKbyte, {});
const Units kMsec = Make(0, 1, 0, {}, pmapi::TimeScale::kMsec);
const Units kKbytePerSec =
    Make(1, -1, 0, pmapi::SpaceScale::kKbyte, pmapi::TimeScale::kSec);

MetricDesc Desc(unsigned item, Type type, InDom indom, Semantics semantics,
                Units units = {}) {
  return {pmapi::Pmid{(245u << 22) | item}, type, indom, semantics, units};
}

void DescribeReference(ArchiveWriter* w) {
  constexpr InDom kNo = pmapi::kNullInDom;
  w->Metric("t.s.gauge", Desc(1, Type::kDouble, kNo, kInstant));
  w->Metric("t.s.cnt", Desc(2, Type::kU64, kNo, kCounter, kCount));
  w->Metric("t.s.disc", Desc(3, Type::k32, kNo, kDiscrete));
  w->Metric("t.s.str", Desc(4, Type::kString, kNo, kDiscrete));
  w->Metric("t.s.kb", Desc(5, Type::kU32, kNo, kInstant, kKbyte));
  w->Metric("t.s.kbcnt", Desc(6, Type::kU32, kNo, kCounter, kKbyte));
  w->Metric("t.s.mscnt", Desc(7, Type::kU32, kNo, kCounter, kMsec));
  w->Metric("t.s.ms", Desc(8, Type::k32, kNo, kInstant, kMsec));
  w->Metric("t.s.kbs", Desc(9, Type::kFloat, kNo, kInstant, kKbytePerSec));
  w->Metric("t.s.wrap32", Desc(10, Type::kU32, kNo, kCounter, kCount));
  w->Metric("t.s.reset", Desc(11, Type::kU64, kNo, kCounter, kCount));
  w->Metric("t.s.late", Desc(12, Type::k32, kNo, kInstant));
  w->Metric("t.s.bool", Desc(13, Type::k32, kNo, kInstant));
  w->Metric("t.i.gauge", Desc(20, Type::kDouble, kColours, kInstant));
  w->Metric("t.i.cnt", Desc(21, Type::kU64, kColours, kCounter, kCount));
  w->Metric("t.i.str", Desc(22, Type::kString, kColours, kInstant));
  w->Metric("t.i.disc", Desc(23, Type::k32, kColours, kDiscrete));
  w->Metric("t.d.gauge", Desc(30, Type::k32, kDisks, kInstant));
  w->Metric("t.d.cnt", Desc(31, Type::kU32, kDisks, kCounter, kCount));
}

// Which of d0 to d3 there are at record k.
std::vector<int> DisksAt(int k) {
  if (k <= 2) return {0, 1};
  if (k <= 5) return {0, 1, 2};
  if (k <= 7) return {1, 2};
  if (k <= 9) return {};
  if (k <= 11) return {3};
  return {0, 3};
}

std::vector<ValuesOf> SingularValues(int k, int multiple) {
  std::vector<ValuesOf> sets = {
      {"t.s.gauge", multiple * (k + 0.5)},
      {"t.s.cnt", multiple * 100 * k + 1000},
      {"t.s.str", (k / 2) % 2 == 0 ? "idle" : "busy"},
      {"t.s.kb", multiple * k},
      {"t.s.kbcnt", multiple * 10 * k},
      {"t.s.mscnt", multiple * 1000 * k},
      {"t.s.ms", multiple * 1500},
      {"t.s.kbs", multiple * 2.5},
      {"t.s.wrap32", (std::int64_t{4294967296} - 250 + 100 * k) % 4294967296},
      {"t.s.reset", 100 * (k % 4)},
      {"t.s.bool", (k / 2) % 2}};
  if (k % 5 == 0 && k <= 10) sets.emplace_back("t.s.disc", multiple * k);
  if (k >= 6) sets.emplace_back("t.s.late", k);
  return sets;
}

void AddSets(int k, int multiple, std::vector<ValuesOf>* sets) {
  static constexpr const char* kLetters[] = {"x", "y", "z"};
  std::vector<InstanceValue> gauge, count, letter, number, disk, disk_count;
  for (int i = 0; i < 3; ++i) {
    gauge.push_back({i, multiple * (k + 10 * i)});
    count.push_back({i, multiple * (i + 1) * 10 * k});
    letter.push_back({i, kLetters[(k + i) % 3]});
    number.push_back({i, i});
  }
  for (const int i : DisksAt(k)) {
    disk.push_back({i, multiple * (k + 100 * i)});
    disk_count.push_back({i, multiple * k * (i + 1) * 10});
  }
  sets->emplace_back("t.i.gauge", std::move(gauge));
  sets->emplace_back("t.i.cnt", std::move(count));
  sets->emplace_back("t.i.str", std::move(letter));
  sets->emplace_back("t.i.disc", std::move(number));
  sets->emplace_back("t.d.gauge", std::move(disk));
  sets->emplace_back("t.d.cnt", std::move(disk_count));
}

ArchiveOptions OptionsFor(const std::string& host) {
  ArchiveOptions options;
  options.version = pmapi::ArchiveVersion::k2;
  options.start = At(kStart);
  options.host = host;
  return options;
}

}  // namespace

ArchiveImage ReferenceHost(const std::string& host, int multiple) {
  ArchiveWriter writer(OptionsFor(host));
  DescribeReference(&writer);
  writer.Members(At(kStart), kColours,
                 {{0, "red"}, {1, "green"}, {2, "blue sky"}});
  writer.Members(At(kStart), kDisks,
                 {{0, "d0"}, {1, "d1"}, {2, "d2"}, {3, "d3"}});
  for (int k = 0; k < 20; ++k) {
    std::vector<ValuesOf> sets = SingularValues(k, multiple);
    AddSets(k, multiple, &sets);
    writer.Record(At(kStart + k * kStep), sets);
  }
  return writer.Image();
}

ArchiveImage OddHost(bool other) {
  constexpr InDom kNo = pmapi::kNullInDom;
  constexpr InDom kEmpty{(245u << 22) | 3}, kUndefined{(245u << 22) | 9};
  ArchiveWriter writer(OptionsFor(other ? "otherhost" : "oddhost"));
  const auto metric = [&](const char* name, unsigned item, Type type,
                          InDom indom, Semantics semantics = kInstant) {
    writer.Metric(name, Desc(item, type, indom, semantics));
  };
  metric("o.mix", 1, Type::kDouble, other ? kColours : kNo);
  metric("o.type", 2, other ? Type::kString : Type::kDouble, kNo);
  metric("o.undefined", 3, Type::kDouble, kUndefined);
  metric("o.nosupport", 4, Type::kNoSupport, kNo);
  metric("o.nosupports", 5, Type::kNoSupport, kColours);
  metric("o.event", 6, Type::kEvent, kNo);
  metric("o.aggregate", 7, Type::kAggregate, kNo);
  metric("o.highres", 8, Type::kHighresEvent, kNo);
  metric("o.static", 9, Type::kAggregateStatic, kNo);
  metric("o.unknown", 10, Type::kUnknown, kNo);
  metric("o.one", 11, Type::kDouble, kDisks);
  metric("o.empty", 12, Type::kDouble, kEmpty);
  metric("o.set", 13, Type::kDouble, kColours);
  metric("o.s", 14, Type::kDouble, kNo);
  metric("o.domain", 15, Type::kDouble, other ? kDisks : kColours);
  metric("o.events", 17, Type::kEvent, kColours);
  metric("o.words", 18, Type::kString, kNo, kCounter);
  writer.Members(At(kStart), kColours,
                 {{0, "a"}, {1, "b"}, {2, "c d"}, {3, "c e"}});
  writer.Members(At(kStart), kDisks, {{0, "only"}});
  writer.Members(At(kStart), kEmpty, {});
  for (int k = 0; k < 8; ++k) {
    writer.Record(At(kStart + k * kStep),
                  {{"o.one", {{0, k}}},
                   {"o.set", {{0, k}, {1, 2 * k}, {2, 3 * k}, {3, 4 * k}}},
                   {"o.s", k * 1.5}});
  }
  return writer.Image();
}

}  // namespace tests
