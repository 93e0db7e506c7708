// A line is a field, or the name of one whose length and bytes follow; an empty
// line ends an entry.
#include "pmapi/records/journal_export.h"

#include <algorithm>
#include <utility>

#include "base/ascii.h"
#include "base/one_line.h"
#include "pmapi/records/number_in.h"

namespace pmapi::records {
namespace {

/// journald takes no longer names, and no larger values.
constexpr std::size_t kLongestName = 64;
constexpr std::uint64_t kLargestValue = std::uint64_t{768} << 20;

constexpr int kLengthBytes = 8;
constexpr std::size_t kShown = 80;

/// What journalctl says between entries, for people: "-- Boot ... --".
constexpr std::string_view kRemark = "-- ";

constexpr std::string_view kCursor = "__CURSOR";
constexpr std::string_view kReceived = "__REALTIME_TIMESTAMP";
constexpr std::string_view kSent = "_SOURCE_REALTIME_TIMESTAMP";
constexpr std::string_view kAddress = "__";

bool IsName(std::string_view text) {
  return !text.empty() && text.size() <= kLongestName &&
         std::all_of(text.begin(), text.end(), [](char c) {
           return base::IsLetterOrDigit(c) || c == '_';
         });
}

}  // namespace

JournalExportParser::Step JournalExportParser::Take(std::string_view* bytes) {
  if (over_) Clear();
  while (!bytes->empty()) {
    const Step step = TakePart(bytes);
    if (step != Step::kMore) return step;
  }
  return Step::kMore;
}

JournalExportParser::Step JournalExportParser::TakePart(
    std::string_view* bytes) {
  switch (part_) {
    case Part::kLine:
      return TakeLine(bytes);
    case Part::kLength:
      return TakeLength(bytes);
    case Part::kValue:
      return TakeValue(bytes);
    case Part::kNewline:
      break;
  }
  if (bytes->front() != '\n') return Step::kBroken;
  bytes->remove_prefix(1);
  part_ = Part::kLine;
  EndField();
  return Step::kMore;
}

JournalExportParser::Step JournalExportParser::TakeLine(
    std::string_view* bytes) {
  const std::size_t end = bytes->find('\n');
  Keep(bytes->substr(0, end));
  if (end == bytes->npos) {
    *bytes = {};
    return Step::kMore;
  }
  bytes->remove_prefix(end + 1);
  return EndLine();
}

JournalExportParser::Step JournalExportParser::EndLine() {
  const std::string_view line = field();
  const std::size_t equals = line.find('=');
  if (line.empty()) {
    over_ = std::exchange(begun_, false);
    return over_ ? Step::kEntry : Step::kMore;
  }
  if (!begun_ && line.starts_with(kRemark)) {
    entry_.text.resize(begin());
    return Step::kMore;
  }
  if (!IsName(line.substr(0, equals))) return Step::kBroken;
  begun_ = true;
  if (equals != line.npos) {
    EndField();
    return Step::kMore;
  }
  entry_.text += '=';
  part_ = Part::kLength;
  length_ = 0;
  length_bytes_ = 0;
  return Step::kMore;
}

/// Little-endian.
JournalExportParser::Step JournalExportParser::TakeLength(
    std::string_view* bytes) {
  const auto byte = static_cast<std::uint8_t>(bytes->front());
  bytes->remove_prefix(1);
  length_ |= std::uint64_t{byte} << (8 * length_bytes_);
  if (++length_bytes_ < kLengthBytes) return Step::kMore;
  if (length_ > kLargestValue) return Step::kBroken;
  part_ = length_ == 0 ? Part::kNewline : Part::kValue;
  return Step::kMore;
}

JournalExportParser::Step JournalExportParser::TakeValue(
    std::string_view* bytes) {
  const std::string_view some = bytes->substr(0, length_);
  bytes->remove_prefix(some.size());
  Keep(some);
  length_ -= some.size();
  if (length_ == 0) part_ = Part::kNewline;
  return Step::kMore;
}

/// Addresses, which are about the entry, are no fields of it.
void JournalExportParser::EndField() {
  const std::string_view whole = field();
  const std::size_t equals = whole.find('=');
  const std::string_view name = whole.substr(0, equals);
  const std::string_view value = whole.substr(equals + 1);
  if (name == kCursor) entry_.cursor = value;
  if (name == kReceived) entry_.received = NumberIn(value);
  if (name == kSent) entry_.sent = NumberIn(value);
  const bool kept = !name.starts_with(kAddress) &&
                    entry_.ends.size() < kMostFields && begin() < kLongestEntry;
  if (kept) {
    entry_.ends.push_back(entry_.text.size());
  } else {
    entry_.text.resize(begin());
  }
}

/// A name is kept whole, so that what it is of is known.
void JournalExportParser::Keep(std::string_view bytes) {
  const std::size_t most =
      std::min(begin() + kLongestField,
               std::max(kLongestEntry, begin() + kLongestName + 1));
  const std::size_t kept = entry_.text.size();
  entry_.text += bytes.substr(0, most - std::min(most, kept));
}

std::string_view JournalExportParser::broken() const {
  return field().substr(0, kShown);
}

void JournalExportParser::Clear() {
  entry_.cursor.clear();
  entry_.received.reset();
  entry_.sent.reset();
  entry_.text.clear();
  entry_.ends.clear();
  over_ = false;
}

void JournalExportParser::Reset() {
  Clear();
  begun_ = false;
  part_ = Part::kLine;
}

base::Error NoJournal(const JournalExportParser& parser) {
  return {base::ErrorCode::kProtocol,
          "what journalctl writes is no journal: '" +
              base::OneLine(parser.broken()) + "'"};
}

}  // namespace pmapi::records
