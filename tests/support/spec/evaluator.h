// Evaluator: what both ways of evaluating have in common, seen from outside:
// one tick of a tree, and what can then be shown, bound and acted upon.
#ifndef TOCSIN_TESTS_SUPPORT_SPEC_EVALUATOR_H_
#define TOCSIN_TESTS_SUPPORT_SPEC_EVALUATOR_H_

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "tests/support/spec/sampler.h"
#include "tests/support/spec/tree.h"

namespace spec {

/// Whose a value is.
struct Lane {
  int log = -1;
  bool has_host = false;
  bool has_instance = false;
  std::string name;
};

/// A value as reports show it: whose it is, and its samples, newest first.
struct ShownValue {
  std::string host;
  std::string instance;  // empty: none
  std::vector<std::string> samples;
};

struct Shown {
  /// -V gives each value a line of its own.
  bool lines = false;
  /// -W gives the bindings instead.
  bool bindings = false;
  /// Why it cannot be said what pmie's lines are; empty if it can.
  std::string undefined_lines;
  std::vector<ShownValue> values;
};

/// What %h %i %c and %v stand for, once.
struct Bound {
  std::optional<std::string> host;
  std::optional<std::string> instance;
  std::optional<std::string> context;
  std::string value;
};

/// Nothing where it cannot be told.
using Bindings = std::optional<std::vector<Bound>>;

class Evaluator {
 public:
  virtual ~Evaluator() = default;

  /// Evaluates `root` at the sampler's tick. REQUIRES: once a tick.
  virtual void Evaluate(const Node& root) = 0;
  /// Instead of Evaluate(): nobody asks for `root` at this tick.
  virtual void Skip(const Node& root) = 0;
  /// A condition could be evaluated. What it gave may still be unknown where
  /// that is an element's.
  virtual bool Valid(const Node& condition) const = 0;
  /// The truth code of a condition.
  virtual double Truth(const Node& condition) const = 0;
  virtual Shown Show(const Node& root) const = 0;
  virtual Bindings Bind(const Node& condition) const = 0;

  /// Why it cannot be said what pmie makes of what was evaluated, shown or
  /// bound since this was last asked; empty if it can.
  std::string TakeUndefined() { return std::exchange(undefined_, ""); }

 protected:
  void NoteUndefined(std::string why) const { undefined_ = std::move(why); }

 private:
  mutable std::string undefined_;
};

/// After switches().members. Lifetime: keeps the sampler.
std::unique_ptr<Evaluator> MakeEvaluator(Sampler* sampler);

/// B of `condition`: whose values satisfy it; null for the rule itself.
/// `dims` says what shapes the nodes have now. Source: docs/pmie.md,
/// "Bindings".
const Node* BindingNode(const Node& condition,
                        const std::function<Dims(const Node&)>& dims);
/// Vn of B.
const Node& ValueNode(const Node& binding);

/// The name of instance `id` of a metric of `log`.
std::string InstanceName(const Log& log, const pmapi::MetricDesc& desc,
                         pmapi::InstanceId id);
/// `lane` as bindings name it, without a value.
Bound BoundTo(const Lane& lane, const std::vector<Log>& logs);
std::string HostName(const Lane& lane, const std::vector<Log>& logs);
/// With blanks between.
std::string Joined(const std::vector<std::string>& parts);

/// A number as reports show it.
std::string NumberText(double value, const Switches& switches);
std::string TruthText(double code);

}  // namespace spec

#endif  // TOCSIN_TESTS_SUPPORT_SPEC_EVALUATOR_H_
