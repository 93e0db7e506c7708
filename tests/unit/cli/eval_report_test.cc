// The lines and the JSON of the last evaluations over a small table.
#include "cli/eval_report.h"

#include <gtest/gtest.h>

#include "cli/rule_files.h"
#include "engine/schedule/replay.h"
#include "tests/support/memory_source.h"
#include "tests/unit/cli/small_archive.h"

namespace cli {
namespace {

using engine::eval::Kleene;

constexpr base::Timestamp kStart{1'000'000'000 * base::kNanosPerSecond};
constexpr base::Duration kStep{10 * base::kNanosPerSecond};
constexpr pmapi::InDom kDisks{5};

class NoActions : public engine::alarm::EventSink {
  void Perform(const engine::alarm::Event&, const Done& done) override {
    done(Outcome::kSucceeded);
  }
};

/// Two ticks of n = 1, 2, of late = nothing, 3, of word = "no", "yes" and of
/// disk = 1 for sda, then 2 for sda and 3 for sdb.
class EvalReportTest : public testing::Test {
 protected:
  EvalReportTest() {
    pmapi::MetricDesc desc;
    desc.type = pmapi::Type::kDouble;
    source_.AddScalar("n", desc, {1, 2});
    source_.AddScalar("late", desc, {tests::Literal(), 3});
    source_.AddInDom(kDisks, {{1, "sda"}, {2, "sdb"}});
    desc.indom = kDisks;
    source_.Add("disk", desc, {{1, 2}, {{1, tests::Literal()}, {2, 3}}});
    desc.indom = pmapi::kNullInDom;
    desc.type = pmapi::Type::kString;
    source_.AddScalar("word", desc, {"no", "yes"});
  }

  /// What is printed after `ticks` of `expression`.
  std::string Report(const std::string& expression, int ticks = 2) {
    RuleFiles files(10, {{"web1", "web1", &source_.Catalog()}});
    files.Add({"rules", expression});
    EXPECT_FALSE(files.has_errors());
    NoActions actions;
    const base::Zone zone;
    engine::schedule::ReplayOptions options;
    options.start = kStart;
    options.end = kStart + base::Duration{(ticks - 1) * kStep.ns};
    options.zone = &zone;
    options.detail = engine::alarm::Detail::kValues;
    engine::schedule::Replay replay(files.TakeStatements(), {&source_}, options,
                                    &actions);
    EvalReport report(options_, zone);
    const base::Timestamp from =
        options.end + base::Duration{-(options_.samples - 1) * kStep.ns};
    Printed printed;
    EXPECT_TRUE(replay.Run({[&](const engine::schedule::TaskResults& results) {
                              if (results.now < from) return;
                              report.Print(results, printed.out());
                            },
                            nullptr}));
    truth_ = report.truth();
    return printed.Text();
  }

  tests::MemorySource source_{pmapi::TickGrid{kStart, kStep}, "web1"};
  EvalOptions options_;
  Kleene truth_ = Kleene::kUnknown;
};

TEST_F(EvalReportTest, TheLastValue) {
  EXPECT_EQ(Report("n"), "2\n");
  EXPECT_EQ(truth_, Kleene::kTrue) << "it is known";
  EXPECT_EQ(Report("word"), "\"yes\"\n");
  EXPECT_EQ(Report("late", 1), "?\n");
  EXPECT_EQ(truth_, Kleene::kUnknown);
}

TEST_F(EvalReportTest, OfASetWhatItHas) {
  EXPECT_EQ(Report("disk", 1), "[sda] 1\n");
  EXPECT_EQ(Report("disk"), "[sda] 2\n[sdb] 3\n");
  EXPECT_EQ(Report("disk > 2"), "[sda] false\n[sdb] true\n");
  EXPECT_EQ(truth_, Kleene::kTrue) << "as some_ has it";
  EXPECT_EQ(Report("disk > 3"), "[sda] false\n[sdb] false\n");
  EXPECT_EQ(truth_, Kleene::kFalse);
}

TEST_F(EvalReportTest, OfARuleItsVerdict) {
  EXPECT_EQ(Report("n > 1 -> print \"x\";"), "true\n");
  EXPECT_EQ(Report("n > 2 -> print \"x\";"), "false\n");
  EXPECT_EQ(truth_, Kleene::kFalse);
  EXPECT_EQ(Report("late > 2 -> print \"x\";", 1), "unknown\n");
}

TEST_F(EvalReportTest, SeveralHaveTheirTimes) {
  options_.samples = 2;
  EXPECT_EQ(Report("n"),
            "Sun Sep  9 01:46:40 2001  1\nSun Sep  9 01:46:50 2001  2\n");
  EXPECT_EQ(Report("n > 1 -> print \"x\";"),
            "Sun Sep  9 01:46:40 2001  false\n"
            "Sun Sep  9 01:46:50 2001  true\n");
}

TEST_F(EvalReportTest, AsJson) {
  options_.json = true;
  EXPECT_EQ(Report("disk > 2"),
            "{\"time\":\"2001-09-09T01:46:50Z\",\"verdict\":\"true\","
            "\"values\":[{\"host\":\"web1\",\"instance\":\"sda\",\"value\":"
            "false},{\"host\":\"web1\",\"instance\":\"sdb\",\"value\":true}]}"
            "\n");
  EXPECT_EQ(Report("late", 1),
            "{\"time\":\"2001-09-09T01:46:40Z\","
            "\"values\":[{\"host\":\"web1\",\"value\":null}]}\n");
  EXPECT_EQ(Report("n > 1 -> print \"x\";"),
            "{\"time\":\"2001-09-09T01:46:50Z\",\"verdict\":\"true\"}\n");
  EXPECT_EQ(Report("n @0..1"),
            "{\"time\":\"2001-09-09T01:46:50Z\","
            "\"values\":[{\"host\":\"web1\",\"value\":[2.0,1.0]}]}\n");
  EXPECT_EQ(Report("n / (n - 2)"),
            "{\"time\":\"2001-09-09T01:46:50Z\","
            "\"values\":[{\"host\":\"web1\",\"value\":\"inf\"}]}\n");
  EXPECT_EQ(Report("(n - n) / 0", 1),
            "{\"time\":\"2001-09-09T01:46:40Z\","
            "\"values\":[{\"host\":\"web1\",\"value\":\"nan\"}]}\n");
}

}  // namespace
}  // namespace cli
