// Fuzz target: what this host's own events are read from. The first byte says
// which parser, the rest is its bytes; of lines the second one says how they
// come in pieces.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/check.h"
#include "pmapi/records/cursor_file.h"
#include "pmapi/records/folder_watch.h"
#include "pmapi/records/generations.h"
#include "pmapi/records/journal_export.h"
#include "pmapi/records/kmsg_feed.h"
#include "pmapi/records/kmsg_record.h"
#include "pmapi/records/line_splitter.h"
#include "pmapi/records/log_feed.h"

namespace {

namespace records = pmapi::records;

using Lines = std::vector<std::string>;

/// The lines of `text` in pieces of `size` bytes.
Lines LinesOf(std::string_view text, std::size_t size) {
  Lines lines;
  const auto take = [&lines](std::string_view line) {
    CHECK(line.find_first_of(std::string_view("\n\0", 2)) == line.npos);
    CHECK(line.size() <= records::kLongestLine);
    lines.emplace_back(line);
  };
  records::LineSplitter splitter;
  for (; !text.empty(); text.remove_prefix(std::min(size, text.size()))) {
    splitter.Add(text.substr(0, size), take);
  }
  splitter.End(take);
  CHECK(splitter.Skipped() == 0);
  return lines;
}

/// However they come, lines are the same; passed over or not, as many.
void FuzzLines(std::string_view text) {
  const std::size_t size =
      text.empty() ? 1 : static_cast<std::uint8_t>(text.front()) % 64 + 1u;
  const Lines whole = LinesOf(text, text.size() + 1);
  CHECK(LinesOf(text, size) == whole);
  const std::size_t middle = text.size() / 2;
  std::uint64_t count = 0;
  const auto take = [&count](std::string_view) { ++count; };
  records::LineSplitter splitter;
  count += splitter.Skip(text.substr(0, middle));
  splitter.Add(text.substr(middle), take);
  splitter.End(take);
  count += splitter.Skipped();
  CHECK(count >= whole.size());
  CHECK(count <= whole.size() + 1);
}

void FuzzKmsg(std::string_view text) {
  const auto record = records::ParseKmsg(text);
  if (!record) return;
  CHECK(record->priority < 8);
  CHECK(record->since_boot.ns >= 0);
  std::size_t size = record->message.size();
  for (const auto& [name, value] : record->fields) {
    size += name.size() + value.size();
    CHECK(value.find('\0') == value.npos);
  }
  CHECK(record->message.find('\0') == record->message.npos);
  CHECK(size <= text.size());
}

void FuzzChanges(std::string_view text) {
  const auto changes = records::ParseNameChanges(text);
  const auto passed = records::PassedGenerations("log", changes);
  CHECK(passed.size() <= changes.size());
}

void FuzzTexts(std::string_view text) {
  const auto log = records::ParseLogFile(text);
  if (log) CHECK(log->name + '=' + log->path == text);
  const auto up = records::ParseUptimeSeconds(text);
  if (up) CHECK(up->ns >= 0);
}

using Entries = std::vector<std::string>;

/// The entries of `text` in pieces of `size` bytes, "broken" behind them where
/// it is none from there on.
Entries EntriesOf(std::string_view text, std::size_t size) {
  using Step = records::JournalExportParser::Step;
  Entries entries;
  records::JournalExportParser parser;
  for (; !text.empty(); text.remove_prefix(std::min(size, text.size()))) {
    std::string_view piece = text.substr(0, size);
    while (!piece.empty()) {
      const Step step = parser.Take(&piece);
      if (step == Step::kBroken) {
        entries.emplace_back("broken");
        return entries;
      }
      if (step == Step::kMore) continue;
      const records::JournalEntry& entry = parser.entry();
      std::string all = entry.cursor + '\n';
      for (std::size_t i = 0; i < entry.size(); ++i) {
        CHECK(entry.field(i).find('=') != std::string_view::npos);
        CHECK(entry.field(i).size() <= records::kLongestField);
        all += std::string(entry.field(i)) + '\n';
      }
      entries.push_back(std::move(all));
    }
  }
  return entries;
}

/// However they come, entries are the same.
void FuzzJournal(std::string_view text) {
  const std::size_t size =
      text.empty() ? 1 : static_cast<std::uint8_t>(text.front()) % 64 + 1u;
  CHECK(EntriesOf(text, size) == EntriesOf(text, text.size() + 1));
  if (const auto position = records::ParsePosition(text)) {
    CHECK(records::ParsePosition(records::PositionText(*position)) == position);
  }
}

constexpr void (*kTargets[])(std::string_view) = {
    FuzzLines, FuzzKmsg, FuzzChanges, FuzzTexts, FuzzJournal};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data,
                                      std::size_t size) {
  if (size == 0) return 0;
  const std::string_view text(reinterpret_cast<const char*>(data) + 1,
                              size - 1);
  kTargets[data[0] % std::size(kTargets)](text);
  return 0;
}
