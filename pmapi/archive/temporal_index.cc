// The entries of BASE.index that can be believed.
#include "pmapi/archive/temporal_index.h"

namespace pmapi {

std::vector<IndexEntry> ReadIndex(base::Bytes file, ArchiveVersion version) {
  base::ByteReader in(file);
  in.Skip(LabelSize(version));
  std::vector<IndexEntry> entries;
  entries.reserve(in.remaining() / IndexEntrySize(version));
  while (in.remaining() >= IndexEntrySize(version)) {
    IndexEntry entry;
    in.Skip(StampSize(version));
    entry.volume = in.I32();
    if (version == ArchiveVersion::k2) {
      entry.meta_offset = in.I32();
      entry.data_offset = in.I32();
    } else {
      entry.meta_offset = in.I64();
      entry.data_offset = in.I64();
    }
    entries.push_back(entry);
  }
  return entries;
}

}  // namespace pmapi
