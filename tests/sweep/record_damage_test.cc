// This host's own events cut at every byte, and every byte turned over: texts
// of the kernel's log, lines in pieces of every size, changes of a folder, the
// journal.
#include <gtest/gtest.h>
#include <sys/inotify.h>

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "pmapi/records/folder_watch.h"
#include "pmapi/records/generations.h"
#include "pmapi/records/journal_export.h"
#include "pmapi/records/kmsg_record.h"
#include "pmapi/records/line_splitter.h"

namespace {

namespace records = pmapi::records;
using std::string_literals::operator""s;

constexpr std::string_view kKmsg =
    "30,4711,12345678,-,caller=T1;usb 1-1: gr\\xc3\\xbcn\n SUBSYSTEM=usb\n "
    "DEVICE=+usb:1-1\n";

/// A copy of its own, so that ASan sees a byte read beyond it.
std::optional<records::KmsgRecord> Parsed(std::string_view text) {
  const std::vector<char> bytes(text.begin(), text.end());
  return records::ParseKmsg({bytes.data(), bytes.size()});
}

TEST(DamagedKmsg, CutAnywhereItIsARecordOnceItsHeadIsWhole) {
  const std::size_t head = kKmsg.find(';');
  for (std::size_t size = 0; size <= kKmsg.size(); ++size) {
    SCOPED_TRACE(size);
    const auto record = Parsed(kKmsg.substr(0, size));
    EXPECT_EQ(record.has_value(), size > head);
    if (!record) continue;
    EXPECT_EQ(record->sequence, 4711u);
    EXPECT_LE(record->fields.size(), 2u);
  }
}

TEST(DamagedKmsg, FlippedAnywhereItIsReadOrNone) {
  std::size_t none = 0;
  for (std::size_t at = 0; at < kKmsg.size(); ++at) {
    for (int byte = 0; byte < 256; ++byte) {
      std::string text(kKmsg);
      text[at] = static_cast<char>(byte);
      const auto record = Parsed(text);
      if (record) {
        EXPECT_LT(record->priority, 8u);
      } else {
        ++none;
      }
    }
  }
  // Each byte of three numbers can be what is no digit.
  EXPECT_GT(none, 14u * 200);
}

TEST(DamagedKmsg, TwoRecordsInOneAreTheFirst) {
  const auto record = Parsed(std::string(kKmsg) + std::string(kKmsg));
  ASSERT_TRUE(record);
  EXPECT_EQ(record->message, "usb 1-1: gr\xc3\xbcn");
  EXPECT_EQ(record->fields.size(), 4u);
}

std::vector<std::string> LinesIn(std::string_view text, std::size_t piece) {
  std::vector<std::string> lines;
  const auto take = [&lines](std::string_view line) {
    lines.emplace_back(line);
  };
  records::LineSplitter splitter;
  for (; !text.empty(); text.remove_prefix(std::min(piece, text.size()))) {
    const std::string_view next = text.substr(0, piece);
    const std::vector<char> bytes(next.begin(), next.end());
    splitter.Add({bytes.data(), bytes.size()}, take);
  }
  splitter.End(take);
  return lines;
}

TEST(LinesInPieces, AreTheSameInPiecesOfEverySize) {
  const std::string text =
      "one\n\0\0two\0three\r\n\n\r\n\r\r\n\0\n four \nhalf\0"s;
  const auto whole = LinesIn(text, text.size());
  for (std::size_t size = 1; size < text.size(); ++size) {
    EXPECT_EQ(LinesIn(text, size), whole) << size;
  }
  for (std::size_t size = 0; size < text.size(); ++size) {
    EXPECT_LE(LinesIn(text.substr(0, size), 7).size(), whole.size());
  }
}

using Step = records::JournalExportParser::Step;

/// Two entries, with a value that is told by its length.
const std::string kJournal =
    "__CURSOR=s=1;i=2\n__REALTIME_TIMESTAMP=1700000000000000\nPRIORITY=3\n"
    "MESSAGE\n\5\0\0\0\0\0\0\0a\nb\0c\n_COMM=x\n\nMESSAGE=two\n\n"s;

/// The fields of entries, how many there are, and whether the rest is none.
struct Journal {
  std::vector<std::string> fields;
  std::size_t entries = 0;
  bool broken = false;

