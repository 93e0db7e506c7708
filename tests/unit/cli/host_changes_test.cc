// Hosts that have changed are asked first and begun anew then, lot by lot, and
// only as long as somebody wants it.
#include "cli/host_changes.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>
#include <utility>
#include <vector>

#include "tests/unit/cli/small_archive.h"
#include "tests/unit/cli/small_pmcd.h"

namespace cli {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using Lot = std::set<int>;

constexpr base::Duration kForEver{3600 * base::kNanosPerSecond};

// How long hosts have to gather is the test's, however fast the machine is.
class GatheringLoop : public base::loop::Loop {
 public:
  base::loop::Pending After(base::Duration delay,
                            std::function<void()> call) override {
    return Loop::After(delay == kGathering ? gathering : delay,
                       std::move(call));
  }

  base::Duration gathering = kForEver;
};

class HostChangesTest : public testing::Test {
 protected:
  HostChangesTest() {
    const MetricNeeds load = {{"load", {}}};
    EXPECT_TRUE(hosts_.Open(a_.spec(), {{"", load}, {b_.spec(), load}}));
    AskAll();
  }

  void AskAll() {
    hosts_.Prepare(kPrepareLimit, [this] { loop_.Stop(); });
    loop_.Run();
  }

  HostChanges Keep(bool go_on, std::size_t until) {
    return HostChanges(&hosts_, [this, go_on, until](const Lot& sources) {
      lots_.push_back(sources);
      asked_.push_back(a_.inquiries() + b_.inquiries());
      if (lots_.size() == until) loop_.Stop();
      return go_on;
    });
  }

  GatheringLoop loop_;
  SmallPmcd a_{&loop_, "a", 1};
  SmallPmcd b_{&loop_, "b", 2};
  LiveHosts hosts_{&loop_, SmallEnvironment};
  std::vector<Lot> lots_;
  std::vector<std::ptrdiff_t> asked_;  // so far, at each lot
};

TEST_F(HostChangesTest, AreAskedAndThenBegunAnew) {
  HostChanges changes = Keep(true, 1);
  changes.Changed(1);
  EXPECT_THAT(lots_, IsEmpty()) << "not from within the tick that says so";
  loop_.Run();
  EXPECT_THAT(lots_, ElementsAre(Lot{1}));
  EXPECT_THAT(asked_, ElementsAre(3)) << "both to begin with, and this one";
}

TEST_F(HostChangesTest, WhoIsAskedTogetherIsOneLot) {
  HostChanges changes = Keep(true, 1);
  for (const int source : {0, 0, 1, 1}) changes.Changed(source);
  loop_.Run();
  EXPECT_THAT(lots_, ElementsAre(Lot{0, 1}));
  EXPECT_THAT(asked_, ElementsAre(4));
}

TEST_F(HostChangesTest, WhoDoesNotAnswerKeepsNoOther) {
  HostChanges changes = Keep(true, 1);
  a_.fake().silent = true;
  loop_.gathering = {};
  changes.Changed(0);
  changes.Changed(1);
  loop_.Run();
  EXPECT_THAT(lots_, ElementsAre(Lot{1}));
}

TEST_F(HostChangesTest, ItIsOverWhenTheRunIs) {
  HostChanges changes = Keep(false, 1);
  changes.Changed(0);
  changes.Changed(1);
  loop_.Run();
  changes.Changed(0);
  AskAll();
  EXPECT_THAT(lots_, ElementsAre(Lot{0, 1}));
}

TEST_F(HostChangesTest, WhoIsGoneIsNotCalled) {
  {
    HostChanges changes = Keep(true, 1);
    changes.Changed(0);
  }
  // b is asked twice, one after the other: by then a has long answered.
  hosts_.Prepare(Lot{1}, kPrepareLimit, [this] {
    hosts_.Prepare(Lot{1}, kPrepareLimit, [this] { loop_.Stop(); });
  });
  loop_.Run();
  EXPECT_EQ(a_.inquiries(), 2);
  EXPECT_THAT(lots_, IsEmpty());
}

}  // namespace
}  // namespace cli
