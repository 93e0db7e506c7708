// Program: the expressions of all statements with one interval as a flat,
// shared, const graph. Equal sub-expressions are one node, every metric is one
// column. All memory that changes while it runs is engine/eval's.
#ifndef TOCSIN_ENGINE_PROGRAM_PROGRAM_H_
#define TOCSIN_ENGINE_PROGRAM_PROGRAM_H_

#include <compare>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <tuple>
#include <variant>
#include <vector>

#include "base/pattern.h"
#include "engine/expr/expr.h"
#include "grammar/ast.h"

namespace engine::program {

namespace ast = grammar::ast;

/// Index into Program::nodes; operands stand before their users.
using NodeId = std::int32_t;
inline constexpr NodeId kNoNode = -1;

/// The same value at every tick. 0.0 is not -0.0 here, and NaN is itself.
struct Constant {
  double value = 0;

  friend std::strong_ordering operator<=>(const Constant& a,
                                          const Constant& b) {
    return std::strong_order(a.value, b.value);
  }
  friend bool operator==(const Constant& a, const Constant& b) {
    return (a <=> b) == 0;
  }
};
/// The same: its index in Program::strings.
struct Text {
  int string = 0;

  friend auto operator<=>(const Text&, const Text&) = default;
};
/// A reserved variable such as $hour.
struct ClockVariable {
  ast::ClockField field = ast::ClockField::kMinute;

  friend auto operator<=>(const ClockVariable&, const ClockVariable&) = default;
};
/// A fetched metric: index into Program::columns.
struct ReadColumn {
  int column = 0;

  friend auto operator<=>(const ReadColumn&, const ReadColumn&) = default;
};
/// The operand as it was `ticks` ago.
struct Delay {
  NodeId operand = kNoNode;
  int ticks = 0;

  friend auto operator<=>(const Delay&, const Delay&) = default;
};
struct Unary {
  ast::UnaryOp op = ast::UnaryOp::kNegate;
  NodeId operand = kNoNode;
  /// Of rate: how many ticks ago the newest value in the operand was fetched.
  int lag = 0;

  friend auto operator<=>(const Unary&, const Unary&) = default;
};
/// Operands have the same lanes, or one of them is single. Of && and || of two
/// sets the first one leads at a tick that has enough lanes present then;
/// `left_leads` where neither has.
struct Binary {
  ast::BinaryOp op = ast::BinaryOp::kAdd;
  NodeId left = kNoNode;
  NodeId right = kNoNode;
  bool left_leads = true;
  int left_enough = 2;
  int right_enough = 2;

  friend auto operator<=>(const Binary&, const Binary&) = default;
};
/// && and || where the lanes are those of both operands (expr/either.h).
struct Either {
  Binary logic;

  friend auto operator<=>(const Either&, const Either&) = default;
};
/// && and || of a single value and, on the right, an open set: broadcast, but
/// where nothing of the set is present the value has the result, on one lane of
/// the first host without an instance.
struct StandIn {
  Binary logic;

  friend auto operator<=>(const StandIn&, const StandIn&) = default;
};
/// `operand` on the lanes of `lead`: the k-th member there is the k-th here.
struct Align {
  NodeId operand = kNoNode;
  NodeId lead = kNoNode;

  friend auto operator<=>(const Align&, const Align&) = default;
};

using ast::Reducer;
using ast::Reduction;

/// Over the lanes of each host, or over all lanes.
struct ReduceLanes {
  Reduction reduction;
  NodeId operand = kNoNode;
  bool by_host = false;

  friend auto operator<=>(const ReduceLanes&, const ReduceLanes&) = default;
};
/// Over the last `samples` cells of each lane. `open_columns` are those whose
/// number of values decides the order of summation (docs/evaluation.md, "Order
/// of summation").
struct ReduceSamples {
  Reduction reduction;
  NodeId operand = kNoNode;
  int samples = 1;
  std::vector<int> open_columns;
  /// The operand is a metric as it is fetched: in the order of summation it
  /// begins anew one sample before what is computed of it.
  bool fetched = false;

