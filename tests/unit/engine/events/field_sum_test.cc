// Numbers of several fields, and what one lacks.
#include "engine/events/field_sum.h"

#include <gtest/gtest.h>

#include "pmapi/events/event_writer.h"

namespace engine::events {
namespace {

using grammar::ast::BinaryOp;
using pmapi::Pmid;
using pmapi::Type;

constexpr Pmid kBytes{1};
constexpr Pmid kText{2};

Field Of(Pmid pmid, double scale = 1) {
  return {{{pmid, scale}}, std::nullopt};
}

/// Of a record with 6 bytes, and the text "4".
std::optional<FieldValue> ValueOf(const FieldSum& sum) {
  pmapi::EventWriter writer(Type::kEvent);
  writer.BeginRecord({}, 0);
  writer.AddNumber(kBytes, Type::kU32, 6);
  writer.AddText(kText, "4");
  const auto array = writer.Finish();
  pmapi::EventRecords records(Type::kEvent, array);
  Arrival arrival;
  EXPECT_TRUE(arrival.Next(&records));
  const auto value = sum.ValueOf(arrival);
  // The array is gone: what is a text is told by what it was.
  if (value && value->index() == 1) {
    EXPECT_EQ(std::get<std::string_view>(*value), "4");
    return FieldValue(std::string_view("4"));
  }
  return value;
}

TEST(FieldSum, ComputesFromTheOperandsUp) {
  FieldSum sum;
  EXPECT_TRUE(sum.empty());
  sum.Add(Of(kBytes, 1024));
  sum.Add(Of(kText));
  sum.Add(BinaryOp::kDivide);
  sum.Add(36.0);
  sum.Add(BinaryOp::kSubtract);
  EXPECT_EQ(ValueOf(sum), FieldValue(1500.0));
  sum.Add(2.0);
  sum.Add(BinaryOp::kMultiply);
  sum.Add(1.0);
  sum.Add(BinaryOp::kAdd);
  EXPECT_EQ(ValueOf(sum), FieldValue(3001.0));
}

TEST(FieldSum, AFieldAloneIsWhatItIs) {
  FieldSum text;
  text.Add(Of(kText));
  EXPECT_EQ(ValueOf(text), FieldValue(std::string_view("4")));
  FieldSum number;
  number.Add(5.0);
  EXPECT_EQ(ValueOf(number), FieldValue(5.0));
}

TEST(FieldSum, OfWhatARecordLacksThereIsNone) {
  FieldSum sum;
  sum.Add(Of(Pmid{9}));
  EXPECT_EQ(ValueOf(sum), std::nullopt);
  sum.Add(5.0);
  sum.Add(BinaryOp::kAdd);
  EXPECT_EQ(ValueOf(sum), std::nullopt);
}

}  // namespace
}  // namespace engine::events
