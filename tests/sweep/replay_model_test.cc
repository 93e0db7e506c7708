// Replay beside a plain model (tests/support/spec): archives made up at random,
// with all that the format allows, played back on random grids in random
// blocks. Every value, every mark, bit for bit. TOCSIN_CASES plays back more.
#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cstdlib>
#include <map>
#include <random>
#include <string>
#include <vector>

#include "pmapi/archive/archive_source.h"
#include "tests/support/archive_writer.h"
#include "tests/support/spec/interpolate.h"
#include "tests/support/spec/log.h"

namespace {

using base::Duration;
using base::Timestamp;
using pmapi::InDom;
using pmapi::InstanceId;
using pmapi::MetricDesc;
using pmapi::Pmid;
using pmapi::Semantics;
using pmapi::Type;

constexpr InDom kSmall{0x0f000001};
/// Of more than 15 instances: their lives count.
constexpr InDom kLarge{0x0f000002};
/// So that records, marks and ticks often fall on the same instant.
constexpr std::int64_t kRaster = 250'000'000;

class Dice {
 public:
  explicit Dice(unsigned seed) : engine_(seed) {}

  /// From `least` to `most`.
  std::int64_t Roll(std::int64_t least, std::int64_t most) {
    const auto sides = static_cast<std::uint64_t>(most - least) + 1;
    return least + static_cast<std::int64_t>(engine_() % sides);
  }
  bool Chance(int percent) { return Roll(1, 100) <= percent; }
  std::uint64_t Bits() { return engine_() >> Roll(0, 63); }
  template <typename T>
  const T& Of(const std::vector<T>& all) {
    return all[Roll(0, static_cast<std::int64_t>(all.size()) - 1)];
  }

 private:
  std::mt19937_64 engine_;
};

struct Metric {
  std::string name;
  MetricDesc desc;
};

std::vector<InstanceId> AllOf(InDom indom) {
  std::vector<InstanceId> ids(indom == kSmall ? 4 : 20);
  for (std::size_t i = 0; i < ids.size(); ++i) {
    ids[i] = static_cast<InstanceId>(i * i);
  }
  if (indom == kSmall) ids[0] = 7000;
  return ids;
}

std::vector<Metric> MakeMetrics() {
  std::vector<Metric> metrics;
  for (const Type type : {Type::k32, Type::kU32, Type::k64, Type::kU64,
                          Type::kFloat, Type::kDouble, Type::kString}) {
    for (const Semantics semantics :
         {Semantics::kCounter, Semantics::kInstant, Semantics::kDiscrete}) {
      for (const InDom indom : {pmapi::kNullInDom, kSmall, kLarge}) {
        const auto number = static_cast<std::uint32_t>(metrics.size() + 1);
        metrics.push_back({"m" + std::to_string(number),
                           {Pmid{number}, type, indom, semantics, {}}});
      }
    }
  }
  return metrics;
}

tests::Value RandomValue(Type type, Dice* dice) {
  const std::uint64_t bits = dice->Bits();
  switch (type) {
    case Type::k32:
      return static_cast<std::int64_t>(static_cast<std::int32_t>(bits));
    case Type::kU32:
      return static_cast<std::int64_t>(static_cast<std::uint32_t>(bits));
    case Type::k64:
      return static_cast<std::int64_t>(bits);
    case Type::kFloat:
    case Type::kDouble:
      return static_cast<double>(bits) / 1024;
    case Type::kString:
      return std::string("text ") + std::to_string(bits % 5);
    default:
      return bits;
  }
}

/// Writes one random archive.
class Inventor {
 public:
  Inventor(const std::vector<Metric>& metrics, Dice* dice)
      : dice_(*dice),
        writer_({.version = dice->Chance(50) ? pmapi::ArchiveVersion::k2
                                             : pmapi::ArchiveVersion::k3}) {
    for (const Metric& metric : metrics) {
      if (dice_.Chance(70)) continue;
      writer_.Metric(metric.name, metric.desc);
      metrics_.push_back(metric);
    }
    if (metrics_.empty()) {
      writer_.Metric(metrics[0].name, metrics[0].desc);
      metrics_.push_back(metrics[0]);
    }
  }

  tests::ArchiveImage Invent() {
    MoveMembers();
    const std::int64_t records = dice_.Roll(1, 40);
    for (std::int64_t k = 0; k < records; ++k) {
      if (dice_.Chance(70)) time_.ns += kRaster * dice_.Roll(1, 8);
      if (dice_.Chance(10)) time_.ns += 1000 * dice_.Roll(1, 1000);
      if (dice_.Chance(15)) MoveMembers();
      if (k > 0 && dice_.Chance(10)) writer_.NextVolume();
      if (dice_.Chance(10)) {
        writer_.Mark(time_);
      } else {
        WriteRecord();
      }
    }
    // There must be something to find the end by.
    WriteRecord();
    return writer_.Image();
  }

  const std::vector<Metric>& metrics() const { return metrics_; }
  Timestamp last() const { return time_; }

