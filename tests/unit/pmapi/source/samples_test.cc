// Samples: native rows that become numbers where these are wanted.
#include "pmapi/source/samples.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace pmapi {
namespace {

using ::testing::ElementsAre;

Samples TwoTicks() {
  Samples samples;
  samples.stamps = {{0}, {2 * base::kNanosPerSecond}};
  samples.groups = {{InDom{1}, {4, 7}}};
  MetricSamples& metric = samples.metrics.emplace_back();
  metric.bits = {10, 0, 16, 5};
  metric.cells = {kKnown, kAbsent, kKnown, kKnown};
  metric.after_mark = {0, 0};
  return samples;
}

TEST(PutNumbers, MakesARowOfEachTick) {
  Samples samples = TwoTicks();
  NumberRows numbers(NumberForm{Type::kU32, 1, true});
  samples.metrics[0].numbers = &numbers;
  PutNumbers(samples, samples.metrics[0]);
  EXPECT_EQ(numbers.rows(), 2u);
  EXPECT_EQ(numbers.width(), 2u);
  EXPECT_THAT(numbers.cells(),
              ElementsAre(kPresent, kAbsent, kKnown, kPresent));
  EXPECT_THAT(numbers.values(), ElementsAre(0, 0, 3, 0));
}

TEST(PutNumbers, TellsOfMarksAndOrigins) {
  Samples samples = TwoTicks();
  samples.metrics[0].after_mark = {0, 1};
  NumberRows numbers(NumberForm{Type::kU32, 1, true});
  samples.metrics[0].numbers = &numbers;
  PutNumbers(samples, samples.metrics[0]);
  EXPECT_EQ(numbers.cells()[2], kMember);
  samples = TwoTicks();
  samples.stamps[0] = {3 * base::kNanosPerSecond};
  samples.stamps[1] = {4 * base::kNanosPerSecond};
  samples.metrics[0].origin = 8;
  samples.metrics[0].numbers = &numbers;
  PutNumbers(samples, samples.metrics[0]);
  EXPECT_EQ(numbers.cells()[0], kMember) << "the row before is another's";
}

TEST(PutNumbers, LeavesAloneWhatIsWantedAsItIs) {
  const Samples samples = TwoTicks();
  PutNumbers(samples, samples.metrics[0]);
  EXPECT_THAT(samples.metrics[0].bits, ElementsAre(10, 0, 16, 5));
}

}  // namespace
}  // namespace pmapi
