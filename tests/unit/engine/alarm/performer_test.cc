// Performer: which calls of a tree are performed, and when. With rules around
// it: tests/script, holdoff.test.
#include "engine/alarm/performer.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <optional>
#include <set>
#include <string>

#include "engine/alarm/message_parts.h"

namespace engine::alarm {
namespace {

using expr::ast::Action;
using expr::ast::ActionPtr;
using expr::ast::Call;
using expr::ast::Combine;
using ::testing::ElementsAre;
using ::testing::IsEmpty;
using Outcome = EventSink::Outcome;

ActionPtr Print(std::string text, double holdoff = 0) {
  auto action = std::make_unique<Action>();
  Call call;
  call.holdoff = holdoff;
  call.arguments = {std::move(text)};
  action->node = std::move(call);
  return action;
}

ActionPtr Join(bool both, ActionPtr left, ActionPtr right) {
  auto action = std::make_unique<Action>();
  action->node = Combine{both, std::move(left), std::move(right)};
  return action;
}
ActionPtr Both(ActionPtr left, ActionPtr right) {
  return Join(true, std::move(left), std::move(right));
}
ActionPtr Either(ActionPtr left, ActionPtr right) {
  return Join(false, std::move(left), std::move(right));
}

class Sink : public EventSink {
 public:
  bool NeedsParts(const Call& call) const override {
    return call.kind == expr::ast::ActionKind::kWebhook;
  }
  void Perform(const Event& event, const Done& done) override {
    texts.push_back(event.text());
    time = event.time;
    if (event.asked) asked += event.text();
    if (event.parts != nullptr) {
      for (const Binding& one : event.parts->bindings) {
        instances.push_back(one.instance.value_or("none"));
      }
    }
    if (slow.count(event.text()) > 0) {
      begun = done;
    } else if (refused.count(event.text()) > 0) {
      done(Outcome::kNotPerformed);
    } else {
      done(failing.count(event.text()) == 0 ? Outcome::kSucceeded
                                            : Outcome::kFailed);
    }
  }
  void StillBusy(const expr::Statement&) override { texts.push_back("busy"); }
  std::optional<LastPerformed> PerformedBefore(
      const Call& call, const expr::Statement&) override {
    const auto known = before.find(call.arguments.front());
    if (known == before.end()) return std::nullopt;
    return known->second;
  }

  std::vector<std::string> texts;
  std::vector<std::string> instances;  // of the parts of texts
  std::string asked;                   // texts left of a "|"
  std::set<std::string> failing;
  std::set<std::string> refused;
  std::set<std::string> slow;  // are done when the test calls `begun`
  std::map<std::string, LastPerformed> before;  // by texts
  Done begun;
  base::Timestamp time;
};

class PerformerTest : public ::testing::Test {
 protected:
  // What `performer` does at `seconds`.
  std::vector<std::string> At(Performer* performer, double seconds) {
    sink_.texts.clear();
    const base::Timestamp now{
        static_cast<std::int64_t>(seconds * base::kNanosPerSecond)};
    performer->Perform(TickTime{now, seconds}, [this] {
      ++asked_;
      return BindNothing();
    });
    return sink_.texts;
  }
  // What is done once the slow call has ended so.
  std::vector<std::string> Ends(Outcome outcome) {
    sink_.texts.clear();
    const EventSink::Done done = std::move(sink_.begun);
    done(outcome);
    return sink_.texts;
  }

