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

/// Blocks in a row are decoded soon, and then all at once.
void PrefetchBlocks(const Record& record, const ValueSet& set) {
  constexpr std::size_t kLine = 64;
  constexpr std::size_t kBlock = 12;
  const std::size_t start = BlockOffset(set.word(0));
  const std::size_t size = kBlock * static_cast<std::size_t>(set.count);
  if (start >= record.bytes.size()) return;
  const std::size_t end = std::min(start + size, record.bytes.size());
  for (std::size_t at = start; at < end; at += kLine) {
    __builtin_prefetch(record.bytes.data() + at);
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
      walker_(archive.Walk()),
      pin_(archive.Walk()),
      place_{-1, -1, 0},
      last_t_(-std::numeric_limits<double>::infinity()) {}

bool ReplayReader::Stop(std::optional<base::Error> failure) {
  ended_ = true;
  failure_ = std::move(failure);
  return false;
}

bool ReplayReader::Step() {
  if (ended_) return false;
  if (!walker_.Next()) {
    if (walker_.status()) return Stop(std::nullopt);
    return Stop(walker_.status().error());
  }
  const Record& record = walker_.record();
  if (record.place.volume != place_.volume ||
      record.place.member != place_.member) {
    EnterVolume();
  }
  bytes_read_ += record.bytes.size();
  if (last_time_ && record.time < *last_time_) {
    return Stop(walker_.Damage(0, "the record is older than the one before"));
  }
  const double t = clock_.At(record.time);
  if (record.mark()) {
    ReadMark(t);
    // The next member may begin before the mark that stands in front of it.
    if (record.bytes.empty()) return true;
  } else {
    if (!ReadSets(t)) return false;
    for (double& mark : marks_) mark = std::min(mark, t);
    last_time_ = record.time;
  }
  last_t_ = t;
  return true;
}

bool ReplayReader::CheckFiles() {
  if (!cut_) {
    for (const RecordWalker* each : {&pin_, &walker_}) {
      if (cut_ || !each->cut()) continue;
      Stop(base::Error{base::ErrorCode::kCorrupt,
                       each->path() + ": was cut short while it was read"});
      cut_ = true;
    }
  }
  return cut_;
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
  pin_ = walker_;
  place_ = walker_.record().place;
}

void ReplayReader::ReadMark(double t) {
  if (!MarkCounts(walker_, options_, last_time_)) return;
  ++segment_;
  marks_.push_back(t);
}

bool ReplayReader::ReadSets(double t) {
  const Record& record = walker_.record();
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
        walker_.Damage(sets.offset(),
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
    Retract(walker_.record().place);
    return Stop(walker_.Damage(end, "metric " + PmidText(set.pmid) +
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
  if (track.in_row) PrefetchBlocks(walker_.record(), set);
  if (!SamePairs(set, &track)) {
    track.hint =
        wanted.singular ? singular_ : wanted.layouts->Find(set, track.hint);
    track.in_row = BlocksInRow(wanted.type, set);
  }
  Frame& frame = track.Push();
  frame.t = t;
  frame.segment = segment_;
  frame.record = walker_.record();
  frame.set = set;
  frame.layout = track.hint;
  frame.in_row = track.in_row;
  return true;
}

/// A record is good as a whole or not at all.
void ReplayReader::Retract(RecordPlace place) {
  for (Track& track : tracks_) {
    while (!track.ahead_empty() && track.newest().record.place == place) {
      track.PopNewest();
    }
  }
}

bool ReplayReader::PassMarks(double t) {
  bool any = false;
  while (!marks_.empty() && marks_.front() <= t) {
    marks_.pop_front();
    ++passed_;
    any = true;
  }
  return any;
}

base::Error ReplayReader::DamageOf(const Record& record,
                                   std::size_t offset) const {
  const auto member = static_cast<std::size_t>(record.place.member);
  const auto volume = static_cast<std::size_t>(record.place.volume);
  const ArchivePaths& paths = archive_.members()[member]->paths();
  return base::Error{
      base::ErrorCode::kCorrupt,
      paths.volumes[volume].path + ": byte " +
          std::to_string(record.place.offset + offset) +
          ": the value block is not within the record or not of its "
          "metric's type"};
}

}  // namespace pmapi
