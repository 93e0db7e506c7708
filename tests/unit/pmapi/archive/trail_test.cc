// What is noted of records: sets where they belong, layouts once.
#include "pmapi/archive/trail.h"

#include <gtest/gtest.h>

namespace pmapi {
namespace {

ValueSet Of(std::uint32_t pmid) {
  ValueSet set;
  set.pmid = Pmid{pmid};
  return set;
}

TEST(Trail, KeepsALayoutOnceWhileItStaysTheSame) {
  const LayoutRef one = SingularLayout();
  const LayoutRef other = SingularLayout();
  Trail trail;
  trail.Clear(2);
  trail.AddSet(0, Of(1), one, true);
  trail.AddSet(1, Of(2), one, false);
  trail.AddSet(0, Of(1), one, true);
  trail.AddSet(0, Of(1), other, true);
  trail.AddSet(0, Of(1), one, true);
  ASSERT_EQ(trail.sets().size(), 5u);
  const auto& layouts = trail.layouts();
  ASSERT_EQ(layouts.size(), 4u);
  const std::vector<int> expected = {0, 1, 0, 2, 3};
  for (std::size_t i = 0; i < expected.size(); ++i) {
    EXPECT_EQ(trail.sets()[i].layout, expected[i]) << i;
  }
  EXPECT_EQ(layouts[1], std::pair(std::int32_t{1}, one));
  EXPECT_EQ(layouts[2], std::pair(std::int32_t{0}, other));
}

TEST(Trail, DropsTheSetsOfARecordThatIsNoneAfterAll) {
  Trail trail;
  trail.Clear(1);
  trail.AddSet(0, Of(1), SingularLayout(), false);
  trail.DropSets();
  EXPECT_TRUE(trail.sets().empty());
  trail.AddSet(0, Of(1), SingularLayout(), false);
  trail.AddRecord({});
  trail.AddSet(0, Of(1), SingularLayout(), false);
  trail.AddSet(0, Of(1), SingularLayout(), false);
  trail.DropSets();
  EXPECT_EQ(trail.sets().size(), 1u);
  EXPECT_EQ(trail.records().back().end, 1u);
}

TEST(Trail, BeginsAnew) {
  Trail trail;
  trail.Clear(1);
  const LayoutRef layout = SingularLayout();
  trail.AddSet(0, Of(1), layout, false);
  trail.AddRecord({});
  trail.Clear(1);
  EXPECT_TRUE(trail.records().empty());
  EXPECT_TRUE(trail.layouts().empty());
  trail.AddSet(0, Of(1), layout, false);
  EXPECT_EQ(trail.layouts().size(), 1u);
}

}  // namespace
}  // namespace pmapi
