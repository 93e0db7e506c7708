// Functions over event records beside the executable specification: random ones
// over random arrays that arrive between random evaluations, each alone and
// several in one pass, as those of one statement.
#include "tests/sweep/event_function_model.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <memory>
#include <optional>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "engine/events/event_function.h"
#include "pmapi/block/rest.h"

namespace engine::events {
namespace {

using base::Timestamp;
using grammar::ast::Reducer;
using model::Answer;
using model::Function;
using model::kTick;
using model::SequelKind;
using pmapi::InstanceId;
using pmapi::Type;
using Ticks = std::vector<model::Tick>;

constexpr int kCases = 100'000;
constexpr std::int64_t kStart = 1000 * kTick;
constexpr Reducer kAggregates[] = {Reducer::kSum,        Reducer::kAvg,
                                   Reducer::kMin,        Reducer::kMax,
                                   Reducer::kPercentile, Reducer::kStddev};

/// The functions of one, some with the groups of the first.
struct Statement {
  std::vector<Function> functions;
  std::vector<std::size_t> like;  // which has the same groups; its own number
};

class Generator : public model::Random {
 public:
  using Random::Random;

  Function AnyFunction() {
    Function function;
    function.where = Below(3) == 0 ? Everything() : AnyNode(2);
    if (Below(2) == 0) function.window = {(1 + Below(8)) * kTick / 2};
    switch (Below(4)) {
      case 0:
        SetTruths(&function);
        break;
      case 1:
        function.reduction = {Of(kAggregates), 2.5 * (1 + Below(40))};
        function.of = AnyField();
        break;
      case 2:
        SetShown(&function);
        break;
      default:
        SetSequel(&function);
        if (Below(3) == 0) SetShown(&function);
        return function;
    }
    if (Below(3) == 0) SetGroups(&function);
    return function;
  }

  Statement AnyStatement() {
    Statement statement;
    for (std::size_t left = 1 + Below(4), i = 0; i < left; ++i) {
      Function& one = statement.functions.emplace_back(AnyFunction());
      const auto& first = statement.functions[0].groups;
      const bool shares = i > 0 && one.groups && first && Below(2) == 0;
      if (shares) one.groups = first;
      statement.like.push_back(shares ? 0 : i);
    }
    return statement;
  }

  /// Evaluations a second apart, and what arrives between them.
  Ticks AnyTicks() {
    Ticks ticks(static_cast<std::size_t>(Below(8) == 0 ? 16 : 1 + Below(6)));
    std::int64_t at = kStart;
    for (model::Tick& tick : ticks) {
      tick.at = {at + kTick};
      for (int quarter = 1; quarter <= 4; ++quarter) {
        if (Below(3) == 0) {
          tick.arrays.push_back(AnyArray({at + quarter * kTick / 4}));
        }
      }
      if (Below(16) == 0) {
        tick.lost = static_cast<std::size_t>(
            Below(static_cast<int>(tick.arrays.size()) + 1));
      }
      at += kTick;
    }
    return ticks;
  }

 private:
  static model::Node Everything() {
    model::Node node;
    node.truth = true;
    return node;
  }

  void SetTruths(Function* function) {
    constexpr Reducer kReducers[] = {Reducer::kCount, Reducer::kSome,
                                     Reducer::kAll, Reducer::kPercent};
    function->reduction = {Of(kReducers), Below(45) * 2.5};
    if (function->reduction.reducer == Reducer::kCount) {
      if (Below(2) == 0) SetCompared(function);
    } else if (Below(2) == 0) {
      function->holds = AnyNode(2);
    }
  }

  void SetCompared(Function* function) {
    auto& compared = function->compared.emplace();
    compared.op = Of(model::kComparisons);
    if (Below(4) != 0) compared.with = Below(5);
  }

  void SetShown(Function* function) {
    function->reduction = {Reducer::kCount};
    function->of = AnyField();
    function->shows =
        Below(2) == 0 ? Function::Shows::kLast : Function::Shows::kFirst;
  }

  void SetSequel(Function* function) {
    constexpr SequelKind kKinds[] = {SequelKind::kThen, SequelKind::kWithout,
                                     SequelKind::kPair};
    constexpr Reducer kCounts[] = {Reducer::kCount, Reducer::kSome};
    model::Sequel& sequel = function->sequel.emplace();
    sequel.kind = Of(kKinds);
    function->reduction = {Of(kCounts)};
    if (sequel.kind == SequelKind::kPair && Below(2) == 0) {
      function->reduction = {Of(kAggregates), 2.5 * (1 + Below(40))};
    }
    sequel.next = Below(3) == 0 ? Everything() : AnyNode(2);
    sequel.within = {(1 + Below(6)) * kTick / 2};
    for (int left = Below(3); left > 0; --left) sequel.by.push_back(AnyField());
    if (sequel.kind == SequelKind::kPair && sequel.by.empty()) {
      sequel.by.push_back({{}, OwnField::kId});
    }
  }

