// Binds a syntax tree: names to metrics, instances to identifiers, operands
// to shapes that conform.
#include "tests/support/spec/tree.h"

#include <regex.h>

#include <algorithm>
#include <optional>
#include <utility>

#include "base/overloaded.h"

namespace spec {
namespace {

class Binder {
 public:
  explicit Binder(const std::vector<Log>& logs) : logs_(logs) {}

  /// The first thing that is wrong, if anything is.
  const std::optional<std::string>& wrong() const { return wrong_; }

  std::unique_ptr<Node> Bind(const ast::Expr& expr, bool instant) {
    return std::visit(
        base::Overloaded{
            [&](const ast::Number& n) { return Constant(n.value); },
            [&](const ast::Truth& t) {
              auto node = Constant(t.value ? 1 : 0);
              node->op = Op::kTruth;
              node->sort = Sort::kTruth;
              return node;
            },
            [&](const ast::String& s) {
              auto node = Make(Op::kString, Sort::kString);
              node->text = s.value;
              return node;
            },
            [&](const ast::ClockVariable& c) {
              auto node = Make(Op::kClock, Sort::kNumber);
              node->field = c.field;
              return node;
            },
            [&](const ast::Fetch& f) { return BindFetch(f, instant); },
            [&](const ast::Unary& u) { return BindUnary(u, instant); },
            [&](const ast::Binary& b) { return BindBinary(b, instant); },
            [&](const ast::Reduce& r) { return BindReduce(r, instant); },
            [&](const ast::Match& m) { return BindMatch(m, instant); },
            [&](const auto&) {
              Fail("an action where an expression should be");
              return Constant(0);
            }},
        expr.node);
  }

  void CheckCondition(const Node& node) {
    if (node.sort != Sort::kTruth || node.dims.total() != 1) {
      Fail("rule condition must have a single boolean value");
    }
  }

 private:
  static std::unique_ptr<Node> Make(Op op, Sort sort) {
    auto node = std::make_unique<Node>();
    node->op = op;
    node->sort = sort;
    return node;
  }
  static std::unique_ptr<Node> Constant(double value) {
    auto node = Make(Op::kNumber, Sort::kNumber);
    node->number = value;
    return node;
  }

  void Fail(std::string what) {
    if (!wrong_) wrong_ = std::move(what);
  }

  void Adopt(Node* node, std::unique_ptr<Node> left,
             std::unique_ptr<Node> right = nullptr) {
    node->left = std::move(left);
    node->right = std::move(right);
    node->left->parent = node;
    if (node->right) node->right->parent = node;
    node->dims = ShapeOf(*node);
  }

  int FindLog(const std::string& host) {
    for (std::size_t i = 0; i < logs_.size(); ++i) {
      if (logs_[i].archive->host() == host) return static_cast<int>(i);
    }
    Fail("cannot open archive unknown archive");
    return 0;
  }

  std::unique_ptr<Node> BindFetch(const ast::Fetch& fetch, bool instant) {
    auto node = Make(Op::kFetch, Sort::kNumber);
    node->names = fetch.instances;
    std::vector<int> where;
    for (const std::string& host : fetch.hosts) where.push_back(FindLog(host));
    if (where.empty()) where.push_back(0);
    int instances = 0;
    for (const int log : where) {
      if (wrong_) return node;
      node->metrics.push_back(BindMetric(fetch, log));
      instances += node->metrics.back().known;
    }
    const auto& desc = node->metrics.front().desc;
    if (desc.type == pmapi::Type::kString) node->sort = Sort::kString;
    node->rate = desc.semantics == pmapi::Semantics::kCounter && !instant;
    node->dims = {static_cast<int>(where.size()), instances, fetch.last + 1};
    node->last = fetch.last;
    return fetch.first == 0 ? std::move(node) : Delayed(std::move(node), fetch);
  }

  std::unique_ptr<Node> Delayed(std::unique_ptr<Node> fetched,
                                const ast::Fetch& fetch) {
    auto node = Make(Op::kDelay, fetched->sort);
    node->first = fetch.first;
    node->last = fetch.last;
    Adopt(node.get(), std::move(fetched));
    return node;
  }

