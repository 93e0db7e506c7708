// From record to record, volume to volume, member to member.
#include "pmapi/archive/record_walker.h"

#include <algorithm>
#include <limits>

namespace pmapi {
namespace {

// By which libpcp puts a mark after the end of a member.
constexpr std::int64_t kMarkAfterEnd = 1'000'000;

/// Of the mark behind a member that ends at `end`: in 2262 the last there is.
base::Timestamp MarkAfter(base::Timestamp end) {
  constexpr std::int64_t kLast = std::numeric_limits<std::int64_t>::max();
  return {end.ns > kLast - kMarkAfterEnd ? kLast : end.ns + kMarkAfterEnd};
}

base::Error CorruptAt(const std::string& path, std::uint64_t offset,
                      const std::string& what) {
  return base::Error{base::ErrorCode::kCorrupt,
                     path + ": byte " + std::to_string(offset) + ": " + what};
}

}  // namespace

bool RecordWalker::Next() {
  status_ = {};
  Step step = bytes_.empty() ? EnterVolume() : Step::kAgain;
  while (step == Step::kAgain) step = ReadHere();
  return step == Step::kRecord;
}

bool RecordWalker::At(RecordPlace place) {
  status_ = {};
  const bool here =
      !bytes_.empty() && place.member == member_ && place.volume == position_;
  if (!here) GoTo(place.member, place.volume);
  offset_ = place.offset;
  if (!here && OpenHere() == Step::kStop) return false;
  Step step = ReadHere();
  // More of the volume is there than when the walker looked last.
  if (step == Step::kAgain) step = ReadHere();
  return step == Step::kRecord && record_.place == place;
}

bool RecordWalker::ReadAt(std::uint64_t offset) {
  const char* what = nullptr;
  return offset < bytes_.size() &&
         StateAt(offset, &what) == RecordState::kRecord;
}

/// If it is a record, it is the walker's.
RecordState RecordWalker::StateAt(std::uint64_t offset, const char** what) {
  const RecordState state =
      ReadRecord(bytes_, offset, volume_->label().version, &record_, what);
  if (state == RecordState::kRecord) {
    record_.place = {member_, position_, offset};
    offset_ = offset + record_.bytes.size();
  }
  return state;
}

base::Error RecordWalker::Damage(std::size_t offset,
                                 const std::string& what) const {
  return CorruptAt(path(), record_.place.offset + offset, what);
}

RecordWalker::Step RecordWalker::Fail(base::Error error) {
  status_ = std::move(error);
  return Step::kStop;
}

void RecordWalker::GoTo(std::int32_t member, std::int32_t position) {
  member_ = member;
  position_ = position;
  offset_ = 0;
  bytes_ = {};
}

/// Reads what is at the offset and steps over it.
RecordWalker::Step RecordWalker::ReadHere() {
  const char* what = nullptr;
  switch (StateAt(offset_, &what)) {
    case RecordState::kRecord:
      return Step::kRecord;
    case RecordState::kEnd:
      return LeaveVolume();
    case RecordState::kTorn:
      if (Grown()) return Step::kAgain;
      if (!status_) return Step::kStop;
      return Fail(CorruptAt(path(), offset_, what));
    case RecordState::kDamaged:
      return Fail(CorruptAt(path(), offset_, what));
  }
  CHECK(false);
}

std::vector<std::uint64_t> RecordWalker::Waypoints(std::size_t apart) const {
  std::vector<std::uint64_t> all = {offset_};
  const std::int32_t number =
      member().paths().volumes[static_cast<std::size_t>(position_)].number;
  for (const IndexEntry& entry : member().index()) {
    const auto at = static_cast<std::uint64_t>(entry.data_offset);
    const bool here = entry.volume == number && entry.data_offset > 0;
    if (!here || at > bytes_.size() || at < all.back()) continue;
    if (at - all.back() >= apart) all.push_back(at);
  }
  return all;
}

/// Opens the volume where the walker stands, or again what has grown of it or
/// been unpacked since.
RecordWalker::Step RecordWalker::OpenHere() {
  auto volume = member().OpenVolume(position_);
  if (!volume) return Fail(volume.error());
  volume_ = *std::move(volume);
  const std::size_t before = bytes_.size();
  bytes_ = volume_->BytesBeyond(before);
  if (bytes_.size() <= before) {
    if (auto done = volume_->status(); !done) return Fail(done.error());
  }
  offset_ = std::max<std::uint64_t>(offset_, volume_->label().size());
  return Step::kAgain;
}

/// As OpenHere, but a later volume whose label is wrong is passed over, as if
/// it were not there: so does libpcp.
RecordWalker::Step RecordWalker::EnterVolume() {
  while (OpenHere() == Step::kStop) {
    if (!member().PassOver(position_, status_.error())) return Step::kStop;
    status_ = {};
    if (position_ + 1 == member().volume_count()) return LeaveMember();
    GoTo(member_, position_ + 1);
  }
  return Step::kAgain;
}

/// True if a Refresh() has found more of the current volume.
bool RecordWalker::Grown() {
  const std::size_t before = bytes_.size();
  return OpenHere() == Step::kAgain && bytes_.size() > before;
}

RecordWalker::Step RecordWalker::LeaveVolume() {
  if (Grown()) return Step::kAgain;
  if (!status_) return Step::kStop;
  if (position_ + 1 == member().volume_count()) return LeaveMember();
  GoTo(member_, position_ + 1);
  return EnterVolume();
}

/// Between two members stands a mark that is in neither.
RecordWalker::Step RecordWalker::LeaveMember() {
  const auto next = static_cast<std::size_t>(member_) + 1;
  if (next == members_->size()) return Step::kStop;
  const auto end = member().End();
  if (!end) return Fail(end.error());
  if (end->time > (*members_)[next]->label().start) {
    return Fail({base::ErrorCode::kOverlap,
                 (*members_)[next]->paths().base + ": begins before " +
                     member().paths().base + " ends"});
  }
  record_ = Record{MarkAfter(end->time), {}, 0, 0, {member_, position_ + 1, 0}};
  GoTo(member_ + 1, 0);
  return Step::kRecord;
}

}  // namespace pmapi
