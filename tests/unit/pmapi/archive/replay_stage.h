// ReplayStage: the parts of a replay put together over an archive in memory,
// for tests of one part. The whole is pmapi/archive/replay.h.
#ifndef TOCSIN_TESTS_UNIT_PMAPI_ARCHIVE_REPLAY_STAGE_H_
#define TOCSIN_TESTS_UNIT_PMAPI_ARCHIVE_REPLAY_STAGE_H_

#include <algorithm>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "pmapi/archive/look_ahead.h"
#include "tests/support/archive_writer.h"

namespace pmapi {

inline constexpr std::int64_t kStageStart = 1'000'000'000;
inline constexpr InDom kStageDisks{0x0f000001};

/// `t` seconds after the archive's start.
constexpr base::Timestamp StageTime(std::int64_t t) {
  return tests::At(kStageStart + t);
}

/// A writer that knows of singular metrics `i` (instant), `c` (counter),
/// `t` (discrete), `s` (strings) and, of disks, `di`, `dc`, `dt`, `ds`.
inline tests::ArchiveWriter StageWriter() {
  tests::ArchiveWriter writer;
  std::uint32_t pmid = 0;
  for (const InDom indom : {kNullInDom, kStageDisks}) {
    const std::string prefix = indom == kNullInDom ? "" : "d";
    const auto add = [&](const char* name, Type type, Semantics semantics) {
      writer.Metric(prefix + name, {Pmid{++pmid}, type, indom, semantics, {}});
    };
    add("i", Type::kU32, Semantics::kInstant);
    add("c", Type::kU32, Semantics::kCounter);
    add("t", Type::kU32, Semantics::kDiscrete);
    add("s", Type::kString, Semantics::kInstant);
  }
  std::vector<Instance> disks;
  for (InstanceId id = 0; id < 10; ++id) {
    disks.push_back({id, "disk" + std::to_string(id)});
  }
  writer.Members(StageTime(0), kStageDisks, disks);
  return writer;
}

class ReplayStage {
 public:
  ReplayStage(const tests::ArchiveImage& image,
              const std::vector<std::string>& names,
              const ArchiveReadingOptions& options = {},
              std::shared_ptr<const LaneLives> lives = nullptr)
      : archive_(*tests::OpenImage(image)),
        reader_(*archive_, options, Subscriptions(names)) {
    for (std::size_t i = 0; i < names.size(); ++i) {
      const MetricDesc desc = *archive_->metadata().Describe(names[i]);
      metrics_.emplace_back(static_cast<std::int32_t>(i), desc.semantics,
                            reader_.wanted()[i], lives);
    }
    ahead_.emplace(&reader_, &metrics_);
  }

  const Archive& archive() const { return *archive_; }
  ReplayReader& reader() { return reader_; }
  LookAhead& ahead() { return *ahead_; }
  ReplayMetric& metric(std::size_t i = 0) { return metrics_[i]; }

  /// Reads past `t` and moves every metric there, as a replay does.
  void MoveTo(double t) {
    while (!reader_.ended() && reader_.last_t() <= t) reader_.Step();
    reader_.PassMarks(t);
    for (ReplayMetric& metric : metrics_) metric.Advance(t, &*ahead_);
  }

  /// "instance:value" of all that the metric has at `t`, ascending; a singular
  /// metric's value alone; "-" for nothing.
  std::string RowAt(double t, std::size_t i = 0) {
    MoveTo(t);
    ReplayRow row;
    metrics_[i].MakeRow(t, &*ahead_, &row);
    row.MakeBits();
    std::string text;
    for (const auto& [id, value] : Values(row)) {
      text += text.empty() ? "" : " ";
      text += id == kNullInstance ? value : std::to_string(id) + ":" + value;
    }
    EXPECT_EQ(row.empty(), text.empty());
    return text.empty() ? "-" : text;
  }

  /// Where the `n`-th record of the archive is, from 0.
  RecordPlace Place(int n) const {
    RecordWalker walker = archive_->Walk();
    for (int k = 0; k <= n; ++k) CHECK(walker.Next());
    return walker.record().place;
  }

 private:
  static std::map<InstanceId, std::string> Values(const ReplayRow& row) {
    std::map<InstanceId, std::string> values;
    const auto size =
        row.layout == nullptr ? 0 : static_cast<int>(row.layout->size());
    const std::vector<Transition::Stretch> all = {{0, 0, size}};
    for (const auto& run : row.runs == nullptr ? all : *row.runs) {
      for (std::int32_t i = run.from; i < run.from + run.length; ++i) {
        const auto lane = static_cast<std::size_t>(i);
        values[row.layout->ids[lane]] = row.texts != nullptr
                                            ? (*row.texts)[row.bits[lane]]
                                            : std::to_string(row.bits[lane]);
      }
    }
    for (const ReplayRow::Single& single : row.singles) {
      values[single.id] =
          single.text->empty() ? std::to_string(single.bits) : *single.text;
    }
    return values;
  }

  std::vector<Subscription> Subscriptions(
      const std::vector<std::string>& names) const {
    std::vector<InstanceId> disks;
    const auto history = archive_->metadata().History(kStageDisks);
    for (const InstanceLife& life : history->instances) {
      disks.push_back(life.id);
    }
    std::sort(disks.begin(), disks.end());
    const auto layouts = std::make_shared<LayoutTable>(disks);
    std::vector<Subscription> wanted;
    for (const std::string& name : names) {
      const MetricDesc desc = *archive_->metadata().Describe(name);
      wanted.push_back({desc.pmid, true, desc.type, desc.singular(),
                        desc.singular() ? nullptr : layouts});
    }
    return wanted;
  }

  std::unique_ptr<Archive> archive_;
  ReplayReader reader_;
  std::vector<ReplayMetric> metrics_;
  std::optional<LookAhead> ahead_;
};

}  // namespace pmapi

#endif  // TOCSIN_TESTS_UNIT_PMAPI_ARCHIVE_REPLAY_STAGE_H_
