// Event functions beside an evaluator that is slow and obvious: random filters
// over random records, each written out as an array and looked into again.
#include <gtest/gtest.h>

#include <bit>
#include <cstdlib>
#include <memory>
#include <optional>
#include <random>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "engine/events/event_function.h"
#include "pmapi/events/event_writer.h"

namespace engine::events {
namespace {

using grammar::ast::BinaryOp;
using grammar::ast::Reducer;
using pmapi::Pmid;
using pmapi::Type;
using Value = std::variant<double, std::string>;

constexpr int kCases = 100'000;
constexpr int kParameters = 4;
const std::string kTexts[] = {"",     "a",       "ab", "abc", "b", "ba",
                              "time", "no time", "2",  "03",  "1 "};
const std::string kPatterns[] = {"a",     "^b",     "c$",
                                 "ab|ba", "o time", "time|abc"};

struct ModelRecord {
  std::vector<std::pair<Pmid, Value>> parameters;
  std::uint32_t missed = 0;
};

/// A condition as a tree, and what it is of a record by definition.
struct Node {
  enum class Kind { kTruth, kTerm, kNot, kJudged, kAnd, kOr };
  Kind kind = Kind::kTruth;
  bool truth = false;
  Term term;
  std::vector<Node> operands;
};

class Model {
 public:
  explicit Model(std::uint64_t seed) : random_(seed) {}

  int Below(int n) {
    return static_cast<int>(random_() % static_cast<std::uint64_t>(n));
  }
  Value AnyValue() {
    if (Below(2) == 0) return static_cast<double>(Below(4));
    return kTexts[Below(static_cast<int>(std::size(kTexts)))];
  }

  ModelRecord AnyRecord() {
    ModelRecord record;
    if (Below(10) == 0) {
      record.missed = 1 + static_cast<std::uint32_t>(Below(5));
      return record;
    }
    for (int left = Below(5); left > 0; --left) {
      const Pmid pmid{1 + static_cast<std::uint32_t>(Below(kParameters))};
      record.parameters.emplace_back(pmid, AnyValue());
    }
    return record;
  }

  Term AnyTerm() {
    Term term;
    const std::uint32_t pmid = 1 + static_cast<std::uint32_t>(Below(5));
    if (pmid <= kParameters) {
      term.field.metrics = {{Pmid{pmid}, 1}};
      if (Below(8) == 0) term.field.metrics.push_back({Pmid{kParameters}, 1});
    } else {
      term.field.own = OwnField::kMissed;
    }
    switch (Below(5)) {
      case 0:
        term.test = Matches{
            base::Pattern::Compile(
                kPatterns[Below(static_cast<int>(std::size(kPatterns)))])
                .value()};
        break;
      case 1:
        term.test =
            Contains{kTexts[Below(static_cast<int>(std::size(kTexts)))]};
        break;
      case 2:
        term.test = Starts{kTexts[Below(static_cast<int>(std::size(kTexts)))]};
        break;
      case 3:
        term.test = Among{{AnyValue(), AnyValue()}};
        break;
      default:
        constexpr BinaryOp kOps[] = {
            BinaryOp::kLess,         BinaryOp::kLessEqual, BinaryOp::kGreater,
            BinaryOp::kGreaterEqual, BinaryOp::kEqual,     BinaryOp::kNotEqual};
        term.test = Comparison{kOps[Below(6)], AnyValue()};
    }
    term.negated = Below(4) == 0;
    return term;
  }

  Node AnyNode(int depth) {
    Node node;
    const int kind = depth == 0 ? Below(5) / 4 : Below(8);
    if (kind == 0 && depth == 0) return LeafTerm();
    if (kind == 1 && depth == 0) {
      node.truth = Below(2) == 0;
      return node;
    }
    if (kind < 3) return LeafTerm();
    node.kind = kind == 3   ? Node::Kind::kNot
                : kind == 4 ? Node::Kind::kJudged
                : kind < 7  ? Node::Kind::kAnd
                            : Node::Kind::kOr;
    const int operands = kind < 5 ? 1 : 2;
    for (int i = 0; i < operands; ++i) {
      node.operands.push_back(AnyNode(depth - 1));
    }
    return node;
  }

 private:
  Node LeafTerm() {
    Node node;
    node.kind = Node::Kind::kTerm;
    node.term = AnyTerm();
    return node;
  }