  HostMetric BindMetric(const ast::Fetch& fetch, int log) {
    HostMetric metric;
    metric.log = log;
    const auto& catalog = logs_[log].archive->metadata();
    const auto desc = catalog.Describe(fetch.metric);
    if (!desc) {
      Fail("metric " + fetch.metric + " not in namespace");
      return metric;
    }
    metric.desc = *desc;
    const auto type = desc->type;
    if (!IsNumeric(type) && type != pmapi::Type::kString &&
        type != pmapi::Type::kNoSupport) {
      Fail("metric " + fetch.metric + " has inappropriate type");
    }
    if (desc->singular()) {
      if (!fetch.instances.empty()) {
        Fail("metric " + fetch.metric + " has no instances");
      }
      return metric;
    }
    const auto instances = catalog.Instances(desc->indom);
    if (!instances) {
      Fail("Metric " + fetch.metric +
           " - instance domain not available in archive");
      return metric;
    }
    metric.known = static_cast<int>(instances->size());
    for (const std::string& name : fetch.instances) {
      FindInstance(fetch.metric, name, *instances, &metric);
    }
    if (!fetch.instances.empty()) {
      metric.known = static_cast<int>(fetch.instances.size());
    }
    return metric;
  }

  void FindInstance(const std::string& metric_name, const std::string& name,
                    const std::vector<pmapi::Instance>& instances,
                    HostMetric* metric) {
    for (const auto& instance : instances) {
      if (!pmapi::InstanceNameMatches(instance.name, name)) continue;
      metric->wanted.push_back(instance.id);
      return;
    }
    Fail("metric " + metric_name + " does not (currently) have instance \"" +
         name + "\"");
  }

  std::unique_ptr<Node> BindUnary(const ast::Unary& unary, bool instant) {
    Op op = Op::kNegate;
    switch (unary.op) {
      case ast::UnaryOp::kNegate:
        op = Op::kNegate;
        break;
      case ast::UnaryOp::kRate:
        op = Op::kRate;
        break;
      case ast::UnaryOp::kInstant:
        op = Op::kInstant;
        break;
      case ast::UnaryOp::kNot:
        op = Op::kNot;
        break;
      case ast::UnaryOp::kRising:
        op = Op::kRising;
        break;
      case ast::UnaryOp::kFalling:
        op = Op::kFalling;
        break;
    }
    auto node = Make(op, op <= Op::kRate ? Sort::kNumber : Sort::kTruth);
    Adopt(node.get(), Bind(*unary.operand, instant || op == Op::kInstant));
    Expect(*node->left, node->sort);
    return node;
  }

  void Expect(const Node& operand, Sort sort) {
    if (operand.sort != sort) Fail("an operand of another sort");
  }

  static Op BinaryOpOf(ast::BinaryOp op) {
    switch (op) {
      case ast::BinaryOp::kAdd:
        return Op::kAdd;
      case ast::BinaryOp::kSubtract:
        return Op::kSubtract;
      case ast::BinaryOp::kMultiply:
        return Op::kMultiply;
      case ast::BinaryOp::kDivide:
        return Op::kDivide;
      case ast::BinaryOp::kLess:
        return Op::kLess;
      case ast::BinaryOp::kLessEqual:
        return Op::kLessEqual;
      case ast::BinaryOp::kGreater:
        return Op::kGreater;
      case ast::BinaryOp::kGreaterEqual:
        return Op::kGreaterEqual;
      case ast::BinaryOp::kEqual:
        return Op::kEqual;
      case ast::BinaryOp::kNotEqual:
        return Op::kNotEqual;
      case ast::BinaryOp::kAnd:
        return Op::kAnd;
      case ast::BinaryOp::kOr:
        return Op::kOr;
    }
    return Op::kAdd;
  }

  std::unique_ptr<Node> BindBinary(const ast::Binary& binary, bool instant) {
    const Op op = BinaryOpOf(binary.op);
    auto node = Make(op, op >= Op::kLess ? Sort::kTruth : Sort::kNumber);
    auto left = Bind(*binary.left, instant);
    auto right = Bind(*binary.right, instant);
    if (wrong_) return node;
    if (left->sort != right->sort) {
      Fail("operands have mixed string and arithmetic types");
    } else if (op != Op::kEqual && op != Op::kNotEqual) {
      Expect(*left, op >= Op::kAnd ? Sort::kTruth : Sort::kNumber);
    }
    Conform(left->dims, right->dims);
    Adopt(node.get(), std::move(left), std::move(right));
    return node;
  }

