// The ticks of one interval: how many, in which blocks, and what ends them.
#include "engine/schedule/group.h"

#include <gtest/gtest.h>

#include "tests/support/fake_timers.h"
#include "tests/support/live_source.h"
#include "tests/support/memory_source.h"
#include "tests/unit/engine/schedule/checked_rules.h"

namespace engine::schedule {
namespace {

using tests::Literal;

constexpr base::Timestamp kStart{1'000'000'000 * base::kNanosPerSecond};
constexpr base::Duration kSecond{base::kNanosPerSecond};

constexpr base::Duration Seconds(double seconds) {
  return base::Duration{
      static_cast<std::int64_t>(seconds * base::kNanosPerSecond)};
}

double NoClock(program::ast::ClockField, base::Timestamp) { return 0; }

/// How many ticks of `step` from `start` there are up to `end`, both of which
/// are seconds after kStart.
std::int64_t TicksOf(double step, double end, double start = 0) {
  const eval::Names names;
  return Group(std::make_shared<const program::Program>(),
               {kStart + Seconds(start), Seconds(step)}, kStart + Seconds(end),
               NoClock, names)
      .ticks();
}

TEST(GroupTicks, MayBeAtTheEnd) {
  EXPECT_EQ(TicksOf(10, 0), 1);
  EXPECT_EQ(TicksOf(10, 9.999999), 1);
  EXPECT_EQ(TicksOf(10, 10), 2);
  EXPECT_EQ(TicksOf(10, 10.000001), 2);
  EXPECT_EQ(TicksOf(10, 60), 7);
}

TEST(GroupTicks, AreNoneWhereTheEndIsBeforeTheStart) {
  EXPECT_EQ(TicksOf(10, -0.000000001), 0);
  EXPECT_EQ(TicksOf(10, -1000), 0);
}

/// One statement over a metric `n` that is 0, 1, 2, ... each second.
class GroupTest : public testing::Test {
 protected:
  GroupTest() {
    pmapi::MetricDesc desc;
    desc.type = pmapi::Type::kDouble;
    std::vector<Literal> values;
    for (int k = 0; k < 3000; ++k) values.push_back(k);
    source_.AddScalar("n", desc, values);
  }

  void Make(pmapi::Source* source, const std::string& rules,
            std::int64_t ticks) {
    sources_ = {source};
    statements_ = CheckedRules(rules, sources_);
    program::Builder builder;
    const auto& shown = std::get<expr::Observe>(statements_.at(0).body);
    view_ = builder.AddView(*shown.expr);
    group_.emplace(std::make_shared<const program::Program>(builder.Build()),
                   pmapi::TickGrid{kStart, kSecond},
                   kStart + Seconds(static_cast<double>(ticks - 1)), NoClock,
                   names_);
    ASSERT_TRUE(group_->Open(sources_, {}));
    EXPECT_EQ(group_->ticks(), ticks);
  }
  /// What the statement is at `tick`, which must have been reached.
  std::string At(std::int64_t tick) {
    std::string text;
    const alarm::Results results = group_->results();
    alarm::Reading(results, view_, group_->InBlock(tick)).AppendValue(0, &text);
    return text;
  }

  tests::MemorySource source_{{kStart, kSecond}};
  std::vector<pmapi::Source*> sources_;
  std::vector<expr::Statement> statements_;
  eval::Names names_;
  program::View view_;
  std::optional<Group> group_;
};

TEST_F(GroupTest, HasEachTickInSomeBlock) {
  Make(&source_, "n * 2;", 2500);
  for (std::int64_t tick = 0; tick < 2500; ++tick) {
    ASSERT_TRUE(group_->Reach(tick));
    ASSERT_GE(group_->InBlock(tick), 0);
    ASSERT_EQ(At(tick), std::to_string(2 * tick));
  }
  EXPECT_EQ(group_->InBlock(2500), group_->InBlock(2499) + 1);
}

TEST_F(GroupTest, TicksAreWholeStepsFromTheStart) {
  Make(&source_, "n;", 10);
  EXPECT_EQ(group_->At(0), kStart);
  EXPECT_EQ(group_->At(7), kStart + Seconds(7));
  EXPECT_EQ(group_->DueSeconds(7), 1e9 + 7);
}

TEST_F(GroupTest, ReachesATickThatIsThereWithoutReadingOn) {
  source_.set_block_limit(1);
  Make(&source_, "n;", 10);
  ASSERT_TRUE(group_->Reach(0));
  source_.FailFrom(1, {base::ErrorCode::kCorrupt, "byte 100"});
  EXPECT_TRUE(group_->Reach(0));
  EXPECT_EQ(At(0), "0");
  const auto next = group_->Reach(1);
  ASSERT_FALSE(next);
  EXPECT_EQ(next.error().message, "byte 100");
}

TEST_F(GroupTest, ForgetsStringsThatAreLookedAtNoMore) {
  const auto text = [](std::int64_t tick) {
    return std::to_string(tick) + std::string(5000, 'x');
  };
  pmapi::MetricDesc desc;
  desc.type = pmapi::Type::kString;
  std::vector<Literal> values;
  for (int k = 0; k < 3000; ++k) values.push_back(text(k).c_str());
  source_.AddScalar("s", desc, values);
  for (const int block_limit : {1, 7, 3000}) {
    source_.set_block_limit(block_limit);
    Make(&source_, "s @2..3;", 3000);
    std::size_t most = 0;
    for (std::int64_t tick = 0; tick < 3000; ++tick) {
      ASSERT_TRUE(group_->Reach(tick));
      most = std::max(most, group_->results().strings.size());
      if (tick < 3) continue;
      ASSERT_EQ(At(tick),
                '"' + text(tick - 2) + "\" \"" + text(tick - 3) + '"');
    }
    EXPECT_LT(most, 2500u) << block_limit;
    EXPECT_TRUE(block_limit > 7 || most < 300u) << most;
  }
}

TEST_F(GroupTest, OpensNoSourceThatRefuses) {
  sources_ = {&source_};
  statements_ = CheckedRules("n;", sources_);
  program::Builder builder;
  builder.AddView(*std::get<expr::Observe>(statements_[0].body).expr);
  class Refusing : public tests::MemorySource {
   public:
    using MemorySource::MemorySource;
    base::Result<std::unique_ptr<pmapi::SampleStream>> Open(
        std::vector<pmapi::Want>, pmapi::TickGrid) override {
      return base::Error{base::ErrorCode::kNotConnected, "not now"};
    }
  };
  Refusing refusing({kStart, kSecond});
  sources_ = {&refusing};
  Group group(std::make_shared<const program::Program>(builder.Build()),
              {kStart, kSecond}, kStart, NoClock, names_);
  const auto opened = group.Open(sources_, {});
  ASSERT_FALSE(opened);
  EXPECT_EQ(opened.error().message, "not now");
}

TEST_F(GroupTest, LiveTicksAreTakenWhenTheyAreReady) {
  tests::FakeTimers timers;
  tests::LiveSource live("a", &timers);
  live.set_delay(Seconds(0.5));
  Make(&live, "gauge;", 1000);
  bool ready = false;
  for (const std::int64_t tick : {0, 1}) {
    ready = false;
    const base::Timestamp due = group_->At(tick);
    group_->Ask(due, due, kSecond, [&ready] { ready = true; });
    EXPECT_FALSE(ready);
    timers.Advance(Seconds(0.5));
    ASSERT_TRUE(ready);
    group_->Take();
    EXPECT_EQ(At(tick), std::to_string(tick));
    ASSERT_EQ(group_->answers().size(), 1u);
    EXPECT_FALSE(group_->answers()[0].failure);
  }
}

TEST_F(GroupTest, ALiveTickWithoutAnAnswerIsUnknown) {
  tests::FakeTimers timers;
  tests::LiveSource live("a", &timers);
  live.Fail(base::Error{base::ErrorCode::kTimeout, "no answer"});
  Make(&live, "gauge;", 1000);
  int ready = 0;
  group_->Ask(kStart, kStart, kSecond, [&ready] { ++ready; });
  timers.Advance(kSecond);
  EXPECT_EQ(ready, 1);
  group_->Take();
  EXPECT_EQ(At(0), "?");
  ASSERT_EQ(group_->answers().size(), 1u);
  ASSERT_TRUE(group_->answers()[0].failure);
  EXPECT_EQ(group_->answers()[0].failure->message, "no answer");
}

}  // namespace
}  // namespace engine::schedule