  friend bool operator==(const Journal&, const Journal&) = default;
};

/// Each piece a copy of its own.
Journal JournalIn(std::string_view text, std::size_t size) {
  Journal journal;
  records::JournalExportParser parser;
  for (; !text.empty(); text.remove_prefix(std::min(size, text.size()))) {
    const std::string_view next = text.substr(0, size);
    const std::vector<char> bytes(next.begin(), next.end());
    std::string_view piece(bytes.data(), bytes.size());
    while (!piece.empty() && !journal.broken) {
      const Step step = parser.Take(&piece);
      journal.broken = step == Step::kBroken;
      if (step != Step::kEntry) continue;
      ++journal.entries;
      for (std::size_t i = 0; i < parser.entry().size(); ++i) {
        journal.fields.emplace_back(parser.entry().field(i));
      }
    }
  }
  return journal;
}

TEST(DamagedJournal, CutAnywhereItHasTheEntriesThatAreWhole) {
  const std::size_t first = kJournal.find("\n\nMESSAGE=two") + 2;
  for (std::size_t size = 0; size <= kJournal.size(); ++size) {
    SCOPED_TRACE(size);
    const Journal journal = JournalIn(kJournal.substr(0, size), 1000);
    EXPECT_FALSE(journal.broken);
    EXPECT_EQ(journal.entries, size < first             ? 0u
                               : size < kJournal.size() ? 1u
                                                        : 2u);
  }
}

TEST(DamagedJournal, FlippedAnywhereItIsTheSameInPiecesOfEverySize) {
  std::size_t broken = 0;
  for (std::size_t at = 0; at < kJournal.size(); ++at) {
    for (int byte = 0; byte < 256; ++byte) {
      std::string text = kJournal;
      text[at] = static_cast<char>(byte);
      const Journal whole = JournalIn(text, text.size());
      broken += whole.broken;
      EXPECT_LE(whole.entries, 3u);
      EXPECT_EQ(JournalIn(text, 1), whole);
      EXPECT_EQ(JournalIn(text, 1 + at % 13), whole);
    }
  }
  // Most bytes of names and lengths.
  EXPECT_GT(broken, 5'000u);
}

void AddChange(std::uint32_t mask, std::uint32_t cookie,
               const std::string& name, std::string* bytes) {
  inotify_event event{};
  event.mask = mask;
  event.cookie = cookie;
  event.len = 16;
  bytes->append(reinterpret_cast<const char*>(&event), sizeof event);
  std::string padded = name;
  padded.resize(16);
  *bytes += padded;
}

std::string Changes() {
  std::string bytes;
  AddChange(IN_MOVED_FROM, 1, "log", &bytes);
  AddChange(IN_MOVED_TO, 1, "log.1", &bytes);
  AddChange(IN_CREATE, 0, "log", &bytes);
  AddChange(IN_MOVED_FROM, 2, "log", &bytes);
  AddChange(IN_MOVED_TO, 2, "log.1", &bytes);
  AddChange(IN_CREATE, 0, "log", &bytes);
  AddChange(IN_DELETE, 0, "log.1", &bytes);
  return bytes;
}

TEST(DamagedChanges, CutOrFlippedTheyAreThoseThatAreWhole) {
  const std::string bytes = Changes();
  const auto whole = records::ParseNameChanges(bytes);
  ASSERT_EQ(whole.size(), 7u);
  for (std::size_t size = 0; size < bytes.size(); ++size) {
    const std::vector<char> cut(bytes.begin(),
                                bytes.begin() + static_cast<long>(size));
    const auto some = records::ParseNameChanges({cut.data(), cut.size()});
    EXPECT_EQ(some.size(), size / (sizeof(inotify_event) + 16));
    records::PassedGenerations("log", some);
  }
  for (std::size_t at = 0; at < bytes.size(); ++at) {
    for (const int mask : {0x01, 0x10, 0x80, 0xff}) {
      std::string text = bytes;
      text[at] = static_cast<char>(text[at] ^ mask);
      const auto some = records::ParseNameChanges(text);
      EXPECT_LE(records::PassedGenerations("log", some).size(), some.size());
    }
  }
}

}  // namespace
