// Hosts opened and asked, and what ends that.
#include "cli/live_session.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <csignal>

#include "tests/unit/cli/small_archive.h"
#include "tests/unit/cli/small_pmcd.h"

namespace cli {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::StartsWith;

class LiveSessionTest : public testing::Test {
 protected:
  LiveSessionTest() {
    process_.signal = [this] { return signal_; };
  }

  bool Consult(const std::string& metric) {
    return session_.Consult(
        pmcd_.spec(), {{"", {{metric, {}}}}},
        [this](const std::string& text) { told_.push_back(text); });
  }

  Printed out_;
  Printed err_;
  ProcessContext process_ = SmallProcess(&out_, &err_);
  int signal_ = 0;
  LiveSession session_{process_};
  SmallPmcd pmcd_{&session_.loop(), "web1", 1};
  std::vector<std::string> told_;
};

TEST_F(LiveSessionTest, AsksItsHosts) {
  ASSERT_TRUE(Consult("load"));
  EXPECT_THAT(told_, IsEmpty());
  EXPECT_EQ(session_.Views()[0].host, "web1");
  EXPECT_TRUE(session_.Views()[0].catalog->Describe("load"));
}

TEST_F(LiveSessionTest, OnlyAnAgentThatIsAwayIsWaitedFor) {
  ASSERT_TRUE(Consult("load"));
  EXPECT_TRUE(session_.Views()[0].waits);
  ASSERT_TRUE(Consult("lod"));
  EXPECT_FALSE(session_.Views()[0].waits);
}

TEST_F(LiveSessionTest, SaysWhoDoesNotAnswer) {
  pmcd_.Die();
  EXPECT_FALSE(Consult("load"));
  EXPECT_THAT(told_, ElementsAre(StartsWith("pmcd via " + pmcd_.spec() +
                                            " does not respond: ")));
  EXPECT_FALSE(session_.over());
}

TEST_F(LiveSessionTest, ASignalEndsTheWaiting) {
  pmcd_.fake().silent = true;
  ASSERT_TRUE(session_.Listen());
  ::raise(SIGTERM);
  EXPECT_FALSE(Consult("load"));
  EXPECT_THAT(told_, IsEmpty());
  EXPECT_EQ(session_.signal(), SIGTERM);
}

TEST_F(LiveSessionTest, ASignalFromBeforeEndsItToo) {
  signal_ = SIGINT;
  ASSERT_TRUE(session_.Listen());
  EXPECT_FALSE(Consult("load"));
  EXPECT_EQ(session_.signal(), SIGINT);
}

TEST_F(LiveSessionTest, OtherSignalsAreItsOwners) {
  std::vector<int> heard;
  ASSERT_TRUE(session_.Listen({SIGUSR1}, [&](int number) {
    heard.push_back(number);
    session_.loop().Stop();
  }));
  ::raise(SIGUSR1);
  session_.loop().Run();
  EXPECT_THAT(heard, ElementsAre(SIGUSR1));
  EXPECT_FALSE(session_.over());
}

}  // namespace
}  // namespace cli
