// One entry of a program that ends.
#include "pmapi/records/journal_end.h"

#include <utility>

#include "base/one_line.h"

namespace pmapi::records {
namespace {

/// What waits here, and what is taken at a call. Units: bytes.
constexpr std::size_t kMost = std::size_t{16} << 20;

}  // namespace

JournalEnd::JournalEnd(ProgramReader::Find find)
    : reader_(std::move(find), kMost) {}

const std::optional<base::Result<JournalEnd::Entry>>& JournalEnd::Take() {
  if (outcome_) return outcome_;
  // Asked before: what it has written is then all that it will.
  const auto end = reader_.end();
  if (!TakePieces() || !end || outcome_) return outcome_;
  if (last_.cursor.empty() && !reader_.succeeded()) {
    outcome_ = *end;
  } else {
    outcome_ = last_;
  }
  return outcome_;
}

/// Whether that is all that there is.
bool JournalEnd::TakePieces() {
  using Step = JournalExportParser::Step;
  std::size_t bytes = 0;
  while (bytes < kMost) {
    const auto piece = reader_.Next();
    if (!piece) return true;
    bytes += piece->size();
    std::string_view rest = *piece;
    while (!rest.empty()) {
      const Step step = parser_.Take(&rest);
      if (step == Step::kMore) continue;
      if (step == Step::kBroken) {
        outcome_ = NoJournal(parser_);
        return true;
      }
      const JournalEntry& entry = parser_.entry();
      last_ = {entry.cursor, entry.received.value_or(0)};
    }
  }
  return false;
}

}  // namespace pmapi::records
