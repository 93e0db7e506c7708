// What names stand for in a record.
#include "engine/events/record_field.h"

#include <gtest/gtest.h>

#include <bit>
#include <iterator>
#include <limits>

#include "engine/events/text_table.h"
#include "pmapi/events/event_flags.h"
#include "pmapi/events/event_writer.h"

namespace engine::events {
namespace {

using pmapi::Pmid;
using pmapi::Type;

constexpr Pmid kFirst{1};
constexpr Pmid kSecond{2};

class Record {
 public:
  explicit Record(std::uint32_t flags) : writer_(Type::kEvent) {
    writer_.BeginRecord(base::Timestamp{base::kNanosPerSecond}, flags);
  }
  pmapi::EventWriter& writer() { return writer_; }
  Arrival Arrive() {
    array_ = writer_.Finish();
    pmapi::EventRecords records(Type::kEvent, array_);
    Arrival arrival;
    EXPECT_TRUE(arrival.Next(&records));
    return arrival;
  }

 private:
  pmapi::EventWriter writer_;
  std::vector<std::uint8_t> array_;
};

Field Of(Pmid pmid, double scale = 1) {
  return {{{pmid, scale}}, std::nullopt};
}

TEST(RecordField, TimesCanBeSubtracted) {
  constexpr auto kLast = std::numeric_limits<std::int64_t>::max();
  constexpr auto kEarliest = std::numeric_limits<std::int64_t>::min();
  pmapi::EventRecord late;
  late.time = {kLast};
  pmapi::EventRecord early;
  early.time = {kEarliest};
  EXPECT_EQ((TimeOf(late) - TimeOf(early)).ns, kLast - 1);
  EXPECT_EQ(ValueOf(Arrival{early, {kLast / 2}}, OwnField::kAge),
            FieldValue(base::Duration{kLast - 1}.Seconds()));
  late.time = {5};
  EXPECT_EQ(TimeOf(late).ns, 5);
}

TEST(RecordField, OwnOnesHaveNames) {
  for (std::size_t i = 0; i < std::size(kOwnFieldNames); ++i) {
    EXPECT_EQ(FindOwnField(kOwnFieldNames[i]), static_cast<OwnField>(i));
  }
  EXPECT_EQ(FindOwnField("event"), std::nullopt);
  EXPECT_EQ(FindOwnField("missed"), std::nullopt);
}

TEST(RecordField, OfAParameterThatRepeatsTheFirstThatSaysSomething) {
  Record record(0);
  const std::uint8_t bytes[] = {1, 2, 3};
  record.writer().AddParameter(kFirst, Type::kAggregate, bytes);
  record.writer().AddNumber(kFirst, Type::k32, static_cast<std::uint64_t>(-3));
  record.writer().AddNumber(kFirst, Type::kU32, 9);
  record.writer().AddText(kSecond, "x");
  const Arrival arrival = record.Arrive();
  EXPECT_EQ(ValueOf(arrival, Of(kFirst, 2)), FieldValue(-6.0));
  EXPECT_EQ(ValueOf(arrival, Of(kSecond)), FieldValue(std::string_view("x")));
  EXPECT_EQ(ValueOf(arrival, Of(Pmid{3})), std::nullopt);
}

TEST(RecordField, ATextIsANumberIfItIsWhollyOne) {
  EXPECT_EQ(NumberIn("3"), 3);
  EXPECT_EQ(NumberIn("-0.5"), -0.5);
  EXPECT_EQ(NumberIn("007"), 7);
  EXPECT_EQ(NumberIn("1e3"), 1000);
  for (const char* text : {"", "-", "3 ", " 3", "+3", "3a", "0x10", "inf",
                           "nan", ".5", "--3", "1e999", "5.", "5.e1"}) {
    EXPECT_EQ(NumberIn(text), std::nullopt) << text;
  }
  EXPECT_EQ(NumberOf(FieldValue(std::string_view("12"))), 12);
  EXPECT_EQ(NumberOf(FieldValue(1.5)), 1.5);
}

TEST(RecordField, OfTextsWithNamesTheOneThatIsMeant) {
  Record record(0);
  const std::string blob = "MESSAGE=a\xff";
  record.writer().AddText(kFirst, "PRIORITY=3");
  record.writer().AddText(kFirst, "PRIORITY");
  record.writer().AddText(kFirst, "_PID=12");
  record.writer().AddText(kFirst, "CODE==x=y");
  record.writer().AddNumber(kFirst, Type::kU32, 4);
  record.writer().AddParameter(
      kSecond, Type::kAggregate,
      {reinterpret_cast<const std::uint8_t*>(blob.data()), blob.size()});
  const Arrival arrival = record.Arrive();
  const auto named = [&](const char* key) {
    return ValueOf(arrival, Field{{{kFirst, 1, key}, {kSecond, 1, key}}, {}});
  };
  EXPECT_EQ(named("priority"), FieldValue(std::string_view("3")));
  EXPECT_EQ(named("_pid"), FieldValue(std::string_view("12")));
  EXPECT_EQ(named("Code"), FieldValue(std::string_view("=x=y")));
  EXPECT_EQ(named("message"), FieldValue(std::string_view("a\xff")));
  for (const char* key : {"pid", "prio", "priority=3", "4"}) {
    EXPECT_EQ(named(key), std::nullopt) << key;
  }
}

TEST(RecordField, AParentStandsBehindTheIdentity) {
  Record both(pmapi::kEventId | pmapi::kEventParent);
  both.writer().AddNumber(kFirst, Type::kU32, 5);
  both.writer().AddNumber(kFirst, Type::kU32, 6);
  const Arrival arrival = both.Arrive();
  EXPECT_EQ(ValueOf(arrival, OwnField::kId), FieldValue(5.0));
  EXPECT_EQ(ValueOf(arrival, OwnField::kParent), FieldValue(6.0));
  Record parent(pmapi::kEventParent);
  parent.writer().AddNumber(kFirst, Type::kU32, 6);
  const Arrival alone = parent.Arrive();
  EXPECT_EQ(ValueOf(alone, OwnField::kId), std::nullopt);
  EXPECT_EQ(ValueOf(alone, OwnField::kParent), FieldValue(6.0));
  Record lacking(pmapi::kEventId);
  EXPECT_EQ(ValueOf(lacking.Arrive(), OwnField::kId), std::nullopt);
}

TEST(RecordField, WhatMessagesShow) {
  std::string text;
  AppendText(FieldValue(2.5), &text);
  AppendText(FieldValue("x"), &text);
  EXPECT_EQ(text, "2.50, x");
  Record record(0);
  record.writer().AddText(kFirst, std::string(TextTable::kLongest, 'a') + "b");
  const Arrival arrival = record.Arrive();
  EXPECT_EQ(ShownText(arrival, Of(kFirst)),
            std::string(TextTable::kLongest, 'a'));
  EXPECT_EQ(ShownText(arrival, Of(kSecond)), "");
}

TEST(RecordField, KeysAreTheSameOnlyWhereAllValuesAre) {
  const auto key = [](const std::string& first, const std::string& second) {
    Record record(0);
    record.writer().AddText(kFirst, first);
    record.writer().AddText(kSecond, second);
    return KeyOf(record.Arrive(), {Of(kFirst), Of(kSecond)});
  };
  EXPECT_EQ(key("a", "b"), key("a", "b"));
  EXPECT_NE(key("a", "bc"), key("ab", "c"));
  EXPECT_NE(key("a", "b"), key("b", "a"));
  Record record(0);
  record.writer().AddText(kFirst, "a");
  const Arrival arrival = record.Arrive();
  EXPECT_EQ(KeyOf(arrival, {Of(kFirst), Of(kSecond)}), std::nullopt);
  EXPECT_EQ(KeyOf(arrival, {}), "");
}

TEST(RecordField, KeysTellNumbersFromTexts) {
  const auto of_number = [](double number) {
    Record record(0);
    record.writer().AddNumber(kFirst, Type::kDouble,
                              std::bit_cast<std::uint64_t>(number));
    return KeyOf(record.Arrive(), {Of(kFirst)});
  };
  Record empty(0);
  empty.writer().AddText(kFirst, "");
  EXPECT_NE(KeyOf(empty.Arrive(), {Of(kFirst)}), of_number(0));
  EXPECT_EQ(of_number(-0.0), of_number(0)) << "these are equal";
}

constexpr std::uint64_t kWide = (std::uint64_t{1} << 60) + 1;

Arrival OfNumber(Record* record, Type type, std::uint64_t bits) {
  record->writer().AddNumber(kFirst, type, bits);
  return record->Arrive();
}

TEST(RecordField, IntegersAreNotRounded) {
  Record first(0);
  Record second(0);
  Record third(0);
  const Arrival wide = OfNumber(&first, Type::kU64, kWide);
  const Arrival less = OfNumber(&second, Type::k64, std::uint64_t{0} - kWide);
  const Arrival least = OfNumber(&third, Type::k64, std::uint64_t{1} << 63);
  EXPECT_EQ(ValueOf(wide, Of(kFirst)), FieldValue(WideInteger{kWide, false}));
  EXPECT_EQ(ValueOf(less, Of(kFirst)), FieldValue(WideInteger{kWide, true}));
  EXPECT_EQ(ValueOf(least, Of(kFirst)), FieldValue(-9223372036854775808.0));
  EXPECT_EQ(ValueOf(wide, Of(kFirst, 1024)), FieldValue(1024 * 0x1p60));
  EXPECT_EQ(NumberOf(*ValueOf(less, Of(kFirst))), -0x1p60);
  EXPECT_EQ(ShownText(wide, Of(kFirst)), "1152921504606846977");
  EXPECT_EQ(ShownText(less, Of(kFirst)), "-1152921504606846977");
  EXPECT_EQ(ShownText(least, Of(kFirst)), "-9223372036854775808");
}

TEST(RecordField, KeysTellIntegersApart) {
  const auto key = [](Type type, std::uint64_t bits) {
    Record record(0);
    return KeyOf(OfNumber(&record, type, bits), {Of(kFirst)});
  };
  EXPECT_NE(key(Type::kU64, kWide), key(Type::kU64, kWide - 1));
  EXPECT_NE(key(Type::kU64, kWide), key(Type::kU64, kWide + 1));
  EXPECT_NE(key(Type::k64, kWide), key(Type::k64, std::uint64_t{0} - kWide));
  EXPECT_EQ(key(Type::k64, kWide), key(Type::kU64, kWide));
  EXPECT_EQ(key(Type::kU64, kWide - 1),
            key(Type::kDouble, std::bit_cast<std::uint64_t>(0x1p60)));
}

TEST(RecordField, IntegersInTexts) {
  EXPECT_EQ(IntegerIn("12"), ExactNumber(12.0));
  EXPECT_EQ(IntegerIn("-0012"), ExactNumber(-12.0));
  EXPECT_EQ(IntegerIn("1152921504606846977"),
            ExactNumber(WideInteger{kWide, false}));
  EXPECT_EQ(IntegerIn("-1152921504606846977"),
            ExactNumber(WideInteger{kWide, true}));
  EXPECT_EQ(IntegerIn("18446744073709551615"),
            ExactNumber(WideInteger{UINT64_MAX, false}));
  for (const char* text :
       {"", "-", "18446744073709551616", "1.", "1e3", "+1", "--1", " 1"}) {
    EXPECT_EQ(IntegerIn(text), std::nullopt) << text;
  }
  EXPECT_EQ(ExactNumberOf("1152921504606846977"),
            ExactNumber(WideInteger{kWide, false}));
  EXPECT_EQ(ExactNumberOf("1e300"), ExactNumber(1e300));
  EXPECT_EQ(ExactNumberOf("x"), std::nullopt);
}

}  // namespace
}  // namespace engine::events
