// Values of parameters: bits of every type, texts, what has another size.
#include "pmapi/events/event_value.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <bit>
#include <map>
#include <vector>

#include "tests/unit/pmapi/events/event_specimen.h"

namespace pmapi {
namespace {

using testing::Eq;
using testing::Optional;

std::optional<std::uint64_t> Number(Type type,
                                    const std::vector<std::uint8_t>& value) {
  return EventNumber({Pmid{1}, type, value});
}

std::optional<std::string_view> Text(Type type, std::string_view value) {
  return EventText(
      {Pmid{1},
       type,
       {reinterpret_cast<const std::uint8_t*>(value.data()), value.size()}});
}

TEST(EventValue, NarrowNumbersAreTheLowHalf) {
  const std::vector<std::uint8_t> minus_two = {0xff, 0xff, 0xff, 0xfe};
  EXPECT_THAT(Number(Type::k32, minus_two), Optional(~std::uint64_t{1}));
  EXPECT_THAT(Number(Type::kU32, minus_two), Optional(0xfffffffeu));
  EXPECT_THAT(Number(Type::kFloat, {0x3f, 0x80, 0, 0}),
              Optional(std::bit_cast<std::uint32_t>(1.0f)));
}

TEST(EventValue, WideNumbersAreAllOfIt) {
  const std::vector<std::uint8_t> bytes = {1, 2, 3, 4, 5, 6, 7, 8};
  for (const Type type : {Type::k64, Type::kU64, Type::kDouble}) {
    EXPECT_THAT(Number(type, bytes), Optional(0x0102030405060708u));
  }
}

TEST(EventValue, EachNumberIsADouble) {
  const std::vector<std::uint8_t> minus_two = {0xff, 0xff, 0xff, 0xfe};
  const auto of = [](Type type, const std::vector<std::uint8_t>& value) {
    return EventDouble({Pmid{1}, type, value});
  };
  EXPECT_THAT(of(Type::k32, minus_two), Optional(-2.0));
  EXPECT_THAT(of(Type::kU32, minus_two), Optional(4294967294.0));
  EXPECT_THAT(of(Type::kFloat, {0x3f, 0x80, 0, 0}), Optional(1.0));
  EXPECT_THAT(of(Type::kDouble, {0xbf, 0xf0, 0, 0, 0, 0, 0, 0}),
              Optional(-1.0));
  const std::vector<std::uint8_t> ones(8, 0xff);
  EXPECT_THAT(of(Type::k64, ones), Optional(-1.0));
  EXPECT_THAT(of(Type::kU64, ones), Optional(18446744073709551616.0));
  for (const Type type :
       {Type::k32, Type::kU32, Type::k64, Type::kU64, Type::kFloat,
        Type::kDouble, Type::kString, Type::kAggregate, Type::kUnknown}) {
    for (std::size_t size = 0; size <= 12; ++size) {
      const std::vector<std::uint8_t> value(size);
      EXPECT_EQ(of(type, value).has_value(), Number(type, value).has_value())
          << TypeName(type) << ' ' << size;
    }
  }
}

TEST(EventValue, OfAnotherSizeThereIsNone) {
  const std::map<Type, std::size_t> sizes = {
      {Type::k32, 4},  {Type::kU32, 4},   {Type::k64, 8},
      {Type::kU64, 8}, {Type::kFloat, 4}, {Type::kDouble, 8}};
  for (const auto& [type, right] : sizes) {
    for (std::size_t size = 0; size <= 12; ++size) {
      EXPECT_EQ(Number(type, std::vector<std::uint8_t>(size)).has_value(),
                size == right)
          << TypeName(type) << ' ' << size;
    }
  }
}

TEST(EventValue, WhatIsNoNumberHasNone) {
  for (const Type type : {Type::kString, Type::kAggregate,
                          Type::kAggregateStatic, Type::kUnknown}) {
    EXPECT_THAT(Number(type, std::vector<std::uint8_t>(4)), Eq(std::nullopt));
    EXPECT_THAT(Number(type, std::vector<std::uint8_t>(8)), Eq(std::nullopt));
  }
}

TEST(EventValue, TextsEndAtANulOrWithTheBytes) {
  using std::string_view_literals::operator""sv;
  EXPECT_THAT(Text(Type::kString, "abc"), Optional("abc"sv));
  EXPECT_THAT(Text(Type::kString, "abc\0def"sv), Optional("abc"sv));
  EXPECT_THAT(Text(Type::kString, "\0"sv), Optional(""sv));
  EXPECT_THAT(Text(Type::kString, ""), Optional(""sv));
  EXPECT_THAT(Text(Type::kAggregate, "abc"), Eq(std::nullopt));
  EXPECT_THAT(Text(Type::k32, "abcd"), Eq(std::nullopt));
}

}  // namespace
}  // namespace pmapi
