// Lanes that are missing, and the record that has them again.
#include "pmapi/archive/survey.h"

#include <algorithm>
#include <limits>
#include <tuple>

namespace pmapi {
namespace {

constexpr double kNotMissing = std::numeric_limits<double>::infinity();

std::int32_t RankOf(const LayoutTable& layouts, InstanceId id) {
  const std::vector<InstanceId>& all = layouts.candidates();
  const auto at = std::lower_bound(all.begin(), all.end(), id);
  return static_cast<std::int32_t>(at - all.begin());
}

}  // namespace

Survey::Survey(const ReplayReader& reader, const std::vector<Start>& starts)
    : horizon_(reader.options().horizon),
      // Beyond the horizon from the start, so that lanes that are missing
      // already count as far, however soon they are back.
      bytes_(horizon_ + 1),
      states_(starts.size()) {
  // Tables of its own: the replay still needs what its tables hold.
  std::unordered_map<const LayoutTable*, std::shared_ptr<LayoutTable>> tables;
  for (std::size_t i = 0; i < starts.size(); ++i) {
    const auto& theirs = reader.wanted()[i].layouts;
    if (theirs != nullptr) {
      auto& mine = tables[theirs.get()];
      if (mine == nullptr) {
        mine = std::make_shared<LayoutTable>(theirs->candidates());
      }
      states_[i].layouts = mine;
    }
    const Track& track = reader.track(static_cast<std::int32_t>(i));
    states_[i].format_known = track.format_known;
    states_[i].in_situ = track.in_situ;
    Begin(&states_[i], starts[i]);
  }
  Walk(reader);
  for (MetricState& state : states_) {
    std::sort(state.notes.begin(), state.notes.end(),
              [](const Note& a, const Note& b) {
                return std::tie(a.rank, a.since) < std::tie(b.rank, b.since);
              });
  }
}

void Survey::Begin(MetricState* state, const Start& start) {
  state->asked = start.asked;
  if (!start.missing.empty() && state->layouts != nullptr) {
    state->gone.assign(state->layouts->candidates().size(), {kNotMissing, 0});
  }
  for (const Start::Missing& missing : start.missing) {
    if (state->layouts == nullptr) break;
    state->gone[RankOf(*state->layouts, missing.id)] = {missing.since, 0};
  }
  for (const Frame* frame : start.frames) {
    ObserveFrame(state, frame->layout, frame->t, frame->record.place);
  }
  if (state->any) state->last.bytes = 0;
}

void Survey::Walk(const ReplayReader& reader) {
  RecordWalker walker = reader.walker();
  std::optional<base::Timestamp> last = reader.last_time();
  while (walker.Next()) {
    const Record& record = walker.record();
    bytes_ += record.bytes.size();
    if (last && record.time < *last) return;
    if (record.mark()) {
      if (MarkCounts(walker, reader.options(), last)) return;
      continue;
    }
    last = record.time;
    if (!Observe(reader, record, reader.clock().At(record.time))) return;
  }
}

bool Survey::Observe(const ReplayReader& reader, const Record& record,
                     double t) {
  if (const std::vector<WantedSet>* wanted = shapes_.Find(record)) {
    for (const WantedSet& one : *wanted) {
      ValueSet set = one.set;
      set.values = record.bytes.data() + one.start + kSetHeaderSize;
      ObserveSet(reader, set, one.subscription, t, record.place);
    }
    return true;
  }
  if (!IsGood(reader, record)) return false;
  ValueSets sets(record);
  ValueSet set;
  while (sets.Next(&set)) {
    if (set.count <= 0) continue;
    ObserveSet(reader, set, reader.pmids().Find(set.pmid), t, record.place);
  }
  shapes_.Learn(record, [&](Pmid pmid) { return reader.pmids().Find(pmid); });
  return true;
}

/// What the reader would end at is the end here, too: else a value before it
/// would be there or not by who has looked ahead how far.
bool Survey::IsGood(const ReplayReader& reader, const Record& record) {
  ValueSets sets(record);
  ValueSet set;
  while (sets.Next(&set)) {
    if (set.count <= 0) continue;
    std::int32_t i = reader.pmids().Find(set.pmid);
    for (; i >= 0; i = reader.pmids().Next(i)) {
      const Type type = reader.wanted()[static_cast<std::size_t>(i)].type;
      if (!FormatFits(type, set.format)) return false;
      if (type != Type::kFloat) continue;
      MetricState& state = states_[static_cast<std::size_t>(i)];
      const bool in_situ = set.format == ValueFormat::kInSitu;
      if (!state.format_known) state.in_situ = in_situ;
      state.format_known = true;
      if (in_situ != state.in_situ) return false;
    }
  }
  return !sets.damaged();
}

/// `first`: the first subscription for the set's metric, or -1.
void Survey::ObserveSet(const ReplayReader& reader, const ValueSet& set,
                        std::int32_t first, double t, RecordPlace place) {
  for (std::int32_t i = first; i >= 0; i = reader.pmids().Next(i)) {
    MetricState& state = states_[i];
    if (!state.asked) continue;
    LayoutRef layout;
    if (state.layouts != nullptr) {
      layout = state.layouts->Find(set, state.layout);
    }
    ObserveFrame(&state, std::move(layout), t, place);
  }
}

void Survey::ObserveFrame(MetricState* state, LayoutRef layout, double t,
                          RecordPlace place) {
  if (state->any) {
    if (Far(state->last, t)) {
      state->notes.push_back({-1, state->last.t, place});
    }
    if (state->layouts != nullptr && layout != state->layout) {
      Change(state, layout, t, place);
    }
  } else if (!state->gone.empty()) {
    // Nothing in hand, yet lanes are missing: all of them may be here.
    state->layout = std::make_shared<LaneLayout>();
    Change(state, layout, t, place);
  }
  state->any = true;
  state->layout = std::move(layout);
  state->last = {t, bytes_};
}

/// A second value at the same stamp is no return.
bool Survey::Far(const LastSeen& gone, double t) const {
  return t > gone.t && bytes_ - gone.bytes > horizon_;
}

void Survey::Change(MetricState* state, const LayoutRef& layout, double t,
                    RecordPlace place) {
  const LayoutRef old = state->layout;
  const auto step = state->layouts->Between(old, layout);
  if (state->gone.empty()) {
    if (step->lost.empty()) return;
    state->gone.assign(state->layouts->candidates().size(), {kNotMissing, 0});
  }
  for (const std::int32_t lane : step->lost) {
    state->gone[RankOf(*state->layouts, old->ids[lane])] = state->last;
  }
  for (const std::int32_t lane : step->gained) {
    const std::int32_t rank = RankOf(*state->layouts, layout->ids[lane]);
    LastSeen& gone = state->gone[rank];
    if (Far(gone, t)) {
      state->notes.push_back({rank, gone.t, place});
    }
    gone.t = kNotMissing;
  }
}

Return Survey::Look(const MetricState& state, std::int32_t rank, double since) {
  const auto at = std::lower_bound(
      state.notes.begin(), state.notes.end(), std::pair(rank, since),
      [](const Note& note, const std::pair<std::int32_t, double>& key) {
        return std::pair(note.rank, note.since) < key;
      });
  const bool noted =
      at != state.notes.end() && at->rank == rank && at->since == since;
  if (!noted) return {Return::Kind::kSoon, {}};
  return {Return::Kind::kFar, at->place};
}

Return Survey::Lane(std::int32_t subscription, InstanceId id,
                    double since) const {
  const MetricState& state = states_[subscription];
  if (!state.any || since >= state.last.t) return {};
  if (state.layouts == nullptr) return Look(state, -1, since);
  const std::int32_t rank = RankOf(*state.layouts, id);
  const bool ended = !state.gone.empty() && state.gone[rank].t == since;
  if (ended) return {};
  return Look(state, rank, since);
}

Return Survey::Metric(std::int32_t subscription, double since) const {
  const MetricState& state = states_[subscription];
  if (!state.any || since >= state.last.t) return {};
  return Look(state, -1, since);
}

}  // namespace pmapi
