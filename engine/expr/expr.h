// The typed expression: names are resolved, shapes known, operands paired.
// Made by engine/check from grammar/ast.h, flattened by engine/program.
#ifndef TOCSIN_ENGINE_EXPR_EXPR_H_
#define TOCSIN_ENGINE_EXPR_EXPR_H_

#include <compare>
#include <cstdint>
#include <cstdlib>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "base/time.h"
#include "grammar/ast.h"
#include "pmapi/metric/metric.h"

namespace pmapi {
class EventFold;
}  // namespace pmapi

namespace engine::expr {

namespace ast = grammar::ast;

inline bool IsLogical(ast::BinaryOp op) {
  return op == ast::BinaryOp::kAnd || op == ast::BinaryOp::kOr;
}

enum class Sort { kNumber, kTruth, kString };

/// pmie's cardinalities of hosts, instances and samples, -1 for a dimension
/// that is collapsed or was never there. They decide what conforms; how many
/// members there are at a tick is known only then. Source: docs/pmie.md,
/// "Conformance".
struct Shape {
  int hosts = -1;
  int instances = -1;
  int samples = -1;

  int width() const { return instances >= 0 ? instances : std::abs(hosts); }
  std::int64_t total() const {
    return std::int64_t{width()} * std::abs(samples);
  }
  friend bool operator==(const Shape&, const Shape&) = default;
};

/// What a lane is called in reports and bindings.
struct LaneLabel {
  int host = -1;  // position in Layout::sources, -1: no host
  pmapi::InstanceId instance = pmapi::kNullInstance;
  std::string name;  // of the instance, as the rule writes it; may be empty

  friend auto operator<=>(const LaneLabel&, const LaneLabel&) = default;
};

/// The lanes an expression has when it is evaluated.
/// kSingle: one lane, broadcast over any other operand.
/// kFixed: `labels` in this order, always members.
/// kOpen: the instances of each host's domain that have values at the tick; on
/// a host where the metric is singular the one lane of kNullInstance.
struct Layout {
  enum class Kind { kSingle, kFixed, kOpen };

  Kind kind = Kind::kSingle;
  /// kOpen, of a live host: where one instance is known now, more may come.
  bool grows = false;
  /// More than one (kOpen): sets of which one at a time has members (either.h).
  /// A lane's host is then that of the lane times `parts`, plus its part's.
  int parts = 1;
  /// Index into the checker's sources of each host, as written; empty for
  /// what has no host.
  std::vector<int> sources;
  std::vector<pmapi::InDom> indoms;  // of kOpen: as `sources`
  /// kSingle: exactly one. kOpen: of the parts that are fixed sets.
  std::vector<LaneLabel> labels;

  int hosts() const { return static_cast<int>(sources.size()) / parts; }
  bool is_single() const { return kind == Kind::kSingle; }
  bool is_open() const { return kind == Kind::kOpen; }

  friend auto operator<=>(const Layout&, const Layout&) = default;
};

struct Expr;
using ExprPtr = std::unique_ptr<Expr>;

/// As ast::Number.
struct Number {
  double value = 0;
  pmapi::Units units = {};
};
struct Truth {
  bool value = false;
};
struct String {
  std::string value;
};
struct ClockVariable {
  ast::ClockField field = ast::ClockField::kMinute;
};

/// A metric on each of its hosts (`descs`, parallel to Layout::sources), of
/// its layout's lanes, `delay` evaluations ago. `rate` where it is a counter
/// (on some host) that no `instant` stands above. Without sources there are no
/// descriptors.
struct Fetch {
  std::string metric;
  std::vector<pmapi::MetricDesc> descs;
  bool rate = false;
  int delay = 0;
  /// Of an event metric, parallel to `descs`: what number its records make.
  std::vector<std::shared_ptr<const pmapi::EventFold>> folds = {};
  /// Of an event metric: how far back the records are that count; 0: to the
  /// evaluation before.
  base::Duration window = {};
  /// Of an event metric: the units of that number, if they are known.
  std::optional<pmapi::Units> units = {};
};

/// kInstant does not come here: the checker has moved it into the fetches.
struct Unary {
  ast::UnaryOp op = ast::UnaryOp::kNegate;
  ExprPtr operand;
};

/// `pairing` says how the lanes of the operand that does not lead meet those
/// of the one that does (docs/evaluation.md, "Two operands").
enum class Pairing {
  kBroadcast,  // at least one operand is single
  kStandIn,    // the left one is, and stands in for the set while that is empty
  kByLane,     // both open, of the same domain and hosts
  kByPosition,  // k-th member with k-th member, if there are as many
  kEither       // the same, but who leads is decided at each tick (either.h)
};
struct Binary {
  ast::BinaryOp op = ast::BinaryOp::kAdd;
  ExprPtr left;
  ExprPtr right;
  bool left_leads = true;
  Pairing pairing = Pairing::kBroadcast;
};

struct Reduce {
  ast::Reduction reduction;
  ast::Domain domain = ast::Domain::kInst;
  ExprPtr operand;
};
struct Match {
  bool negated = false;
  std::string pattern;  // a valid POSIX extended regular expression
  ExprPtr operand;
};

struct Expr {
  using Node = std::variant<Number, Truth, String, ClockVariable, Fetch, Unary,
                            Binary, Reduce, Match>;
  Node node;
  Sort sort = Sort::kNumber;
  Shape shape;
  Layout layout;
  /// True if some fetch is below: pmie's "references metrics", along the
  /// chain of leading operands.
  bool has_metrics = false;
  /// `instant` stands right before it. Here that is nothing of its own, in
  /// pmie a node that keeps samples of its own.
  bool instant = false;
  grammar::Span span;
};

/// What a %{NAME} or %n shows of the event records that a rule is about.
struct RecordText {
  std::string selector;  // as it stands in the text
  const Expr* value = nullptr;
  /// The text that a number of `value` stands for. Null: the number itself.
  std::function<std::string(double)> text_of;
};

/// Where %h %i %v %c come from: sub-expressions of the condition (or of any
/// expression, for -W). Source: docs/pmie.md, "Bindings".
struct Binding {
  const Expr* lanes = nullptr;  // B; null: the rule itself, one unnamed lane
  std::vector<const Expr*> values;  // Vn, of each part of the layout of B
  /// Parallel: what stands in for them while they are empty, or null.
  std::vector<const Expr*> stand_ins;
  /// Of `values` that %v shows at least: 2 of what is wanted for a rate,
  /// because pmie shows all that it keeps.
  int samples = 1;
  std::vector<RecordText> records = {};
};

/// condition -> action. Lifetime: `action` and the binding point into the
/// statement's own trees.
struct Rule {
  ExprPtr condition;
  Binding binding;
  const ast::Action* action = nullptr;
  std::vector<ExprPtr> records = {};  // of `binding`
};
struct Ruleset {
  std::vector<Rule> rules;
  const ast::Action* unknown = nullptr;
  const ast::Action* otherwise = nullptr;
};
struct Perform {
  const ast::Action* action = nullptr;
};
/// An expression that is only evaluated and shown.
struct Observe {
  ExprPtr expr;
  Binding binding;
};

/// A checked statement, ready to be scheduled.
struct Statement {
  int number = 0;  // among all of its checker, in their order
  std::string name;
  base::Duration interval;
  std::variant<Observe, Rule, Ruleset, Perform> body;
  int arrow_line = 0;
  int file = 0;  // index of the rule file, for -o's %f
  std::shared_ptr<const ast::Statement> source;  // owns the actions
};

}  // namespace engine::expr

#endif  // TOCSIN_ENGINE_EXPR_EXPR_H_
