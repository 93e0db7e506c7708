// Finds the wanted value sets of each record by a small hash table.
#include "pmapi/archive/replay_reader.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <limits>

namespace pmapi {

double ReplayClock::At(base::Timestamp time) const {
  const std::int64_t seconds = time.Seconds() - start_.Seconds();
  const std::int64_t nanos = time.Nanoseconds() - start_.Nanoseconds();
  const long double exact = static_cast<long double>(seconds) +
                            static_cast<long double>(nanos) / 1e9L;
  return static_cast<double>(exact);
}

namespace {

/// More of them are not looked through for the record behind.
constexpr int kMarksInRow = 16;

/// Blocks in a row are decoded soon, and then all at once.
void PrefetchBlocks(const Record& record, const ValueSet& set) {
  constexpr std::size_t kLine = 64;
  const base::Bytes blocks = LikelyBlocks(record, set);
  for (std::size_t at = 0; at < blocks.size(); at += kLine) {
    __builtin_prefetch(blocks.data() + at);
  }
}

/// True if `set`, whose values are in blocks, is of the same instances and has
/// its blocks in the same places as the one before, which it then replaces.
bool SamePairs(const ValueSet& set, Track* track) {
  if (set.format == ValueFormat::kInSitu) {
    track->pairs = {};
    return false;
  }
  const auto before = track->pairs;
  track->pairs = {set.values, 8 * static_cast<std::size_t>(set.count)};
  return before.size() == track->pairs.size() &&
         std::memcmp(before.data(), set.values, before.size()) == 0;
}

}  // namespace

PmidTable::PmidTable(const std::vector<Subscription>& wanted)
    : mask_(std::bit_ceil(4 * wanted.size() + 4) - 1),
      slots_(mask_ + 1),
      next_(wanted.size(), -1) {
  for (std::size_t i = 0; i < wanted.size(); ++i) {
    if (!wanted[i].served) continue;
    const auto number = static_cast<std::int32_t>(i);
    const std::int32_t first = Find(wanted[i].pmid);
    if (first >= 0) {
      next_[i] = std::exchange(next_[first], number);
      continue;
    }
    std::size_t slot = Hash(wanted[i].pmid);
    while (slots_[slot].subscription >= 0) slot = (slot + 1) & mask_;
    slots_[slot] = {wanted[i].pmid, number};
  }
}

bool MarkCounts(const RecordWalker& walker,
                const ArchiveReadingOptions& options,
                std::optional<base::Timestamp> before) {
  if (!options.ignore_marks || !before) return true;
  RecordWalker ahead = walker;
  while (ahead.Next()) {
    if (ahead.record().mark()) continue;
    std::int64_t gap = 0;
    return __builtin_sub_overflow(ahead.record().time.ns, before->ns, &gap) ||
           gap > options.ignore_marks->ns;
  }
  return true;
}

ReplayReader::ReplayReader(const Archive& archive,
                           const ArchiveReadingOptions& options,
                           std::vector<Subscription> wanted)
    : archive_(archive),
      options_(options),
      clock_(archive.start()),
      wanted_(std::move(wanted)),
      pmids_(wanted_),
      tracks_(wanted_.size()),
      at_(archive) {}

bool ReplayReader::Stop(std::optional<base::Error> failure) {
  at_.ended = true;
  at_.failure = std::move(failure);
  return false;
}

bool ReplayReader::Step() {
  if (at_.ended) return false;
  if (following()) return FollowStep();
  if (!at_.walker.Next()) {
    if (at_.walker.status()) return Stop(std::nullopt);
    return Stop(at_.walker.status().error());
  }
  const Record& record = at_.walker.record();
  if (record.place.volume != at_.place.volume ||
      record.place.member != at_.place.member) {
    if (noted_ != nullptr) noted_->AddWalker(at_.walker);
    EnterVolume();
  }
  if (at_.last_time && record.time < *at_.last_time) {
    return Stop(
        at_.walker.Damage(0, "the record is older than the one before"));
  }
  // Who notes leaves the values to others.
  shapes_.FetchAhead(at_.walker.rest(), noted_ == nullptr);
  const double t = clock_.At(record.time);
  TrailRecord read{record, t, t};
  if (record.mark()) {
    read.mark_counts = ReadMark(t);
    read.last_t = std::min(t, NextT());
  } else if (!ReadSets(t)) {
    return false;
  }
  if (noted_ != nullptr) noted_->AddRecord(read);
  TakeRecord(read);
  return true;
}

/// The time of the record after the marks at hand, if there is one near: they
/// may be later than it, and what is at a tick is not to depend on who has
/// looked ahead before.
double ReplayReader::NextT() const {
  RecordWalker ahead = at_.walker;
  for (int k = 0; k < kMarksInRow && ahead.Next(); ++k) {
    if (!ahead.record().mark()) return clock_.At(ahead.record().time);
  }
  return std::numeric_limits<double>::infinity();
}

/// What a record changes, but for marks and frames.
void ReplayReader::TakeRecord(const TrailRecord& read) {
  const Record& record = read.record;
  at_.bytes_read += record.bytes.size();
  if (!record.mark()) {
    for (double& mark : at_.marks) mark = std::min(mark, read.t);
    at_.last_time = record.time;
  } else if (record.bytes.empty()) {
    // The next member may begin before the mark that stands in front of it.
    return;
  }
  at_.last_t = read.last_t;
}

bool ReplayReader::CheckFiles() {
  if (!at_.cut) {
    for (const RecordWalker* each : {&at_.pin, &at_.walker}) {
      if (at_.cut || !each->cut()) continue;
      Stop(base::Error{base::ErrorCode::kCorrupt,
                       each->path() + ": was cut short while it was read"});
      at_.cut = true;
    }
  }
  return at_.cut;
}

/// Frames that have not been decoded view the volume that is left; the pin
/// holds it until here.
void ReplayReader::EnterVolume() {
  for (std::size_t i = 0; i < tracks_.size(); ++i) {
    Track& track = tracks_[i];
    track.pairs = {};
    if (track.prior() != nullptr) DecodeFrame(wanted_[i].type, track.prior());
    for (std::size_t k = 0; k < track.ahead_size(); ++k) {
      DecodeFrame(wanted_[i].type, &track.ahead(k));
    }
  }
  if (CheckFiles()) return;
  at_.pin = at_.walker;
  at_.place = at_.walker.record().place;
}

/// True if it counts.
bool ReplayReader::ReadMark(double t) {
  if (!MarkCounts(at_.walker, options_, at_.last_time)) return false;
  TakeMark(t);
  return true;
}

void ReplayReader::TakeMark(double t) {
  ++at_.segment;
  at_.marks.push_back(t);
}

bool ReplayReader::ReadSets(double t) {
  const Record& record = at_.walker.record();
  if (const std::vector<WantedSet>* wanted = shapes_.Find(record)) {
    for (const WantedSet& one : *wanted) {
      ValueSet set = one.set;
      set.values = record.bytes.data() + one.start + kSetHeaderSize;
      if (!AcceptAll(one.subscription, t, set, one.end)) return false;
    }
    return true;
  }
  ValueSets sets(record);
  ValueSet set;
  while (sets.Next(&set)) {
    const std::int32_t subscription = pmids_.Find(set.pmid);
    if (subscription < 0 || set.count <= 0) continue;
    if (!AcceptAll(subscription, t, set, sets.offset())) return false;
  }
  if (sets.damaged()) {
    Retract(record.place);
    return Stop(
        at_.walker.Damage(sets.offset(),
                          "the value set does not fit its record or has an "
                          "unknown value format"));
  }
  shapes_.Learn(record, [this](Pmid pmid) { return pmids_.Find(pmid); });
  return true;
}

/// Hands `set` to `subscription` and the others for its metric.
bool ReplayReader::AcceptAll(std::int32_t subscription, double t,
                             const ValueSet& set, std::size_t end) {
  for (; subscription >= 0; subscription = pmids_.Next(subscription)) {
    if (Accept(subscription, t, set)) continue;
    Retract(at_.walker.record().place);
    return Stop(
        at_.walker.Damage(end, "metric " + PmidText(set.pmid) +
                                   ": the value format does not fit its "
                                   "type"));
  }
  return true;
}

bool ReplayReader::Accept(std::int32_t subscription, double t,
                          const ValueSet& set) {
  const Subscription& wanted = wanted_[subscription];
  Track& track = tracks_[subscription];
  if (!FormatFits(wanted.type, set.format)) return false;
  if (wanted.type == Type::kFloat) {
    const bool in_situ = set.format == ValueFormat::kInSitu;
    if (!track.format_known) track.in_situ = in_situ;
    track.format_known = true;
    if (in_situ != track.in_situ) return false;
  }
  if (!SamePairs(set, &track)) {
    track.hint =
        wanted.singular ? singular_ : wanted.layouts->Find(set, track.hint);
    track.in_row = BlocksInRow(wanted.type, set);
  }
  const Record& record = at_.walker.record();
  Push(&track, t, record, set);
  if (noted_ != nullptr) {
    noted_->AddSet(subscription, set, track.hint, track.in_row);
  }
  return true;
}

/// A frame at `t` with the layout that the track says is the next one of the
/// newest's lanes, and no tick between them is asked for.
bool ReplayReader::Replaces(const Track& track, double t) const {
  return noted_ != nullptr && t <= passed_to_ && !track.ahead_empty() &&
         track.newest().layout == track.hint &&
         track.newest().segment == at_.segment;
}

/// With the layout that the track says.
void ReplayReader::Push(Track* track, double t, const Record& record,
                        const ValueSet& set) {
  if (track->in_row && noted_ == nullptr) PrefetchBlocks(record, set);
  Frame& frame = Replaces(*track, t) ? track->Renew() : track->Push();
  frame.t = t;
  frame.segment = at_.segment;
  frame.record = record;
  frame.set = set;
  if (frame.layout != track->hint) frame.layout = track->hint;
  frame.in_row = track->in_row;
}

/// A record is good as a whole or not at all.
void ReplayReader::Retract(RecordPlace place) {
  for (Track& track : tracks_) {
    while (!track.ahead_empty() && track.newest().record.place == place) {
      track.PopNewest();
    }
  }
  if (noted_ != nullptr) noted_->DropSets();
}

bool ReplayReader::PassMarks(double t) {
  bool any = false;
  while (!at_.marks.empty() && at_.marks.front() <= t) {
    at_.marks.pop_front();
    ++at_.passed;
    any = true;
  }
  return any;
}

const std::string& ReplayReader::PathOf(const Record& record) const {
  const auto member = static_cast<std::size_t>(record.place.member);
  const auto volume = static_cast<std::size_t>(record.place.volume);
  return archive_.members()[member]->paths().volumes[volume].path;
}

base::Error ReplayReader::DamageOf(const Record& record,
                                   std::size_t offset) const {
  return base::Error{
      base::ErrorCode::kCorrupt,
      PathOf(record) + ": byte " +
          std::to_string(record.place.offset + offset) +
          ": the value block is not within the record or not of its "
          "metric's type"};
}

}  // namespace pmapi
