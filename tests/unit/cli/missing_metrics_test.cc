// What is said of metrics that go and come: once, and why.
#include "cli/missing_metrics.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/unit/cli/small_archive.h"
#include "tests/unit/cli/small_pmcd.h"

namespace cli {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

class MissingMetricsTest : public testing::Test {
 protected:
  void Open(const MetricNeeds& needs) {
    EXPECT_TRUE(hosts_.Open(a_.spec(), {{"", needs}}));
  }
  void Ask() {
    hosts_.Prepare({10 * base::kNanosPerSecond}, [this] { loop_.Stop(); });
    loop_.Run();
  }
  /// What is new after all has been asked; "+" before what is good.
  std::vector<std::string> News(MissingMetrics* missing) {
    Ask();
    std::vector<std::string> texts;
    for (const MissingMetrics::News& news : missing->Look({0})) {
      std::string text = (news.is_good ? "+" : "") + news.text;
      if (const auto at = text.find(a_.spec()); at != std::string::npos) {
        text.replace(at, a_.spec().size(), "a");
      }
      texts.push_back(text);
    }
    return texts;
  }

  base::loop::Loop loop_;
  SmallPmcd a_{&loop_, "a", 1};
  LiveHosts hosts_{&loop_, SmallEnvironment};
};

TEST_F(MissingMetricsTest, WhatGoesAndComesIsToldOnce) {
  Open({{"load", {}}, {"other", {}}});
  Ask();
  MissingMetrics missing(hosts_);
  EXPECT_THAT(News(&missing), IsEmpty()) << "other was missing before";
  const auto metrics = std::exchange(a_.fake().metrics, {});
  EXPECT_THAT(News(&missing), ElementsAre("a has no metric load"));
  EXPECT_THAT(News(&missing), IsEmpty());
  a_.fake().metrics = metrics;
  EXPECT_THAT(News(&missing), ElementsAre("+a has load now"));
  EXPECT_THAT(News(&missing), IsEmpty());
}

TEST_F(MissingMetricsTest, WhatIsNoLongerNeededHasNotCome) {
  Open({{"load", {}}, {"other", {}}});
  Ask();
  MissingMetrics missing(hosts_);
  hosts_.Need(0, {{"load", {}}});
  EXPECT_THAT(News(&missing), IsEmpty());
}

TEST_F(MissingMetricsTest, ANameWithoutAnAgentIsAnotherMatter) {
  Open({{"load", {}}});
  Ask();
  MissingMetrics missing(hosts_);
  a_.fake().metrics.front().described = false;
  EXPECT_THAT(News(&missing), ElementsAre("a has no agent for load"));
  a_.fake().metrics.clear();
  EXPECT_THAT(News(&missing), ElementsAre("a has no metric load"));
}

TEST_F(MissingMetricsTest, AHostThatComesLateIsNewsAndNotAllOfIt) {
  MetricNeeds needs;
  for (int i = 0; i < 10; ++i) needs["m" + std::to_string(i)];
  Open(needs);
  MissingMetrics missing(hosts_);
  EXPECT_THAT(missing.Look({0}), IsEmpty()) << "nobody knows";
  EXPECT_THAT(News(&missing),
              ElementsAre("a has no metric m0, m1, m2, m3, m4, m5, m6, m7 and "
                          "2 more"));
}

TEST_F(MissingMetricsTest, WhatRulesDoWithoutIsNot) {
  pmapi::notation::DerivedConfig derived;
  derived.Read("d", "half = defined(other) ? other : load / 2\n");
  hosts_.UseDerived(derived);
  Open({{"half", {}}});
  MissingMetrics missing(hosts_);
  EXPECT_THAT(News(&missing), IsEmpty());
  a_.fake().metrics.clear();
  EXPECT_THAT(News(&missing), ElementsAre("a has no metric load"));
}

}  // namespace
}  // namespace cli
