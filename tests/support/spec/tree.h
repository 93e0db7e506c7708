// Node: an expression whose metrics have been looked up and whose shape is
// known; what both evaluators walk over. Independent of engine/check, so that
// both can be wrong only by themselves. Source: docs/pmie.md, "Conformance",
// "Instances".
#ifndef TOCSIN_TESTS_SUPPORT_SPEC_TREE_H_
#define TOCSIN_TESTS_SUPPORT_SPEC_TREE_H_

#include <functional>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "base/result.h"
#include "grammar/ast.h"
#include "pmapi/metric/metric.h"
#include "tests/support/spec/log.h"

namespace spec {

namespace ast = grammar::ast;

enum class Op {
  kNumber,
  kTruth,
  kString,
  kClock,
  kFetch,
  kDelay,
  kNegate,
  kInstant,
  kRate,
  kNot,
  kRising,
  kFalling,
  kAdd,
  kSubtract,
  kMultiply,
  kDivide,
  kLess,
  kLessEqual,
  kGreater,
  kGreaterEqual,
  kEqual,
  kNotEqual,
  kAnd,
  kOr,
  kMatch,
  kReduce,
};

enum class Sort { kNumber, kTruth, kString };

/// Cardinalities, -1 for what is collapsed.
struct Dims {
  int hosts = -1;
  int instances = -1;
  int samples = -1;

  int width() const {
    return instances >= 0 ? instances : (hosts < 0 ? -hosts : hosts);
  }
  int depth() const { return samples < 0 ? -samples : samples; }
  int total() const { return width() * depth(); }
  bool collapsed() const {
    return hosts == -1 && instances == -1 && samples == -1;
  }
  friend bool operator==(const Dims&, const Dims&) = default;
};

/// A fetch's metric on one of its hosts.
struct HostMetric {
  int log = 0;
  pmapi::MetricDesc desc;
  /// Of the instances that the rule names, in its order.
  std::vector<pmapi::InstanceId> wanted;
  /// How many values there can be, from the archive as a whole.
  int known = 1;
};

struct Node {
  Op op = Op::kNumber;
  Sort sort = Sort::kNumber;
  Dims dims;
  std::unique_ptr<Node> left;
  std::unique_ptr<Node> right;
  Node* parent = nullptr;

  double number = 0;  // of kNumber, kTruth (0, 1)
  std::string text;   // of kString and kMatch
  ast::ClockField field = ast::ClockField::kMinute;
  ast::Domain domain = ast::Domain::kInst;
  bool negated = false;      // of kMatch
  ast::Reduction reduction;  // of kReduce

  std::vector<HostMetric> metrics;  // of kFetch, from here on
  std::vector<std::string> names;   // the instances that the rule names
  bool rate = false;
  int first = 0;  // of kDelay
  int last = 0;

  bool is_reduction() const { return op == Op::kReduce; }
  bool is_quantifier() const {
    return is_reduction() && IsQuantifier(reduction.reducer);
  }
  bool is_aggregate() const { return is_reduction() && !is_quantifier(); }
  bool is_extreme() const {
    return is_reduction() && IsExtreme(reduction.reducer);
  }
  /// A fetch of all instances of a domain.
  bool is_open() const {
    return op == Op::kFetch && names.empty() &&
           !metrics.front().desc.singular();
  }
};

struct Rule {
  std::unique_ptr<Node> condition;
  const ast::Action* action = nullptr;
};

/// One statement: an expression to be shown, or one rule, or a ruleset, or
/// (no rules, but `otherwise`) an action alone.
struct Statement {
  std::string name;
  double interval = 0;
  std::unique_ptr<Node> shown;
  std::vector<Rule> rules;
  bool ruleset = false;
  const ast::Action* unknown = nullptr;
  const ast::Action* otherwise = nullptr;
};

/// The operand whose shape, metrics and bindings `node` takes over, after
/// what `dims` says of the shapes. Null if it has none.
const Node* LeadOf(const Node& node,
                   const std::function<Dims(const Node&)>& dims);
const Node* LeadOf(const Node& node);

/// The shape of `node` when its operands have the shapes that `dims` says.
Dims ShapeOf(const Node& node, const std::function<Dims(const Node&)>& dims);
Dims ShapeOf(const Node& node);

/// How many samples pmie keeps of `node`: rate and its like look one back.
int SamplesKept(const Node& node);

/// The fetch at the end of the chain of leads, or null.
const Node* MetricsOf(const Node& node);

/// Adds the names of all metrics that the statement asks for.
void AddMetricNames(const ast::Statement& statement,
                    std::set<std::string>* names);

/// Binds a statement to the archives. Errors: kInvalid, with what pmie says
/// of a statement that it rejects.
base::Result<Statement> Bind(const ast::Statement& statement,
                             const std::vector<Log>& logs);

}  // namespace spec

#endif  // TOCSIN_TESTS_SUPPORT_SPEC_TREE_H_