  void Conform(const Dims& left, const Dims& right) {
    if (left.total() == 1 || right.total() == 1) return;
    const auto differ = [&](const char* what, int a, int b) {
      if (a != b) {
        Fail(std::string(what) + " domains have different size (" +
             std::to_string(a) + " and " + std::to_string(b) + ")");
      }
    };
    differ("host", left.hosts, right.hosts);
    differ("instance", left.instances, right.instances);
    differ("time", left.samples, right.samples);
  }

  std::unique_ptr<Node> BindReduce(const ast::Reduce& reduce, bool instant) {
    const ast::Reducer reducer = reduce.reduction.reducer;
    auto operand = Bind(*reduce.operand, instant);
    Expect(*operand, IsOfTruths(reducer) ? Sort::kTruth : Sort::kNumber);
    auto node =
        Make(Op::kReduce, IsQuantifier(reducer) ? Sort::kTruth : Sort::kNumber);
    node->reduction = reduce.reduction;
    node->domain = reduce.domain;
    if (reduce.domain == ast::Domain::kHost && operand->dims.hosts == -1) {
      Fail("no host domain");
    }
    if (reduce.domain == ast::Domain::kSample && operand->dims.samples == -1) {
      Fail("no time domain");
    }
    Adopt(node.get(), std::move(operand));
    return node;
  }

  std::unique_ptr<Node> BindMatch(const ast::Match& match, bool instant) {
    auto node = Make(Op::kMatch, Sort::kTruth);
    node->text = match.pattern;
    node->negated = match.negated;
    regex_t compiled;
    if (regcomp(&compiled, match.pattern.c_str(), REG_EXTENDED | REG_NOSUB)) {
      Fail("illegal regular expression \"" + match.pattern + "\"");
    } else {
      regfree(&compiled);
    }
    Adopt(node.get(), Bind(*match.operand, instant));
    Expect(*node->left, Sort::kTruth);
    return node;
  }

  const std::vector<Log>& logs_;
  std::optional<std::string> wrong_;
};

Statement Unbound(const ast::Statement& statement) {
  Statement bound;
  bound.name = statement.name;
  bound.interval = statement.interval;
  return bound;
}

void BindRule(const ast::Rule& rule, Binder* binder, Statement* bound) {
  bound->rules.push_back(
      {binder->Bind(*rule.condition, false), rule.action.get()});
  if (!binder->wrong()) binder->CheckCondition(*bound->rules.back().condition);
}

void AddNamesOf(const ast::Expr& expr, std::set<std::string>* names) {
  std::visit(base::Overloaded{
                 [&](const ast::Fetch& f) { names->insert(f.metric); },
                 [&](const ast::Unary& u) { AddNamesOf(*u.operand, names); },
                 [&](const ast::Reduce& r) { AddNamesOf(*r.operand, names); },
                 [&](const ast::Match& m) { AddNamesOf(*m.operand, names); },
                 [&](const ast::Binary& b) {
                   AddNamesOf(*b.left, names);
                   AddNamesOf(*b.right, names);
                 },
                 [&](const ast::Rule& r) { AddNamesOf(*r.condition, names); },
                 [&](const ast::Ruleset& set) {
                   for (const auto& rule : set.rules) {
                     AddNamesOf(*rule.condition, names);
                   }
                 },
                 [](const auto&) {}},
             expr.node);
}

}  // namespace

void AddMetricNames(const ast::Statement& statement,
                    std::set<std::string>* names) {
  if (statement.expr) AddNamesOf(*statement.expr, names);
}

base::Result<Statement> Bind(const ast::Statement& statement,
                             const std::vector<Log>& logs) {
  Binder binder(logs);
  Statement bound = Unbound(statement);
  if (const auto* rule = std::get_if<ast::Rule>(&statement.expr->node)) {
    BindRule(*rule, &binder, &bound);
  } else if (const auto* set =
                 std::get_if<ast::Ruleset>(&statement.expr->node)) {
    bound.ruleset = true;
    for (const auto& one : set->rules) BindRule(one, &binder, &bound);
    bound.unknown = set->unknown.get();
    bound.otherwise = set->otherwise.get();
  } else if (const auto* perform =
                 std::get_if<ast::Perform>(&statement.expr->node)) {
    bound.otherwise = perform->action.get();
  } else {
    bound.shown = binder.Bind(*statement.expr, false);
  }
  if (binder.wrong()) {
    return base::Error{base::ErrorCode::kInvalid, *binder.wrong()};
  }
  return bound;
}

}  // namespace spec
