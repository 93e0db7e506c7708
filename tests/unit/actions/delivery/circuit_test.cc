// Circuit: when a receiver is left alone.
#include "actions/delivery/circuit.h"

#include <gtest/gtest.h>

#include "tests/support/notifications.h"

namespace actions {
namespace {

using base::Duration;
using tests::kThen;

constexpr Duration kBackoff{7};

TEST(CircuitTest, OpensAfterFailuresInARowAndClosesWithAnAnswer) {
  Circuit circuit;
  for (std::size_t i = 0; i < Circuit::kFailures; ++i) {
    EXPECT_FALSE(circuit.open());
    EXPECT_EQ(circuit.most(), Circuit::kMost);
    EXPECT_LE(circuit.next(), kThen) << "others go on";
    circuit.Failed(kThen, {}, kBackoff);
  }
  EXPECT_TRUE(circuit.open());
  EXPECT_EQ(circuit.most(), 1u);
  EXPECT_EQ(circuit.next(), kThen + kBackoff);
  circuit.Succeeded();
  EXPECT_FALSE(circuit.open());
  EXPECT_EQ(circuit.failures(), 0u);
  EXPECT_LE(circuit.next(), kThen);
}

TEST(CircuitTest, APauseThatIsAskedForIsForAll) {
  Circuit circuit;
  circuit.Failed(kThen, Duration{100}, kBackoff);
  EXPECT_FALSE(circuit.open());
  EXPECT_EQ(circuit.next(), kThen + Duration{100});
  circuit.Failed(kThen, {}, kBackoff);
  EXPECT_EQ(circuit.next(), kThen + Duration{100}) << "no later one ends it";
}

}  // namespace
}  // namespace actions