  expr::Statement statement_;
  Sink sink_;
  int asked_ = 0;
};

TEST_F(PerformerTest, ACallIsPerformedAtTheTimeOfTheEvaluation) {
  const ActionPtr action = Print("%v");
  Performer performer(statement_, *action, &sink_);
  EXPECT_THAT(At(&performer, 20), ElementsAre("true"));
  EXPECT_EQ(sink_.time.Seconds(), 20);
}

TEST_F(PerformerTest, HoldoffEndsExactlyWhenItIsOver) {
  const ActionPtr action = Print("a", 2.5);
  Performer performer(statement_, *action, &sink_);
  EXPECT_THAT(At(&performer, 0), ElementsAre("a"));
  EXPECT_THAT(At(&performer, 2.499999999), IsEmpty());
  EXPECT_THAT(At(&performer, 2.5), ElementsAre("a"));
  EXPECT_THAT(At(&performer, 4), IsEmpty());
  EXPECT_THAT(At(&performer, 100), ElementsAre("a"));
}

TEST_F(PerformerTest, WhatWasPerformedBeforeIsHeldOff) {
  const ActionPtr action =
      Both(Either(Print("failed", 10), Print("instead")), Print("at once"));
  sink_.before = {
      {"failed", {base::Timestamp{100 * base::kNanosPerSecond}, false}},
      {"at once", {base::Timestamp{100 * base::kNanosPerSecond}, true}}};
  Performer performer(statement_, *action, &sink_);
  EXPECT_THAT(At(&performer, 105), ElementsAre("instead", "at once"));
  EXPECT_THAT(At(&performer, 110), ElementsAre("failed", "at once"));
  Performer other(statement_, *action, &sink_);
  EXPECT_THAT(At(&other, 99), ElementsAre("failed", "at once"))
      << "the clock was set back";
}

// Without it nothing would be told for as long as it was set back.
TEST_F(PerformerTest, AClockThatIsSetBackHoldsNothingOff) {
  const ActionPtr plain = Print("a");
  const ActionPtr held = Print("b", 10);
  Performer first(statement_, *plain, &sink_);
  Performer second(statement_, *held, &sink_);
  At(&first, 3600);
  At(&second, 3600);
  EXPECT_THAT(At(&first, 5), ElementsAre("a"));
  EXPECT_THAT(At(&first, 6), ElementsAre("a"));
  EXPECT_THAT(At(&second, 5), ElementsAre("b"));
  EXPECT_THAT(At(&second, 6), IsEmpty());
  EXPECT_THAT(At(&second, 15), ElementsAre("b"));
}

TEST_F(PerformerTest, WhatIsBusyIsLeftOutAlsoByAClockThatIsSetBack) {
  const ActionPtr action = Both(Print("a", 10), Print("slow", 10));
  Performer performer(statement_, *action, &sink_);
  sink_.slow = {"slow"};
  EXPECT_THAT(At(&performer, 3600), ElementsAre("a", "slow"));
  EXPECT_THAT(At(&performer, 5), ElementsAre("busy"));
}

TEST_F(PerformerTest, NamesAreAskedForOnceAndOnlyIfNeeded) {
  const ActionPtr action = Both(Print("a", 5), Print("b", 5));
  Performer performer(statement_, *action, &sink_);
  At(&performer, 0);
  EXPECT_EQ(asked_, 1);
  At(&performer, 1);
  EXPECT_EQ(asked_, 1);
}

TEST_F(PerformerTest, BothAreDoneEitherOnlyUntilOneSucceeds) {
  const ActionPtr both = Both(Print("a"), Print("b"));
  const ActionPtr either = Either(Either(Print("a"), Print("b")), Print("c"));
  Performer first(statement_, *both, &sink_);
  Performer second(statement_, *either, &sink_);
  EXPECT_THAT(At(&second, 0), ElementsAre("a"));
  sink_.failing = {"a"};
  EXPECT_THAT(At(&first, 0), ElementsAre("a", "b"));
  EXPECT_THAT(At(&second, 1), ElementsAre("a", "b"));
  sink_.failing = {"a", "b"};
  EXPECT_THAT(At(&second, 2), ElementsAre("a", "b", "c"));
}

TEST_F(PerformerTest, BothSucceedOnlyTogether) {
  const ActionPtr action = Either(Both(Print("a"), Print("b")), Print("c"));
  Performer performer(statement_, *action, &sink_);
  EXPECT_THAT(At(&performer, 0), ElementsAre("a", "b"));
  sink_.failing = {"a"};
  EXPECT_THAT(At(&performer, 1), ElementsAre("a", "b", "c"));
  sink_.failing = {"b"};
  EXPECT_THAT(At(&performer, 2), ElementsAre("a", "b", "c"));
}

TEST_F(PerformerTest, WhatStandsLeftOfAnElseIsAskedWhetherItFails) {
  // a & (b | c & d) | e & f
  const ActionPtr whole =
      Either(Both(Print("a"), Either(Print("b"), Both(Print("c"), Print("d")))),
             Both(Print("e"), Print("f")));
  // a & (b | c) & d
  const ActionPtr inner =
      Both(Print("a"), Both(Either(Print("b"), Print("c")), Print("d")));
  Performer first(statement_, *whole, &sink_);
  Performer second(statement_, *inner, &sink_);
  sink_.failing = {"b", "c"};
  EXPECT_THAT(At(&first, 0), ElementsAre("a", "b", "c", "d", "e", "f"));
  EXPECT_EQ(sink_.asked, "abcd");
  sink_.asked.clear();
  EXPECT_THAT(At(&second, 0), ElementsAre("a", "b", "c", "d"));
  EXPECT_EQ(sink_.asked, "b");
}

TEST_F(PerformerTest, WhatIsHeldOffHasTheOutcomeItHad) {
  const ActionPtr action = Either(Print("a", 10), Print("b"));
  Performer performer(statement_, *action, &sink_);
  sink_.failing = {"a"};
  EXPECT_THAT(At(&performer, 0), ElementsAre("a", "b"));
  sink_.failing = {};
  EXPECT_THAT(At(&performer, 5), ElementsAre("b"));
  EXPECT_THAT(At(&performer, 10), ElementsAre("a"));
  EXPECT_THAT(At(&performer, 15), IsEmpty());
}

// It has failed, both sides of & are done nevertheless, and at the next tick
// it is due again.
TEST_F(PerformerTest, WhatWasNotPerformedIsNotHeldOff) {
  const ActionPtr action =
      Either(Both(Print("a", 10), Print("b", 10)), Print("c", 10));
  Performer performer(statement_, *action, &sink_);
  sink_.refused = {"a"};
  EXPECT_THAT(At(&performer, 0), ElementsAre("a", "b", "c"));
  EXPECT_THAT(At(&performer, 1), ElementsAre("a"));
  sink_.refused = {};
  EXPECT_THAT(At(&performer, 2), ElementsAre("a"));
  EXPECT_THAT(At(&performer, 3), IsEmpty());
}

// Also where this is known ticks later.
TEST_F(PerformerTest, WhatWasGivenUpLaterIsNotHeldOff) {
  const ActionPtr action = Either(Print("slow", 100), Print("b"));
  Performer performer(statement_, *action, &sink_);
  sink_.slow = {"slow"};
  EXPECT_THAT(At(&performer, 0), ElementsAre("slow"));
  EXPECT_THAT(At(&performer, 10), IsEmpty());
  EXPECT_THAT(Ends(Outcome::kNotPerformed), ElementsAre("b"));
  EXPECT_THAT(At(&performer, 20), ElementsAre("slow"));
  EXPECT_THAT(Ends(Outcome::kSucceeded), IsEmpty());
  EXPECT_THAT(At(&performer, 30), IsEmpty());
}

TEST_F(PerformerTest, WhatFollowsASlowCallWaitsForIt) {
  const ActionPtr both = Both(Print("slow"), Print("b"));
  const ActionPtr either = Either(Print("slow"), Print("%v"));
  Performer first(statement_, *both, &sink_);
  Performer second(statement_, *either, &sink_);
  sink_.slow = {"slow"};
  for (const Outcome outcome : {Outcome::kSucceeded, Outcome::kFailed}) {
    EXPECT_THAT(At(&first, 0), ElementsAre("slow"));
    EXPECT_THAT(Ends(outcome), ElementsAre("b"));
  }
  EXPECT_THAT(At(&second, 10), ElementsAre("slow"));
  EXPECT_THAT(Ends(Outcome::kSucceeded), IsEmpty());
  EXPECT_THAT(At(&second, 20), ElementsAre("slow"));
  EXPECT_THAT(Ends(Outcome::kFailed), ElementsAre("true"));
  EXPECT_EQ(sink_.time.Seconds(), 20);
}

// Names and values are those of the tick, whenever they are told.
TEST_F(PerformerTest, LaterTextsAreOfTheTickThatAskedForThem) {
  const ActionPtr action =
      Both(Print("slow"), Both(Print("%i"), Print("%v %h")));
  Performer performer(statement_, *action, &sink_);
  sink_.slow = {"slow", "sda"};
  {
    const std::string instance = "sda";
    const std::string host = "web1";
    performer.Perform({}, [&] {
      ++asked_;
      return BoundLanes({Bound{host, instance, {}, "17", false}});
    });
  }
  EXPECT_THAT(Ends(Outcome::kSucceeded), ElementsAre("sda"));
  EXPECT_THAT(Ends(Outcome::kSucceeded), ElementsAre("17 web1"));
  EXPECT_EQ(asked_, 1);
}

// Also of one that is performed when names and values are gone.
TEST_F(PerformerTest, WhatNeedsThePartsOfItsTextHasThem) {
  const ActionPtr action = Both(Print("slow"), Print("%i is full"));
  std::get<Call>(std::get<Combine>(action->node).right->node).kind =
      expr::ast::ActionKind::kWebhook;
  Performer performer(statement_, *action, &sink_);
  sink_.slow = {"slow"};
  {
    const std::string instance = "sda";
    performer.Perform({}, [&] {
      return BoundLanes({Bound{"web1", instance, {}, "17", false}});
    });
  }
  EXPECT_TRUE(sink_.instances.empty());
  EXPECT_THAT(Ends(Outcome::kSucceeded), ElementsAre("sda is full"));
  EXPECT_THAT(sink_.instances, ElementsAre("sda"));
}

TEST_F(PerformerTest, ATreeIsNotBegunAgainBeforeItIsDone) {
  const ActionPtr action = Both(Print("a"), Both(Print("slow"), Print("b")));
  Performer performer(statement_, *action, &sink_);
  sink_.slow = {"slow"};
  EXPECT_THAT(At(&performer, 0), ElementsAre("a", "slow"));
  EXPECT_THAT(At(&performer, 10), ElementsAre("busy"));
  EXPECT_THAT(Ends(Outcome::kSucceeded), ElementsAre("b"));
  EXPECT_THAT(At(&performer, 20), ElementsAre("a", "slow"));
}

TEST_F(PerformerTest, WhatIsHeldOffAnywayIsNotLeftOut) {
  const ActionPtr action =
      Either(Both(Print("slow", 15), Print("b", 20)), Print("c"));
  Performer performer(statement_, *action, &sink_);
  sink_.slow = {"slow", "c"};
  EXPECT_THAT(At(&performer, 0), ElementsAre("slow"));
  EXPECT_TRUE(performer.has_more());
  EXPECT_THAT(At(&performer, 14), IsEmpty());
  EXPECT_THAT(At(&performer, 15), ElementsAre("busy"));
  EXPECT_THAT(Ends(Outcome::kFailed), ElementsAre("b", "c"));
  EXPECT_FALSE(performer.has_more());
  EXPECT_THAT(At(&performer, 16), ElementsAre("busy")) << "c is due each time";
}

TEST_F(PerformerTest, ASlowCallHoldsOffFromWhenItWasBegun) {
  const ActionPtr action = Either(Print("slow", 15), Print("b", 25));
  Performer performer(statement_, *action, &sink_);
  sink_.slow = {"slow"};
  EXPECT_THAT(At(&performer, 0), ElementsAre("slow"));
  EXPECT_THAT(Ends(Outcome::kFailed), ElementsAre("b"));
  EXPECT_THAT(At(&performer, 10), IsEmpty());  // both are held off
  EXPECT_THAT(At(&performer, 20), ElementsAre("slow"));
  EXPECT_THAT(Ends(Outcome::kSucceeded), IsEmpty());
  EXPECT_THAT(At(&performer, 30), IsEmpty());  // and has the outcome it had
}

TEST_F(PerformerTest, OutcomesThatComeLateAreJoined) {
  const ActionPtr action = Either(Both(Print("slow"), Print("b")), Print("c"));
  Performer performer(statement_, *action, &sink_);
  sink_.slow = {"slow"};
  At(&performer, 0);
  EXPECT_THAT(Ends(Outcome::kSucceeded), ElementsAre("b"));
  At(&performer, 1);
  EXPECT_THAT(Ends(Outcome::kFailed), ElementsAre("b", "c"));
}

TEST_F(PerformerTest, NobodyIsCalledWhenTheRunIsGone) {
  const ActionPtr action = Either(Print("slow"), Print("b"));
  auto performer = std::make_unique<Performer>(statement_, *action, &sink_);
  sink_.slow = {"slow"};
  EXPECT_THAT(At(performer.get(), 0), ElementsAre("slow"));
  performer = nullptr;
  EXPECT_THAT(Ends(Outcome::kFailed), IsEmpty());
}

}  // namespace
}  // namespace engine::alarm
