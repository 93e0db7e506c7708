// EventSequel: which records wait, and what meets them.
#include "engine/events/event_sequel.h"

#include <gtest/gtest.h>

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "engine/events/text_table.h"
#include "pmapi/events/event_flags.h"
#include "pmapi/events/event_writer.h"

namespace engine::events {
namespace {

using grammar::ast::BinaryOp;
using grammar::ast::Reducer;
using Kind = grammar::ast::Sequel::Kind;
using pmapi::Pmid;
using pmapi::Type;

constexpr Pmid kWhat{1};
constexpr Pmid kUser{2};
const Field kUserField{{{kUser, 1}}, std::nullopt};

base::Timestamp At(double seconds) {
  return {static_cast<std::int64_t>(seconds * base::kNanosPerSecond)};
}

EventFilter Is(const std::string& what) {
  EventFilter filter;
  filter.AddTerm(
      {Field{{{kWhat, 1}}, std::nullopt}, Comparison{BinaryOp::kEqual, what}});
  return filter;
}

/// Records of "a" and what follows them, "b", within 10 seconds.
class Sequel {
 public:
  explicit Sequel(Kind kind, std::vector<Field> by = {},
                  EventFilter first = Is("a"))
      : first_(std::move(first)),
        form_{kind, Is("b"), {10 * base::kNanosPerSecond}, std::move(by), {}},
        sequel_(first_, form_) {}

  void Take(double time, const std::string& what, const std::string& user = "",
            std::uint32_t flags = 0) {
    Add(time, what, user, flags);
    TakeAdded();
  }

  /// Of one array.
  void Add(double time, const std::string& what, const std::string& user = "",
           std::uint32_t flags = 0) {
    writer_.BeginRecord(At(time), flags);
    if (!user.empty()) writer_.AddText(kUser, user);
    writer_.AddText(kWhat, what);
  }
  void TakeAdded() {
    const auto array =
        std::exchange(writer_, pmapi::EventWriter(Type::kHighresEvent))
            .Finish();
    pmapi::EventRecords records(Type::kHighresEvent, array);
    Arrival arrival;
    while (arrival.Next(&records)) {
      sequel_.Take(arrival, &summary_, nullptr, &shown_);
    }
    EXPECT_TRUE(records.whole());
  }

  /// Of those that are over from now on.
  void ShowUser(bool first) { form_.shown = {kUserField, first}; }
  std::string TakeShown() { return std::exchange(shown_, "nothing"); }

  /// What has been counted since the last time.
  double Finish(double at, Reducer reducer = Reducer::kCount) {
    sequel_.Finish(At(at), &summary_, &shown_);
    return std::exchange(summary_, EventSummary())
        .ValueOf({reducer, 0})
        .value_or(-1);
  }

  EventSequel& sequel() { return sequel_; }

