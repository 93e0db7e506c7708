// Stores: what a pmcd is told to store, when, and what is said of refusals.
#include "pmapi/pmcd/stores.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/unit/pmapi/pmcd/pmcd_source_fixture.h"

namespace pmapi {
namespace {

using pmcd::EncodeStore;
using pmcd::Message;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::SizeIs;

class StoresTest : public Sources {
 protected:
  StoresTest() : Sources(WithStores(&told_)) {}

  static PmcdOptions WithStores(std::vector<std::string>* told) {
    PmcdOptions options = Options();
    options.stores = {{"disk.model", "abc"}, {"x", ""}, {"load", "1"}};
    options.not_stored = [told](const std::string& text) {
      told->push_back(text);
    };
    return options;
  }
  static Message ToDisks(std::vector<InstanceId> ids) {
    return EncodeStore(kModel.pmid, ids, "abc");
  }

  std::vector<std::string> told_;
};

TEST_F(StoresTest, TextsGoIntoEachInstanceBeforeTheFirstFetch) {
  ASSERT_EQ(Prepare({{"disk.reads", {}}}), "ok");
  EXPECT_THAT(play_.pmcd.stored, ElementsAre(ToDisks({1, 7})));
  EXPECT_EQ(play_.pmcd.heard.back(), pmcd::PduType::kResult)
      << "rules fetch later";
  EXPECT_THAT(told_, ElementsAre("here: nothing is stored into load: it holds "
                                 "neither texts nor event records"));
}

TEST_F(StoresTest, OnceAConnectionAndIntoInstancesThatCome) {
  PrepareAndOpen({"disk.model"});
  ASSERT_EQ(Prepare({{"disk.model", {}}}), "ok");
  EXPECT_THAT(play_.pmcd.stored, SizeIs(1));
  play_.pmcd.stored.clear();
  play_.pmcd.domains[kDisks].push_back({9, "sdc"});
  ASSERT_EQ(Prepare({{"disk.model", {}}}), "ok");
  EXPECT_THAT(play_.pmcd.stored, ElementsAre(ToDisks({9})));
  play_.pmcd.stored.clear();
  play_.Kill();
  play_.timers.Advance(Seconds(5));
  play_.Settle();
  EXPECT_THAT(play_.pmcd.stored, ElementsAre(ToDisks({1, 7, 9})));
}

TEST_F(StoresTest, InstancesWithoutValuesAreLookedFor) {
  PrepareAndOpen({"disk.model"});
  play_.pmcd.stored.clear();
  play_.pmcd.domains[kDisks].push_back({9, "sdc"});
  play_.timers.Advance(Seconds(5));
  play_.Settle();
  EXPECT_THAT(play_.pmcd.stored, ElementsAre(ToDisks({9})));
}

TEST_F(StoresTest, AnInstanceThatATickShowsIsStoredInto) {
  PrepareAndOpen({"disk.model"});
  play_.pmcd.stored.clear();
  play_.pmcd.domains[kDisks].push_back({9, "sdc"});
  play_.pmcd.metrics[2].values.push_back({9, 0, "new"});
  Tick();
  play_.Settle();
  EXPECT_THAT(play_.pmcd.stored, ElementsAre(ToDisks({9})));
}

TEST_F(StoresTest, AnAgentThatBeginsAnewIsStoredIntoAgain) {
  PrepareAndOpen({"disk.model"});
  const auto before = std::exchange(play_.pmcd.stored, {});
  play_.pmcd.notice = pmcd::kAgentRestarted;
  Tick();
  play_.Settle();
  EXPECT_EQ(play_.pmcd.stored, before);
}

TEST_F(StoresTest, ARefusalIsToldOnceAConnection) {
  play_.pmcd.store_status = -12387;  // PM_ERR_PERMISSION
  ASSERT_EQ(Prepare({{"disk.model", {}}}), "ok");
  ASSERT_EQ(told_.size(), 2u);
  EXPECT_EQ(told_[1],
            "here: nothing is stored into disk.model: No permission to perform "
            "requested operation");
  play_.pmcd.domains[kDisks].push_back({9, "sdc"});
  ASSERT_EQ(Prepare({{"disk.model", {}}}), "ok");
  EXPECT_EQ(told_.size(), 2u);
  EXPECT_TRUE(play_.source->connected());
}

TEST_F(StoresTest, ManyInstancesTakeSeveralRequests) {
  auto& disks = play_.pmcd.domains[kDisks];
  for (int id = 100; id < 10'100; ++id) {
    disks.push_back({id, "sd" + std::to_string(id)});
  }
  ASSERT_EQ(Prepare({{"disk.model", {}}}), "ok");
  EXPECT_GT(play_.pmcd.stored.size(), 3u);
  for (const Message& one : play_.pmcd.stored) {
    EXPECT_LE(one.size(), pmcd::kMaxRequest);
  }
}

}  // namespace
}  // namespace pmapi
