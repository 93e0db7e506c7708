// Streams that a lead leaves ticks to, beside one that has them all: whatever
// the archive is, and wherever the ticks are divided.
#include <gtest/gtest.h>

#include <random>

#include "pmapi/archive/replay.h"
#include "tests/support/archive_surgery.h"
#include "tests/unit/pmapi/archive/replay_stage.h"

namespace pmapi {
namespace {

using tests::ArchiveImage;
using tests::ArchiveWriter;
using Random = std::mt19937;

const std::vector<std::string> kNames = {"i",  "c",  "t",  "s",
                                         "di", "dc", "dt", "ds"};

int Below(Random* random, int limit) {
  return std::uniform_int_distribution<int>(0, limit - 1)(*random);
}

/// Some of the disks, and what each has.
std::vector<tests::InstanceValue> Disks(Random* random, bool strings) {
  std::vector<tests::InstanceValue> values;
  const int most = 1 + Below(random, 10);
  for (InstanceId id = 0; id < 10; ++id) {
    if (Below(random, 10) >= most) continue;
    const int value = Below(random, 1000);
    if (strings) {
      values.push_back({id, "text" + std::to_string(value % 3)});
    } else {
      values.push_back({id, value});
    }
  }
  return values;
}

/// A record of some of the metrics, of a few far less often.
std::vector<tests::ValuesOf> Sets(Random* random, int rarest) {
  std::vector<tests::ValuesOf> sets;
  for (std::size_t m = 0; m < kNames.size(); ++m) {
    const bool rare = static_cast<int>(m) % 4 == rarest;
    if (Below(random, rare ? 40 : 5) < (rare ? 39 : 1)) continue;
    const bool strings = kNames[m].back() == 's';
    if (m >= 4) {
      auto values = Disks(random, strings);
      if (!values.empty()) sets.emplace_back(kNames[m], std::move(values));
    } else if (strings) {
      sets.emplace_back(kNames[m], "text" + std::to_string(Below(random, 3)));
    } else {
      sets.emplace_back(kNames[m], Below(random, 1000));
    }
  }
  return sets;
}

ArchiveImage RandomArchive(Random* random) {
  ArchiveWriter writer = StageWriter();
  const int marks = Below(random, 3) * Below(random, 20);  // in a hundred
  const int rarest = Below(random, 5);
  int records = 0;  // of the volume
  for (int t = 0; t < 150; ++t) {
    const bool here = Below(random, 8) == 0;
    if (records > 0 && Below(random, 60) == 0) {
      writer.NextVolume();
      records = 0;
    }
    if (Below(random, 100) < marks) {
      writer.Mark(StageTime(t) + base::Duration{here ? 0 : 500'000'000});
    }
    const auto sets = Sets(random, rarest);
    if (!sets.empty() && !(here && marks > 0)) {
      writer.Record(StageTime(t), sets);
      ++records;
    }
    if (Below(random, 25) == 0) t += Below(random, 12);
  }
  return writer.Image();
}

/// What `samples` has at its ticks, a text each.
void AddTicks(const Samples& samples, std::vector<std::string>* ticks) {
  for (int t = 0; t < samples.ticks(); ++t) {
    std::string text = std::to_string(samples.stamps[t].ns);
    for (const MetricSamples& metric : samples.metrics) {
      const auto& ids = samples.groups[metric.group].instances;
      text += metric.after_mark[t] ? " |" : " ";
      for (std::size_t i = 0; i < ids.size(); ++i) {
        const std::size_t at = static_cast<std::size_t>(t) * ids.size() + i;
        if (metric.cells[at] != kKnown) continue;
        const bool strings = &metric - samples.metrics.data() == 3 ||
                             &metric - samples.metrics.data() == 7;
        text += std::to_string(ids[i]) + ':' +
                (strings ? samples.strings[metric.bits[at]]
                         : std::to_string(metric.bits[at])) +
                ',';
      }
    }
    ticks->push_back(text);
  }
}

/// `skip` ticks that are not looked at, then `count`; false at an error, which
/// is the last line then.
bool Take(SampleStream* stream, int skip, int count,
          std::vector<std::string>* ticks) {
  Samples samples;
  std::vector<std::string> none;
  for (int left = skip + count; left > 0; left -= samples.ticks()) {
    const int most = left > count ? left - count : left;
    if (auto got = stream->Fetch(most, &samples); !got) {
      ticks->push_back(got.error().message);
      return false;
    }
    AddTicks(samples, left > count ? &none : ticks);
  }
  return true;
}

struct LeadCase {
  const Archive& archive;
  ArchiveReadingOptions options;
  TickGrid grid;
  int ticks = 0;
  bool across_marks = false;

