// A conversation with a pmcd, cut off at every byte and with every byte
// changed in several ways: errors and unknown ticks, never a crash, and every
// question is answered once its deadline has passed (HearOut checks that).
#include <gtest/gtest.h>

#include <set>

#include "tests/support/pmcd_deaf.h"

namespace {

using pmapi::pmcd::Message;

constexpr char kAllIsWell[] = "ok;ok;ok;ok;";

TEST(PmcdDamage, WithoutAnyAllIsWell) {
  const Message whole = tests::WholeConversation();
  EXPECT_EQ(tests::HearOut(whole, 1), kAllIsWell);
}

TEST(PmcdDamage, CutAtEveryByte) {
  const Message whole = tests::WholeConversation();
  for (std::size_t size = 0; size < whole.size(); ++size) {
    const Message part(whole.begin(),
                       whole.begin() + static_cast<std::ptrdiff_t>(size));
    EXPECT_NE(tests::HearOut(part, 64), kAllIsWell) << size;
  }
}

TEST(PmcdDamage, EveryByteChanged) {
  const Message whole = tests::WholeConversation();
  std::set<std::string> outcomes;
  for (std::size_t at = 0; at < whole.size(); ++at) {
    for (const int mask : {0x01, 0x10, 0x80, 0xff}) {
      Message bytes = whole;
      bytes[at] = static_cast<std::uint8_t>(bytes[at] ^ mask);
      outcomes.insert(tests::HearOut(bytes, 64));
    }
  }
  // Damage shows in many ways, and some bytes (names, pads) do not matter.
  EXPECT_GT(outcomes.size(), 10u);
  EXPECT_TRUE(outcomes.contains(kAllIsWell));
}

}  // namespace
