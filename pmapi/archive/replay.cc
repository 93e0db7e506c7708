// What a tick needs: walk up to it, look ahead, lay out the rows.
#include "pmapi/archive/replay.h"

#include <algorithm>
#include <iterator>
#include <limits>
#include <map>
#include <utility>

#include "pmapi/source/event_wants.h"

namespace pmapi {
namespace {

/// By which libpcp still answers outside an archive, but for a first tick
/// after its end. Units: seconds.
constexpr double kTolerance = 0.001;

/// One table for all wants of the same domain and instances.
using Tables = std::map<std::pair<InDom, std::vector<InstanceId>>,
                        std::shared_ptr<LayoutTable>>;

std::vector<InstanceId> Candidates(const Metadata& metadata,
                                   const MetricDesc& desc,
                                   const std::vector<InstanceId>& only) {
  std::vector<InstanceId> ids;
  const auto history = metadata.History(desc.indom);
  for (const InstanceLife& life : history->instances) {
    const bool wanted =
        only.empty() || std::binary_search(only.begin(), only.end(), life.id);
    if (wanted) ids.push_back(life.id);
  }
  std::sort(ids.begin(), ids.end());
  return ids;
}

/// True of what can have values at all. Source: pmapi/archive/REPLAY.md, "Which
/// values exist".
bool Served(const Metadata& metadata, const Want& want) {
  const MetricDesc& desc = want.desc;
  const MetricDesc* known = metadata.Find(desc.pmid);
  if (known == nullptr || *known != desc) return false;
  if (IsNumeric(desc.type)) return true;
  if (IsEvent(desc.type)) return want.fold != nullptr;
  return desc.type == Type::kString && desc.semantics != Semantics::kCounter;
}

Subscription Subscribe(const Metadata& metadata, const Want& want,
                       Tables* tables) {
  Subscription wanted;
  wanted.pmid = want.desc.pmid;
  wanted.served = Served(metadata, want);
  wanted.type = want.desc.type;
  wanted.singular = want.desc.singular();
  if (wanted.singular) return wanted;
  std::vector<InstanceId> only = want.only;
  std::sort(only.begin(), only.end());
  auto& table = (*tables)[{want.desc.indom, only}];
  if (table == nullptr) {
    table =
        std::make_shared<LayoutTable>(Candidates(metadata, want.desc, only));
  }
  wanted.layouts = table;
  return wanted;
}

std::vector<Subscription> SubscribeAll(const Metadata& metadata,
                                       const std::vector<Want>& wants) {
  Tables tables;
  std::vector<Subscription> all;
  all.reserve(wants.size());
  for (const Want& want : wants) {
    all.push_back(Subscribe(metadata, want, &tables));
  }
  // Arrays are read once, for the first.
  for (const auto& together : WantsTogether(wants)) {
    for (std::size_t i = 1; i < together.size(); ++i) {
      all[together[i]].served = false;
    }
  }
  return all;
}

/// Shape: as `wants`. `before`: a tick before the first.
std::vector<EventPlace> EventPlaces(const std::vector<Subscription>& wanted,
                                    const std::vector<Want>& wants,
                                    base::Timestamp before) {
  std::vector<EventPlace> places(wants.size());
  for (const auto& together : WantsTogether(wants)) {
    const std::size_t first = together.front();
    const Subscription& one = wanted[first];
    const EventFolds folds = FoldsOf(wants, together);
    const auto rows = std::make_shared<EventRows>(
        folds.front()->BeginAll(folds, one.type,
                                one.singular ? std::vector{kNullInstance}
                                             : one.layouts->candidates()),
        folds.size(), before);
    for (std::size_t i = 0; i < together.size(); ++i) {
      places[together[i]] = {rows, i, first};
    }
  }
  return places;
}

std::shared_ptr<const LaneLives> LivesOf(const Metadata& metadata,
                                         const ReplayClock& clock,
                                         const MetricDesc& desc,
                                         const LayoutTable& layouts) {
  const auto history = metadata.History(desc.indom);
  if (!history->lives_count) return nullptr;
  auto lives = std::make_shared<LaneLives>();
  const std::vector<InstanceId>& ids = layouts.candidates();
  lives->birth.resize(ids.size());
  lives->death.resize(ids.size());
  for (const InstanceLife& life : history->instances) {
    const auto at = std::lower_bound(ids.begin(), ids.end(), life.id);
    if (at == ids.end() || *at != life.id) continue;
    lives->birth[at - ids.begin()] = clock.At(life.birth);
    lives->death[at - ids.begin()] =
        life.death ? clock.At(*life.death)
                   : std::numeric_limits<double>::infinity();
  }
  return lives;
}

std::vector<ReplayMetric> MakeMetrics(const Metadata& metadata,
                                      const ReplayReader& reader,
                                      const std::vector<Want>& wants,
                                      base::Timestamp before) {
  std::vector<ReplayMetric> metrics;
  metrics.reserve(wants.size());
  auto events = EventPlaces(reader.wanted(), wants, before);
  for (std::size_t i = 0; i < wants.size(); ++i) {
    const MetricDesc& desc = wants[i].desc;
    const Subscription& wanted = reader.wanted()[i];
    std::shared_ptr<const LaneLives> lives;
    if (desc.semantics == Semantics::kDiscrete && !wanted.singular) {
      lives = LivesOf(metadata, reader.clock(), desc, *wanted.layouts);
    }
    metrics.emplace_back(static_cast<std::int32_t>(i), desc.semantics, wanted,
                         std::move(lives), std::move(events[i]));
  }
  return metrics;
}

/// An interval before the first tick, or the first time there is.
base::Timestamp TickBefore(const TickGrid& grid) {
  base::Timestamp before;
  return __builtin_sub_overflow(grid.start.ns, grid.step.ns, &before.ns)
             ? base::Timestamp{std::numeric_limits<std::int64_t>::min()}
             : before;
}

std::vector<InDom> InDomsOf(const std::vector<Want>& wants) {
  std::vector<InDom> indoms;
  for (const Want& want : wants) {
    const InDom indom = LaneDomainOf(want);
    const bool known =
        std::find(indoms.begin(), indoms.end(), indom) != indoms.end();
    if (!known) indoms.push_back(indom);
  }
  return indoms;
}

std::vector<int> GroupsOf(const std::vector<Want>& wants,
                          const std::vector<InDom>& indoms) {
  std::vector<int> groups;
  groups.reserve(wants.size());
  for (const Want& want : wants) {
    const auto at = std::find(indoms.begin(), indoms.end(), LaneDomainOf(want));
    groups.push_back(static_cast<int>(at - indoms.begin()));
  }
  return groups;
}

/// Adds `ids` to `all`; both ascend.
void Unite(const std::vector<InstanceId>& ids, std::vector<InstanceId>* all) {
  if (std::includes(all->begin(), all->end(), ids.begin(), ids.end())) return;
  std::vector<InstanceId> both;
  both.reserve(all->size() + ids.size());
  std::set_union(all->begin(), all->end(), ids.begin(), ids.end(),
                 std::back_inserter(both));
  *all = std::move(both);
}

}  // namespace

ReplayStream::ReplayStream(const Archive& archive,
                           const ArchiveReadingOptions& options,
                           const std::vector<Want>& wants, TickGrid grid)
    : grid_(grid),
      indoms_(InDomsOf(wants)),
      groups_(GroupsOf(wants, indoms_)),
      reader_(archive, options, SubscribeAll(archive.metadata(), wants)),
      metrics_(
          MakeMetrics(archive.metadata(), reader_, wants, TickBefore(grid))),
      look_ahead_(&reader_, &metrics_),
      block_(indoms_, groups_, options.block_bytes),
      segments_(wants.size(), 0),
      returned_(wants.size(), 0),
      after_mark_(wants.size(), false) {
  cut_.reserve(wants.size());
  for (const Want& want : wants) {
    cut_.push_back(want.desc.semantics == Semantics::kCounter &&
                   !want.across_marks);
  }
  end_ = reader_.clock().At(archive.end());
}

/// Of events the rows themselves move on from tick to tick.
Lead* ReplayStream::AsLead() {
  const bool any = std::any_of(metrics_.begin(), metrics_.end(),
                               [](const auto& one) { return one.of_events(); });
  return any ? nullptr : this;
}

base::Result<void> ReplayStream::Fetch(int max_ticks, Samples* samples) {
  if (failure_) return *failure_;
  for (int k = 0; k == 0 || k < block_.limit(); ++k) {
    Tick tick;
    tick.time = grid_.At(next_);
    const bool reached = Reach(&tick);
    if (k == 0) block_.Start(max_ticks, GuessColumns(), samples);
    if (!reached) break;
    block_.AddTick(tick.time);
    if (!tick.empty && !PutRows(tick)) {
      block_.DropTick();
      if (!dead_) break;
      block_.AddTick(tick.time);
      tick.empty = true;
    }
    if (tick.empty) PutNothing();
    block_.EndTick();
    ++next_;
  }
  block_.Finish();
  if (reader_.CheckFiles()) {
    failure_ = *reader_.failure();
    return *failure_;
  }
  if (samples->stamps.empty()) return *failure_;
  return {};
}

/// What a tick ran into ends the stream, or only its values.
void ReplayStream::Fail() {
  const base::Error& error =
      look_ahead_.failure() ? *look_ahead_.failure() : *reader_.failure();
  dead_ = error.code == base::ErrorCode::kOverlap;
  if (!dead_) failure_ = error;
}

/// Beyond the archive, or after it ceased to make sense.
bool ReplayStream::IsOutside(double t) const {
  return dead_ || t < -kTolerance || t > end_ + kTolerance;
}

/// Reads past the tick and moves every metric to it. False if damage stands
/// between the last record before the tick and the archive's end.
bool ReplayStream::Reach(Tick* tick) {
  tick->t = reader_.clock().At(tick->time);
  tick->empty = IsOutside(tick->t);
  if (tick->empty) return true;
  while (!reader_.ended() && reader_.last_t() <= tick->t) reader_.Step();
  const bool damaged = reader_.failure() && tick->t <= end_;
  if (damaged && reader_.last_t() < tick->t) {
    Fail();
    tick->empty = dead_;
    return dead_;
  }
  reader_.PassMarks(tick->t);
  look_ahead_.MoveTo(tick->t);
  for (ReplayMetric& metric : metrics_) {
    metric.Advance(tick->t, &look_ahead_);
  }
  return true;
}

/// The lanes that are at hand: nearly always those of the whole block.
std::vector<std::vector<InstanceId>> ReplayStream::GuessColumns() const {
  std::vector<std::vector<InstanceId>> columns(indoms_.size());
  std::vector<std::pair<int, const LaneLayout*>> seen;
  seen.reserve(2 * metrics_.size());
  const auto add = [&](int group, const LaneLayout* layout) {
    const std::pair one(group, layout);
    if (std::find(seen.begin(), seen.end(), one) != seen.end()) return;
    seen.push_back(one);
    Unite(layout->ids, &columns[group]);
  };
  for (std::size_t m = 0; m < metrics_.size(); ++m) {
    const Track& track = reader_.track(static_cast<std::int32_t>(m));
    if (metrics_[m].of_events()) {
      add(groups_[m], metrics_[m].event_layout());
      continue;
    }
    if (track.prior() != nullptr) add(groups_[m], track.prior()->layout.get());
    if (!track.ahead_empty()) add(groups_[m], track.ahead(0).layout.get());
    std::vector<InstanceId> loose;
    for (const LooseLane& lane : metrics_[m].loose()) loose.push_back(lane.id);
    Unite(loose, &columns[groups_[m]]);
  }
  for (std::size_t g = 0; g < columns.size(); ++g) {
    if (indoms_[g] == kNullInDom) columns[g] = {kNullInstance};
  }
  return columns;
}

/// True if a mark lies between the last tick and this one. A mark that shares
/// its stamp with the metric's value counts at its place in the file.
bool ReplayStream::PassMarks(std::size_t m, double t) {
  const Frame* prior = reader_.track(static_cast<std::int32_t>(m)).prior();
  const bool now = prior != nullptr && prior->t == t;
  const std::int32_t segment = now ? prior->segment : reader_.passed();
  return std::exchange(segments_[m], segment) < segment;
}

bool ReplayStream::PutRows(const Tick& tick) {
  for (std::size_t m = 0; m < metrics_.size(); ++m) {
    bool after_mark = PassMarks(m, tick.t) && next_ > 0;
    if (metrics_[m].of_events()) {
      const std::size_t first = metrics_[m].first();
      if (first < m) after_mark = after_mark_[first];
      after_mark_[m] = after_mark;
      if (first == m && after_mark) metrics_[m].LoseEvents();
      metrics_[m].MakeEventRow(tick.time, &row_);
    } else {
      metrics_[m].MakeRow(tick.t, &look_ahead_, &row_);
      // A consumer would form a rate across the gap: pmapi/archive/REPLAY.md,
      // "Marks and counters".
      if (cut_[m] && after_mark && returned_[m]) row_ = ReplayRow{};
    }
    if (look_ahead_.failure()) {
      Fail();
      return false;
    }
    returned_[m] = !row_.empty();
    block_.Put(static_cast<int>(m), &row_, after_mark);
  }
  return true;
}

void ReplayStream::PutNothing() {
  row_ = ReplayRow{};
  for (std::size_t m = 0; m < metrics_.size(); ++m) {
    returned_[m] = 0;
    block_.Put(static_cast<int>(m), &row_, false);
  }
}

}  // namespace pmapi
