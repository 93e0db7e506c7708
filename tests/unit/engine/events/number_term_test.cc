// NumberTerm and NumberAnswer: orders, negations, what is no number.
#include "engine/events/number_term.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <functional>
#include <limits>
#include <vector>

#include "pmapi/events/event_writer.h"

namespace engine::events {
namespace {

using base::Kleene;
using grammar::ast::BinaryOp;
using pmapi::Pmid;
using pmapi::Type;

constexpr Pmid kCode{1};
constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kValues[] = {1, 2, 3, kInfinity, -kInfinity, -0.0};

TEST(NumberTerm, HoldsOfTheOrdersOfItsOperator) {
  const auto compare = [](BinaryOp op, const auto& expected) {
    const NumberTerm term(kCode, 1, op, 2, false);
    for (const double value : kValues) {
      EXPECT_EQ(term.Holds(value), expected(value, 2.0)) << value;
    }
    EXPECT_FALSE(term.Holds(std::numeric_limits<double>::quiet_NaN()));
  };
  compare(BinaryOp::kLess, std::less<>());
  compare(BinaryOp::kLessEqual, std::less_equal<>());
  compare(BinaryOp::kGreater, std::greater<>());
  compare(BinaryOp::kGreaterEqual, std::greater_equal<>());
  compare(BinaryOp::kEqual, std::equal_to<>());
}

TEST(NumberTerm, ScalesValues) {
  const NumberTerm term(kCode, 1024, BinaryOp::kEqual, 2048, false);
  EXPECT_TRUE(term.Holds(2));
  EXPECT_FALSE(term.Holds(2048));
}

class NumberAnswerTest : public testing::Test {
 protected:
  /// Of a record whose parameters `write` adds.
  static NumberAnswer Of(
      const NumberTerm& term,
      const std::function<void(pmapi::EventWriter*)>& write) {
    pmapi::EventWriter writer(Type::kHighresEvent);
    writer.BeginRecord({}, 0);
    write(&writer);
    const auto array = writer.Finish();
    pmapi::EventRecords records(Type::kHighresEvent, array);
    NumberAnswer answer(term);
    pmapi::EventRecord record;
    EXPECT_TRUE(records.Next(&record, [&](const auto& p) { answer.Take(p); }));
    return answer;
  }
  static NumberAnswer OfCodes(const NumberTerm& term,
                              const std::vector<std::uint64_t>& codes) {
    return Of(term, [&codes](pmapi::EventWriter* writer) {
      writer->AddNumber(Pmid{2}, Type::kU32, 7);
      for (const auto code : codes) writer->AddNumber(kCode, Type::kU32, code);
    });
  }

  const NumberTerm is_seven_{kCode, 1, BinaryOp::kEqual, 7, false};
  const NumberTerm is_not_seven_{kCode, 1, BinaryOp::kNotEqual, 7, true};
};

TEST_F(NumberAnswerTest, AnyValueMakesItTrue) {
  EXPECT_EQ(OfCodes(is_seven_, {}).truth(), Kleene::kUnknown);
  EXPECT_FALSE(OfCodes(is_seven_, {}).is_true());
  EXPECT_EQ(OfCodes(is_seven_, {6}).truth(), Kleene::kFalse);
  EXPECT_EQ(OfCodes(is_seven_, {6, 7, 8}).truth(), Kleene::kTrue);
  EXPECT_TRUE(OfCodes(is_seven_, {6, 7, 8}).is_true());
}

TEST_F(NumberAnswerTest, ANegationIsTrueWhereNoValueHolds) {
  EXPECT_EQ(OfCodes(is_not_seven_, {}).truth(), Kleene::kUnknown);
  EXPECT_FALSE(OfCodes(is_not_seven_, {}).is_true());
  EXPECT_EQ(OfCodes(is_not_seven_, {6, 8}).truth(), Kleene::kTrue);
  EXPECT_EQ(OfCodes(is_not_seven_, {6, 7}).truth(), Kleene::kFalse);
}

TEST_F(NumberAnswerTest, ATextMayBeANumber) {
  const auto answer = Of(is_seven_, [](pmapi::EventWriter* writer) {
    writer->AddNumber(kCode, Type::kU32, 6);
    writer->AddText(kCode, "7");
  });
  EXPECT_TRUE(answer.has_other());
  EXPECT_FALSE(OfCodes(is_seven_, {7}).has_other());
}

}  // namespace
}  // namespace engine::events
