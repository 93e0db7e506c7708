// Files found by name, volumes opened when they are reached.
#include "pmapi/archive/member.h"

#include <algorithm>
#include <string>
#include <utility>

namespace pmapi {
namespace {

/// So many volumes are unpacked before they are reached.
constexpr std::int32_t kAhead = 2;

base::Error NoRecords(const std::string& path) {
  return base::Error{base::ErrorCode::kNoData,
                     path + ": nothing follows the label"};
}

/// `file`, if nothing keeps it from being unpacked to its end.
base::Result<std::unique_ptr<base::ReadableFile>> ToItsEnd(
    base::Result<std::unique_ptr<base::ReadableFile>> file) {
  if (!file) return file;
  if (auto done = (*file)->status(); !done) return done.error();
  return file;
}

/// Whether an archive that begins at `start` may have its first record at
/// `first`, though volumes before may have been removed.
bool IsNear(base::Timestamp start, base::Timestamp first) {
  constexpr std::int64_t kYear = 365 * 86400;
  const std::int64_t seconds = first.Seconds() - start.Seconds();
  return -kYear < seconds && seconds < kYear;
}

}  // namespace

base::Result<std::unique_ptr<Member>> Member::Open(ArchivePaths paths,
                                                   FileOpener opener,
                                                   RecentVolumes* recent) {
  std::unique_ptr<Member> member(
      new Member(std::move(paths), std::move(opener), recent));
  if (auto opened = member->OpenFiles(); !opened) return opened.error();
  return member;
}

base::Result<void> Member::OpenFiles() {
  const VolumePath& first = paths_.volumes.front();
  const bool packed = !CompressionSuffix(first.path).empty();
  auto file = opener_(first.path, packed ? FilePart::kLabel : FilePart::kWhole);
  if (!file) return file.error();
  auto label = ReadLabel((*file)->bytes(), first.path, first.number);
  if (!label) return label.error();
  label_ = *std::move(label);
  if ((*file)->bytes().size() == label_.size()) return NoRecords(first.path);
  if (auto meta = OpenMeta(); !meta) return meta;
  MendLabel((*file)->bytes());
  if (auto index = OpenIndex(); !index) return index;
  if (!packed) KeepFirst(*std::move(file));
  return {};
}

/// Opened once, unless something was written meanwhile: what the index knows of
/// is to be there.
void Member::KeepFirst(std::unique_ptr<base::ReadableFile> file) {
  const auto size = static_cast<std::int64_t>(file->bytes().size());
  const bool behind =
      std::any_of(index_.begin(), index_.end(), [&](const IndexEntry& entry) {
        return entry.volume == label_.volume && entry.data_offset > size;
      });
  if (behind) return;
  const auto volume = Volume::Of(std::move(file), paths_.volumes.front());
  if (!volume) return;
  volumes_.front() = *volume;
  recent_->Keep(*volume);
}

/// Puts the start of the metadata in the place of one that is far from the
/// first record: a replay from there would go over decades without a record, or
/// be none.
void Member::MendLabel(base::Bytes first_volume) {
  const std::size_t stamp = label_.size() + kLengthSize;
  if (first_volume.size() < stamp + StampSize(label_.version)) return;
  const auto first = LoadStamp(first_volume.data() + stamp, label_.version);
  if (!first || IsNear(label_.start, *first)) return;
  label_mended_ = IsNear(meta_start_, *first);
  first_astray_ = !label_mended_;
  if (label_mended_) label_.start = meta_start_;
}

base::Result<void> Member::OpenMeta() {
  auto file = ToItsEnd(opener_(paths_.meta, FilePart::kWhole));
  if (!file) return file.error();
  meta_ = *std::move(file);
  const auto label = ReadLabel(meta_->bytes(), paths_.meta, kMetaVolume);
  if (!label) return label.error();
  if (auto same = CheckSameArchive(label_, *label, paths_.meta); !same) {
    return same;
  }
  meta_start_ = label->start;
  if (meta_->bytes().size() == label->size()) return NoRecords(paths_.meta);
  return {};
}

base::Result<void> Member::OpenIndex() {
  index_.clear();
  if (paths_.index.empty()) return {};
  const auto file = ToItsEnd(opener_(paths_.index, FilePart::kWhole));
  if (!file) return file.error();
  const base::Bytes bytes = (*file)->bytes();
  const auto label = ReadLabel(bytes, paths_.index, kIndexVolume);
  if (!label) return label.error();
  if (auto same = CheckSameArchive(label_, *label, paths_.index); !same) {
    return same;
  }
  // Odd, but libpcp's way: no index is fine, an empty one is not.
  if (bytes.size() == label->size()) return NoRecords(paths_.index);
  index_ = ReadIndex(bytes, label->version);
  return MetaUpToIndex();
}

/// A logger may have written to both files since the metadata was mapped.
base::Result<void> Member::MetaUpToIndex() {
  const auto size = static_cast<std::int64_t>(meta_->bytes().size());
  const bool behind = !index_.empty() && index_.back().meta_offset > size;
  return behind ? OpenMeta() : base::Result<void>();
}

bool Member::may_end_later() const {
  return volume_count() == 1 &&
         !CompressionSuffix(paths_.volumes[0].path).empty();
}

base::Result<std::shared_ptr<const Volume>> Member::OpenVolume(
    std::int32_t position) const {
  const std::lock_guard lock(mutex_);
  auto opened = Open(position);
  if (position > furthest_) {
    furthest_ = position;
    BeginAhead(position + 1, position + 1 + kAhead);
  }
  return opened;
}

base::Result<std::shared_ptr<const Volume>> Member::Open(
    std::int32_t position) const {
  auto& known = volumes_[position];
  if (auto open = known.lock()) return open;
  auto file = OpenFile(position);
  if (!file) return file.error();
  auto opened = Volume::Of(*std::move(file), paths_.volumes[position]);
  if (!opened) return opened;
  known = *opened;
  recent_->Keep(*opened);
  return opened;
}

/// The first volume may be read while it is unpacked, or as far as it can be.
/// Of a later one that cannot be nothing counts (PassOver()), so it is to be
/// whole.
base::Result<std::unique_ptr<base::ReadableFile>> Member::OpenFile(
    std::int32_t position) const {
  if (position == 0) BeginAhead(0, 1);
  const std::string& path = paths_.volumes[position].path;
  auto ahead = ahead_.extract(position);
  const bool is_ahead = !ahead.empty();
  auto file = is_ahead ? base::Result<std::unique_ptr<base::ReadableFile>>(
                             std::move(ahead.mapped()))
                       : opener_(path, FilePart::kWhole);
  if (position > 0) return ToItsEnd(std::move(file));
  if (!file) return file;
  // The status of one that is still being unpacked would wait for its end.
  first_open_ended_ = first_open_ended_ || is_ahead || !(*file)->status();
  return file;
}

/// What cannot be opened is told of to who gets there.
void Member::BeginAhead(std::int32_t first, std::int32_t behind) const {
  for (std::int32_t p = first; p < std::min(behind, volume_count()); ++p) {
    const std::string& path = paths_.volumes[p].path;
    const bool known = ahead_.contains(p) || !volumes_[p].expired();
    if (known || CompressionSuffix(path).empty()) continue;
    auto file = opener_(path, FilePart::kAhead);
    if (!file || *file == nullptr) return;
    ahead_.emplace(p, *std::move(file));
  }
}

bool Member::PassOver(std::int32_t position, const base::Error& error) const {
  const bool system = error.code == base::ErrorCode::kSystem;
  if (position == 0 || system) return false;
  const std::lock_guard lock(mutex_);
  passed_over_.try_emplace(position, error);
  return true;
}

std::map<std::int32_t, base::Error> Member::passed_over() const {
  const std::lock_guard lock(mutex_);
  return passed_over_;
}

base::Result<ArchiveEnd> Member::End() const {
  {
    const std::lock_guard lock(mutex_);
    if (end_) return *end_;
  }
  auto end = SearchEnd();
  if (!end) return end;
  const std::lock_guard lock(mutex_);
  end_ = *end;
  return end;
}

/// Where nobody reads on.
base::Result<std::shared_ptr<const Volume>> Member::OpenLast(
    std::int32_t position) const {
  const std::lock_guard lock(mutex_);
  // Who replays begins there.
  BeginAhead(0, 1);
  return Open(position);
}

base::Result<ArchiveEnd> Member::SearchEnd() const {
  for (std::int32_t position = volume_count() - 1; position >= 0; --position) {
    const auto volume = OpenLast(position);
    if (!volume && PassOver(position, volume.error())) continue;
    if (!volume) return volume.error();
    if (auto done = (*volume)->status(); !done) return done.error();
    if (const auto end = FindEnd(**volume, index_)) return *end;
  }
  return base::Error{base::ErrorCode::kNoEnd,
                     paths_.base + ": no data volume has a good record"};
}

base::Result<void> Member::Refresh() {
  auto paths = FindArchive(paths_.base);
  // Renamed or removed meanwhile: what is open stays as it is.
  if (!paths) return {};
  const std::size_t last = paths_.volumes.size() - 1;
  if (paths->volumes.size() > paths_.volumes.size()) {
    paths_ = *std::move(paths);
    volumes_.resize(paths_.volumes.size());
  }
  volumes_[last].reset();
  end_.reset();
  if (auto meta = OpenMeta(); !meta) return meta;
  return OpenIndex();
}

}  // namespace pmapi
