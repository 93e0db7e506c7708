// EventFunction: what arrays make of it, tick by tick.
#include "engine/events/event_function.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <map>
#include <memory>
#include <numeric>
#include <optional>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "pmapi/block/cell.h"
#include "pmapi/block/rest.h"
#include "pmapi/events/event_flags.h"
#include "pmapi/events/event_writer.h"

namespace engine::events {
namespace {

using grammar::ast::BinaryOp;
using grammar::ast::Reducer;
using pmapi::Pmid;
using pmapi::Type;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::SizeIs;
using Written = EventFunction::Written;

constexpr Pmid kCode{1};
const Field kCodeField{{{kCode, 1}}, std::nullopt};

base::Timestamp At(int seconds) { return {seconds * base::kNanosPerSecond}; }

EventFilter CodeIs(BinaryOp op, double number) {
  EventFilter filter;
  filter.AddTerm({kCodeField, Comparison{op, number}});
  return filter;
}

/// A record for each code; one without a code for each that is below 0.
std::vector<std::uint8_t> Array(const std::vector<int>& codes,
                                std::uint32_t missed = 0) {
  pmapi::EventWriter writer(Type::kEvent);
  for (const int code : codes) {
    writer.BeginRecord(At(1), 0);
    if (code >= 0) writer.AddNumber(kCode, Type::kU32, code);
  }
  if (missed > 0) writer.AddMissed(At(1), missed);
  return writer.Finish();
}

/// A function over the instances 3 and 7.
class Ticking {
 public:
  explicit Ticking(Written written)
      : function_(std::move(written)),
        tally_(function_.Begin(Type::kEvent, {3, 7})) {}

  void Arrive(int seconds, const std::vector<std::uint8_t>& array,
              pmapi::InstanceId instance = 3) {
    EXPECT_TRUE(tally_->Add(instance, At(seconds), array));
  }
  void Lose() { tally_->Lose(); }

  /// Those that are known.
  std::map<pmapi::InstanceId, double> Tick(int seconds) {
    const pmapi::EventRow& row = tally_->Finish(At(seconds)).front();
    std::map<pmapi::InstanceId, double> values;
    unknown_.clear();
    rest_.reset();
    for (std::size_t i = 0; i < row.instances.size(); ++i) {
      if (row.instances[i] == pmapi::kRest) {
        EXPECT_EQ(row.cells[i], pmapi::kRestKnown);
        rest_ = std::bit_cast<double>(row.bits[i]);
      } else if (row.cells.empty() || row.cells[i] == pmapi::kKnown) {
        values[row.instances[i]] = std::bit_cast<double>(row.bits[i]);
      } else {
        unknown_.push_back(row.instances[i]);
      }
    }
    return values;
  }
  /// Those that have a number at the last tick, which nobody knows.
  const std::vector<pmapi::InstanceId>& unknown() const { return unknown_; }
  /// What groups have that were not there at the last tick, if that is known.
  std::optional<double> rest() const { return rest_; }

  pmapi::EventTally& tally() { return *tally_; }
  const EventFunction& function() const { return function_; }

