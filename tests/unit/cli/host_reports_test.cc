// What is said of hosts, once each. In the course of a run:
// rule_evaluation_test.cc.
#include "cli/host_reports.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cerrno>

#include "engine/schedule/clock.h"
#include "tests/support/action_event.h"
#include "tests/unit/cli/set_clock.h"
#include "tests/unit/cli/small_archive.h"
#include "tests/unit/cli/small_pmcd.h"

namespace cli {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;

class HostReportsTest : public testing::Test {
 protected:
  /// Of one pmcd that has been asked for `load`.
  HostReports& Begin(bool quiet = false, bool as_pmie = false) {
    EXPECT_TRUE(hosts_.Open(pmcd_.spec(), {{"", {{"load", {}}}}}));
    hosts_.Prepare({base::kNanosPerSecond}, [this] { loop_.Stop(); });
    loop_.Run();
    state_.Begin({}, {{0, pmcd_.spec()}});
    return reports_.emplace(&hosts_, &state_, log_.log(), &clock_, quiet,
                            as_pmie);
  }

  base::loop::Loop loop_;
  SmallPmcd pmcd_{&loop_, "a", 1};
  LiveHosts hosts_{&loop_, SmallEnvironment};
  RunState state_;
  tests::LogLines log_;
  SetClock clock_{base::Timestamp()};
  std::optional<HostReports> reports_;
  const base::Error late_{base::ErrorCode::kLate, "late"};
  const base::Error closed_{base::ErrorCode::kClosed, "closed"};
};

TEST_F(HostReportsTest, OneThatIsLostAndBackIsToldOfTwice) {
  HostReports& reports = Begin();
  for (int tick = 0; tick < 2; ++tick) reports.Answered(0, &closed_);
  for (int tick = 0; tick < 2; ++tick) reports.Answered(0, nullptr);
  EXPECT_THAT(
      log_.lines,
      ElementsAre("Error: pmFetch from a failed: IPC protocol failure",
                  "Info: Lost connection to pmcd " + pmcd_.spec(),
                  "Info: Re-established connection to pmcd " + pmcd_.spec()));
  EXPECT_THAT(state_.Line(), HasSubstr("1 of 1 host answers"));
}

TEST_F(HostReportsTest, WhatASiteCallsItIsToldToo) {
  HostReports& reports = Begin();
  hosts_.Call(0, "db1");
  reports.Answered(0, &closed_);
  EXPECT_THAT(
      log_.lines,
      ElementsAre("Error: pmFetch from a (db1) failed: IPC protocol failure",
                  "Info: Lost connection to pmcd " + pmcd_.spec() + " (db1)"));
}

TEST_F(HostReportsTest, OfOneThatIsDownEachReasonIsToldOnce) {
  pmcd_.Die();
  HostReports& reports = Begin();
  const base::Error user{base::ErrorCode::kUnsupported, "it demands a user"};
  for (int tick = 0; tick < 3; ++tick) {
    reports.Answered(0, &*hosts_.failure(0));
    reports.Answered(0, &user);
  }
  const std::string told =
      "Warning: pmcd " + pmcd_.spec() + " is still not there: ";
  EXPECT_THAT(log_.lines, ElementsAre(told + "it demands a user"));
  for (int i = 0; i < 10; ++i) {
    const base::Error other{base::ErrorCode::kSystem, std::to_string(i)};
    reports.Answered(0, &other);
  }
  EXPECT_THAT(log_.lines, SizeIs(4)) << "five reasons, with the first";
}

TEST_F(HostReportsTest, OfWhatOneLacksAllIsToldWheneverItIsSomethingElse) {
  HostReports& reports = Begin();
  const base::Error one{base::ErrorCode::kIncomplete, "no right"};
  const base::Error two{base::ErrorCode::kIncomplete, "no right; no file"};
  for (const base::Error* why : {&one, &one, &two, &two}) {
    reports.Answered(0, why);
  }
  EXPECT_THAT(state_.Line(), HasSubstr("1 of 1 host answers"));
  for (int tick = 0; tick < 2; ++tick) reports.Answered(0, nullptr);
  const std::string title = "pmcd " + pmcd_.spec();
  EXPECT_THAT(log_.lines,
              ElementsAre("Error: not all is well with " + title + ": no right",
                          "Error: not all is well with " + title +
                              ": no right; no file",
                          "Info: all is well with " + title + " again"));
}

TEST_F(HostReportsTest, ThatALostOneCannotBeConnectedToIsNoNews) {
  const base::Error refused{base::ErrorCode::kSystem, "refused", ECONNREFUSED};
  const base::Error user{base::ErrorCode::kUnsupported, "it demands a user"};
  HostReports& reports = Begin();
  for (int outage = 0; outage < 2; ++outage) {
    log_.lines.clear();
    for (const auto* why : {&closed_, &refused, &refused, &user}) {
      reports.Answered(0, why);
    }
    EXPECT_THAT(log_.lines, SizeIs(3));
    EXPECT_THAT(log_.lines.back(), HasSubstr("it demands a user"));
    reports.Answered(0, nullptr);
  }
  HostReports& pmies = Begin(false, true);
  log_.lines.clear();
  for (const auto* why : {&closed_, &refused, &user}) pmies.Answered(0, why);
  EXPECT_THAT(log_.lines, SizeIs(2));
}

TEST_F(HostReportsTest, OneThatIsSlowIsToldOfOnce) {
  HostReports& reports = Begin();
  for (int tick = 0; tick < 2; ++tick) {
    reports.Answered(0, &late_);
    EXPECT_THAT(state_.Line(), HasSubstr("0 of 1 host answer"));
    reports.Answered(0, nullptr);
  }
  EXPECT_THAT(log_.lines,
              ElementsAre(HasSubstr("Warning: pmcd " + pmcd_.spec() +
                                    " takes longer to answer")));
}

// Five minutes, and sixty ticks: whichever is longer.
TEST_F(HostReportsTest, OneThatKeepsUpAgainIsToldOfAndMayBeSlowAnew) {
  for (const int seconds : {1, 20}) {
    log_.lines.clear();
    HostReports& reports = Begin();
    const auto pass = [&](int ticks) {
      for (int tick = 0; tick < ticks; ++tick) {
        clock_.now =
            clock_.now + base::Duration{seconds * base::kNanosPerSecond};
        reports.Answered(0, nullptr);
      }
    };
    reports.Answered(0, &late_);
    const int enough = seconds == 1 ? 300 : 60;
    pass(enough - 1);
    reports.Answered(0, &late_);
    pass(enough - 1);
    EXPECT_THAT(log_.lines, SizeIs(1));
    pass(1);
    EXPECT_THAT(log_.lines, ElementsAre(HasSubstr(" takes longer to answer"),
                                        "Info: pmcd " + pmcd_.spec() +
                                            " answers in time again"));
    pass(enough);
    EXPECT_THAT(log_.lines, SizeIs(2));
    reports.Answered(0, &late_);
    EXPECT_THAT(log_.lines, SizeIs(3));
  }
}

TEST_F(HostReportsTest, QuietIsOnlyWhatIsWrong) {
  HostReports& reports = Begin(true);
  reports.Answered(0, &late_);
  EXPECT_THAT(log_.lines, IsEmpty());
  reports.Answered(0, &closed_);
  reports.Answered(0, nullptr);
  EXPECT_THAT(log_.lines, SizeIs(1));
}

TEST_F(HostReportsTest, PmieHasNoWordsForMetricsThatGo) {
  for (const bool as_pmie : {false, true}) {
    pmcd_.fake().metrics.front().name = "load";
    HostReports& reports = Begin(false, as_pmie);
    pmcd_.fake().metrics.front().name = "gone";
    hosts_.Prepare({base::kNanosPerSecond}, [this] { loop_.Stop(); });
    loop_.Run();
    reports.Changed({0});
    EXPECT_THAT(log_.lines, ElementsAre("Warning: " + pmcd_.spec() +
                                        " has no metric load"));
  }
}

TEST_F(HostReportsTest, WarnsOfWhoDoesNotAnswerAtTheStart) {
  pmcd_.Die();
  Begin();
  Printed err;
  engine::schedule::SystemClock clock;
  Messages messages("tocsin", err.out(), &clock);
  WarnOfHosts(hosts_, true, &messages);
  EXPECT_EQ(err.Text(), "tocsin: warning - pmcd via " + pmcd_.spec() +
                            " does not respond: " + hosts_.failure(0)->message +
                            "; -h @ is this host, without any pmcd\n");
  Printed pmies;
  Messages pmie("pmie", pmies.out(), &clock);
  WarnOfHosts(hosts_, true, &pmie);
  EXPECT_EQ(pmies.Text(),
            "pmie: warning - pmcd via " + pmcd_.spec() + " does not respond\n");
}

}  // namespace
}  // namespace cli