  std::unique_ptr<ReplayStream> Open() const {
    std::vector<Want> wants;
    for (const std::string& name : kNames) {
      wants.push_back({*archive.metadata().Describe(name), {}, across_marks});
    }
    return std::make_unique<ReplayStream>(archive, options, wants, grid);
  }
};

std::vector<std::string> Alone(const LeadCase& c) {
  std::vector<std::string> ticks;
  Take(c.Open().get(), 0, c.ticks, &ticks);
  return ticks;
}

/// The lead is a range ahead of the part that is fetched.
std::vector<std::string> Led(const LeadCase& c, int length) {
  const auto stream = c.Open();
  Lead* lead = stream->AsLead();
  std::vector<std::unique_ptr<ReplayStream>> parts;
  for (int k = 0; k < 3; ++k) parts.push_back(c.Open());
  struct Range {
    int first;
    int ticks;
  };
  std::vector<Range> ranges;
  std::vector<std::string> ticks;
  const auto take = [&](std::size_t r) {
    return Take(parts[r % 3].get(), ranges[r].first > 0 ? 1 : 0,
                ranges[r].ticks, &ticks);
  };
  for (int first = 0; first < c.ticks;) {
    lead->Begin(parts[ranges.size() % 3].get());
    int count = std::min(length, c.ticks - first);
    lead->Skip(count);
    for (; first + count < c.ticks && !lead->Settled(); ++count) lead->Skip(1);
    lead->End();
    ranges.push_back({first, count});
    first += count;
    if (ranges.size() > 1 && !take(ranges.size() - 2)) return ticks;
  }
  take(ranges.size() - 1);
  return ticks;
}

void ExpectTheSame(const LeadCase& c, const std::string& what) {
  const auto alone = Alone(c);
  for (const int length : {1, 2, 3, 7, 40}) {
    const auto led = Led(c, length);
    ASSERT_EQ(led.size(), alone.size())
        << what << ", ranges of " << length << ": " << led.back();
    for (std::size_t t = 0; t < alone.size(); ++t) {
      ASSERT_EQ(led[t], alone[t])
          << what << ", ranges of " << length << ", tick " << t;
    }
  }
}

std::vector<ArchiveReadingOptions> AllOptions() {
  std::vector<ArchiveReadingOptions> all(3);
  all[1].horizon = 1;
  all[1].block_bytes = 500;
  all[2].ignore_marks = base::Duration{2 * base::kNanosPerSecond};
  return all;
}

constexpr std::int64_t kSecond = base::kNanosPerSecond;

TEST(ReplayLead, LeavesToOthersWhatItWouldHaveHadItself) {
  for (unsigned seed = 0; seed < 12; ++seed) {
    Random random(seed);
    const auto opened = tests::OpenImage(RandomArchive(&random));
    ASSERT_TRUE(opened) << opened.error().message;
    const auto& archive = *opened;
    for (const ArchiveReadingOptions& options : AllOptions()) {
      for (const std::int64_t step : {kSecond / 3, kSecond, 7 * kSecond / 2}) {
        const TickGrid grid{StageTime(-3), base::Duration{step}};
        const auto ticks = static_cast<int>(160 * kSecond / step);
        ExpectTheSame({*archive, options, grid, ticks, seed % 2 == 1},
                      "seed " + std::to_string(seed) + ", a step of " +
                          std::to_string(step));
      }
    }
  }
}

TEST(ReplayLead, LeavesDamageToWhoComesToIt) {
  Random random(7);
  const ArchiveImage image = RandomArchive(&random);
  for (const auto& [suffix, bytes] : image.files) {
    if (suffix == "meta" || suffix == "index") continue;
    for (std::size_t at = 200; at < bytes.size(); at += bytes.size() / 23 + 1) {
      const auto archive =
          tests::OpenImage(With(image, suffix, tests::Flip(bytes, at, 0x41)));
      if (!archive) continue;
      for (const ArchiveReadingOptions& options : AllOptions()) {
        const TickGrid grid{StageTime(0), base::Duration{kSecond}};
        ExpectTheSame({**archive, options, grid, 160},
                      suffix + ", byte " + std::to_string(at));
      }
    }
  }
}

}  // namespace
}  // namespace pmapi
