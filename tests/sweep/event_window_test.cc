// Counts over a time, compared from the start on, beside what is meant: known
// is what no record before the start could change.
#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cstdlib>
#include <random>
#include <utility>
#include <vector>

#include "engine/events/event_function.h"
#include "pmapi/events/event_writer.h"

namespace engine::events {
namespace {

using grammar::ast::BinaryOp;

constexpr int kCases = 5'000;
constexpr int kTicks = 12;
constexpr BinaryOp kOps[] = {BinaryOp::kLess,    BinaryOp::kLessEqual,
                             BinaryOp::kGreater, BinaryOp::kGreaterEqual,
                             BinaryOp::kEqual,   BinaryOp::kNotEqual};

bool Holds(int count, BinaryOp op, int number) {
  switch (op) {
    case BinaryOp::kLess:
      return count < number;
    case BinaryOp::kLessEqual:
      return count <= number;
    case BinaryOp::kGreater:
      return count > number;
    case BinaryOp::kGreaterEqual:
      return count >= number;
    case BinaryOp::kEqual:
      return count == number;
    default:
      return count != number;
  }
}

/// Whether the comparison is the same however many there are besides `least`.
bool IsSameOfMore(int least, BinaryOp op, int number) {
  for (int more = 1; more <= number + 2; ++more) {
    if (Holds(least + more, op, number) != Holds(least, op, number)) {
      return false;
    }
  }
  return true;
}

std::vector<std::uint8_t> ArrayOf(int records) {
  pmapi::EventWriter writer(pmapi::Type::kEvent);
  for (int i = 0; i < records; ++i) writer.BeginRecord({}, 0);
  return writer.Finish();
}

/// The sum of the last `window` of `came`, as far as there are so many.
int Last(const std::vector<int>& came, int window) {
  int sum = 0;
  const int all = static_cast<int>(came.size());
  for (int i = std::max(all - window, 0); i < all; ++i) sum += came[i];
  return sum;
}

class Random {
 public:
  explicit Random(std::uint64_t seed) : random_(seed) {}

  int Below(int n) {
    return static_cast<int>(random_() % static_cast<std::uint64_t>(n));
  }

 private:
  std::mt19937_64 random_;
};

/// A tick each nanosecond; the first one is the start.
void CompareFromTheStartOn(Random* random) {
  const int window = 1 + random->Below(8);
  const BinaryOp op = kOps[random->Below(6)];
  const int number = random->Below(7) - 1;
  EventFunction::Written written;
  written.reduction = {grammar::ast::Reducer::kCount, 0};
  written.window = {window};
  const auto function = EventFunction(std::move(written))
                            .ComparedBy({op, static_cast<double>(number)});
  const auto tally = function->Begin(pmapi::Type::kEvent, {0});
  tally->Finish({0});
  std::vector<int> came;
  for (int tick = 1; tick < kTicks; ++tick) {
    came.push_back(random->Below(3));
    ASSERT_TRUE(tally->Add(0, {tick}, ArrayOf(came.back())));
    const int least = Last(came, window);
    const bool known = tick >= window || IsSameOfMore(least, op, number);
    const pmapi::EventRow& row = tally->Finish({tick}).front();
    ASSERT_EQ(row.instances.size(), 1) << "tick " << tick;
    ASSERT_EQ(row.cells.empty(), known) << "tick " << tick;
    const double count = known ? std::bit_cast<double>(row.bits[0]) : least;
    ASSERT_EQ(count, least) << "tick " << tick;
  }
}

TEST(EventWindow, ComparisonsAreKnownWhereMoreWouldNotChangeThem) {
  const char* seed = std::getenv("TOCSIN_SEED");
  Random random(seed == nullptr ? 1 : std::strtoull(seed, nullptr, 10));
  for (int i = 0; i < kCases; ++i) {
    CompareFromTheStartOn(&random);
    ASSERT_FALSE(HasFatalFailure()) << "case " << i;
  }
}

}  // namespace
}  // namespace engine::events
