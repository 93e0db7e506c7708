// EventFilter: the truth of each record.
#include "engine/events/event_filter.h"

#include <gtest/gtest.h>

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "pmapi/events/event_flags.h"
#include "pmapi/events/event_writer.h"

namespace engine::events {
namespace {

using grammar::ast::BinaryOp;
using pmapi::Pmid;
using pmapi::Type;

constexpr Pmid kCode{1};
constexpr Pmid kUnit{2};
const Field kCodeField{{{kCode, 1}}, std::nullopt};
const Field kUnitField{{{kUnit, 1}}, std::nullopt};

/// An array of one record, with these codes and units.
std::vector<std::uint8_t> Record(const std::vector<std::uint64_t>& codes,
                                 const std::vector<std::string>& units,
                                 std::uint32_t flags = 0) {
  pmapi::EventWriter writer(Type::kHighresEvent);
  writer.BeginRecord(base::Timestamp{5 * base::kNanosPerSecond}, flags);
  for (const std::uint64_t code : codes) {
    writer.AddNumber(kCode, code >> 32 == 0 ? Type::kU32 : Type::kU64, code);
  }
  for (const std::string& unit : units) writer.AddText(kUnit, unit);
  return writer.Finish();
}

/// Of the first record, which arrives 7 seconds after 1970.
Kleene TruthOf(const EventFilter& filter,
               const std::vector<std::uint8_t>& array) {
  pmapi::EventRecords records(Type::kHighresEvent, array);
  Arrival arrival{{}, base::Timestamp{7 * base::kNanosPerSecond}};
  EXPECT_TRUE(arrival.Next(&records));
  return filter.Truth(arrival);
}

Kleene Asked(Term term, const std::vector<std::uint8_t>& array) {
  EventFilter filter;
  filter.AddTerm(std::move(term));
  return TruthOf(filter, array);
}

Kleene Compared(BinaryOp op, Constant constant,
                const std::vector<std::uint8_t>& array) {
  const bool number = std::holds_alternative<double>(constant);
  return Asked(
      {number ? kCodeField : kUnitField, Comparison{op, std::move(constant)}},
      array);
}

TEST(EventFilter, ComparesNumbersAndTexts) {
  const auto record = Record({5}, {"sshd"});
  EXPECT_EQ(Compared(BinaryOp::kEqual, 5.0, record), Kleene::kTrue);
  EXPECT_EQ(Compared(BinaryOp::kNotEqual, 5.0, record), Kleene::kFalse);
  EXPECT_EQ(Compared(BinaryOp::kLess, 5.0, record), Kleene::kFalse);
  EXPECT_EQ(Compared(BinaryOp::kLessEqual, 5.0, record), Kleene::kTrue);
  EXPECT_EQ(Compared(BinaryOp::kGreater, 4.0, record), Kleene::kTrue);
  EXPECT_EQ(Compared(BinaryOp::kGreaterEqual, 6.0, record), Kleene::kFalse);
  EXPECT_EQ(Compared(BinaryOp::kEqual, "sshd", record), Kleene::kTrue);
  EXPECT_EQ(Compared(BinaryOp::kNotEqual, "cron", record), Kleene::kTrue);
  EXPECT_EQ(Compared(BinaryOp::kLess, "t", record), Kleene::kTrue);
}

TEST(EventFilter, IntegersAreEqualToThemselvesAlone) {
  constexpr std::uint64_t kEven = std::uint64_t{1} << 60;
  const Constant even = 0x1p60;
  const Constant odd = WideInteger{kEven + 1, false};
  const auto is = [](BinaryOp op, const Constant& constant,
                     std::uint64_t code) {
    return Asked({kCodeField, Comparison{op, constant}}, Record({code}, {}));
  };
  EXPECT_EQ(is(BinaryOp::kEqual, even, kEven), Kleene::kTrue);
  EXPECT_EQ(is(BinaryOp::kEqual, even, kEven + 1), Kleene::kFalse);
  EXPECT_EQ(is(BinaryOp::kNotEqual, even, kEven + 1), Kleene::kTrue);
  EXPECT_EQ(is(BinaryOp::kEqual, odd, kEven), Kleene::kFalse);
  EXPECT_EQ(is(BinaryOp::kEqual, odd, kEven + 1), Kleene::kTrue);
  EXPECT_EQ(is(BinaryOp::kNotEqual, odd, kEven + 1), Kleene::kFalse);
  EXPECT_EQ(is(BinaryOp::kNotEqual, odd, kEven + 2), Kleene::kTrue);
  EXPECT_EQ(is(BinaryOp::kLess, odd, kEven), Kleene::kFalse) << "rounded";
  EXPECT_EQ(is(BinaryOp::kGreater, odd, kEven + 1024), Kleene::kTrue);
  const Constant beside = 0x1p53;
  EXPECT_EQ(is(BinaryOp::kEqual, beside, (std::uint64_t{1} << 53) + 1),
            Kleene::kFalse);
  const Term among{kCodeField, Among{{5.0, odd}}};
  EXPECT_EQ(Asked(among, Record({kEven + 1}, {})), Kleene::kTrue);
  EXPECT_EQ(Asked(among, Record({kEven}, {})), Kleene::kFalse);
  const Term text{kUnitField, Comparison{BinaryOp::kEqual, odd}};
  EXPECT_EQ(Asked(text, Record({}, {"1152921504606846977"})), Kleene::kTrue);
  EXPECT_EQ(Asked(text, Record({}, {"1152921504606846976"})), Kleene::kFalse);
}

TEST(EventFilter, IntegersAreEqualToEachOther) {
  const auto is = [](BinaryOp op, const char* text) {
    Between between{op, {}, {}};
    between.left.Add(kCodeField);
    between.right.Add(kUnitField);
    return Asked({{}, between}, Record({(std::uint64_t{1} << 60) + 1}, {text}));
  };
  EXPECT_EQ(is(BinaryOp::kEqual, "1152921504606846977"), Kleene::kTrue);
  EXPECT_EQ(is(BinaryOp::kNotEqual, "1152921504606846977"), Kleene::kFalse);
  EXPECT_EQ(is(BinaryOp::kEqual, "1152921504606846976"), Kleene::kFalse);
  EXPECT_EQ(is(BinaryOp::kNotEqual, "1152921504606846976"), Kleene::kTrue);
  EXPECT_EQ(is(BinaryOp::kLessEqual, "1152921504606846976"), Kleene::kTrue);
}

TEST(EventFilter, NumbersAreInCanonicalUnits) {
  const Field kilobytes{{{kCode, 1024}}, std::nullopt};
  EXPECT_EQ(
      Asked({kilobytes, Comparison{BinaryOp::kEqual, 5120.0}}, Record({5}, {})),
      Kleene::kTrue);
}

TEST(EventFilter, LooksIntoTexts) {
  const auto record = Record({}, {"disk sda: I/O error"});
  const auto ask = [&](auto test, bool negated = false) {
    return Asked({kUnitField, std::move(test), negated}, record);
  };
  const Matches error{base::Pattern::Compile("I/O +error$").value()};
  EXPECT_EQ(ask(error), Kleene::kTrue);
  EXPECT_EQ(ask(error, true), Kleene::kFalse);
  EXPECT_EQ(ask(Contains{"sda"}), Kleene::kTrue);
  EXPECT_EQ(ask(Contains{"sdb"}), Kleene::kFalse);
  EXPECT_EQ(ask(Starts{"disk"}), Kleene::kTrue);
  EXPECT_EQ(ask(Starts{"isk"}), Kleene::kFalse);
  EXPECT_EQ(ask(Among{{"x", "disk sda: I/O error"}}), Kleene::kTrue);
  EXPECT_EQ(ask(Among{{"x", 5.0}}), Kleene::kFalse);
  EXPECT_EQ(ask(Among{{4.0, 5.0}}), Kleene::kUnknown) << "a text is no number";
  EXPECT_EQ(Asked({kCodeField, Contains{"5"}}, Record({5}, {})),
            Kleene::kUnknown);
  EXPECT_EQ(Asked({kCodeField, Among{{4.0, "x", 5.0}}}, Record({5}, {})),
            Kleene::kTrue);
}

TEST(EventFilter, ATextThatIsWhollyANumberComparesAsOne) {
  const auto ask = [](const char* text, auto test) {
    return Asked({kUnitField, std::move(test)}, Record({}, {text}));
  };
  const Comparison more{BinaryOp::kGreater, 9.0};
  EXPECT_EQ(ask("10", more), Kleene::kTrue);
  EXPECT_EQ(ask("9", more), Kleene::kFalse);
  EXPECT_EQ(ask("10 or so", more), Kleene::kUnknown);
  EXPECT_EQ(ask("10", Comparison{BinaryOp::kGreater, "9"}), Kleene::kFalse)
      << "texts byte by byte";
  EXPECT_EQ(ask("10", Among{{4.0, 10.0}}), Kleene::kTrue);
}

/// Of a record with the code 5 and the units "5" and "sshd".
Kleene Compares(BinaryOp op, const Field& left, const Field& right,
                double added = 0) {
  Between between;
  between.op = op;
  between.left.Add(left);
  between.right.Add(right);
  if (added != 0) {
    between.right.Add(added);
    between.right.Add(BinaryOp::kAdd);
  }
  return Asked({{}, std::move(between)}, Record({5}, {"5", "sshd"}));
}

TEST(EventFilter, ComparesFieldsWithEachOther) {
  EXPECT_EQ(Compares(BinaryOp::kEqual, kCodeField, kUnitField), Kleene::kTrue);
  EXPECT_EQ(Compares(BinaryOp::kNotEqual, kCodeField, kUnitField),
            Kleene::kFalse);
  EXPECT_EQ(Compares(BinaryOp::kLess, kCodeField, kCodeField, 1),
            Kleene::kTrue);
  EXPECT_EQ(Compares(BinaryOp::kGreaterEqual, kCodeField, kCodeField, 1),
            Kleene::kFalse);
  EXPECT_EQ(Compares(BinaryOp::kEqual, kUnitField, kUnitField), Kleene::kTrue)
      << "texts";
  EXPECT_EQ(Compares(BinaryOp::kNotEqual, kUnitField, {{{Pmid{9}, 1}}, {}}),
            Kleene::kUnknown);
  EventFilter filter;
  Between missed;
  missed.left.Add(Field{{}, OwnField::kMissed});
  missed.right.Add(1.0);
  filter.AddTerm({{}, std::move(missed)});
  EXPECT_TRUE(filter.of_missed());
  EXPECT_TRUE(filter.Guards().empty());
}

TEST(EventFilter, OfATextWithANameItsValueIsAsked) {
  const Field message{{{kUnit, 1, "message"}}, std::nullopt};
  const Field priority{{{kUnit, 1, "priority"}}, std::nullopt};
  const auto record = Record({}, {"PRIORITY=3", "MESSAGE=I/O error"});
  EXPECT_EQ(Asked({priority, Comparison{BinaryOp::kLessEqual, 3.0}}, record),
            Kleene::kTrue);
  EXPECT_EQ(Asked({message, Starts{"I/O"}}, record), Kleene::kTrue);
  EXPECT_EQ(Asked({message, Contains{"MESSAGE"}}, record), Kleene::kFalse);
  EXPECT_EQ(Asked({{{{kUnit, 1, "unit"}}, {}}, Contains{"x"}}, record),
            Kleene::kUnknown);
}

TEST(EventFilter, KnowsTheRecordItself) {
  const auto own = [](OwnField field, BinaryOp op, double number) {
    return Asked({Field{{}, field}, Comparison{op, number}},
                 Record({42}, {}, pmapi::kEventStart | pmapi::kEventId));
  };
  EXPECT_EQ(own(OwnField::kStart, BinaryOp::kEqual, 1), Kleene::kTrue);
  EXPECT_EQ(own(OwnField::kEnd, BinaryOp::kEqual, 0), Kleene::kTrue);
  EXPECT_EQ(own(OwnField::kPoint, BinaryOp::kEqual, 0), Kleene::kTrue);
  EXPECT_EQ(own(OwnField::kId, BinaryOp::kEqual, 42), Kleene::kTrue);
  EXPECT_EQ(own(OwnField::kParent, BinaryOp::kEqual, 42), Kleene::kUnknown);
  EXPECT_EQ(own(OwnField::kTime, BinaryOp::kEqual, 5), Kleene::kTrue);
  EXPECT_EQ(own(OwnField::kAge, BinaryOp::kEqual, 2), Kleene::kTrue);
  EXPECT_EQ(own(OwnField::kFlags, BinaryOp::kEqual, 10), Kleene::kTrue);
  EXPECT_EQ(own(OwnField::kMissed, BinaryOp::kEqual, 0), Kleene::kTrue);
}

TEST(EventFilter, WhatARecordLacksIsUnknown) {
  EXPECT_EQ(Compared(BinaryOp::kEqual, 5.0, Record({}, {"sshd"})),
            Kleene::kUnknown);
  EXPECT_EQ(Compared(BinaryOp::kNotEqual, 5.0, Record({}, {})),
            Kleene::kUnknown);
}

TEST(EventFilter, WhatIsOfAnotherKindIsUnknown) {
  EXPECT_EQ(
      Asked({kUnitField, Comparison{BinaryOp::kEqual, 5.0}}, Record({}, {"x"})),
      Kleene::kUnknown);
}

TEST(EventFilter, ANumberAndTextsOfOneParameterAreAllCompared) {
  const auto record = [](const std::vector<std::string>& texts) {
    pmapi::EventWriter writer(Type::kHighresEvent);
    writer.BeginRecord({}, 0);
    writer.AddNumber(kCode, Type::kU32, 5);
    for (const std::string& text : texts) writer.AddText(kCode, text);
    return writer.Finish();
  };
  EXPECT_EQ(Compared(BinaryOp::kEqual, 7.0, record({"7"})), Kleene::kTrue);
  EXPECT_EQ(Compared(BinaryOp::kNotEqual, 7.0, record({"7"})), Kleene::kFalse);
  EXPECT_EQ(Compared(BinaryOp::kEqual, 5.0, record({"x"})), Kleene::kTrue);
  EXPECT_EQ(Compared(BinaryOp::kEqual, 7.0, record({"x"})), Kleene::kFalse);
  EXPECT_EQ(Compared(BinaryOp::kEqual, 7.0, record({"x", "7"})), Kleene::kTrue);
}

TEST(EventFilter, OfAParameterThatRepeatsAnyCounts) {
  const auto record = Record({1, 7}, {});
  EXPECT_EQ(Compared(BinaryOp::kGreater, 5.0, record), Kleene::kTrue);
  EXPECT_EQ(Compared(BinaryOp::kLess, 5.0, record), Kleene::kTrue);
  EXPECT_EQ(Compared(BinaryOp::kNotEqual, 7.0, record), Kleene::kFalse);
  EXPECT_EQ(Asked({kUnitField, Contains{"b"}, true}, Record({}, {"a", "b"})),
            Kleene::kFalse);
}

TEST(EventFilter, LogicHasThreeValues) {
  EventFilter filter;
  const auto known =
      filter.AddTerm({kCodeField, Comparison{BinaryOp::kEqual, 1.0}});
  const auto unknown =
      filter.AddTerm({kUnitField, Comparison{BinaryOp::kEqual, "x"}});
  filter.AddBoth(known, unknown, false);
  EXPECT_EQ(TruthOf(filter, Record({1}, {})), Kleene::kTrue);
  EXPECT_EQ(TruthOf(filter, Record({2}, {})), Kleene::kUnknown);
  filter.AddBoth(known, unknown, true);
  EXPECT_EQ(TruthOf(filter, Record({2}, {})), Kleene::kFalse);
  filter.AddNot(unknown);
  EXPECT_EQ(TruthOf(filter, Record({2}, {})), Kleene::kUnknown);
  filter.AddNot(filter.AddJudged(unknown));
  EXPECT_EQ(TruthOf(filter, Record({2}, {})), Kleene::kTrue);
  filter.AddTruth(true);
  EXPECT_EQ(TruthOf(filter, Record({2}, {})), Kleene::kTrue);
}

TEST(EventFilter, WithoutAConditionAllMatch) {
  EXPECT_TRUE(EventFilter().empty());
  EXPECT_EQ(TruthOf(EventFilter(), Record({}, {})), Kleene::kTrue);
}

}  // namespace
}  // namespace engine::events
