// Layouts: which lanes a value set has, which are found again, and how the
// lanes of one are found in another.
#include "pmapi/archive/replay_layout.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/archive_writer.h"

namespace pmapi {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

constexpr InDom kDisks{0x0f000001};

/// A value set with these instances, in this order.
class SetOf {
 public:
  explicit SetOf(const std::vector<InstanceId>& ids) {
    tests::ArchiveWriter writer;
    writer.Metric("d", {Pmid{1}, Type::kU32, kDisks, Semantics::kInstant, {}});
    std::vector<tests::InstanceValue> values;
    for (const InstanceId id : ids) values.push_back({id, 1});
    writer.Record(tests::At(1'000'000'000), {{"d", values}});
    archive_ = *tests::OpenImage(writer.Image());
    walker_.emplace(archive_->Walk());
    CHECK(walker_->Next());
    CHECK(ValueSets(walker_->record()).Next(&set_));
  }

  operator const ValueSet&() const { return set_; }

 private:
  std::unique_ptr<Archive> archive_;
  std::optional<RecordWalker> walker_;
  ValueSet set_;
};

TEST(Layouts, AreAscendingWhateverTheSetsOrder) {
  LayoutTable table({1, 2, 3});
  const LayoutRef layout = table.Find(SetOf({3, 1, 2}), nullptr);
  EXPECT_THAT(layout->ids, ElementsAre(1, 2, 3));
  EXPECT_EQ(layout->Position(0), 1);
  EXPECT_EQ(layout->Position(2), 0);
  EXPECT_EQ(layout->Find(2), 1);
  EXPECT_EQ(layout->Find(4), -1);
}

TEST(Layouts, HaveOnlyCandidatesAndOfEqualInstancesTheLast) {
  LayoutTable table({1, 3});
  const LayoutRef layout = table.Find(SetOf({1, 2, 3, 1}), nullptr);
  EXPECT_THAT(layout->ids, ElementsAre(1, 3));
  EXPECT_EQ(layout->Position(0), 3);
  EXPECT_EQ(layout->Position(1), 2);
}

TEST(Layouts, NeedNoPositionsWhereTheyAreTheSets) {
  LayoutTable table({1, 2, 3, 4});
  EXPECT_THAT(table.Find(SetOf({1, 2, 4}), nullptr)->from, IsEmpty());
}

TEST(Layouts, AreFoundAgain) {
  LayoutTable table({1, 2, 3});
  const LayoutRef first = table.Find(SetOf({1, 2}), nullptr);
  const LayoutRef second = table.Find(SetOf({2, 1}), first);
  EXPECT_NE(first, second);
  EXPECT_EQ(table.Find(SetOf({1, 2}), second), first);
  EXPECT_EQ(table.Find(SetOf({2, 1}), second), second);
}

TEST(Transitions, NameWhatStaysGoesAndComes) {
  const Transition t = MakeTransition({1, 2, 3, 7, 9}, {2, 3, 4, 9});
  ASSERT_EQ(t.common.size(), 2u);
  EXPECT_EQ(t.common[0].from, 1);
  EXPECT_EQ(t.common[0].to, 0);
  EXPECT_EQ(t.common[0].length, 2);
  EXPECT_EQ(t.common[1].from, 4);
  EXPECT_EQ(t.common[1].to, 3);
  EXPECT_EQ(t.common[1].length, 1);
  EXPECT_THAT(t.lost, ElementsAre(0, 3));
  EXPECT_THAT(t.gained, ElementsAre(2));
}

TEST(Transitions, BetweenTwoLayoutsAreKept) {
  LayoutTable table({1, 2, 3});
  const LayoutRef a = table.Find(SetOf({1, 2}), nullptr);
  const LayoutRef b = table.Find(SetOf({2, 3}), nullptr);
  const auto step = table.Between(a, b);
  EXPECT_THAT(step->lost, ElementsAre(0));
  EXPECT_EQ(table.Between(a, b), step);
  EXPECT_NE(table.Between(b, a), step);
}

}  // namespace
}  // namespace pmapi
