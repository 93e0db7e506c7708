// Random event records and conditions over them, as plain data, and what the
// product takes of them: arrays and filters. What these are of those by
// definition: event_model.h.
#ifndef TOCSIN_TESTS_SWEEP_EVENT_CASE_H_
#define TOCSIN_TESTS_SWEEP_EVENT_CASE_H_

#include <bit>
#include <cstdint>
#include <cstdlib>
#include <iterator>
#include <optional>
#include <random>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "engine/events/event_filter.h"
#include "pmapi/events/event_flags.h"
#include "pmapi/events/event_writer.h"

namespace engine::events::model {

using base::Timestamp;
using grammar::ast::BinaryOp;
using pmapi::Pmid;
/// No integer that is no double is among them.
using Value = std::variant<double, std::string>;

inline Constant ConstantOf(const Value& value) {
  return std::visit([](const auto& one) { return Constant(one); }, value);
}

/// Parameters are values of the metrics from 1 to this one. Those of the last
/// are texts NAME=VALUE.
inline constexpr std::uint32_t kParameters = 5;
inline constexpr std::uint32_t kNamed = kParameters;
inline constexpr std::uint32_t kScaled = 3;  // its numbers have units
inline constexpr double kScale = 0.5;
inline constexpr std::int64_t kTick = base::kNanosPerSecond;

inline const std::string kTexts[] = {
    "",   "a",  "ab", "abc", "b",  "ba", "time", "no time", "2",
    "03", "1 ", "-1", "1.5", "+1", ".5", "2e0",  "0x1",     "2."};
inline const std::string kNamedTexts[] = {"k=a", "K=2",    "k=",   "k",
                                          "j=a", "k=b=ab", "kk=2", "j=1"};
inline const std::string kPatterns[] = {"a",     "^b",     "c$",
                                        "ab|ba", "o time", "time|abc"};
inline constexpr BinaryOp kComparisons[] = {
    BinaryOp::kLess,         BinaryOp::kLessEqual, BinaryOp::kGreater,
    BinaryOp::kGreaterEqual, BinaryOp::kEqual,     BinaryOp::kNotEqual};

struct ModelRecord {
  Timestamp time;
  std::uint32_t flags = 0;
  std::vector<std::pair<Pmid, Value>> parameters;
  std::uint32_t missed = 0;
  Timestamp at;  // its arrival
};

using Operand = std::variant<double, Field>;
/// `first`, or what `op` makes of both.
struct Sum {
  Operand first;
  std::optional<BinaryOp> op;
  Operand second;
};

/// A condition as a tree.
struct Node {
  enum class Kind { kTruth, kTerm, kBetween, kNot, kJudged, kAnd, kOr };
  Kind kind = Kind::kTruth;
  bool truth = false;
  Term term;
  BinaryOp op = BinaryOp::kEqual;
  Sum left;
  Sum right;
  std::vector<Node> operands;
};

class Random {
 public:
  explicit Random(std::uint64_t seed) : random_(seed) {}

  int Below(int n) {
    return static_cast<int>(random_() % static_cast<std::uint64_t>(n));
  }
  template <typename T, std::size_t N>
  const T& Of(const T (&all)[N]) {
    return all[Below(static_cast<int>(N))];
  }

  Value AnyValue() {
    if (Below(2) == 0) return static_cast<double>(Below(4));
    return Of(kTexts);
  }

  /// Arrived at `at`, and of not long before or soon after that.
  ModelRecord AnyRecord(Timestamp at) {
    ModelRecord record;
    record.at = at;
    record.time = at + base::Duration{(Below(9) - 7) * kTick / 2};
    if (Below(10) == 0) {
      record.missed = 1 + static_cast<std::uint32_t>(Below(5));
      return record;
    }
    for (const std::uint32_t flag :
         {pmapi::kEventPoint, pmapi::kEventStart, pmapi::kEventEnd,
          pmapi::kEventId, pmapi::kEventParent}) {
      if (Below(2) == 0) record.flags |= flag;
    }
    for (int left = Below(5); left > 0; --left) {
      const std::uint32_t pmid =
          1 + static_cast<std::uint32_t>(Below(kParameters));
      record.parameters.emplace_back(
          Pmid{pmid}, pmid == kNamed ? Value(Of(kNamedTexts)) : AnyValue());
    }
    return record;
  }