 private:
  void MoveMembers() {
    for (const InDom indom : {kSmall, kLarge}) {
      std::vector<pmapi::Instance> members;
      for (const InstanceId id : AllOf(indom)) {
        if (dice_.Chance(85)) members.push_back({id, std::to_string(id)});
      }
      if (!members.empty()) writer_.Members(time_, indom, members);
    }
  }

  void WriteRecord() {
    std::vector<tests::ValuesOf> sets;
    const int share = static_cast<int>(dice_.Roll(10, 100));
    for (const Metric& metric : metrics_) {
      if (!dice_.Chance(share)) continue;
      sets.push_back(dice_.Chance(10)
                         ? tests::Absent(metric.name, dice_.Chance(50) ? -1 : 0)
                         : RandomSet(metric));
    }
    if (sets.empty()) sets.push_back(tests::Absent(metrics_[0].name));
    writer_.Record(time_, sets);
  }

  tests::ValuesOf RandomSet(const Metric& metric) {
    const Type type = metric.desc.type;
    if (metric.desc.singular()) {
      return {metric.name, RandomValue(type, &dice_)};
    }
    std::vector<tests::InstanceValue> values;
    const int share = static_cast<int>(dice_.Roll(40, 120));
    for (const InstanceId id : AllOf(metric.desc.indom)) {
      if (!dice_.Chance(share)) continue;
      values.push_back({id, RandomValue(type, &dice_)});
    }
    if (dice_.Chance(20)) std::reverse(values.begin(), values.end());
    return {metric.name, values};
  }

  Dice& dice_;
  tests::ArchiveWriter writer_;
  std::vector<Metric> metrics_;
  Timestamp time_ = tests::At(1'000'000'000);
};

/// What one tick gave of one metric.
struct Row {
  std::map<InstanceId, std::string> values;
  bool after_mark = false;

  friend bool operator==(const Row&, const Row&) = default;
};

std::string BitsText(Type type, const spec::Raw& raw) {
  if (type == Type::kString) return raw.text;
  std::uint64_t bits = static_cast<std::uint64_t>(raw.integer);
  if (type == Type::kFloat) {
    bits = std::bit_cast<std::uint32_t>(static_cast<float>(raw.real));
  } else if (type == Type::kDouble) {
    bits = std::bit_cast<std::uint64_t>(raw.real);
  }
  return std::to_string(bits);
}

std::ostream& operator<<(std::ostream& out, const Row& row) {
  out << (row.after_mark ? "mark" : "");
  for (const auto& [id, text] : row.values) out << ' ' << id << '=' << text;
  return out;
}

/// The rows of one metric as the model has them.
class Model {
 public:
  Model(const spec::Log& log, const pmapi::Want& want, bool wrap)
      : log_(log), want_(want) {
    reading_.counter_wrap = wrap;
  }

  Row Next(Timestamp time) {
    Row row;
    const auto values = spec::ValuesAt(log_, want_.desc, time, reading_);
    for (const auto& [id, raw] : values) {
      if (!Wanted(id)) continue;
      row.values[id] = BitsText(want_.desc.type, raw);
    }
    const auto& before = reading_.before;
    row.after_mark =
        before && spec::MarkBetween(log_, want_.desc.pmid, *before, time);
    // Nobody may compare the next value of a counter with one before a mark.
    if (row.after_mark && returned_ &&
        want_.desc.semantics == Semantics::kCounter) {
      row.values.clear();
    }
    returned_ = !row.values.empty();
    reading_.before = time;
    return row;
  }

 private:
  bool Wanted(InstanceId id) const {
    return want_.only.empty() || std::find(want_.only.begin(), want_.only.end(),
                                           id) != want_.only.end();
  }

