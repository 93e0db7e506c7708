// Lanes that are missing, and the record that has them again.
#include "pmapi/archive/survey_walk.h"

#include <algorithm>
#include <limits>
#include <tuple>
#include <unordered_map>
#include <utility>

namespace pmapi {
namespace {

constexpr double kNotMissing = std::numeric_limits<double>::infinity();
/// Of a part: missing as it began.
constexpr double kBefore = -std::numeric_limits<double>::infinity();

}  // namespace

std::int32_t RankOf(const LayoutTable& layouts, InstanceId id) {
  const std::vector<InstanceId>& all = layouts.candidates();
  const auto at = std::lower_bound(all.begin(), all.end(), id);
  return static_cast<std::int32_t>(at - all.begin());
}

SurveyWalk::SurveyWalk(const ReplayReader& reader,
                       const std::vector<SurveyStart>& starts)
    : reader_(reader),
      part_(false),
      walker_(reader.walker()),
      last_(reader.last_time()),
      // Beyond the horizon from the start, so that lanes that are missing
      // already count as far, however soon they are back.
      bytes_(reader.options().horizon + 1),
      metrics_(starts.size()) {
  std::vector<std::shared_ptr<LayoutTable>> theirs;
  for (const Subscription& one : reader.wanted()) theirs.push_back(one.layouts);
  MakeTables(theirs);
  for (std::size_t i = 0; i < starts.size(); ++i) {
    const Track& track = reader.track(static_cast<std::int32_t>(i));
    metrics_[i].format_known = track.format_known;
    metrics_[i].in_situ = track.in_situ;
    Begin(starts[i], &metrics_[i]);
  }
}

SurveyWalk::SurveyWalk(const SurveyWalk* whole)
    : reader_(whole->reader_),
      part_(true),
      walker_(reader_.walker()),
      metrics_(whole->metrics_.size()) {
  std::vector<std::shared_ptr<LayoutTable>> theirs;
  for (std::size_t i = 0; i < metrics_.size(); ++i) {
    metrics_[i].asked = whole->metrics_[i].asked;
    theirs.push_back(whole->metrics_[i].found.layouts);
  }
  MakeTables(theirs);
}

/// Tables of its own: others still need what theirs hold.
void SurveyWalk::MakeTables(
    const std::vector<std::shared_ptr<LayoutTable>>& theirs) {
  std::unordered_map<const LayoutTable*, std::shared_ptr<LayoutTable>> tables;
  for (std::size_t i = 0; i < metrics_.size(); ++i) {
    if (theirs[i] == nullptr) continue;
    auto& mine = tables[theirs[i].get()];
    if (mine == nullptr) {
      mine = std::make_shared<LayoutTable>(theirs[i]->candidates());
    }
    metrics_[i].found.layouts = mine;
  }
}

void SurveyWalk::Begin(const SurveyStart& start, Metric* metric) {
  metric->asked = start.asked;
  SurveyedMetric& found = metric->found;
  if (!start.missing.empty() && found.layouts != nullptr) {
    found.gone.assign(found.layouts->candidates().size(), {kNotMissing, 0});
  }
  for (const SurveyStart::Missing& missing : start.missing) {
    if (found.layouts == nullptr) break;
    found.gone[RankOf(*found.layouts, missing.id)] = {missing.since, 0};
  }
  for (const Frame* frame : start.frames) {
    const Seen seen{{frame->t, bytes_}, frame->record.place};
    ObserveFrame(frame->layout, seen, metric);
  }
  if (found.any) found.last.bytes = 0;
}

bool SurveyWalk::End() {
  ended_ = true;
  return false;
}

bool SurveyWalk::Step() {
  if (!walker_.Next()) return End();
  return TakeRecord();
}

/// That at which the walker stands.
bool SurveyWalk::TakeRecord() {
  const Record& record = walker_.record();
  bytes_ += record.bytes.size();
  if (last_ && record.time < *last_) return End();
  if (!last_)
    earliest_ = std::min(earliest_.value_or(record.time), record.time);
  shapes_.FetchAhead(walker_.rest(), false);
  if (record.mark()) return TakeMark();
  last_ = record.time;
  return Observe(record) || End();
}

/// Whether a mark counts may depend on records before the part and behind it.
bool SurveyWalk::TakeMark() {
  if (part_ && reader_.options().ignore_marks) {
    unsure_ = true;
    return End();
  }
  return !MarkCounts(walker_, reader_.options(), last_) || End();
}

void SurveyWalk::WalkPart(const RecordWalker& walker, std::uint64_t begin,
                          std::uint64_t end) {
  walker_ = walker;
  std::uint64_t at = begin;
  while (at < end && walker_.ReadAt(at) && TakeRecord()) {
    at += walker_.record().bytes.size();
  }
  unsure_ |= at != end && !ended_;
}

bool SurveyWalk::Observe(const Record& record) {
  const double t = reader_.clock().At(record.time);
  const Seen seen{{t, bytes_}, record.place};
  if (const std::vector<WantedSet>* wanted = shapes_.Find(record)) {
    for (const WantedSet& one : *wanted) {
      ValueSet set = one.set;
      set.values = record.bytes.data() + one.start + kSetHeaderSize;
      ObserveSet(set, one.subscription, seen);
    }
    return true;
  }
  if (!IsGood(record)) return false;
  const PmidTable& pmids = reader_.pmids();
  ValueSets sets(record);
  ValueSet set;
  while (sets.Next(&set)) {
    if (set.count > 0) ObserveSet(set, pmids.Find(set.pmid), seen);
  }
  shapes_.Learn(record, [&](Pmid pmid) { return pmids.Find(pmid); });
  return true;
}

/// What the reader would end at is the end here, too: else a value before it
/// would be there or not by who has looked ahead how far.
bool SurveyWalk::IsGood(const Record& record) {
  ValueSets sets(record);
  ValueSet set;
  while (sets.Next(&set)) {
    if (set.count <= 0) continue;
    std::int32_t i = reader_.pmids().Find(set.pmid);
    for (; i >= 0; i = reader_.pmids().Next(i)) {
      const Type type = reader_.wanted()[static_cast<std::size_t>(i)].type;
      if (!FormatFits(type, set.format)) return false;
      if (type != Type::kFloat) continue;
      Metric& metric = metrics_[static_cast<std::size_t>(i)];
      const bool in_situ = set.format == ValueFormat::kInSitu;
      if (!metric.format_known) metric.in_situ = in_situ;
      metric.format_known = true;
      if (in_situ != metric.in_situ) return false;
    }
  }
  return !sets.damaged();
}

/// `first`: the first subscription for the set's metric, or -1.
void SurveyWalk::ObserveSet(const ValueSet& set, std::int32_t first,
                            const Seen& seen) {
  for (std::int32_t i = first; i >= 0; i = reader_.pmids().Next(i)) {
    Metric& metric = metrics_[static_cast<std::size_t>(i)];
    if (!metric.asked) continue;
    LayoutRef layout;
    if (metric.found.layouts != nullptr) {
      layout = metric.found.layouts->Find(set, metric.layout);
    }
    ObserveFrame(std::move(layout), seen, &metric);
  }
}

void SurveyWalk::ObserveFrame(LayoutRef layout, const Seen& seen,
                              Metric* metric) const {
  SurveyedMetric& found = metric->found;
  if (found.any) {
    if (Far(found.last, seen.at)) {
      found.notes.push_back({-1, found.last.t, seen.place});
    }
    if (found.layouts != nullptr && layout != metric->layout) {
      Change(layout, seen, metric);
    }
  } else if (part_) {
    metric->first_layout = layout;
    metric->first = seen;
  } else if (!found.gone.empty()) {
    // Nothing in hand, yet lanes are missing: all of them may be here.
    metric->layout = std::make_shared<LaneLayout>();
    Change(layout, seen, metric);
  }
  found.any = true;
  metric->layout = std::move(layout);
  found.last = seen.at;
}

/// A second value at the same stamp is no return.
bool SurveyWalk::Far(const LastSeen& gone, const LastSeen& seen) const {
  return seen.t > gone.t && seen.bytes - gone.bytes > reader_.options().horizon;
}

void SurveyWalk::Change(const LayoutRef& layout, const Seen& seen,
                        Metric* metric) const {
  SurveyedMetric& found = metric->found;
  const LayoutRef old = metric->layout;
  const auto step = found.layouts->Between(old, layout);
  if (found.gone.empty()) {
    if (!part_ && step->lost.empty()) return;
    const double before = part_ ? kBefore : kNotMissing;
    found.gone.assign(found.layouts->candidates().size(), {before, 0});
  }
  for (const std::int32_t lane : step->lost) {
    found.gone[RankOf(*found.layouts, old->ids[lane])] = found.last;
  }
  for (const std::int32_t lane : step->gained) {
    const std::int32_t rank = RankOf(*found.layouts, layout->ids[lane]);
    LastSeen& gone = found.gone[rank];
    if (gone.t == kBefore) {
      metric->gains.push_back({rank, seen});
    } else if (Far(gone, seen.at)) {
      found.notes.push_back({rank, gone.t, seen.place});
    }
    gone.t = kNotMissing;
  }
}

/// Whether the part is what it would be if it had been walked from here.
bool SurveyWalk::Fits(const SurveyWalk& part) const {
  if (part.unsure_) return false;
  if (last_ && part.earliest_ && *part.earliest_ < *last_) return false;
  for (std::size_t i = 0; i < metrics_.size(); ++i) {
    const Metric& mine = metrics_[i];
    const Metric& theirs = part.metrics_[i];
    const bool both = mine.format_known && theirs.format_known;
    if (both && mine.in_situ != theirs.in_situ) return false;
  }
  return true;
}

bool SurveyWalk::Join(SurveyWalk* part) {
  if (!Fits(*part)) return false;
  for (std::size_t i = 0; i < metrics_.size(); ++i) {
    const Metric& theirs = part->metrics_[i];
    if (theirs.format_known) metrics_[i].in_situ = theirs.in_situ;
    metrics_[i].format_known |= theirs.format_known;
    if (theirs.found.any) JoinMetric(theirs, &metrics_[i]);
  }
  bytes_ += part->bytes_;
  walker_ = std::move(part->walker_);
  if (part->last_) last_ = part->last_;
  ended_ = part->ended_;
  return true;
}

SurveyWalk::Seen SurveyWalk::Behind(Seen seen) const {
  seen.at.bytes += bytes_;
  return seen;
}

void SurveyWalk::JoinMetric(const Metric& part, Metric* metric) const {
  SurveyedMetric& found = metric->found;
  const auto mine = [&](const LayoutRef& layout) {
    return layout == nullptr ? layout : found.layouts->Adopt(*layout);
  };
  ObserveFrame(mine(part.first_layout), Behind(part.first), metric);
  if (!part.found.gone.empty()) JoinGone(part, metric);
  found.notes.insert(found.notes.end(), part.found.notes.begin(),
                     part.found.notes.end());
  metric->layout = mine(part.layout);
  found.last = Behind({part.found.last, {}}).at;
}

/// The lanes that the part has had again or lost, in this order: of each, what
/// it was missing of when it began comes before all else.
void SurveyWalk::JoinGone(const Metric& part, Metric* metric) const {
  SurveyedMetric& found = metric->found;
  found.gone.resize(part.found.gone.size(), {kNotMissing, 0});
  for (const Gain& gain : part.gains) {
    const Seen seen = Behind(gain.seen);
    LastSeen& gone = found.gone[static_cast<std::size_t>(gain.rank)];
    if (Far(gone, seen.at)) {
      found.notes.push_back({gain.rank, gone.t, seen.place});
    }
  }
  for (std::size_t rank = 0; rank < found.gone.size(); ++rank) {
    const LastSeen& gone = part.found.gone[rank];
    if (gone.t != kBefore) found.gone[rank] = Behind({gone, {}}).at;
  }
}

std::vector<SurveyedMetric> SurveyWalk::Finish() {
  std::vector<SurveyedMetric> all;
  for (Metric& metric : metrics_) {
    auto& notes = metric.found.notes;
    std::sort(notes.begin(), notes.end(), [](const auto& a, const auto& b) {
      return std::tie(a.rank, a.since) < std::tie(b.rank, b.since);
    });
    all.push_back(std::move(metric.found));
  }
  return all;
}

}  // namespace pmapi
