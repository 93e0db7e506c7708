// What others see of a run: its statistics, and what its service manager is
// told. The line on a terminal: tests/script/terminal_test.py.
#include "cli/live_status.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>

#include "tests/unit/cli/set_clock.h"
#include "tests/unit/cli/small_archive.h"
#include "tests/unit/cli/small_pmcd.h"

namespace cli {
namespace {

using ::testing::HasSubstr;

class LiveStatusTest : public testing::Test {
 protected:
  LiveStatusTest() {
    EXPECT_TRUE(session_.Consult(pmcd_.spec(), {{"", {{"load", {}}}}},
                                 [](const std::string&) {}));
  }

  std::string path() const {
    return folder_ / ("pmie/" + std::to_string(::getpid()));
  }

  tests::TemporaryFolder folder_;
  Printed out_;
  Printed err_;
  ProcessContext process_{
      "tocsin",
      [this](const std::string& name) {
        return name == "PCP_TMP_DIR" ? folder_.path() : SmallEnvironment(name);
      },
      out_.out(), err_.out()};
  Options options_;
  base::Zone zone_;
  SetClock clock_{base::Timestamp{}};
  Messages messages_{"tocsin", err_.out(), &clock_};
  LiveSession session_{process_};
  SmallPmcd pmcd_{&session_.loop(), "web1", 1};
  std::optional<LiveStatus> status_{std::in_place, process_, options_, zone_,
                                    &messages_,    &clock_,  &session_};
};

TEST_F(LiveStatusTest, StatisticsAreThereAsLongAsItIs) {
  status_->Begin("rules");
  EXPECT_TRUE(status_->Evaluated());
  EXPECT_TRUE(std::filesystem::exists(path()));
  status_->End();
  status_.reset();
  EXPECT_FALSE(std::filesystem::exists(path()));
  EXPECT_EQ(err_.Text(), "");
}

TEST_F(LiveStatusTest, WhatFollowsAtOnceIsWrittenLater) {
  status_->Begin("rules");
  EXPECT_TRUE(status_->Evaluated());
  EXPECT_FALSE(status_->Evaluated()) << "no time has passed";
}

TEST_F(LiveStatusTest, AConversationHasNoStatistics) {
  options_.interactive = true;
  status_->Begin("rules");
  status_->Evaluated();
  EXPECT_FALSE(std::filesystem::exists(path()));
}

TEST_F(LiveStatusTest, OnlyADaemonMissesItsStatistics) {
  { std::ofstream(folder_ / "pmie") << "in the way"; }
  status_->Begin("rules");
  EXPECT_EQ(err_.Text(), "");
  options_.log_file = folder_ / "log";
  status_->Begin("rules");
  EXPECT_THAT(err_.Text(), HasSubstr("tocsin: warning "));
}

}  // namespace
}  // namespace cli
