// The files beside what the index knows of them.
#include "pmapi/archive/losses.h"

#include <algorithm>
#include <map>

namespace pmapi {
namespace {

std::string AtByte(std::uint64_t offset) {
  return ", at byte " + std::to_string(offset);
}

class LossSearch {
 public:
  explicit LossSearch(const Member& member)
      : member_(member),
        volumes_(member.paths().volumes),
        passed_over_(member.passed_over()) {
    for (const IndexEntry& entry : member.index()) {
      reached_[entry.volume] =
          std::max(reached_[entry.volume], entry.data_offset);
      meta_reached_ = std::max(meta_reached_, entry.meta_offset);
    }
  }

  std::vector<Loss> Run() {
    AddLabel();
    for (std::int32_t p = 0; p < member_.volume_count(); ++p) {
      AddMissingBefore(p);
      AddVolume(p);
    }
    AddMissingBehind();
    AddOthers();
    AddMeta();
    return std::move(losses_);
  }

 private:
  const VolumePath& At(std::int32_t position) const {
    return volumes_[position];
  }
  bool Usable(std::int32_t position) const {
    return !passed_over_.contains(position);
  }

  /// What is wrong with a volume, or, where there is enough of that, one more.
  void Add(std::string path, std::string what, std::int32_t behind,
           std::int32_t before, bool may_grow = false) {
    if (IsEnough()) return AddUntold(1, behind, before);
    losses_.push_back({std::move(path), std::move(what), LastIn(behind),
                       FirstIn(before), may_grow});
  }

  bool IsEnough() const { return losses_.size() >= kMost; }

  void AddUntold(std::int64_t volumes, std::int32_t behind,
                 std::int32_t before) {
    if (untold_ == 0) untold_behind_ = behind;
    untold_before_ = before;
    untold_ += volumes;
  }

  void AddOthers() {
    if (untold_ == 0) return;
    losses_.push_back({member_.paths().base,
                       "lacks " + std::to_string(untold_) +
                           " more volumes, which are missing or cannot be used",
                       LastIn(untold_behind_), FirstIn(untold_before_), false,
                       true});
  }

  /// The last record at or before the volume at `position`.
  std::optional<base::Timestamp> LastIn(std::int32_t position) const {
    for (; position >= 0; --position) {
      if (!Usable(position)) continue;
      const auto volume = member_.OpenVolume(position);
      if (!volume) continue;
      if (const auto end = FindEnd(**volume, member_.index())) return end->time;
    }
    return member_.label().start;
  }

  /// The first record in or behind the volume at `position`.
  std::optional<base::Timestamp> FirstIn(std::int32_t position) const {
    for (; position < member_.volume_count(); ++position) {
      if (!Usable(position)) continue;
      const auto volume = member_.OpenVolume(position);
      if (!volume) continue;
      const Label& label = (*volume)->label();
      Record record;
      const char* what = nullptr;
      if (ReadRecord((*volume)->bytes(), label.size(), label.version, &record,
                     &what) == RecordState::kRecord) {
        return record.time;
      }
    }
    return std::nullopt;
  }

  std::string PathOf(std::int32_t number) const {
    return member_.paths().base + '.' + std::to_string(number);
  }

  /// Numbers that are left out between two volumes.
  void AddMissingBefore(std::int32_t position) {
    if (position == 0) return;
    const std::int32_t next = At(position).number;
    std::int32_t n = At(position - 1).number + 1;
    for (; n < next && !IsEnough(); ++n) {
      Add(PathOf(n), "is missing", position - 1, position);
    }
    if (n < next) AddUntold(next - n, position - 1, position);
  }

  /// Volumes that only the index knows of. Those before the first one have
  /// been removed on purpose: the archive begins later.
  void AddMissingBehind() {
    const std::int32_t last = volumes_.back().number;
    for (auto at = reached_.upper_bound(last); at != reached_.end(); ++at) {
      Add(PathOf(at->first), "is missing", member_.volume_count() - 1,
          member_.volume_count());
    }
  }

  void AddVolume(std::int32_t position) {
    const std::string& path = At(position).path;
    if (const auto found = passed_over_.find(position);
        found != passed_over_.end()) {
      return Add(path, "cannot be used: " + found->second.message, position - 1,
                 position + 1);
    }
    const bool last = position + 1 == member_.volume_count();
    // To unpack one costs more than it may tell.
    if (!last && !CompressionSuffix(path).empty()) return;
    const auto volume = member_.OpenVolume(position);
    if (volume) AddCut(**volume, position, last);
  }

  void AddCut(const Volume& volume, std::int32_t position, bool last) {
    const std::uint64_t size = volume.bytes().size();
    const auto reached = reached_.find(volume.label().volume);
    if (reached != reached_.end() &&
        reached->second > static_cast<std::int64_t>(size)) {
      return Add(volume.path(),
                 "is cut" + AtByte(size) + ": its index goes on to byte " +
                     std::to_string(reached->second),
                 position, position + 1);
    }
    const auto end = FindEnd(volume, member_.index());
    const bool torn = end ? end->torn : !volume.empty();
    // Elsewhere a replay says so itself.
    if (last && torn) {
      AddTail(volume, end ? end->offset : volume.label().size(), position);
    }
  }

  void AddTail(const Volume& volume, std::uint64_t offset,
               std::int32_t position) {
    Record record;
    const char* what = nullptr;
    const RecordState state = ReadRecord(
        volume.bytes(), offset, volume.label().version, &record, &what);
    const bool cut = state == RecordState::kTorn || state == RecordState::kEnd;
    Add(volume.path(),
        (cut ? "ends within a record" : "is damaged") + AtByte(offset),
        position, position + 1, cut);
  }

  void AddLabel() {
    const char* what =
        member_.label_mended()
            ? "has a label with a wrong start: that of the metadata is taken"
        : member_.first_astray()
            ? "has its first record years from its label: one time is wrong"
            : nullptr;
    if (what == nullptr) return;
    losses_.push_back(
        {volumes_.front().path, what, std::nullopt, std::nullopt, false});
  }

  void AddMeta() {
    const auto size = static_cast<std::int64_t>(member_.meta()->bytes().size());
    if (meta_reached_ <= size) return;
    losses_.push_back({member_.paths().meta,
                       "is cut" + AtByte(static_cast<std::uint64_t>(size)) +
                           ": metrics and instances are missing",
                       std::nullopt, std::nullopt, false});
  }

  /// An index may name any number of volumes. To say when each of them was
  /// costs a look at all others.
  static constexpr std::size_t kMost = 8;

  const Member& member_;
  const std::vector<VolumePath>& volumes_;
  const std::map<std::int32_t, base::Error> passed_over_;
  std::map<std::int32_t, std::int64_t> reached_;  // volumes, by number
  std::int64_t meta_reached_ = 0;
  std::vector<Loss> losses_;
  std::int64_t untold_ = 0;  // volumes beyond kMost
  std::int32_t untold_behind_ = 0;
  std::int32_t untold_before_ = 0;
};

}  // namespace

std::vector<Loss> FindLosses(const Member& member) {
  return LossSearch(member).Run();
}

}  // namespace pmapi