  std::mt19937_64 random_;
};

// --- What is meant: docs/events.md, "Truth".

/// A text of digits alone is a number to a number. Else nothing where a text is
/// asked about a number, or the reverse.
std::optional<bool> Compare(BinaryOp op, const Value& value,
                            const Value& with) {
  if (value.index() == 1 && with.index() == 0) {
    const auto& text = std::get<std::string>(value);
    if (text.empty() || text.find_first_not_of("0123456789") != text.npos) {
      return std::nullopt;
    }
    return Compare(op, static_cast<double>(std::stoi(text)), with);
  }
  if (value.index() != with.index()) return std::nullopt;
  switch (op) {
    case BinaryOp::kLess:
      return value < with;
    case BinaryOp::kLessEqual:
      return value <= with;
    case BinaryOp::kGreater:
      return value > with;
    case BinaryOp::kGreaterEqual:
      return value >= with;
    default:
      return value == with;
  }
}

std::optional<bool> AskOne(const Term& term, const Value& value) {
  if (const auto* one = std::get_if<Comparison>(&term.test)) {
    return Compare(one->op, value, one->constant);
  }
  if (const auto* among = std::get_if<Among>(&term.test)) {
    std::optional<bool> any;
    for (const Constant& constant : among->constants) {
      const auto same = Compare(BinaryOp::kEqual, value, constant);
      if (same) any = any.value_or(false) || *same;
    }
    return any;
  }
  const auto* text = std::get_if<std::string>(&value);
  if (text == nullptr) return std::nullopt;
  if (const auto* one = std::get_if<Matches>(&term.test)) {
    return one->pattern->Matches(*text);
  }
  if (const auto* one = std::get_if<Contains>(&term.test)) {
    return text->find(one->text) != std::string::npos;
  }
  return text->rfind(std::get<Starts>(term.test).text, 0) == 0;
}

Kleene AskTerm(const Term& term, const ModelRecord& record) {
  std::vector<Value> values;
  if (term.field.own) values.push_back(static_cast<double>(record.missed));
  for (const auto& [pmid, value] : record.parameters) {
    if (term.field.Find(pmid) != nullptr) values.push_back(value);
  }
  bool some = false;
  bool any_known = false;
  for (const Value& value : values) {
    const auto holds = AskOne(term, value);
    any_known |= holds.has_value();
    some |= holds.value_or(false);
  }
  const auto* comparison = std::get_if<Comparison>(&term.test);
  const bool unequal =
      comparison != nullptr && comparison->op == BinaryOp::kNotEqual;
  if (!any_known) return Kleene::kUnknown;
  const bool negated = unequal != term.negated;
  return some != negated ? Kleene::kTrue : Kleene::kFalse;
}

Kleene Ask(const Node& node, const ModelRecord& record) {
  const auto of = [&](std::size_t i) { return Ask(node.operands[i], record); };
  switch (node.kind) {
    case Node::Kind::kTruth:
      return node.truth ? Kleene::kTrue : Kleene::kFalse;
    case Node::Kind::kTerm:
      return AskTerm(node.term, record);
    case Node::Kind::kNot:
      return base::KleeneNot(of(0));
    case Node::Kind::kJudged:
      return of(0) == Kleene::kTrue ? Kleene::kTrue : Kleene::kFalse;
    case Node::Kind::kAnd:
      return base::KleeneAnd(of(0), of(1));
    case Node::Kind::kOr:
      return base::KleeneOr(of(0), of(1));
  }
  return Kleene::kUnknown;
}

bool SpeaksOfMissed(const Node& node) {
  bool speaks = node.kind == Node::Kind::kTerm && node.term.field.own;
  for (const Node& operand : node.operands) speaks |= SpeaksOfMissed(operand);
  return speaks;
}

// --- And what is made of it.

EventFilter::Step AddTo(const Node& node, EventFilter* filter) {
  std::vector<EventFilter::Step> operands;
  for (const Node& operand : node.operands) {
    operands.push_back(AddTo(operand, filter));
  }
  switch (node.kind) {
    case Node::Kind::kTruth:
      return filter->AddTruth(node.truth);
    case Node::Kind::kTerm:
      return filter->AddTerm(node.term);
    case Node::Kind::kNot:
      return filter->AddNot(operands[0]);
    case Node::Kind::kJudged:
      return filter->AddJudged(operands[0]);
    case Node::Kind::kAnd:
    case Node::Kind::kOr:
      break;
  }
  return filter->AddBoth(operands[0], operands[1],
                         node.kind == Node::Kind::kAnd);
}

std::vector<std::uint8_t> ArrayOf(const std::vector<ModelRecord>& records) {
  pmapi::EventWriter writer(Type::kEvent);
  for (const ModelRecord& record : records) {
    if (record.missed > 0) {
      writer.AddMissed({}, record.missed);
      continue;
    }
    writer.BeginRecord({}, 0);
    for (const auto& [pmid, value] : record.parameters) {
      if (const auto* text = std::get_if<std::string>(&value)) {
        writer.AddText(pmid, *text);
      } else {
        writer.AddNumber(pmid, Type::kDouble,
                         std::bit_cast<std::uint64_t>(std::get<double>(value)));
      }
    }
  }
  return writer.Finish();
}

/// How many match, and how many are unknown, by the tally of `reducer`.
std::optional<double> Tallied(const Node& where, Reducer reducer,
                              const std::vector<std::uint8_t>& array) {
  EventFunction::Written written;
  written.reduction = {reducer, 50};
  AddTo(where, &written.where);
  const EventFunction function(std::move(written));
  const auto tally = function.Begin(Type::kEvent, {0});
  EXPECT_TRUE(tally->Add(0, {}, array));
  const pmapi::EventRow& row = tally->Finish({}).front();
  if (row.instances.empty()) return std::nullopt;
  return std::bit_cast<double>(row.bits[0]);
}

std::optional<double> Quantified(Reducer reducer, int yes, int no,
                                 int unknown) {
  const int all = yes + no + unknown;
  if (reducer == Reducer::kCount) return yes;
  if (reducer == Reducer::kSome) {
    if (yes > 0) return 1;
    return unknown > 0 ? std::nullopt : std::optional(0.0);
  }
  if (all == 0) return std::nullopt;
  const int needed = reducer == Reducer::kAll ? all : (all + 1) / 2;
  if (yes >= needed) return 1;
  return yes + unknown >= needed ? std::nullopt : std::optional(0.0);
}

TEST(EventModel, RandomFiltersOverRandomRecords) {
  const char* seed = std::getenv("TOCSIN_SEED");
  Model model(seed == nullptr ? 1 : std::strtoull(seed, nullptr, 10));
  int known = 0;
  for (int i = 0; i < kCases; ++i) {
    const Node where = model.AnyNode(3);
    std::vector<ModelRecord> records;
    for (int left = model.Below(6); left > 0; --left) {
      records.push_back(model.AnyRecord());
    }
    int counts[3] = {};
    for (const ModelRecord& record : records) {
      if (record.missed > 0 && !SpeaksOfMissed(where)) continue;
      ++counts[static_cast<int>(Ask(where, record))];
    }
    constexpr Reducer kReducers[] = {Reducer::kCount, Reducer::kSome,
                                     Reducer::kAll, Reducer::kPercent};
    const Reducer reducer = kReducers[model.Below(4)];
    const auto wanted =
        Quantified(reducer, counts[static_cast<int>(Kleene::kTrue)],
                   counts[static_cast<int>(Kleene::kFalse)],
                   counts[static_cast<int>(Kleene::kUnknown)]);
    ASSERT_EQ(Tallied(where, reducer, ArrayOf(records)), wanted)
        << "case " << i;
    known += wanted.has_value() ? 1 : 0;
  }
  EXPECT_GT(known, kCases / 4);
  EXPECT_LT(known, kCases);
}

/// What functions make of the same records together.
TEST(EventModel, ManyTogetherAreAsEachAlone) {
  const char* seed = std::getenv("TOCSIN_SEED");
  Model model(seed == nullptr ? 1 : std::strtoull(seed, nullptr, 10));
  constexpr Reducer kReducers[] = {Reducer::kCount, Reducer::kSome,
                                   Reducer::kAll};
  for (int i = 0; i < kCases / 50; ++i) {
    pmapi::EventFolds folds;
    for (int k = 0; k < 10; ++k) {
      EventFunction::Written written;
      written.reduction = {kReducers[model.Below(3)], 0};
      AddTo(model.AnyNode(3), &written.where);
      folds.push_back(std::make_shared<EventFunction>(std::move(written)));
    }
    const auto together = folds[0]->BeginAll(folds, Type::kEvent, {0});
    std::vector<std::unique_ptr<pmapi::EventTally>> apart;
    for (const auto& one : folds)
      apart.push_back(one->Begin(Type::kEvent, {0}));
    for (int array = 0; array < 5; ++array) {
      std::vector<ModelRecord> records;
      for (int left = model.Below(6); left > 0; --left) {
        records.push_back(model.AnyRecord());
      }
      const auto bytes = ArrayOf(records);
      const pmapi::InstanceId instance = model.Below(3);
      ASSERT_TRUE(together->Add(instance, {}, bytes));
      for (const auto& one : apart) ASSERT_TRUE(one->Add(instance, {}, bytes));
    }
    const auto rows = together->Finish({});
    ASSERT_EQ(rows.size(), apart.size());
    for (std::size_t k = 0; k < rows.size(); ++k) {
      const pmapi::EventRow& alone = apart[k]->Finish({}).front();
      ASSERT_EQ(rows[k].instances, alone.instances) << "case " << i;
      ASSERT_EQ(rows[k].bits, alone.bits) << "case " << i;
    }
  }
}

}  // namespace
}  // namespace engine::events