  void SetGroups(Function* function) {
    model::Groups& groups = function->groups.emplace();
    groups.instances = Below(2) == 0;
    const int fields = Below(2) + (groups.instances ? 0 : 1);
    for (int left = fields; left > 0; --left) groups.by.push_back(AnyField());
    if (Below(4) == 0) groups.only = Below(2);
  }

  model::Array AnyArray(Timestamp at) {
    model::Array array{Below(3), at, {}};
    for (int left = Below(4); left > 0; --left) {
      array.records.push_back(AnyRecord(at));
    }
    return array;
  }
};

/// A function of the product that says the same.
class Made {
 public:
  Made(const Function& function, std::shared_ptr<GroupTable> table)
      : shows_(function.shows != Function::Shows::kNothing) {
    EventFunction::Written written;
    written.reduction = function.reduction;
    written.window = function.window;
    if (!function.sequel) written.of = function.of;
    written.where = model::FilterOf(function.where);
    if (function.holds) written.holds = model::FilterOf(*function.holds);
    if (shows_) {
      const bool first = function.shows == Function::Shows::kFirst;
      written.shown = {texts_, first};
    }
    if (function.sequel) {
      written.sequel = SequelForm{function.sequel->kind,
                                  model::FilterOf(function.sequel->next),
                                  function.sequel->within, function.sequel->by};
      if (shows_) {
        written.sequel->shown = {*function.of,
                                 function.shows == Function::Shows::kFirst};
      }
    }
    if (function.groups) {
      written.groups = GroupsOf(*function.groups, std::move(table));
    }
    if (function.compared) {
      written.compared = {function.compared->op, function.compared->with};
    }
    groups_ = function.groups.has_value();
    made_ = std::make_shared<EventFunction>(std::move(written));
  }

  const std::shared_ptr<EventFunction>& get() const { return made_; }

  std::vector<Answer> AnswersOf(const pmapi::EventRow& row) const {
    std::vector<Answer> answers;
    for (std::size_t i = 0; i < row.instances.size(); ++i) {
      const InstanceId lane = row.instances[i];
      Answer answer{groups_ ? made_->LaneName(lane) : std::to_string(lane)};
      answer.value = std::bit_cast<double>(row.bits[i]);
      answer.rest = lane == pmapi::kRest;
      answer.known = row.cells.empty() || (row.cells[i] & pmapi::kValid) != 0;
      EXPECT_EQ(answer.rest,
                !row.cells.empty() && row.cells[i] == pmapi::kRestKnown);
      if (shows_) answer.text = texts_->TextOf(std::exchange(answer.value, 0));
      answers.push_back(std::move(answer));
    }
    return answers;
  }

 private:
  static EventFunction::Groups GroupsOf(const model::Groups& groups,
                                        std::shared_ptr<GroupTable> table) {
    EventFunction::Groups made{std::move(table), groups.by, std::nullopt, {}};
    if (groups.instances) made.instances = model::kInstances;
    if (groups.only) made.only = {*groups.only};
    return made;
  }

