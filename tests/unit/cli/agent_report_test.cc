// What -x hands on, byte by byte, and what it refuses.
#include "cli/agent_report.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>

#include "cli/rule_files.h"
#include "pmapi/pmcd/message.h"
#include "tests/support/memory_source.h"

namespace cli {
namespace {

using pmapi::Pmid;
using pmapi::pmcd::LoneValue;
using testing::ElementsAre;
using testing::IsEmpty;
using tests::Literal;

constexpr base::Timestamp kStart{1'000'000'000 * base::kNanosPerSecond};
constexpr base::Duration kStep{10 * base::kNanosPerSecond};
constexpr std::int32_t kNoValue = -12351;

class NoActions : public engine::alarm::EventSink {
  void Perform(const engine::alarm::Event&, const Done& done) override {
    done(Outcome::kSucceeded);
  }
};

std::string BytesOf(const pmapi::pmcd::Message& message) {
  return {message.begin(), message.end()};
}

class AgentReportTest : public testing::Test {
 protected:
  AgentReportTest() {
    pmapi::MetricDesc desc;
    desc.type = pmapi::Type::kDouble;
    source_.AddScalar("one", desc, {1.5});
    source_.AddScalar("late", desc, {Literal()});
    source_.AddScalar("huge", desc, {1e308});
    desc.indom = pmapi::InDom{1};
    source_.AddInDom(desc.indom, {{1, "sda"}, {2, "sdb"}});
    source_.Add("set", desc, {{1, 2}, {{Literal(), 21}}});
    source_.Add("gone", desc, {{1, 2}, {{}}});
    desc = {};
    desc.type = pmapi::Type::kString;
    source_.AddScalar("text", desc, {"word"});
  }

  RuleFiles Kept(const std::string& text) const {
    RuleFiles rules(10, {{"h", "h", &source_.Catalog()}});
    rules.Add({"rules", text});
    rules.KeepForAgent();
    return rules;
  }
  std::vector<std::string> Complaints(const std::string& text) const {
    std::vector<std::string> details;
    const RuleFiles rules = Kept(text);
    for (const auto& one : rules.diagnostics()) {
      details.push_back(one.diagnostic.pmie.back());
    }
    return details;
  }
  std::string Values(const std::string& text) {
    engine::schedule::ReplayOptions options;
    options.start = options.end = kStart;
    options.zone = &zone_;
    options.detail = engine::alarm::Detail::kValues;
    NoActions no_actions;
    engine::schedule::Replay replay(Kept(text).TakeStatements(), {&source_},
                                    options, &no_actions);
    std::string shown;
    const auto append = [&](const engine::schedule::TaskResults& results) {
      report_.Append(results, &shown);
    };
    EXPECT_TRUE(replay.Run({append, nullptr}).has_value());
    return shown;
  }
  std::string Described(const std::string& text) {
    std::string out;
    const RuleFiles rules = Kept(text);
    const auto described = report_.Describe(rules.statements(), &out);
    return described ? out : described.error().message + out;
  }

  tests::MemorySource source_{pmapi::TickGrid{kStart, kStep}, "h"};
  base::Zone zone_;
  AgentReport report_{{{"a", Pmid{1}},
                       {"b", Pmid{2}},
                       {"c", Pmid{3}},
                       {"d", Pmid{4}},
                       {"e", Pmid{5}},
                       {"f.g", Pmid{6}}}};
};

TEST_F(AgentReportTest, WhatAnAgentHasNoUseFor) {
  EXPECT_THAT(
      Complaints("a = one; one; b = one > 1 -> print \"x\"; c = shell \"x\";"
                 "d = ruleset one > 1 -> print \"x\" else one > 2 -> alarm "
                 "\"y\"; e = print \"x\" & syslog \"y\";"
                 "f = stomp \"x\" | alarm \"y\";"),
      ElementsAre("expressions must be named in agent mode",
                  "operator -> not allowed in agent mode",
                  "operator shell not allowed in agent mode",
                  "operator ruleset not allowed in agent mode",
                  "operator & not allowed in agent mode",
                  "operator | not allowed in agent mode"));
  EXPECT_EQ(Kept("a = one; one; b = one;").statements().size(), 2u);
  EXPECT_TRUE(Kept("one;").has_errors());
}

TEST_F(AgentReportTest, ConstantsAreLeftOutWithoutAWord) {
  const RuleFiles rules =
      Kept("a = 1 / 0; b = 1 + $minute; c = \"x\" == \"y\"; d = one > 1;");
  EXPECT_THAT(rules.diagnostics(), IsEmpty());
  ASSERT_EQ(rules.statements().size(), 2u);
  EXPECT_EQ(rules.statements()[0].name, "b");
}

TEST_F(AgentReportTest, NamesAreLookedUp) {
  pmapi::MetricDesc desc;
  desc.pmid = Pmid{2};
  desc.type = pmapi::Type::kDouble;
  desc.units = pmapi::Units::FromWord(0x3000);
  EXPECT_EQ(Described("b = one;"), BytesOf(pmapi::pmcd::EncodeDesc(desc)));
  EXPECT_EQ(Described("a = one; x = one;"),
            "agentId: metric x not found in namespace: Unknown metric name");
  EXPECT_EQ(Described("f = one;"),
            "agentId: metric f not found in namespace: Metric name is not a "
            "leaf in PMNS");
}

TEST_F(AgentReportTest, ValuesOfATask) {
  EXPECT_EQ(Values("a = one; b = late; c = set; d = one > 1; e = huge * 10;"),
            BytesOf(pmapi::pmcd::EncodeResult({{LoneValue{Pmid{1}, 1, 1.5},
                                                {Pmid{2}, kNoValue, 0},
                                                {Pmid{3}, 1, 21},
                                                {Pmid{4}, 1, 1},
                                                {Pmid{5}, 0, 0}}})));
  EXPECT_EQ(Values("a = gone; b = text; c = one @0..1;"),
            BytesOf(pmapi::pmcd::EncodeResult({{LoneValue{Pmid{1}, kNoValue, 0},
                                                {Pmid{2}, kNoValue, 0},
                                                {Pmid{3}, 1, 1.5}}})));
}

}  // namespace
}  // namespace cli