 private:
  EventFunction function_;
  std::unique_ptr<pmapi::EventTally> tally_;
  std::vector<pmapi::InstanceId> unknown_;
  std::optional<double> rest_;
};

using Values = std::map<pmapi::InstanceId, double>;

Written Function(Reducer reducer, double percent = 0) {
  Written written;
  written.reduction = {reducer, percent};
  return written;
}

TEST(EventFunction, CountsWhatArrivesInATick) {
  Written written = Function(Reducer::kCount);
  written.where = CodeIs(BinaryOp::kGreater, 1);
  Ticking run(std::move(written));
  run.Arrive(1, Array({1, 2, 3, -1}, 9));
  run.Arrive(2, Array({5}), 7);
  EXPECT_EQ(run.Tick(2), (Values{{3, 2}, {7, 1}}));
  run.Arrive(3, Array({5}), 4);  // is new
  EXPECT_EQ(run.Tick(4), (Values{{3, 0}, {4, 1}, {7, 0}}));
}

TEST(EventFunction, AWindowGoesBackInTime) {
  Written written = Function(Reducer::kCount);
  written.window = {5 * base::kNanosPerSecond};
  Ticking run(std::move(written));
  run.Arrive(1, Array({1, 2}));
  run.Arrive(2, Array({1}));
  EXPECT_EQ(run.Tick(2).at(3), 3);
  EXPECT_EQ(run.Tick(5).at(3), 3);
  EXPECT_EQ(run.Tick(6).at(3), 1) << "(1, 6]";
  run.Lose();
  EXPECT_EQ(run.Tick(8), Values());
  EXPECT_EQ(run.Tick(12), Values()) << "(7, 12]: the gap may reach to 8";
  EXPECT_THAT(run.unknown(), IsEmpty());
  EXPECT_EQ(run.Tick(13).at(3), 0) << "(8, 13]";
}

TEST(EventFunction, ThatThereIsNothingIsKnownOfAWholeWindow) {
  for (const Reducer reducer : {Reducer::kCount, Reducer::kSome}) {
    Written written = Function(reducer);
    written.where = CodeIs(BinaryOp::kEqual, 1);
    written.window = {5 * base::kNanosPerSecond};
    Ticking run(std::move(written));
    EXPECT_EQ(run.Tick(2), Values()) << "before 2 some may have come";
    const bool truth = reducer == Reducer::kSome;
    EXPECT_THAT(run.unknown(), SizeIs(truth ? 2 : 0));
    run.Arrive(3, Array({1}), 7);
    run.Arrive(3, Array({2}), 3);
    EXPECT_EQ(run.Tick(4), (Values{{7, 1}})) << "what is seen is known";
    EXPECT_EQ(run.Tick(6), (Values{{7, 1}}));
    EXPECT_EQ(run.Tick(7), (Values{{3, 0}, {7, 1}})) << "(2, 7] was seen";
  }
}

TEST(EventFunction, NobodyKnowsWhatWasLost) {
  Ticking run(Function(Reducer::kCount));
  run.Arrive(1, Array({1}));
  run.Lose();
  EXPECT_EQ(run.Tick(2), Values());
  run.Arrive(3, Array({1}));
  EXPECT_EQ(run.Tick(4).at(3), 1);
}

TEST(EventFunction, AggregatesAreOfThoseThatMatchAndHaveTheParameter) {
  const auto value = [](Reducer reducer) {
    Written written = Function(reducer);
    written.of = kCodeField;
    written.where = CodeIs(BinaryOp::kLess, 9);
    Ticking run(std::move(written));
    run.Arrive(1, Array({4, 9, -1}));
    run.Arrive(1, Array({2}));
    const auto row = run.Tick(2);
    EXPECT_EQ(row.contains(7), reducer == Reducer::kSum) << "of no records";
    return row.at(3);
  };
  EXPECT_EQ(value(Reducer::kSum), 6);
  EXPECT_EQ(value(Reducer::kAvg), 3);
  EXPECT_EQ(value(Reducer::kMin), 2);
  EXPECT_EQ(value(Reducer::kMax), 4);
}

TEST(EventFunction, LostRecordsAreSummedUpByTheirName) {
  Written written = Function(Reducer::kSum);
  written.of = Field{{}, OwnField::kMissed};
  Ticking run(std::move(written));
  run.Arrive(1, Array({1}, 9));
  run.Arrive(1, Array({}, 2));
  EXPECT_EQ(run.Tick(2).at(3), 11);
}

TEST(EventFunction, WhatCannotBeJudgedIsThereAllTheSame) {
  Written written = Function(Reducer::kAll);
  written.where = CodeIs(BinaryOp::kGreater, 1);
  Ticking run(std::move(written));
  run.Arrive(1, Array({2, -1}));
  EXPECT_EQ(run.Tick(2), Values());
  EXPECT_THAT(run.unknown(), ElementsAre(3)) << "of 7 there is no record";
  run.Arrive(3, Array({2, -1}));
  run.Arrive(3, Array({2}), 7);
  EXPECT_EQ(run.Tick(4), (Values{{7, 1}}));
  EXPECT_THAT(run.unknown(), ElementsAre(3));
}

/// 1 or 0; nothing is unknown.
std::optional<double> Quantified(Written written,
                                 const std::vector<int>& codes) {
  written.where = CodeIs(BinaryOp::kGreater, 1);
  Ticking run(std::move(written));
  run.Arrive(1, Array(codes));
  const auto row = run.Tick(2);
  return row.contains(3) ? std::optional(row.at(3)) : std::nullopt;
}

TEST(EventFunction, QuantifiersAreOverAllRecords) {
  EXPECT_EQ(Quantified(Function(Reducer::kSome), {}), 0);
  EXPECT_EQ(Quantified(Function(Reducer::kSome), {1, 2}), 1);
  EXPECT_EQ(Quantified(Function(Reducer::kSome), {1, 1}), 0);
  EXPECT_EQ(Quantified(Function(Reducer::kSome), {1, -1}), std::nullopt);
  EXPECT_EQ(Quantified(Function(Reducer::kAll), {}), std::nullopt);
  EXPECT_EQ(Quantified(Function(Reducer::kAll), {2, 2}), 1);
  EXPECT_EQ(Quantified(Function(Reducer::kAll), {2, -1}), std::nullopt);
  EXPECT_EQ(Quantified(Function(Reducer::kAll), {1, -1}), 0);
  EXPECT_EQ(Quantified(Function(Reducer::kPercent, 50), {}), std::nullopt);
  EXPECT_EQ(Quantified(Function(Reducer::kPercent, 50), {1, 2}), 1);
  EXPECT_EQ(Quantified(Function(Reducer::kPercent, 51), {1, 2}), 0);
  EXPECT_EQ(Quantified(Function(Reducer::kPercent, 50), {1, 2, -1}),
            std::nullopt);
}

TEST(EventFunction, BehindAColonTheyAreOverThoseThatMatch) {
  const auto holds = [](Reducer reducer) {
    Written written = Function(reducer);
    written.holds = CodeIs(BinaryOp::kLess, 5);
    return written;
  };
  EXPECT_EQ(Quantified(holds(Reducer::kAll), {1, 2, 4, -1}), 1);
  EXPECT_EQ(Quantified(holds(Reducer::kAll), {2, 7}), 0);
  EXPECT_EQ(Quantified(holds(Reducer::kSome), {2, 7}), 1);
  EXPECT_EQ(Quantified(holds(Reducer::kSome), {1, 7}), 0);
}

/// Counts by code, of those that are not above 50.
Written ByCode() {
  Written written = Function(Reducer::kCount);
  written.where = CodeIs(BinaryOp::kLessEqual, 50);
  written.groups = EventFunction::Groups{
      std::make_shared<GroupTable>(pmapi::InDom{5}), {kCodeField}, {}, {}};
  return written;
}

TEST(EventFunction, GroupsAreLanesAsLongAsTheyHaveRecords) {
  const auto table = ByCode();
  Ticking run(table);
  EXPECT_EQ(run.Tick(1), Values());
  run.Arrive(2, Array({9, 4, 9, 51, -1}));
  run.Arrive(2, Array({4}), 7);
  EXPECT_EQ(run.Tick(2), (Values{{1, 2}, {2, 2}}));
  EXPECT_EQ(run.function().LaneDomain(), pmapi::InDom{5});
  EXPECT_EQ(run.function().LaneName(1), "9");
  EXPECT_EQ(run.function().LaneName(2), "4");
  for (int t = 3; t < 10; ++t) {
    EXPECT_EQ(run.Tick(t), (Values{{1, 0}, {2, 0}}));
  }
  run.Arrive(10, Array({4}));
  EXPECT_EQ(run.Tick(10), (Values{{1, 0}, {2, 1}}));
  run.Tick(11);
  run.Tick(12);
  EXPECT_EQ(run.Tick(13), (Values{{1, 0}, {2, 0}})) << "the eleventh tick";
  EXPECT_EQ(run.Tick(14), (Values{{2, 0}}));
}

TEST(EventFunction, OfGroupsThatAreNotThereNothingHasCome) {
  Written written = ByCode();
  written.window = {2 * base::kNanosPerSecond};
  Ticking run(written);
  run.Tick(1);
  EXPECT_EQ(run.rest(), std::nullopt) << "it may have come before";
  run.Tick(2);
  EXPECT_EQ(run.rest(), std::nullopt);
  run.Tick(3);
  EXPECT_EQ(run.rest(), 0);
  run.Lose();
  run.Tick(4);
  EXPECT_EQ(run.rest(), std::nullopt);
  run.Tick(5);
  EXPECT_EQ(run.rest(), std::nullopt);
  run.Arrive(6, Array({9}));
  EXPECT_EQ(run.Tick(6), (Values{{1, 1}}));
  EXPECT_EQ(run.rest(), 0);
  written.window = {};
  written.reduction.reducer = Reducer::kMax;
  written.of = kCodeField;
  Ticking most(written);
  most.Tick(1);
  EXPECT_TRUE(std::isnan(most.rest().value()));
  Ticking of_instances(Function(Reducer::kCount));
  of_instances.Tick(1);
  EXPECT_EQ(of_instances.rest(), std::nullopt);
}

TEST(EventFunction, GroupsMayTellInstancesApart) {
  Written written = ByCode();
  written.groups->instances = {{3, "app"}};
  Ticking run(written);
  run.Arrive(1, Array({9}));
  run.Arrive(1, Array({9, 9}), 7);
  EXPECT_EQ(run.Tick(1), (Values{{1, 1}, {2, 2}}));
  EXPECT_EQ(run.function().LaneName(1), "app, 9");
  EXPECT_EQ(run.function().LaneName(2), "7, 9");
}

TEST(EventFunction, GroupsMayBeOfSomeInstances) {
  Written written = ByCode();
  written.groups->only = {7};
  Ticking run(written);
  run.Arrive(1, Array({9}));
  run.Arrive(1, Array({9, 9}), 7);
  EXPECT_EQ(run.Tick(1), (Values{{1, 2}}));
}

TEST(EventFunction, BeyondAThousandGroupsAllOthersAreOne) {
  Written written = ByCode();
  written.where = EventFilter();
  Ticking run(written);
  std::vector<int> codes;
  for (int i = 0; i < 1100; ++i) codes.push_back(i);
  run.Arrive(1, Array(codes));
  const Values values = run.Tick(1);
  EXPECT_EQ(values.size(), 1001u);
  EXPECT_EQ(values.at(GroupTable::kOther), 100);
}

TEST(EventFunction, WhatMayBeAmongTheOthersIsUnknownBesideAnotherFunction) {
  Written all = ByCode();
  all.where = EventFilter();
  Written last = all;
  last.where = CodeIs(BinaryOp::kEqual, 1099);
  const pmapi::EventFolds folds{
      std::make_shared<EventFunction>(std::move(last)),
      std::make_shared<EventFunction>(std::move(all))};
  std::vector<int> codes(1100);
  std::iota(codes.begin(), codes.end(), 0);
  const auto tally = folds[0]->BeginAll(folds, Type::kEvent, {3});
  ASSERT_TRUE(tally->Add(3, At(1), Array(codes)));
  const auto rows = tally->Finish(At(1));
  const auto cell = [&](std::size_t function, const char* name) {
    const pmapi::EventRow& row = rows[function];
    for (std::size_t i = 0; i < row.instances.size(); ++i) {
      if (folds[function]->LaneName(row.instances[i]) == name)
        return row.cells[i];
    }
    return pmapi::kAbsent;
  };
  EXPECT_EQ(cell(0, "1099"), pmapi::kKnown);
  EXPECT_EQ(cell(1, "1099"), pmapi::kMember);
  EXPECT_EQ(cell(0, "5"), pmapi::kKnown);
  EXPECT_EQ(cell(1, "5"), pmapi::kKnown);
}

TEST(EventFunction, AGroupThatIsThereStaysKnownWhateverElseComes) {
  Written written = ByCode();
  written.where = EventFilter();
  Ticking run(written);
  run.Arrive(1, Array({7}));
  run.Tick(1);
  std::vector<int> codes;
  for (int i = 0; i < 110'000; ++i) codes.push_back(1000 + i);
  run.Arrive(2, Array(codes));
  run.Arrive(2, Array({7, 7}));
  const Values values = run.Tick(2);
  EXPECT_EQ(values.at(1), 2);
  EXPECT_EQ(values.at(GroupTable::kOther), 110'000 - 999);
  EXPECT_EQ(run.function().LaneName(1), "7");
  EXPECT_EQ(run.function().LaneName(1000), "1998");
}

TEST(EventFunction, LongNamesAreCutAndStillTwo) {
  Written written = ByCode();
  written.where = EventFilter();
  Ticking run(written);
  pmapi::EventWriter writer(Type::kEvent);
  const std::string text(100'000, 'u');
  for (const char* end : {"a", "b", "a"}) {
    writer.BeginRecord(At(1), 0);
    writer.AddText(kCode, text + end);
  }
  run.Arrive(1, writer.Finish());
  EXPECT_EQ(run.Tick(1), (Values{{1, 2}, {2, 1}}));
  const std::string name = run.function().LaneName(1);
  EXPECT_EQ(name.substr(0, 515), text.substr(0, 512) + "\u2026");
  EXPECT_LE(name.size(), 515u + 16);
  EXPECT_NE(name, run.function().LaneName(2));
}

TEST(EventFunction, SequelsAreCountedLikeRecords) {
  Written written = Function(Reducer::kCount);
  written.where = CodeIs(BinaryOp::kEqual, 1);
  written.sequel = SequelForm{grammar::ast::Sequel::Kind::kThen,
                              CodeIs(BinaryOp::kEqual, 2),
                              {base::kNanosPerSecond},
                              {}};
  written.window = {10 * base::kNanosPerSecond};
  Ticking run(written);
  run.Arrive(1, Array({1, 1}));
  run.Arrive(2, Array({2}));
  run.Arrive(2, Array({2}), 7);
  EXPECT_EQ(run.Tick(2), (Values{{3, 2}})) << "of 7 some may have come before";
  EXPECT_EQ(run.Tick(11).at(3), 2);
  EXPECT_EQ(run.Tick(12).at(3), 0);
  run.Arrive(13, Array({1}));
  run.Lose();
  run.Tick(13);
  run.Arrive(30, Array({2}));
  EXPECT_EQ(run.Tick(30).at(3), 0) << "what waited is forgotten";
}

TEST(EventFunction, PercentilesAndDeviationsAreOfDurationsToo) {
  pmapi::EventWriter writer(Type::kEvent);
  const auto record = [&writer](int seconds, std::uint32_t flag, int code) {
    writer.BeginRecord(At(seconds), flag);
    writer.AddNumber(kCode, Type::kU32, code);
  };
  for (const int code : {1, 2, 3}) record(1, pmapi::kEventStart, code);
  record(3, pmapi::kEventEnd, 1);
  record(5, pmapi::kEventEnd, 2);
  record(9, pmapi::kEventEnd, 3);
  const auto array = writer.Finish();
  const auto value = [&array](Reducer reducer, double percent) {
    Written written = Function(reducer, percent);
    written.sequel =
        SequelForm{grammar::ast::Sequel::Kind::kPair, {}, {}, {kCodeField}};
    Ticking run(std::move(written));
    run.Arrive(9, array);
    return run.Tick(9).at(3);
  };
  EXPECT_EQ(value(Reducer::kPercentile, 50), 4) << "of 2, 4 and 8";
  EXPECT_EQ(value(Reducer::kPercentile, 99), 8);
  EXPECT_NEAR(value(Reducer::kStddev, 0), 2.494, 0.001);
}

/// Records with no, one and several codes, which are numbers and texts, some of
/// them of lost ones.
std::vector<std::uint8_t> AnyRecords(std::mt19937* random) {
  const auto below = [random](unsigned n) {
    return static_cast<std::uint32_t>((*random)() % n);
  };
  pmapi::EventWriter writer(Type::kHighresEvent);
  for (int i = 0; i < 50; ++i) {
    if (below(8) == 0) {
      writer.AddMissed(At(1), below(9));
      continue;
    }
    writer.BeginRecord(At(1), 0);
    for (unsigned left = below(4); left > 0; --left) {
      const Pmid pmid{1 + below(2)};
      if (below(6) == 0) {
        writer.AddText(pmid, std::to_string(below(9)));
      } else {
        writer.AddNumber(pmid, Type::kU32, below(9));
      }
    }
  }
  return writer.Finish();
}

/// One or two terms, joined, negated or judged.
EventFilter AnyFilter(std::mt19937* random) {
  const auto below = [random](unsigned n) {
    return static_cast<std::uint32_t>((*random)() % n);
  };
  EventFilter filter;
  const auto term = [&] {
    constexpr BinaryOp kOps[] = {BinaryOp::kLess, BinaryOp::kGreaterEqual,
                                 BinaryOp::kEqual, BinaryOp::kNotEqual};
    const Field field{{{Pmid{1 + below(2)}, 1}}, std::nullopt};
    return Term{field, Comparison{kOps[below(4)], double(below(9))}};
  };
  auto step = filter.AddTerm(term());
  if (below(3) == 0) step = filter.AddNot(step);
  if (below(3) == 0) step = filter.AddJudged(step);
  if (below(2) == 0) {
    step = filter.AddBoth(step, filter.AddTerm(term()), below(3) > 0);
  }
  if (below(4) == 0) step = filter.AddJudged(step);
  return filter;
}

TEST(EventFunction, CountsThoseThatMatchWhateverIsAskedFirst) {
  std::mt19937 random(1);
  std::size_t by_number = 0;
  double counted = 0;
  for (int i = 0; i < 2000; ++i) {
    const EventFilter filter = AnyFilter(&random);
    const auto array = AnyRecords(&random);
    by_number += filter.LeadingNumber() != nullptr ? 1 : 0;
    Written written;
    written.reduction = {Reducer::kCount, 0};
    written.where = filter;
    const EventFunction count(std::move(written));
    pmapi::EventRecords records(Type::kHighresEvent, array);
    Arrival arrival;
    double matching = 0;
    while (arrival.Next(&records)) matching += count.Matches(arrival) ? 1 : 0;
    const auto tally = count.Begin(Type::kHighresEvent, {3});
    ASSERT_TRUE(tally->Add(3, At(1), array));
    const pmapi::EventRow& row = tally->Finish(At(1)).front();
    ASSERT_THAT(row.bits, SizeIs(1));
    ASSERT_EQ(std::bit_cast<double>(row.bits[0]), matching) << i;
    counted += matching;
  }
  EXPECT_GT(by_number, 500);
  EXPECT_GT(counted, 10'000);
}

TEST(EventFunction, WhatIsNoArrayIsAnError) {
  Ticking run(Function(Reducer::kCount));
  const std::vector<std::uint8_t> damaged = {0, 0, 0, 1};
  EXPECT_EQ(run.tally().Add(3, At(1), damaged).error().code,
            base::ErrorCode::kCorrupt);
}

TEST(EventFunction, PercentilesAndDeviationsAreOfAllInItsWindow) {
  const auto ticking = [](grammar::ast::Reduction reduction) {
    Written written;
    written.reduction = reduction;
    written.window = At(20) - At(0);
    written.of = kCodeField;
    return Ticking(std::move(written));
  };
  Ticking median = ticking({Reducer::kPercentile, 50});
  Ticking deviation = ticking({Reducer::kStddev});
  for (Ticking* one : {&median, &deviation}) {
    one->Arrive(1, Array({9, 1}));
    one->Arrive(2, Array({-1}));
    one->Arrive(2, Array({5}));
  }
  EXPECT_EQ(median.Tick(10), (Values{{3, 5}}));
  EXPECT_NEAR(deviation.Tick(10).at(3), 3.26598632, 1e-8);
  median.Arrive(15, Array({2, 2, 2}));
  EXPECT_EQ(median.Tick(20), (Values{{3, 2}}));
  EXPECT_EQ(median.Tick(30), (Values{{3, 2}}));
  EXPECT_EQ(median.Tick(40), Values());
}

TEST(EventFunction, OfTooManyNumbersThereIsNoPercentile) {
  Written written;
  written.reduction = {Reducer::kPercentile, 90};
  written.of = kCodeField;
  Ticking ticking(std::move(written));
  const auto some = Array(std::vector<int>(100'001, 7));
  for (int i = 0; i < 10; ++i) ticking.Arrive(i, some);
  EXPECT_EQ(ticking.Tick(10), Values());
  ticking.Arrive(11, some);
  EXPECT_EQ(ticking.Tick(20), (Values{{3, 7}})) << "it is over";
}

/// What the function shows of its lanes, by name; of lanes that show nothing,
/// none.
class Showing {
 public:
  Showing(Field of, bool first, base::Duration window = {}) {
    Written written;
    written.reduction = {Reducer::kCount};
    written.window = window;
    written.where = CodeIs(BinaryOp::kGreater, 4);
    written.of = std::move(of);
    written.shown = {texts_, first};
    ticking_.emplace(std::move(written));
  }
  Ticking& ticking() { return *ticking_; }
  std::map<pmapi::InstanceId, std::string> Tick(int seconds) {
    std::map<pmapi::InstanceId, std::string> shown;
    for (const auto& [id, number] : ticking_->Tick(seconds)) {
      shown[id] = texts_->TextOf(number);
    }
    return shown;
  }

 private:
  std::shared_ptr<TextTable> texts_ = std::make_shared<TextTable>();
  std::optional<Ticking> ticking_;
};

using Texts = std::map<pmapi::InstanceId, std::string>;

TEST(EventFunction, ShowsTheLastOrTheFirstOfThoseThatMatch) {
  Showing last(kCodeField, false);
  Showing first(kCodeField, true);
  for (Showing* one : {&last, &first}) {
    one->ticking().Arrive(1, Array({5, 6, 1}));
    one->ticking().Arrive(2, Array({7, 3}));
    one->ticking().Arrive(2, Array({2}), 7);
  }
  EXPECT_EQ(last.Tick(10), (Texts{{3, "7"}}));
  EXPECT_EQ(first.Tick(10), (Texts{{3, "5"}}));
  EXPECT_EQ(last.Tick(20), Texts());
}

TEST(EventFunction, ShowsThoseOfItsWindow) {
  Showing first(kCodeField, true, At(30) - At(0));
  first.ticking().Arrive(1, Array({5}));
  EXPECT_EQ(first.Tick(10), (Texts{{3, "5"}}));
  first.ticking().Arrive(11, Array({8}));
  EXPECT_EQ(first.Tick(20), (Texts{{3, "5"}}));
  EXPECT_EQ(first.Tick(40), (Texts{{3, "8"}}));
  first.ticking().Lose();
  EXPECT_EQ(first.Tick(50), Texts());
}

TEST(EventFunction, OfALongTextTheBeginningIsShown) {
  constexpr Pmid kText{2};
  Showing last({{{kText, 1}}, {}}, false);
  pmapi::EventWriter writer(Type::kEvent);
  writer.BeginRecord(At(1), 0);
  writer.AddNumber(kCode, Type::kU32, 5);
  writer.AddText(kText, std::string(TextTable::kLongest + 1, 'x'));
  last.ticking().Arrive(1, writer.Finish());
  EXPECT_EQ(last.Tick(10), (Texts{{3, std::string(TextTable::kLongest, 'x')}}));
}

TEST(EventFunction, OfARecordThatLacksItNothingIsShown) {
  Showing last(Field{}, false);
  last.ticking().Arrive(1, Array({5}));
  EXPECT_EQ(last.Tick(10), (Texts{{3, ""}}));
}

}  // namespace
}  // namespace engine::events