  friend auto operator<=>(const ReduceSamples&, const ReduceSamples&) = default;
};
/// match_inst and, negated, nomatch_inst. Patterns are what they say.
struct Match {
  std::shared_ptr<const base::Pattern> pattern;
  bool negated = false;
  NodeId operand = kNoNode;

  friend std::strong_ordering operator<=>(const Match& a, const Match& b) {
    return std::tie(a.pattern->text(), a.negated, a.operand) <=>
           std::tie(b.pattern->text(), b.negated, b.operand);
  }
  friend bool operator==(const Match& a, const Match& b) {
    return (a <=> b) == 0;
  }
};
/// An inst-aggregate of a constant, which never has a value.
struct Never {
  friend auto operator<=>(const Never&, const Never&) = default;
};
/// A count, which has no value while the metric of its operand is not there.
struct Awaits {
  NodeId operand = kNoNode;

  friend auto operator<=>(const Awaits&, const Awaits&) = default;
};
/// The operand with its `samples` - 1 rows before the block in front, for
/// whoever shows windows. Shape: [samples - 1 + ticks][lanes].
struct Retain {
  NodeId operand = kNoNode;
  int samples = 1;

  friend auto operator<=>(const Retain&, const Retain&) = default;
};

/// Nodes of equal operations and layouts are one node.
using Operation =
    std::variant<Constant, Text, ClockVariable, ReadColumn, Delay, Unary,
                 Binary, Either, StandIn, Align, ReduceLanes, ReduceSamples,
                 Match, Never, Awaits, Retain>;

struct Node {
  Operation op;
  int layout = 0;             // index into Program::layouts
  NodeId last_use = kNoNode;  // of the nodes; kKept: read after the run
};
inline constexpr NodeId kKept = INT32_MAX;

/// One metric as the program wants it: on these hosts, of these lanes.
struct ColumnSpec {
  std::string metric;
  std::vector<pmapi::MetricDesc> descs;  // parallel to the layout's sources
  int layout = 0;
  bool rate = false;
  /// As those of expr::Fetch.
  std::vector<std::shared_ptr<const pmapi::EventFold>> folds = {};
};

/// What a report or a binding reads: `node` has samples - 1 rows in front. A
/// min or max is named after the lane of `extreme_of` that it comes from.
struct View {
  NodeId node = kNoNode;
  int samples = 1;
  expr::Sort sort = expr::Sort::kNumber;
  NodeId extreme_of = kNoNode;
};

/// %h %i %v %c: an expansion a lane of `lanes` that is true (or any, where it
/// is no truth). kNoNode in `lanes`: one expansion without names.
struct BindingView {
  /// As expr::RecordText.
  struct Record {
    std::string selector;
    View value;
    std::function<std::string(double)> text_of;
  };

  View lanes;
  std::vector<View> values;  // of each part of the layout of `lanes`
  /// Parallel: of the lane that stands in for a part; kNoNode where none does.
  std::vector<View> stand_ins;
  std::vector<Record> records = {};
};

struct Program {
  std::vector<Node> nodes;
  std::vector<ColumnSpec> columns;
  std::vector<expr::Layout> layouts;
  std::vector<std::string> strings;

  const expr::Layout& LayoutOf(NodeId node) const {
    return layouts[nodes[static_cast<std::size_t>(node)].layout];
  }
};

/// Collects expressions into a Program.
class Builder {
 public:
  Builder();
  ~Builder();
  Builder(const Builder&) = delete;
  Builder& operator=(const Builder&) = delete;

  /// Adds `e`, to be read tick by tick after the run, with its window.
  View AddView(const expr::Expr& e);
  BindingView AddBinding(const expr::Binding& binding);
  /// Ends the building; the builder is then empty.
  Program Build();

 private:
  class State;
  std::unique_ptr<State> state_;
};

}  // namespace engine::program

#endif  // TOCSIN_ENGINE_PROGRAM_PROGRAM_H_