 private:
  EventFilter first_;
  SequelForm form_;
  EventSequel sequel_;
  EventSummary summary_;
  std::string shown_ = "nothing";
  pmapi::EventWriter writer_{Type::kHighresEvent};
};

TEST(EventSequel, ThenCountsThoseThatAreFollowedInTime) {
  Sequel then(Kind::kThen);
  then.Take(1, "b");
  then.Take(2, "a");
  then.Take(3, "a");
  then.Take(4, "b");
  then.Take(5, "b");
  EXPECT_EQ(then.Finish(5), 2);
  then.Take(6, "a");
  EXPECT_EQ(then.Finish(17), 0);
  then.Take(17.5, "b");
  EXPECT_EQ(then.Finish(18), 0) << "11.5 seconds later";
  then.Take(20, "a");
  then.Take(30, "b");
  EXPECT_EQ(then.Finish(31), 1) << "10 seconds are within 10 seconds";
}

TEST(EventSequel, WithoutCountsThoseThatAreNotOnceItsTimeIsOver) {
  Sequel without(Kind::kWithout);
  without.Take(1, "a");
  without.Take(2, "a");
  EXPECT_EQ(without.Finish(11), 0);
  EXPECT_EQ(without.Finish(11.5), 1);
  without.Take(11.8, "b");
  EXPECT_EQ(without.Finish(13), 0);
  without.Take(14, "a");
  EXPECT_EQ(without.Finish(100), 1);
  EXPECT_EQ(without.Finish(200), 0);
}

TEST(EventSequel, OneThatIsLateWaitsByItsOwnTime) {
  Sequel without(Kind::kWithout);
  without.Take(9, "a");
  without.Take(1, "a");
  EXPECT_EQ(without.Finish(12), 1);
  EXPECT_EQ(without.Finish(20), 1);
}

TEST(EventSequel, ByAParameterTheyMeetTheirOwn) {
  Sequel then(Kind::kThen, {kUserField});
  then.Take(1, "a", "x");
  then.Take(1, "a", "y");
  then.Take(1, "a", "y");
  then.Take(1, "a");  // has no user
  then.Take(2, "b", "y");
  then.Take(2, "b");
  EXPECT_EQ(then.Finish(3), 2);
  then.Take(4, "b", "x");
  EXPECT_EQ(then.Finish(5), 1);
}

TEST(EventSequel, ARecordMayBeBoth) {
  Sequel then(Kind::kThen, {}, EventFilter());
  then.Take(1, "b");
  then.Take(2, "b");
  then.Take(3, "b");
  EXPECT_EQ(then.Finish(4), 2);
}

TEST(EventSequel, PairsAreWhatBeginsAndEnds) {
  Sequel pair(Kind::kPair, {kUserField});
  pair.Take(1, "a", "x", pmapi::kEventStart);
  pair.Take(2, "a", "y", pmapi::kEventStart);
  pair.Take(3, "c", "z", pmapi::kEventStart);  // does not match
  pair.Take(4, "", "y", pmapi::kEventEnd);
  pair.Take(4, "", "z", pmapi::kEventEnd);
  EXPECT_EQ(pair.Finish(5, Reducer::kMax), 2);
  pair.Take(500, "", "x", pmapi::kEventEnd);
  pair.Take(501, "", "x", pmapi::kEventEnd);
  EXPECT_EQ(pair.Finish(502, Reducer::kSum), 499);
  pair.Take(600, "a", "x", pmapi::kEventStart);
  pair.Take(601, "", "x", pmapi::kEventEnd);
  EXPECT_EQ(pair.Finish(602), 1);
}

TEST(EventSequel, ThenShowsWhatFollowsOrWhatWasBefore) {
  Sequel last(Kind::kThen);
  Sequel first(Kind::kThen);
  last.ShowUser(false);
  first.ShowUser(true);
  for (Sequel* one : {&last, &first}) {
    one->Take(1, "a", "x");
    one->Take(2, "a", "y");
    EXPECT_EQ(one->TakeShown(), "nothing");
    one->Take(3, "b", "z");
  }
  EXPECT_EQ(last.TakeShown(), "z");
  EXPECT_EQ(first.TakeShown(), "y") << "of two that end at once the later one";
  last.Take(4, "a", "x");
  last.Take(5, "b");
  EXPECT_EQ(last.TakeShown(), "") << "it lacks the parameter";
}

TEST(EventSequel, WithoutShowsWhatWaitedInVain) {
  for (const bool is_first : {false, true}) {
    Sequel without(Kind::kWithout);
    without.ShowUser(is_first);
    without.Take(1, "a", "w");
    without.Take(2, "b", "v");
    without.Take(3, "a", "x");
    without.Take(4, "a", "y");
    EXPECT_EQ(without.TakeShown(), "nothing");
    EXPECT_EQ(without.Finish(50), 2);
    EXPECT_EQ(without.TakeShown(), "y");
  }
}

TEST(EventSequel, PairsShowWhatEndsOrWhatBegan) {
  for (const bool is_first : {false, true}) {
    Sequel pair(Kind::kPair);
    pair.ShowUser(is_first);
    pair.Take(1, "a", "x", pmapi::kEventStart);
    pair.Take(2, "a", "y", pmapi::kEventEnd);
    EXPECT_EQ(pair.TakeShown(), is_first ? "x" : "y");
  }
}

TEST(EventSequel, WhatIsShownIsBounded) {
  const std::string longest(TextTable::kLongest, 'u');
  constexpr std::size_t kKept = EventSequel::kMostBytes / TextTable::kLongest;
  Sequel without(Kind::kWithout);
  without.ShowUser(false);
  const auto shown = [&](double later, std::size_t after_it) {
    without.Take(later, "a", "first " + longest);
    EXPECT_EQ(without.Finish(later), 0);
    for (std::size_t i = 0; i < after_it; ++i) {
      without.Take(later + 1, "a", longest);
    }
    without.Finish(later + 10.5);
    const std::string text = without.TakeShown();
    without.Finish(later + 100);
    EXPECT_EQ(without.TakeShown(), longest) << "of the last one it is kept";
    return text.size();
  };
  EXPECT_EQ(shown(1000, kKept - 1), longest.size());
  EXPECT_EQ(shown(2000, kKept), 0);
  EXPECT_EQ(shown(3000, kKept - 1), longest.size()) << "there is room again";
  without.Take(4000, "a", longest);
  without.sequel().Forget();
  EXPECT_EQ(shown(5000, kKept - 1), longest.size());
}

TEST(EventSequel, WhatIsForgottenIsNotFollowed) {
  Sequel without(Kind::kWithout);
  without.Take(1, "a");
  without.sequel().Forget();
  EXPECT_EQ(without.Finish(50), 0);
  without.Take(51, "a");
  EXPECT_EQ(without.Finish(80), 1);
}

TEST(EventSequel, NoMoreWaitThanCan) {
  Sequel without(Kind::kWithout);
  for (std::size_t i = 0; i < EventSequel::kMostWaiting; ++i) {
    without.Add(1, "a");
  }
  without.TakeAdded();
  EXPECT_FALSE(without.sequel().TakeOverflow());
  without.Take(1, "a");
  EXPECT_TRUE(without.sequel().TakeOverflow());
  EXPECT_FALSE(without.sequel().TakeOverflow());
  EXPECT_EQ(without.Finish(50), EventSequel::kMostWaiting);
}

TEST(EventSequel, NorMoreBytesOfWhatTheyAreToldApartBy) {
  Sequel without(Kind::kWithout, {kUserField, kUserField});
  constexpr std::size_t kKey = 2 * (1 + 8 + 500);  // types, sizes and texts
  constexpr std::size_t kFit = EventSequel::kMostKeyBytes / kKey;
  static_assert(kFit < EventSequel::kMostWaiting);
  const auto take = [&](std::size_t number) {
    std::string user = std::to_string(number);
    user.resize(500, '.');
    without.Take(1, "a", user);
  };
  for (std::size_t i = 0; i < kFit; ++i) take(i);
  take(0);
  EXPECT_FALSE(without.sequel().TakeOverflow());
  take(kFit);
  EXPECT_TRUE(without.sequel().TakeOverflow());
  EXPECT_EQ(without.Finish(50), kFit) << "of two of 0 one waits, and not 1";
}

TEST(EventSequel, OnlyThoseThatAreNotFollowedWait) {
  Sequel without(Kind::kWithout, {kUserField});
  without.Add(1, "a", "lost");
  for (std::size_t i = 0; i < EventSequel::kMostWaiting + 10; ++i) {
    const std::string user = std::to_string(i);
    without.Add(2, "a", user);
    without.Add(2, "b", user);
  }
  without.TakeAdded();
  EXPECT_FALSE(without.sequel().TakeOverflow());
  EXPECT_EQ(without.Finish(50), 1) << "the lost one";
}

TEST(EventSequel, WhatComesEarlierThanOthersThatHaveComeFindsItsOwn) {
  Sequel then(Kind::kThen);
  then.ShowUser(true);
  then.Take(15, "a", "later");
  then.Take(1, "a", "over");
  then.Take(3, "a", "late");
  then.Take(12, "b");
  EXPECT_EQ(then.Finish(12), 1) << "within 10 seconds, and not before it";
  EXPECT_EQ(then.TakeShown(), "late");
  then.Take(2, "a", "again");
  then.Take(11, "b");
  EXPECT_EQ(then.Finish(13), 1) << "the other's time was over";
  EXPECT_EQ(then.TakeShown(), "again");
  then.Take(16, "b");
  EXPECT_EQ(then.Finish(16), 1);
  EXPECT_EQ(then.TakeShown(), "later");
}

TEST(EventSequel, ThoseThatDoNotMatchAreNoWork) {
  constexpr std::size_t kWaiting = 5000;
  for (const double later : {10.5, -10.5}) {  // over, or not yet
    Sequel then(Kind::kThen);
    for (std::size_t i = 0; i < kWaiting; ++i) {
      const double time = 1000 + static_cast<double>(i) * 20;
      then.Add(time, "a");
      then.Add(later < 0 ? 1000 : time + later, "b");
    }
    then.TakeAdded();
    EXPECT_EQ(then.Finish(1), later < 0 ? 1 : 0);
    EXPECT_LE(then.sequel().looks(), 2 * kWaiting);
  }
}

}  // namespace
}  // namespace engine::events
