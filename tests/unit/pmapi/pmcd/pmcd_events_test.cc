// PmcdSource over a pmcd that has event records: what is lost, and of whom.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <bit>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "tests/support/event_counts.h"
#include "tests/unit/pmapi/pmcd/pmcd_source_fixture.h"

namespace pmapi {
namespace {

using testing::HasSubstr;

constexpr MetricDesc kLines{Pmid{0x0f000010}, Type::kEvent, kNullInDom,
                            Semantics::kInstant, Units{}};
constexpr MetricDesc kTraces{Pmid{0x0f000011}, Type::kEvent, kNullInDom,
                             Semantics::kInstant, Units{}};

/// Two event metrics, whose arrays are as long as the test says.
class EventSources : public Sources {
 protected:
  EventSources() {
    for (const auto& [name, desc] :
         {std::pair("log.lines", kLines), std::pair("log.traces", kTraces)}) {
      play_.pmcd.metrics.push_back({name, desc, {}});
      Say(name, tests::EventText(Type::kEvent, 2));
    }
    EXPECT_EQ(Prepare({{"log.lines", {}}, {"log.traces", {}}}), "ok");
    stream_ = OpenBoth();
  }

  std::unique_ptr<SampleStream> OpenBoth() {
    std::vector<Want> wants = {{kLines, {}}, {kTraces, {}}};
    for (Want& want : wants) want.fold = std::make_shared<tests::EventCounts>();
    return *play_.source->Open(wants, {{}, Seconds(10)});
  }

  void Say(const std::string& name, const std::string& array) {
    for (tests::FakeMetric& metric : play_.pmcd.metrics) {
      if (metric.name == name) metric.values = {{kNullInstance, 0, array}};
    }
  }
  void Damage(const std::string& name) {
    Say(name, std::string("\0\0\0\1", 4));
  }

  /// The numbers of a tick of `stream`; of what nobody knows there is none.
  std::string TickOf(SampleStream* stream) {
    bool ready = false;
    stream->Ask({}, Seconds(9), [&ready] { ready = true; });
    play_.Settle();
    const auto fetched = stream->Fetch(1, &samples_);
    if (!ready || !fetched) return "none";
    std::string text;
    for (const MetricSamples& metric : samples_.metrics) {
      const bool known = !metric.cells.empty() && metric.cells[0] == kKnown;
      text += known ? " " + std::to_string(static_cast<int>(
                                std::bit_cast<double>(metric.bits[0])))
                    : " ?";
    }
    return text;
  }
  static std::string Lack(SampleStream* stream) {
    const auto lack = stream->Shortfall();
    return lack ? lack->message : "";
  }
};

TEST_F(EventSources, WhatALostConnectionHadNobodyKnows) {
  EXPECT_EQ(TickOf(stream_.get()), " 2 2");
  play_.Kill();
  EXPECT_EQ(TickOf(stream_.get()), "none");
  play_.timers.Advance(Seconds(5));
  play_.Settle();
  EXPECT_EQ(TickOf(stream_.get()), " ? ?") << "it is back";
  EXPECT_EQ(TickOf(stream_.get()), " 2 2");
  EXPECT_EQ(Lack(stream_.get()), "");
}

TEST_F(EventSources, WhatAnAgentHadThatWentNobodyKnows) {
  const auto other = OpenBoth();
  for (const auto notice : {pmcd::kAgentRestarted, pmcd::kAgentDropped}) {
    EXPECT_EQ(TickOf(stream_.get()),
              notice == pmcd::kAgentRestarted ? " 2 2" : " 4 4");
    play_.pmcd.notice = notice;
    EXPECT_EQ(TickOf(stream_.get()), " ? ?");
    EXPECT_EQ(Lack(stream_.get()),
              "event records may be lost: an agent has gone or begun anew");
    EXPECT_EQ(TickOf(other.get()), " ? ?") << "pmcd says it once";
  }
  play_.pmcd.notice = pmcd::kAgentAdded;
  EXPECT_EQ(TickOf(stream_.get()), " 4 4") << "it takes nothing along";
  EXPECT_EQ(TickOf(other.get()), " 4 4");
  EXPECT_EQ(Lack(stream_.get()), "");
}

TEST_F(EventSources, ADamagedArrayIsUnknownOfItsMetricAndToldOf) {
  EXPECT_EQ(TickOf(stream_.get()), " 2 2");
  Damage("log.lines");
  EXPECT_EQ(TickOf(stream_.get()), " ? 2");
  EXPECT_THAT(Lack(stream_.get()),
              HasSubstr("event records of log.lines are damaged: byte 4: "));
  EXPECT_EQ(stream_->Shortfall()->code, base::ErrorCode::kIncomplete)
      << "the host answers";
  EXPECT_EQ(stream_->Interruption(), std::nullopt);
  Say("log.lines", tests::EventText(Type::kEvent, 3));
  EXPECT_EQ(TickOf(stream_.get()), " 3 2");
  EXPECT_EQ(Lack(stream_.get()), "");
}

TEST_F(EventSources, OthersThatWantItLoseItToo) {
  const auto other = OpenBoth();
  EXPECT_EQ(TickOf(stream_.get()), " 2 2");
  EXPECT_EQ(TickOf(other.get()), " 4 4");
  Damage("log.traces");
  EXPECT_EQ(TickOf(stream_.get()), " 4 ?");
  EXPECT_THAT(Lack(stream_.get()), HasSubstr("log.traces"));
  Say("log.traces", tests::EventText(Type::kEvent, 2));
  EXPECT_EQ(TickOf(other.get()), " 4 ?");
  EXPECT_THAT(Lack(other.get()), HasSubstr("log.traces"));
  EXPECT_THAT(Lack(stream_.get()), HasSubstr("log.traces"))
      << "all say the same";
  EXPECT_EQ(TickOf(stream_.get()), " 4 4");
  EXPECT_EQ(TickOf(other.get()), " 4 4");
  EXPECT_EQ(Lack(other.get()), "");
}

TEST_F(EventSources, OneThatHasGoneLacksNothing) {
  const auto other = OpenBoth();
  Damage("log.lines");
  EXPECT_EQ(TickOf(stream_.get()), " ? 2");
  stream_.reset();
  EXPECT_EQ(Lack(other.get()), "");
}

}  // namespace
}  // namespace pmapi
