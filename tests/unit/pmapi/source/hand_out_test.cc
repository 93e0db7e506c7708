// HandOut: what was made is the reader's, with its numbers in their places.
#include "pmapi/source/hand_out.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace pmapi {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

TEST(HandOut, FillsWhatTheReaderHasPlacesFor) {
  Samples made;
  made.stamps = {{0}, {base::kNanosPerSecond}};
  made.groups = {{InDom{1}, {4, 7}}};
  made.metrics.resize(1);
  made.metrics[0].bits = {10, 0, 16, 5};
  made.metrics[0].cells = {kKnown, kAbsent, kKnown, kKnown};
  made.metrics[0].after_mark = {0, 0};
  NumberRows numbers(NumberForm{Type::kU32, 1, false});
  Samples samples;
  samples.metrics.resize(1);
  samples.metrics[0].numbers = &numbers;
  HandOut(&made, &samples);
  EXPECT_EQ(samples.ticks(), 2);
  EXPECT_EQ(samples.metrics[0].numbers, &numbers);
  EXPECT_THAT(made.metrics, IsEmpty());
  EXPECT_EQ(samples.metrics[0].bits.capacity(), 0u) << "they are numbers";
  EXPECT_THAT(numbers.values(), ElementsAre(10, 0, 16, 5));
  EXPECT_THAT(numbers.cells(), ElementsAre(kKnown, kAbsent, kKnown, kKnown));
}

}  // namespace
}  // namespace pmapi