  Field AnyField() {
    if (Below(8) == 0) {
      return {{}, static_cast<OwnField>(Below(std::size(kOwnFieldNames)))};
    }
    const std::uint32_t pmid =
        1 + static_cast<std::uint32_t>(Below(kParameters));
    Field field{{{Pmid{pmid}, pmid == kScaled ? kScale : 1}}, std::nullopt};
    if (pmid == kNamed) field.metrics.front().key = "k";
    if (pmid != 1 && Below(8) == 0) field.metrics.push_back({Pmid{1}, 1});
    return field;
  }

  Term AnyTerm() {
    Term term;
    term.field = AnyField();
    switch (Below(5)) {
      case 0:
        term.test = Matches{base::Pattern::Compile(Of(kPatterns)).value()};
        break;
      case 1:
        term.test = Contains{Of(kTexts)};
        break;
      case 2:
        term.test = Starts{Of(kTexts)};
        break;
      case 3:
        term.test = Among{{ConstantOf(AnyValue()), ConstantOf(AnyValue())}};
        break;
      default:
        term.test = Comparison{Of(kComparisons), ConstantOf(AnyValue())};
    }
    term.negated = Below(4) == 0;
    return term;
  }

  Node AnyNode(int depth) {
    Node node;
    const int kind = depth == 0 ? Below(3) : Below(9);
    if (kind == 0) {
      node.truth = Below(2) == 0;
    } else if (kind == 1) {
      node.kind = Node::Kind::kBetween;
      node.op = Of(kComparisons);
      node.left = AnySum();
      node.right = AnySum();
    } else if (kind < 5) {
      node.kind = Node::Kind::kTerm;
      node.term = AnyTerm();
    } else {
      constexpr Node::Kind kKinds[] = {Node::Kind::kNot, Node::Kind::kJudged,
                                       Node::Kind::kAnd, Node::Kind::kOr};
      node.kind = kKinds[kind - 5];
      for (int left = kind < 7 ? 1 : 2; left > 0; --left) {
        node.operands.push_back(AnyNode(depth - 1));
      }
    }
    return node;
  }

 private:
  Operand AnyOperand() {
    if (Below(4) == 0) return static_cast<double>(Below(4));
    return AnyField();
  }
  Sum AnySum() {
    constexpr BinaryOp kOps[] = {BinaryOp::kAdd, BinaryOp::kSubtract,
                                 BinaryOp::kMultiply, BinaryOp::kDivide};
    Sum sum{AnyField(), std::nullopt, 0.0};
    if (Below(2) == 0) return sum;
    return {AnyOperand(), Of(kOps), AnyOperand()};
  }

  std::mt19937_64 random_;
};

/// $TOCSIN_SEED, or 1.
inline std::uint64_t Seed() {
  const char* seed = std::getenv("TOCSIN_SEED");
  return seed == nullptr ? 1 : std::strtoull(seed, nullptr, 10);
}

/// Says the same.
inline FieldSum SumOf(const Sum& sum) {
  FieldSum made;
  const auto add = [&made](const Operand& operand) {
    std::visit([&made](const auto& one) { made.Add(one); }, operand);
  };
  add(sum.first);
  if (sum.op) {
    add(sum.second);
    made.Add(*sum.op);
  }
  return made;
}

inline EventFilter::Step AddTo(const Node& node, EventFilter* filter) {
  std::vector<EventFilter::Step> operands;
  for (const Node& operand : node.operands) {
    operands.push_back(AddTo(operand, filter));
  }
  switch (node.kind) {
    case Node::Kind::kTruth:
      return filter->AddTruth(node.truth);
    case Node::Kind::kTerm:
      return filter->AddTerm(node.term);
    case Node::Kind::kBetween:
      return filter->AddTerm(
          {{}, Between{node.op, SumOf(node.left), SumOf(node.right)}});
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

inline EventFilter FilterOf(const Node& node) {
  EventFilter filter;
  AddTo(node, &filter);
  return filter;
}

inline std::vector<std::uint8_t> ArrayOf(
    const std::vector<ModelRecord>& records, pmapi::Type type) {
  pmapi::EventWriter writer(type);
  for (const ModelRecord& record : records) {
    if (record.missed > 0) {
      writer.AddMissed(record.time, record.missed);
      continue;
    }
    writer.BeginRecord(record.time, record.flags);
    for (const auto& [pmid, value] : record.parameters) {
      if (const auto* text = std::get_if<std::string>(&value)) {
        writer.AddText(pmid, *text);
      } else {
        writer.AddNumber(pmid, pmapi::Type::kDouble,
                         std::bit_cast<std::uint64_t>(std::get<double>(value)));
      }
    }
  }
  return writer.Finish();
}

}  // namespace engine::events::model

#endif  // TOCSIN_TESTS_SWEEP_EVENT_CASE_H_
