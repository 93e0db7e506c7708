// From the last length word back to a record that is whole.
#include "pmapi/archive/archive_end.h"

#include <algorithm>

namespace pmapi {
namespace {

/// A record at `offset` whose contents are right as well.
bool ReadGood(const Volume& volume, std::uint64_t offset, Record* record) {
  const char* what = nullptr;
  const RecordState state =
      ReadRecord(volume.bytes(), offset, volume.label().version, record, &what);
  return state == RecordState::kRecord &&
         CheckRecord(*record, volume.path()).has_value();
}

/// The start of the record that ends with the file, if its length says so.
std::optional<std::uint64_t> LastStart(const Volume& volume) {
  const base::Bytes bytes = volume.bytes();
  const std::uint32_t length =
      base::LoadBig32(bytes.data() + bytes.size() - kLengthSize);
  if (length < kFramingSize || length > bytes.size() - volume.label().size()) {
    return std::nullopt;
  }
  return bytes.size() - length;
}

std::uint64_t ForwardStart(const Volume& volume,
                           const std::vector<IndexEntry>& index) {
  const auto size = static_cast<std::int64_t>(volume.bytes().size());
  const auto label = static_cast<std::int64_t>(volume.label().size());
  for (auto entry = index.rbegin(); entry != index.rend(); ++entry) {
    const std::int64_t offset = entry->data_offset;
    if (entry->volume == volume.label().volume && offset <= size) {
      return static_cast<std::uint64_t>(std::max(offset, label));
    }
  }
  return static_cast<std::uint64_t>(label);
}

std::optional<ArchiveEnd> LastGoodFrom(const Volume& volume,
                                       std::uint64_t offset) {
  std::optional<ArchiveEnd> end;
  Record record;
  while (ReadGood(volume, offset, &record)) {
    offset += record.bytes.size();
    end = ArchiveEnd{record.time, offset < volume.bytes().size(), offset};
  }
  return end;
}

}  // namespace

std::optional<ArchiveEnd> FindEnd(const Volume& volume,
                                  const std::vector<IndexEntry>& index) {
  if (volume.empty()) return std::nullopt;
  Record record;
  if (const auto start = LastStart(volume);
      start && ReadGood(volume, *start, &record)) {
    return ArchiveEnd{record.time, false, volume.bytes().size()};
  }
  if (const auto end = LastGoodFrom(volume, ForwardStart(volume, index))) {
    return end;
  }
  // libpcp gives up here if the index led astray; what stands before the
  // damage is still good.
  return LastGoodFrom(volume, volume.label().size());
}

}  // namespace pmapi
