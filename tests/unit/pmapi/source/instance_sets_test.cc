// Sets of instances joined, and where those of one are in another.
#include "pmapi/source/instance_sets.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <utility>

namespace pmapi {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::Pair;
using Ids = std::vector<InstanceId>;
using Places = std::vector<std::pair<std::size_t, std::size_t>>;

TEST(InstanceSets, IncludeThemselvesAndFewer) {
  const Ids all = {-1, 3, 7, 9};
  EXPECT_TRUE(Includes(all, all));
  EXPECT_TRUE(Includes(all, Ids{3, 9}));
  EXPECT_TRUE(Includes(all, Ids{}));
  EXPECT_FALSE(Includes(all, Ids{3, 8}));
  EXPECT_FALSE(Includes(Ids{}, all));
}

TEST(InstanceSets, AreJoinedInOrder) {
  EXPECT_THAT(Union(Ids{1, 4, 9}, Ids{0, 4, 12}), ElementsAre(0, 1, 4, 9, 12));
  EXPECT_THAT(Union(Ids{}, Ids{2}), ElementsAre(2));
  EXPECT_THAT(Union(Ids{}, Ids{}), IsEmpty());
}

TEST(InstanceSets, AreFoundInOthers) {
  Places places;
  const auto note = [&places](std::size_t from, std::size_t to) {
    places.emplace_back(from, to);
  };
  ForEachPlace(Ids{3, 9}, Ids{-1, 3, 7, 9}, note);
  EXPECT_THAT(places, ElementsAre(Pair(0, 1), Pair(1, 3)));
  places.clear();
  ForEachPlace(Ids{}, Ids{5}, note);
  EXPECT_THAT(places, IsEmpty());
}

}  // namespace
}  // namespace pmapi
