// What runs together: statements of one interval as groups, neighbours as
// tasks. In which order they run: replay_test.
#include "engine/schedule/schedule.h"

#include <gtest/gtest.h>

#include "tests/support/memory_source.h"
#include "tests/unit/engine/check/event_world.h"
#include "tests/unit/engine/schedule/checked_rules.h"

namespace engine::schedule {
namespace {

constexpr base::Timestamp kStart{1'000'000'000 * base::kNanosPerSecond};

class NoActions : public alarm::EventSink {
  void Perform(const alarm::Event&, const Done& done) override {
    done(Outcome::kSucceeded);
  }
};

class ScheduleTest : public testing::Test {
 protected:
  ScheduleTest() {
    pmapi::MetricDesc desc;
    desc.type = pmapi::Type::kDouble;
    for (tests::MemorySource* source : {&a_, &b_}) {
      source->AddScalar("n", desc, {1, 2, 3, 4, 5, 6, 7});
    }
    options_.start = kStart;
    options_.end = kStart + base::Duration{60 * base::kNanosPerSecond};
    options_.zone = &zone_;
  }

  /// Each task as "names@seconds#group", the group by its place.
  std::string Tasks(const std::string& rules) {
    schedule_.emplace(CheckedRules(rules, sources_), sources_, options_,
                      &actions_);
    std::string text;
    for (const Task& task : schedule_->tasks()) {
      for (const alarm::Watch& watch : task.watches) {
        text += watch.statement().name;
      }
      int group = 0;
      while (&schedule_->groups()[group] != task.group) {
        ++group;
      }
      const base::Duration step = task.group->At(1) - task.group->At(0);
      text += "@" + std::to_string(step.ns / base::kNanosPerSecond) + "#" +
              std::to_string(group) + " ";
    }
    return text;
  }

  tests::MemorySource a_{{kStart, {base::kNanosPerSecond}}, "a"};
  tests::MemorySource b_{{kStart, {base::kNanosPerSecond}}, "b"};
  const std::vector<pmapi::Source*> sources_ = {&a_, &b_};
  base::Zone zone_;
  ScheduleOptions options_;
  NoActions actions_;
  std::optional<Schedule> schedule_;
};

TEST_F(ScheduleTest, OfNothingIsEmpty) {
  EXPECT_EQ(Tasks(""), "");
  EXPECT_TRUE(schedule_->groups().empty());
}

TEST_F(ScheduleTest, NeighboursOfOneIntervalAreOneTask) {
  EXPECT_EQ(Tasks("delta = 10; x = n; y = n;"), "xy@10#0 ");
}

TEST_F(ScheduleTest, OneIntervalIsOneGroupHoweverManyTasks) {
  EXPECT_EQ(Tasks("delta = 20; x = n; delta = 10; y = n; delta = 20; z = n;"),
            "x@20#1 y@10#0 z@20#1 ");
  EXPECT_EQ(schedule_->groups().size(), 2u) << "the shorter one first";
}

TEST_F(ScheduleTest, ExpressionsAreLetGoOfAndActionsKept) {
  Tasks(
      "delta = 10; x = n; r = n > 1 -> print \"r\";"
      "s = ruleset n > 3 -> print \"%v\" else n > 2 -> print \"s\";");
  schedule_->LetGoOfExpressions();
  const auto left = schedule_->TakeStatements();
  ASSERT_EQ(left.size(), 3u);
  EXPECT_EQ(std::get<expr::Observe>(left[0].body).expr, nullptr);
  const auto& set = std::get<expr::Ruleset>(left[2].body).rules;
  ASSERT_EQ(set.size(), 2u);
  for (const expr::Rule* rule :
       {&std::get<expr::Rule>(left[1].body), &set[0], &set[1]}) {
    EXPECT_EQ(rule->condition, nullptr);
    EXPECT_EQ(rule->binding.lanes, nullptr);
    EXPECT_TRUE(rule->binding.values.empty());
    EXPECT_NE(rule->action, nullptr);
  }
}

TEST_F(ScheduleTest, WhatAsksForEventRecordsKeepsItsExpression) {
  auto checked = check::EventWorld().Check(
      "count_event ( kmsg.records ) > 5 -> print \"x\";");
  Schedule schedule(std::move(checked.statements), sources_, options_,
                    &actions_);
  schedule.LetGoOfExpressions();
  const auto left = schedule.TakeStatements();
  EXPECT_NE(std::get<expr::Rule>(left.at(0).body).condition, nullptr);
}

TEST_F(ScheduleTest, SourcesDoNotPartStatements) {
  EXPECT_EQ(Tasks("delta = 10; x = n :a; y = n :b; z = n :a;"), "xyz@10#0 ");
}

TEST_F(ScheduleTest, TasksBeginAtTheStart) {
  EXPECT_EQ(Tasks("delta = 10; x = n;"), "x@10#0 ");
  Task& task = schedule_->tasks()[0];
  EXPECT_EQ(task.next, 0);
  EXPECT_EQ(task.now(), kStart);
  EXPECT_EQ(task.due(), 1e9);
  EXPECT_EQ(task.group->ticks(), 7) << "0, 10, ... 60";
  task.next = 2;
  EXPECT_EQ(task.now(), kStart + base::Duration{20 * base::kNanosPerSecond});
  EXPECT_EQ(task.due(), 1e9 + 20);
}

}  // namespace
}  // namespace engine::schedule