  bool shows_;
  bool groups_ = false;
  std::shared_ptr<TextTable> texts_ = std::make_shared<TextTable>();
  std::shared_ptr<EventFunction> made_;
};

/// Sums may be added up in another order.
bool Same(const Answer& a, const Answer& b) {
  if (std::isnan(a.value) || std::isnan(b.value)) {
    return a.rest && b.rest && std::isnan(a.value) && std::isnan(b.value);
  }
  const double most = std::max({1.0, std::abs(a.value), std::abs(b.value)});
  return a.rest == b.rest && a.name == b.name && a.text == b.text &&
         a.known == b.known && std::abs(a.value - b.value) <= 1e-9 * most;
}

std::string TextOf(const std::vector<Answer>& answers) {
  std::ostringstream text;
  for (const Answer& one : answers) {
    text << " [" << one.name << "] " << one.value << " '" << one.text << "'"
         << (one.known ? "" : " unknown") << (one.may_be_gone ? "?" : "");
  }
  return text.str();
}

std::string Described(const Function& function) {
  std::ostringstream text;
  text << "reducer " << static_cast<int>(function.reduction.reducer) << " "
       << function.reduction.percent << ", window " << function.window.Seconds()
       << (function.of ? ", of a field" : "")
       << (function.holds ? ", quantified" : "")
       << (function.groups ? ", in groups" : "")
       << (function.compared ? ", compared" : "")
       << (function.shows == Function::Shows::kNothing ? "" : ", shown");
  if (function.sequel) {
    text << ", sequel " << static_cast<int>(function.sequel->kind) << " within "
         << function.sequel->within.Seconds();
  }
  return text.str();
}

/// Each of `wanted`, but that some may be gone, and nothing else.
bool Agree(const std::vector<Answer>& answers, std::vector<Answer> wanted) {
  std::stable_partition(wanted.begin(), wanted.end(),
                        [](const Answer& one) { return !one.may_be_gone; });
  std::vector<Answer> left = answers;
  for (const Answer& one : wanted) {
    const auto at = std::find_if(left.begin(), left.end(),
                                 [&](const Answer& a) { return Same(a, one); });
    if (at != left.end()) {
      left.erase(at);
    } else if (!one.may_be_gone) {
      return false;
    }
  }
  return left.empty();
}

/// What each function of `folds` says at each of `ticks`.
using Said = std::vector<std::vector<pmapi::EventRow>>;

Said Replay(pmapi::EventTally* tally, const Ticks& ticks, Type type) {
  Said said;
  for (const model::Tick& tick : ticks) {
    for (std::size_t i = 0; i <= tick.arrays.size(); ++i) {
      if (tick.lost == i) tally->Lose();
      if (i == tick.arrays.size()) break;
      const model::Array& array = tick.arrays[i];
      EXPECT_TRUE(tally->Add(array.instance, array.at,
                             model::ArrayOf(array.records, type)));
    }
    const auto rows = tally->Finish(tick.at);
    said.emplace_back(rows.begin(), rows.end());
  }
  return said;
}

/// `made` says `meant` in row `number` of each evaluation of `said`.
void ExpectAgreement(const Made& made, const model::FunctionModel& meant,
                     const Said& said, std::size_t number,
                     std::size_t* answers) {
  for (std::size_t tick = 0; tick < said.size(); ++tick) {
    const auto wanted = meant.At(tick);
    *answers += wanted.size();
    const auto had = made.AnswersOf(said[tick][number]);
    ASSERT_TRUE(Agree(had, wanted))
        << "tick " << tick << "\nhad:" << TextOf(had)
        << "\nwanted:" << TextOf(wanted);
  }
}

std::vector<Made> MadeOf(const Statement& statement) {
  constexpr pmapi::InDom kDomain{1};
  std::vector<std::shared_ptr<GroupTable>> tables;
  std::vector<Made> made;
  for (std::size_t i = 0; i < statement.functions.size(); ++i) {
    tables.push_back(std::make_shared<GroupTable>(kDomain));
    made.emplace_back(statement.functions[i], tables[statement.like[i]]);
  }
  return made;
}

using Models = std::vector<model::FunctionModel>;

/// As each is alone.
Models ModelsOf(const Statement& statement, const Ticks& ticks) {
  Models models;
  for (const Function& one : statement.functions) {
    models.emplace_back(one, ticks);
  }
  return models;
}

/// As each is beside the others. Lifetime: `alone` outlives them.
Models Together(const Statement& statement, const Models& alone) {
  Models models = alone;
  for (std::size_t i = 0; i < models.size(); ++i) {
    for (std::size_t k = 0; k < models.size(); ++k) {
      const bool same = statement.like[i] == statement.like[k];
      if (i != k && same) models[i].HaveGroupsOf(alone[k]);
    }
  }
  return models;
}

TEST(EventFunctionModel, RandomFunctionsOverRandomArrivals) {
  Generator random(model::Seed());
  std::size_t answers = 0;
  for (int i = 0; i < kCases;) {
    const Ticks ticks = random.AnyTicks();
    const Type type = random.Below(2) == 0 ? Type::kEvent : Type::kHighresEvent;
    const Statement statement = random.AnyStatement();
    const auto made = MadeOf(statement);
    const Models alone = ModelsOf(statement, ticks);
    const Models together = Together(statement, alone);
    pmapi::EventFolds folds;
    for (const Made& one : made) folds.push_back(one.get());
    const auto all = folds[0]->BeginAll(folds, type, {0, 1});
    const Said said = Replay(all.get(), ticks, type);
    for (std::size_t k = 0; k < folds.size(); ++k, ++i) {
      const auto own = folds[k]->Begin(type, {0, 1});
      const Said own_said = Replay(own.get(), ticks, type);
      ExpectAgreement(made[k], alone[k], own_said, 0, &answers);
      ExpectAgreement(made[k], together[k], said, k, &answers);
      ASSERT_FALSE(HasFatalFailure())
          << "case " << i << ": " << Described(statement.functions[k]);
    }
  }
  EXPECT_GT(answers, kCases);
}

}  // namespace
}  // namespace engine::events
