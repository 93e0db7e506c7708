// Value sets of a data record, each bounds-checked once.
#include "pmapi/archive/record.h"

#include <string>

namespace pmapi {
namespace {

base::Error Corrupt(const std::string& path, std::uint64_t offset,
                    const std::string& what) {
  return base::Error{base::ErrorCode::kCorrupt,
                     path + ": byte " + std::to_string(offset) + ": " + what};
}

/// Blocks stand on multiples of 4 bytes.
std::uint64_t PaddedBlockSize(const ValueBlock& block) {
  return (4 + block.payload.size() + 3) / 4 * 4;
}

}  // namespace

base::Result<void> CheckRecord(const Record& record, const std::string& path) {
  const std::uint64_t start = record.place.offset;
  ValueSets sets(record);
  ValueSet set;
  std::uint64_t blocks_size = 0;
  while (sets.Next(&set)) {
    if (set.format == ValueFormat::kInSitu) continue;
    for (std::int32_t i = 0; i < set.count; ++i) {
      ValueBlock block;
      if (LoadBlock(record, set.word(i), &block)) {
        blocks_size += PaddedBlockSize(block);
        continue;
      }
      const auto at = set.values - record.bytes.data() + 8 * i + 4;
      return Corrupt(path, start + static_cast<std::uint64_t>(at),
                     "metric " + PmidText(set.pmid) +
                         ": its value block is not within the record");
    }
  }
  if (sets.damaged()) {
    return Corrupt(path, start + sets.offset(),
                   "the value set does not fit its record or has an unknown "
                   "value format");
  }
  // Nothing but the blocks follows the sets, and each once.
  const std::uint64_t size = sets.offset() + blocks_size + kLengthSize;
  if (record.mark() || size == record.bytes.size()) return {};
  return Corrupt(path, start,
                 "the values of the record take " + std::to_string(size) +
                     " of its " + std::to_string(record.bytes.size()) +
                     " bytes");
}

}  // namespace pmapi