  const spec::Log& log_;
  const pmapi::Want& want_;
  spec::Reading reading_;
  bool returned_ = false;
};

Row RowOf(const pmapi::Samples& samples, std::size_t m, Type type, int tick) {
  const pmapi::MetricSamples& metric = samples.metrics[m];
  const auto& ids = samples.groups[metric.group].instances;
  const auto t = static_cast<std::size_t>(tick);
  Row row;
  row.after_mark = metric.after_mark[t] != 0;
  for (std::size_t i = 0; i < ids.size(); ++i) {
    const pmapi::Cell cell = metric.cells[t * ids.size() + i];
    if (cell == pmapi::kAbsent) continue;
    const std::uint64_t bits = metric.bits[t * ids.size() + i];
    row.values[ids[i]] = type == Type::kString && cell == pmapi::kKnown
                             ? samples.strings[bits]
                             : std::to_string(bits);
  }
  return row;
}

struct Plan {
  std::vector<pmapi::Want> wants;
  pmapi::TickGrid grid;
  int ticks = 0;
  pmapi::ArchiveReadingOptions options;
};

Plan MakePlan(const Inventor& inventor, Dice* dice) {
  Plan plan;
  const std::int64_t wants = dice->Roll(1, 6);
  for (std::int64_t k = 0; k < wants; ++k) {
    pmapi::Want want{dice->Of(inventor.metrics()).desc, {}};
    if (!want.desc.singular() && dice->Chance(30)) {
      for (const InstanceId id : AllOf(want.desc.indom)) {
        if (dice->Chance(40)) want.only.push_back(id);
      }
    }
    plan.wants.push_back(want);
  }
  const Timestamp first = tests::At(1'000'000'000);
  plan.grid.start.ns = first.ns + kRaster * dice->Roll(-4, 8);
  plan.grid.step.ns = kRaster * dice->Roll(1, 12);
  if (dice->Chance(30)) plan.grid.start.ns += dice->Roll(2'000'000, 90'000'000);
  if (dice->Chance(20)) plan.grid.step.ns += dice->Roll(1, 90'000'000);
  const std::int64_t span = inventor.last().ns - plan.grid.start.ns;
  plan.ticks = static_cast<int>(
      std::clamp<std::int64_t>(span / plan.grid.step.ns + 4, 1, 400));
  plan.options.counter_wrap = dice->Chance(50);
  plan.options.horizon = dice->Of<std::size_t>({1, 200, 1000, 2 << 20});
  plan.options.block_bytes = dice->Of<std::size_t>({1, 2000, 2 << 20});
  return plan;
}

/// Within a millisecond around the archive's ends, seconds in double decide.
bool AtTheEdge(const spec::Log& log, Timestamp time) {
  const auto near = [time](Timestamp edge) {
    return time != edge && (time - edge).ns < 2'000'000 &&
           (edge - time).ns < 2'000'000;
  };
  return near(log.start()) || near(log.end());
}

/// Where there can be no value, marks do not matter.
bool MarksMatter(const spec::Log& log, Timestamp time, const MetricDesc& desc) {
  const bool outside = time < log.start() || time > log.end();
  const bool served =
      IsNumeric(desc.type) || desc.semantics != Semantics::kCounter;
  return served && !outside;
}

std::string TextOf(const MetricDesc& desc) {
  return "metric " + std::to_string(static_cast<int>(desc.pmid)) + " type " +
         pmapi::TypeName(desc.type) + " semantics " +
         std::to_string(static_cast<int>(desc.semantics)) + " indom " +
         std::to_string(static_cast<unsigned>(desc.indom));
}

std::size_t PlayBack(const spec::Log& log, pmapi::ArchiveSource* source,
                     const Plan& plan, Dice* dice) {
  std::vector<Model> models;
  for (const pmapi::Want& want : plan.wants) {
    models.emplace_back(log, want, plan.options.counter_wrap);
  }
  auto stream = source->Open(plan.wants, plan.grid);
  EXPECT_TRUE(stream);
  std::size_t values = 0;
  pmapi::Samples samples;
  for (int done = 0; done < plan.ticks; done += samples.ticks()) {
    const auto most = static_cast<int>(dice->Of<std::int64_t>({1, 3, 1000}));
    const auto fetched = (*stream)->Fetch(most, &samples);
    EXPECT_TRUE(fetched);
    if (!fetched) return values;
    for (int t = 0; t < samples.ticks(); ++t) {
      const Timestamp time = plan.grid.At(done + t);
      EXPECT_EQ(samples.stamps[t], time);
      for (std::size_t m = 0; m < models.size(); ++m) {
        const MetricDesc& desc = plan.wants[m].desc;
        Row expected = models[m].Next(time);
        const Row row = RowOf(samples, m, desc.type, t);
        if (!MarksMatter(log, time, desc)) expected.after_mark = row.after_mark;
        values += row.values.size();
        if (row == expected || AtTheEdge(log, time)) continue;
        ADD_FAILURE() << "tick " << done + t << " at " << time.ns << ' '
                      << TextOf(desc) << "\n  ours " << row << "\n  model"
                      << expected;
        return values;
      }
    }
  }
  return values;
}

unsigned Cases() {
  const char* asked = std::getenv("TOCSIN_CASES");
  return asked == nullptr ? 400 : static_cast<unsigned>(std::atoi(asked));
}

TEST(Replay, IsAsAPlainModelSays) {
  const std::vector<Metric> metrics = MakeMetrics();
  std::size_t values = 0;
  for (unsigned seed = 1; seed <= Cases(); ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    Dice dice(seed);
    Inventor inventor(metrics, &dice);
    const tests::ArchiveImage image = inventor.Invent();
    auto archive = tests::OpenImage(image);
    ASSERT_TRUE(archive) << archive.error().message;
    auto log = spec::ReadLog(*std::move(archive));
    ASSERT_TRUE(log) << log.error().message;
    for (int k = 0; k < 5; ++k) {
      const Plan plan = MakePlan(inventor, &dice);
      auto again = tests::OpenImage(image);
      ASSERT_TRUE(again);
      pmapi::ArchiveSource source(*std::move(again), plan.options);
      values += PlayBack(*log, &source, plan, &dice);
      if (HasFailure()) return;
    }
  }
  EXPECT_GT(values, Cases() * 100u);
}

}  // namespace
