// RecordShapes: where the wanted value sets are in records that look like ones
// before. A logger's records repeat; comparing all set headers with remembered
// ones is a loop whose loads do not wait for each other, while walking from
// set to set waits for memory once a set. The walk is record.h's.
#ifndef TOCSIN_PMAPI_ARCHIVE_RECORD_SHAPES_H_
#define TOCSIN_PMAPI_ARCHIVE_RECORD_SHAPES_H_

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "pmapi/archive/record.h"

namespace pmapi {

/// A wanted set of a shape.
struct WantedSet {
  std::int32_t subscription = 0;  // the first of its metric
  ValueSet set;                   // without its values
  std::uint32_t start = 0;        // from the record's start
  std::uint32_t end = 0;
};

/// Where the blocks of `set` are if they are of 64-bit numbers and lie in a
/// row, as most do; nothing is said of what is there, but that it is in the
/// record. REQUIRES: `set` is not in situ and has values.
base::Bytes LikelyBlocks(const Record& record, const ValueSet& set);

/// The shapes seen last. Memory: bounded.
class RecordShapes {
 public:
  /// The wanted sets of `record` in their order, if its set headers are, each
  /// and all, those of a shape that was learnt; else null. What is found is
  /// within the record. Lifetime: the next Learn().
  const std::vector<WantedSet>* Find(const Record& record);

  /// Asks memory for what will be looked at in the record after the next one,
  /// if it is as long as one that was learnt: until then it is in a cache.
  /// `rest`: the volume from the next record on. `blocks`: the blocks of wanted
  /// sets will be looked at, too.
  void FetchAhead(base::Bytes rest, bool blocks) const;

  /// Remembers `record`, whose sets have been walked and are all within it.
  /// `subscription` gives the first subscription for a metric, or -1.
  template <typename F>
  void Learn(const Record& record, F subscription) {
    if (!worth_it()) return;
    RecordShape& shape = Place(record);
    ValueSets sets(record);
    ValueSet set;
    std::size_t start = sets.offset();
    shape.headers.reserve(static_cast<std::size_t>(record.metric_count));
    for (; sets.Next(&set); start = sets.offset()) {
      shape.headers.push_back(HeaderAt(record, start, set.count));
      const std::int32_t wanted = set.count > 0 ? subscription(set.pmid) : -1;
      if (wanted < 0) continue;
      shape.wanted.push_back({wanted, set, static_cast<std::uint32_t>(start),
                              static_cast<std::uint32_t>(sets.offset())});
    }
    shape.NoteLines(record);
  }

 private:
  /// The bytes of a set's header as they lie: metric and count, and the
  /// format where there is one.
  struct SetHeader {
    std::uint32_t start = 0;
    std::uint32_t format = 0;
    std::uint64_t metric_and_count = 0;
    std::uint32_t format_mask = 0;
  };
  struct RecordShape {
    std::size_t size = 0;
    std::int32_t metric_count = 0;
    std::vector<SetHeader> headers;
    std::vector<WantedSet> wanted;
    /// Of the cache; where each begins that is looked at in such a record, and
    /// where those of blocks do.
    std::vector<std::uint32_t> lines;
    std::vector<std::uint32_t> block_lines;

    void NoteLines(const Record& record);
    bool Alike(const Record& record) const {
      return size == record.bytes.size() && metric_count == record.metric_count;
    }
  };
  static constexpr std::size_t kShapes = 8;
  /// Records that never repeat are not worth remembering.
  static constexpr std::int64_t kPatience = 64;

  bool worth_it() const { return misses_ < hits_ + kPatience; }
  RecordShape& Place(const Record& record);
  static SetHeader HeaderAt(const Record& record, std::size_t start,
                            std::int32_t count);
  static bool Same(const RecordShape& shape, const Record& record);

  std::array<RecordShape, kShapes> shapes_;
  std::size_t next_ = 0;
  std::int64_t hits_ = 0;
  std::int64_t misses_ = 0;
};

}  // namespace pmapi

#endif  // TOCSIN_PMAPI_ARCHIVE_RECORD_SHAPES_H_
