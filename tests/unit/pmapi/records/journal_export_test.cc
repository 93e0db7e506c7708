// The Journal Export Format: whole, in pieces, too long, and what is none.
#include "pmapi/records/journal_export.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace pmapi::records {
namespace {

using std::string_literals::operator""s;
using testing::ElementsAre;
using testing::IsEmpty;
using Step = JournalExportParser::Step;

using Texts = std::vector<std::string>;

Texts FieldsOf(const JournalEntry& entry) {
  Texts fields;
  for (std::size_t i = 0; i < entry.size(); ++i) {
    fields.emplace_back(entry.field(i));
  }
  return fields;
}

/// A field whose value has `length` bytes, or says so.
std::string Binary(const std::string& name, const std::string& value,
                   std::uint64_t length) {
  std::string text = name + '\n';
  for (int i = 0; i < 8; ++i) text += static_cast<char>(length >> (8 * i));
  return text + value + '\n';
}
std::string Binary(const std::string& name, const std::string& value) {
  return Binary(name, value, value.size());
}

/// The fields of each entry of `text`; "broken" where it is none.
std::vector<Texts> Parsed(std::string_view text) {
  std::vector<Texts> entries;
  JournalExportParser parser;
  for (;;) {
    const Step step = parser.Take(&text);
    if (step == Step::kEntry) entries.push_back(FieldsOf(parser.entry()));
    if (step == Step::kBroken) entries.push_back({"broken"});
    if (step != Step::kEntry) return entries;
  }
}

TEST(JournalExport, EntriesEndWithAnEmptyLine) {
  EXPECT_THAT(Parsed("A=1\nB=x=y\n\nA=2\n\nA=3\n"),
              ElementsAre(Texts{"A=1", "B=x=y"}, Texts{"A=2"}));
  EXPECT_THAT(Parsed(""), IsEmpty());
  EXPECT_THAT(Parsed("\n\nA=\n\n\n"), ElementsAre(Texts{"A="}));
}

TEST(JournalExport, ValuesMayBeAnyBytes) {
  const std::string value = "line\nA=1\n\n\0\xff"s;
  EXPECT_THAT(Parsed(Binary("MESSAGE", value) + Binary("EMPTY", "") + "\n"),
              ElementsAre(Texts{"MESSAGE=" + value, "EMPTY="}));
}

TEST(JournalExport, AddressesAreNoFields) {
  std::string_view text =
      "__CURSOR=s=1;i=2\n__REALTIME_TIMESTAMP=1700000000123456\n"
      "__MONOTONIC_TIMESTAMP=5\n_BOOT_ID=b\n"
      "_SOURCE_REALTIME_TIMESTAMP=1700000000000001\n\n_A=\n\n";
  JournalExportParser parser;
  ASSERT_EQ(parser.Take(&text), Step::kEntry);
  EXPECT_EQ(parser.entry().cursor, "s=1;i=2");
  EXPECT_EQ(parser.entry().received, 1'700'000'000'123'456u);
  EXPECT_EQ(parser.entry().sent, 1'700'000'000'000'001u);
  EXPECT_THAT(
      FieldsOf(parser.entry()),
      ElementsAre("_BOOT_ID=b", "_SOURCE_REALTIME_TIMESTAMP=1700000000000001"));
  ASSERT_EQ(parser.Take(&text), Step::kEntry);
  EXPECT_EQ(parser.entry().cursor, "");
  EXPECT_EQ(parser.entry().received, std::nullopt);
  EXPECT_EQ(parser.entry().sent, std::nullopt);
}

TEST(JournalExport, TimesThatAreNoNumbersAreNone) {
  for (const char* time : {"", "x", "1x", "-1", "99999999999999999999"}) {
    const std::string bytes =
        "__REALTIME_TIMESTAMP=" + std::string(time) + "\n\n";
    std::string_view text = bytes;
    JournalExportParser parser;
    ASSERT_EQ(parser.Take(&text), Step::kEntry);
    EXPECT_EQ(parser.entry().received, std::nullopt) << time;
  }
}

TEST(JournalExport, RemarksForPeopleArePassedOver) {
  EXPECT_THAT(Parsed("-- Boot 1f --\nA=1\n\n-- No entries --\nA=2\n\n"),
              ElementsAre(Texts{"A=1"}, Texts{"A=2"}));
  EXPECT_THAT(Parsed("A=1\n-- Boot 1f --\n"), ElementsAre(Texts{"broken"}));
}

TEST(JournalExport, WhatIsNoEntryIsBroken) {
  for (const auto& text :
       {"=x\n"s, "no name=x\n"s, "{\"MESSAGE\": 1}\n"s, "\0\n"s,
        std::string(65, 'A') + "=x\n", Binary("A", "value", 3),
        Binary("A", "", ~std::uint64_t{0}),
        Binary("A", "", std::uint64_t{1} << 63),
        Binary("A", "", (std::uint64_t{768} << 20) + 1)}) {
    EXPECT_THAT(Parsed(text), ElementsAre(Texts{"broken"})) << text;
  }
}

TEST(JournalExport, ThePlaceThatIsBrokenIsShown) {
  JournalExportParser parser;
  const std::string bytes =
      "A=1\n" + std::string(50, 'x') + std::string(50, ' ') + "\n";
  std::string_view text = bytes;
  ASSERT_EQ(parser.Take(&text), Step::kBroken);
  EXPECT_EQ(parser.broken(), std::string(50, 'x') + std::string(30, ' '));
  parser.Reset();
  text = "B=1\n\n";
  ASSERT_EQ(parser.Take(&text), Step::kEntry);
  EXPECT_THAT(FieldsOf(parser.entry()), ElementsAre("B=1"));
}

TEST(JournalExport, LongFieldsAreCut) {
  const std::string value(kLongestField + 10, 'x');
  const std::string cut = "A=" + value.substr(0, kLongestField - 2);
  EXPECT_THAT(Parsed("A=" + value + "\nB=1\n\n"),
              ElementsAre(Texts{cut, "B=1"}));
  EXPECT_THAT(Parsed(Binary("A", value) + "B=1\n\n"),
              ElementsAre(Texts{cut, "B=1"}));
}

TEST(JournalExport, LongEntriesAreCut) {
  std::string bytes;
  const std::string value(kLongestField, 'x');
  for (int i = 0; i < 20; ++i) bytes += "A=" + value + "\n";
  bytes += "__CURSOR=here\nB=1\n\nC=1\n\n";
  std::string_view text = bytes;
  JournalExportParser parser;
  ASSERT_EQ(parser.Take(&text), Step::kEntry);
  EXPECT_EQ(parser.entry().size(), kLongestEntry / kLongestField);
  EXPECT_EQ(parser.entry().text.size(), kLongestEntry);
  ASSERT_EQ(parser.Take(&text), Step::kEntry);
  EXPECT_THAT(FieldsOf(parser.entry()), ElementsAre("C=1"));
}

TEST(JournalExport, ManyFieldsAreCut) {
  std::string bytes;
  for (std::size_t i = 0; i < 2 * kMostFields; ++i) bytes += "A=\n";
  bytes += "__CURSOR=here\n\n";
  std::string_view text = bytes;
  JournalExportParser parser;
  ASSERT_EQ(parser.Take(&text), Step::kEntry);
  EXPECT_EQ(parser.entry().size(), kMostFields);
  EXPECT_EQ(parser.entry().cursor, "here");
}

TEST(JournalExport, ALineWithoutEndTakesNoMoreRoomThanALongOne) {
  JournalExportParser parser;
  const std::string piece(kLongestField / 4, 'A');
  for (int i = 0; i < 100; ++i) {
    std::string_view text = piece;
    ASSERT_EQ(parser.Take(&text), Step::kMore);
    ASSERT_TRUE(text.empty());
  }
  EXPECT_LE(parser.entry().text.capacity(), 2 * kLongestField);
}

TEST(JournalExport, PiecesOfAnySizeAreTheSame) {
  const std::string bytes = "-- Boot --\n__CURSOR=c\nA=1\n" +
                            Binary("B", "x\ny") + "\nA=2\n" + Binary("C", "") +
                            "\n";
  const auto whole = Parsed(bytes);
  ASSERT_EQ(whole.size(), 2u);
  for (std::size_t size = 1; size < bytes.size(); ++size) {
    std::vector<Texts> entries;
    JournalExportParser parser;
    for (std::size_t at = 0; at < bytes.size(); at += size) {
      std::string_view some = std::string_view(bytes).substr(at, size);
      while (!some.empty()) {
        if (parser.Take(&some) == Step::kEntry) {
          entries.push_back(FieldsOf(parser.entry()));
        }
      }
    }
    EXPECT_EQ(entries, whole) << size;
  }
}

}  // namespace
}  // namespace pmapi::records
