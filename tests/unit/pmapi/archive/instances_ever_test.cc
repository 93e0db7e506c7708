// All members that a domain ever had, worked out from its records by hand.
#include "pmapi/archive/instances_ever.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "pmapi/archive/archive.h"
#include "tests/support/archive_writer.h"

namespace pmapi {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using tests::At;

constexpr InDom kDisks{0x0f000001};

class InstancesOfRecords : public testing::Test {
 protected:
  InstancesOfRecords() {
    writer_.Metric("d", {Pmid{1}, Type::kU32, kDisks, Semantics::kInstant, {}});
    writer_.Record(At(1'000'000'000), {});
  }

  const std::vector<InDomRecord>& Records() {
    archive_ = *tests::OpenImage(writer_.Image());
    return archive_->metadata().Records(kDisks);
  }
  /// "id name birth-death" of each.
  std::vector<std::string> Lives() {
    std::vector<std::string> texts;
    for (const InstanceLife& life : InstancesEver(Records())) {
      texts.push_back(
          std::to_string(life.id) + " " + std::string(life.name) + " " +
          std::to_string(life.birth.Seconds()) + "-" +
          (life.death ? std::to_string(life.death->Seconds()) : ""));
    }
    return texts;
  }
  /// The largest size that some state is said to have.
  int Largest() {
    int size = 0;
    while (EverAsLargeAs(Records(), size + 1)) ++size;
    return size;
  }

  tests::ArchiveWriter writer_;
  std::unique_ptr<Archive> archive_;
};

TEST_F(InstancesOfRecords, AreNoneWithoutARecord) {
  EXPECT_THAT(InstancesEver({}), IsEmpty());
  EXPECT_FALSE(EverAsLargeAs({}, 0));
}

TEST_F(InstancesOfRecords, AreThoseOfTheOnlyRecord) {
  writer_.Members(At(10), kDisks, {{7, "sda"}, {9, "sdb"}});
  EXPECT_THAT(Lives(), ElementsAre("7 sda 10-", "9 sdb 10-"));
  EXPECT_EQ(Largest(), 2);
}

TEST_F(InstancesOfRecords, ComeNewestRecordFirstWithTheirNewestName) {
  writer_.Members(At(10), kDisks, {{1, "a"}, {2, "b"}});
  writer_.Members(At(20), kDisks, {{2, "B"}});
  writer_.Members(At(30), kDisks, {{3, "c"}});
  EXPECT_THAT(Lives(), ElementsAre("3 c 30-", "2 B 10-30", "1 a 10-20"));
  EXPECT_EQ(Largest(), 2);
}

TEST_F(InstancesOfRecords, AreNotForgottenByADeltaThatDoesNotMentionThem) {
  writer_.Members(At(10), kDisks, {{5, "e"}, {6, "f"}});
  writer_.MembersChange(At(20), kDisks, {{4, "d"}}, {});
  writer_.MembersChange(At(30), kDisks, {}, {6});
  EXPECT_THAT(Lives(), ElementsAre("4 d 20-", "5 e 10-", "6 f 10-30"));
  EXPECT_EQ(Largest(), 3);
}

TEST_F(InstancesOfRecords, MayComeBackByADelta) {
  writer_.Members(At(10), kDisks, {{5, "e"}});
  writer_.MembersChange(At(20), kDisks, {{6, "f"}}, {5});
  writer_.MembersChange(At(30), kDisks, {{5, "E"}}, {});
  writer_.MembersChange(At(40), kDisks, {}, {6});
  EXPECT_THAT(Lives(), ElementsAre("5 E 10-", "6 f 20-40"));
  EXPECT_EQ(Largest(), 2);
}

TEST_F(InstancesOfRecords, EndWithTheLastDeltaBeforeAFullRecordWithoutThem) {
  writer_.Members(At(10), kDisks, {{1, "a"}});
  writer_.MembersChange(At(20), kDisks, {{2, "b"}}, {});
  writer_.Members(At(30), kDisks, {{3, "c"}});
  writer_.MembersChange(At(40), kDisks, {{4, "d"}}, {});
  EXPECT_THAT(Lives(),
              ElementsAre("3 c 30-", "4 d 40-", "1 a 10-30", "2 b 20-30"));
}

TEST_F(InstancesOfRecords, AreCountedOnceThoughADeltaRenamesThem) {
  writer_.Members(At(10), kDisks, {{1, "a"}, {2, "b"}});
  writer_.MembersChange(At(20), kDisks, {{1, "A"}, {2, "B"}}, {});
  EXPECT_THAT(Lives(), ElementsAre("1 A 10-", "2 B 10-"));
  EXPECT_EQ(Largest(), 2);
}

TEST_F(InstancesOfRecords, AreNotFewerBecauseAStrangerIsTakenAway) {
  writer_.Members(At(10), kDisks, {{1, "a"}, {2, "b"}});
  writer_.MembersChange(At(20), kDisks, {}, {8, 9});
  writer_.MembersChange(At(30), kDisks, {{3, "c"}}, {});
  EXPECT_EQ(Largest(), 3);
}

}  // namespace
}  // namespace pmapi
