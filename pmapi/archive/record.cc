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

}  // namespace

base::Result<void> CheckRecord(const Record& record, const std::string& path) {
  const std::uint64_t start = record.place.offset;
  ValueSets sets(record);
  ValueSet set;
  while (sets.Next(&set)) {
    if (set.format == ValueFormat::kInSitu) continue;
    for (std::int32_t i = 0; i < set.count; ++i) {
      ValueBlock block;
      if (LoadBlock(record, set.word(i), &block)) continue;
      const auto at = set.values - record.bytes.data() + 8 * i + 4;
      return Corrupt(path, start + static_cast<std::uint64_t>(at),
                     "metric " + PmidText(set.pmid) +
                         ": its value block is not within the record");
    }
  }
  if (!sets.damaged()) return {};
  return Corrupt(path, start + sets.offset(),
                 "the value set does not fit its record or has an unknown "
                 "value format");
}

}  // namespace pmapi
