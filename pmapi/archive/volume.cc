// A data file opened and its label compared with its member's.
#include "pmapi/archive/volume.h"

namespace pmapi {

base::Result<std::shared_ptr<const Volume>> Volume::Of(
    std::unique_ptr<base::ReadableFile> file, const VolumePath& path) {
  constexpr std::size_t kLabel = LabelSize(ArchiveVersion::k3);
  const base::Bytes begin = file->BytesBeyond(kLabel);
  if (begin.size() <= kLabel) {
    if (auto status = file->status(); !status) return status.error();
  }
  auto label = ReadLabel(begin, path.path, path.number);
  if (!label) return label.error();
  return std::shared_ptr<const Volume>(
      new Volume(std::move(file), *std::move(label), path.path));
}

Volume::Volume(std::unique_ptr<base::ReadableFile> file, Label label,
               std::string path)
    : file_(std::move(file)),
      label_(std::move(label)),
      path_(std::move(path)) {}

void RecentVolumes::Keep(std::shared_ptr<const Volume> volume) {
  const std::lock_guard lock(mutex_);
  volumes_[next_] = std::move(volume);
  next_ = (next_ + 1) % kMost;
}

RecordState ReadRecord(base::Bytes bytes, std::uint64_t offset,
                       ArchiveVersion version, Record* record,
                       const char** what) {
  if (offset + kLengthSize > bytes.size()) return RecordState::kEnd;
  const std::uint64_t left = bytes.size() - offset;
  const std::uint8_t* p = bytes.data() + offset;
  const std::uint32_t length = base::LoadBig32(p);
  if (length < MarkSize(version)) {
    *what = "the record is shorter than any";
    return RecordState::kDamaged;
  }
  if (length > left) {
    *what = "the file ends within the record";
    return length > INT32_MAX ? RecordState::kDamaged : RecordState::kTorn;
  }
  if (base::LoadBig32(p + length - kLengthSize) != length) {
    *what = "the closing length of the record differs from the first";
    return RecordState::kDamaged;
  }
  const std::size_t header = DataHeaderSize(version);
  const std::uint32_t metrics = base::LoadBig32(p + header - 4);
  // A set takes 8 bytes at least, and a mark has nothing after its count.
  if (metrics > (length - MarkSize(version)) / 8 ||
      (metrics == 0 && length != MarkSize(version))) {
    *what = "the number of metrics does not fit the record";
    return RecordState::kDamaged;
  }
  const auto time = LoadStamp(p + kLengthSize, version);
  if (!time) {
    *what = "the time of the record is out of range";
    return RecordState::kDamaged;
  }
  record->time = *time;
  record->bytes = base::Bytes(p, length);
  record->header_size = static_cast<std::int32_t>(header);
  record->metric_count = static_cast<std::int32_t>(metrics);
  return RecordState::kRecord;
}

}  // namespace pmapi
