// Circuit: when a receiver is left alone.
#include "actions/delivery/circuit.h"

#include <gtest/gtest.h>

namespace actions {
namespace {

using base::Duration;
constexpr Duration kNow{1'000};
constexpr Duration kBackoff{7};

TEST(CircuitTest, OpensAfterFailuresInARowAndClosesWithAnAnswer) {
  Circuit circuit;
  for (std::size_t i = 0; i < Circuit::kFailures; ++i) {
    EXPECT_FALSE(circuit.open());
    EXPECT_EQ(circuit.most(), Circuit::kMost);
    EXPECT_LE(circuit.next(), kNow) << "others go on";
    circuit.Failed(kNow, {}, kBackoff);
  }
  EXPECT_TRUE(circuit.open());
  EXPECT_EQ(circuit.most(), 1u);
  EXPECT_EQ(circuit.next(), Duration{kNow.ns + kBackoff.ns});
  circuit.Succeeded();
  EXPECT_FALSE(circuit.open());
  EXPECT_EQ(circuit.failures(), 0u);
  EXPECT_LE(circuit.next(), kNow);
}

TEST(CircuitTest, WhatAReceiverAsksForHoldsWhateverElseSucceeds) {
  Circuit circuit;
  circuit.Sent(kNow, {});
  circuit.Sent(kNow, {});
  circuit.Failed(kNow, {500}, kBackoff);
  circuit.Succeeded();
  EXPECT_EQ(circuit.next(), Duration{kNow.ns + 500});
  circuit.Retry();
  EXPECT_LE(circuit.next(), kNow);
}

// Eight that fail at once would have the ninth wait for minutes.
TEST(CircuitTest, WhatIsOnItsWayTogetherFailsOnce) {
  Circuit circuit;
  for (std::size_t i = 0; i < Circuit::kMost; ++i) circuit.Sent(kNow, {});
  for (std::size_t i = 0; i < Circuit::kMost; ++i) {
    circuit.Failed(kNow, {}, kBackoff);
  }
  EXPECT_EQ(circuit.failures(), Circuit::kMost);
  EXPECT_EQ(circuit.rounds(), 1u);
  EXPECT_EQ(circuit.next(), Duration{kNow.ns + kBackoff.ns});
  const Duration later = circuit.next();
  circuit.Sent(later, {});
  circuit.Failed(later, {}, kBackoff);
  EXPECT_EQ(circuit.rounds(), 2u);
  EXPECT_EQ(circuit.next(), Duration{later.ns + kBackoff.ns});
}

TEST(CircuitTest, WhatIsSentAfterAFailureFailsByItself) {
  Circuit circuit;
  for (std::size_t i = 0; i < Circuit::kMost; ++i) {
    circuit.Sent(kNow, {});
    circuit.Failed(kNow, {}, kBackoff);
    EXPECT_EQ(circuit.rounds(), i + 1);
  }
  circuit.Sent(kNow, {});
  circuit.Sent(kNow, {});
  circuit.Succeeded();
  EXPECT_EQ(circuit.rounds(), 0u);
  circuit.Failed(kNow, {}, kBackoff);
  EXPECT_EQ(circuit.rounds(), 1u);
}

TEST(CircuitTest, WhoIsTriedAgainAtOnceIsAsOneThatAnswers) {
  Circuit circuit;
  for (std::size_t i = 0; i < 9; ++i) circuit.Failed(kNow, {}, kBackoff);
  circuit.Retry();
  EXPECT_FALSE(circuit.open());
  EXPECT_LE(circuit.next(), kNow);
  EXPECT_EQ(circuit.failures(), 9u) << "but for what is told";
  for (std::size_t i = 0; i < Circuit::kFailures; ++i) {
    circuit.Failed(kNow, {}, kBackoff);
  }
  EXPECT_TRUE(circuit.open());
}

TEST(CircuitTest, WhoTakesMuchHasMuchAtHand) {
  Circuit circuit;
  EXPECT_EQ(circuit.ahead(3), 0u);
  EXPECT_EQ(circuit.ahead(8), 32u);
  EXPECT_EQ(circuit.ahead(1000), Circuit::kMostAhead);
  circuit.Sent(kNow, Duration{50});
  EXPECT_EQ(circuit.ahead(8), 0u) << "with an interval one at a time";
}

TEST(CircuitTest, AnIntervalIsKeptWhateverComes) {
  Circuit circuit;
  circuit.Sent(kNow, Duration{50});
  EXPECT_EQ(circuit.next(), Duration{1'050});
  EXPECT_EQ(circuit.most(), 1u);
  circuit.Failed(kNow, {}, kBackoff);
  circuit.Retry();
  EXPECT_EQ(circuit.next(), Duration{1'050});
  circuit.Succeeded();
  EXPECT_EQ(circuit.next(), Duration{1'050});
  EXPECT_EQ(circuit.most(), 1u);
  circuit.Sent(kNow, {});
  EXPECT_LE(circuit.next(), kNow);
  EXPECT_EQ(circuit.most(), Circuit::kMost);
}

TEST(CircuitTest, APauseThatIsAskedForIsForAll) {
  Circuit circuit;
  circuit.Failed(kNow, Duration{100}, kBackoff);
  EXPECT_FALSE(circuit.open());
  EXPECT_EQ(circuit.next(), Duration{1'100});
  circuit.Failed(kNow, {}, kBackoff);
  EXPECT_EQ(circuit.next(), Duration{1'100}) << "no later one ends it";
}

}  // namespace
}  // namespace actions
