// JournalExportParser: bytes of the Journal Export Format, as they come, to
// entries.
// Source: pmapi/records/FORMAT.md, "The journal".
#ifndef TOCSIN_PMAPI_RECORDS_JOURNAL_EXPORT_H_
#define TOCSIN_PMAPI_RECORDS_JOURNAL_EXPORT_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"

namespace pmapi::records {

/// A field, and all fields of an entry together, are cut to so much; fields
/// beyond that, or beyond so many, are left out. Units: bytes.
inline constexpr std::size_t kLongestField = std::size_t{1} << 20;
inline constexpr std::size_t kLongestEntry = std::size_t{8} << 20;
inline constexpr std::size_t kMostFields = 4096;

/// Units: microseconds since the epoch.
struct JournalEntry {
  std::string cursor;                     // __CURSOR
  std::optional<std::uint64_t> received;  // __REALTIME_TIMESTAMP
  std::optional<std::uint64_t> sent;      // _SOURCE_REALTIME_TIMESTAMP

  std::size_t size() const { return ends.size(); }
  /// "NAME=VALUE", where VALUE may be any bytes; without addresses, whose names
  /// begin with two underscores. Lifetime: the entry's.
  std::string_view field(std::size_t number) const {
    const std::size_t begin = number == 0 ? 0 : ends[number - 1];
    return std::string_view(text).substr(begin, ends[number] - begin);
  }

  std::string text;  // all fields, one after the other
  std::vector<std::size_t> ends;
};

class JournalExportParser {
 public:
  enum class Step {
    kMore,    // all is taken, and an entry has not ended
    kEntry,   // entry() is one; the bytes behind it are left
    kBroken,  // broken() is no such format
  };

  /// Takes what comes next from the front of `bytes`, up to the end of one
  /// entry. After kBroken only Reset() may be called.
  Step Take(std::string_view* bytes);
  /// Lifetime: until the next call.
  const JournalEntry& entry() const { return entry_; }
  /// The beginning of the line that is wrong.
  std::string_view broken() const;
  /// What has begun does not go on.
  void Reset();

 private:
  enum class Part { kLine, kLength, kValue, kNewline };

  Step TakePart(std::string_view* bytes);
  Step TakeLine(std::string_view* bytes);
  Step TakeLength(std::string_view* bytes);
  Step TakeValue(std::string_view* bytes);
  Step EndLine();
  void EndField();
  std::size_t begin() const {
    return entry_.ends.empty() ? 0 : entry_.ends.back();
  }
  std::string_view field() const {
    return std::string_view(entry_.text).substr(begin());
  }
  void Keep(std::string_view bytes);
  void Clear();

  JournalEntry entry_;
  Part part_ = Part::kLine;
  bool over_ = false;   // entry_ has been handed out
  bool begun_ = false;  // it has a line
  std::uint64_t length_ = 0;
  int length_bytes_ = 0;  // that have come
};

/// What is to be told of one that is broken.
base::Error NoJournal(const JournalExportParser& parser);

}  // namespace pmapi::records

#endif  // TOCSIN_PMAPI_RECORDS_JOURNAL_EXPORT_H_
