// From typed trees to the flat graph: a node is made only where there is none
// of the same operation on the same layout.
#include <algorithm>
#include <map>
#include <tuple>
#include <unordered_map>
#include <utility>

#include "base/check.h"
#include "base/overloaded.h"
#include "engine/expr/lead.h"
#include "engine/expr/operands.h"
#include "engine/program/operands.h"
#include "engine/program/program.h"

namespace engine::program {
namespace {

int SamplesOf(const expr::Expr& e) {
  return e.shape.samples > 1 ? e.shape.samples : 1;
}

/// An operand of && and || leads if it has more than one value: as pmie counts
/// them, over its samples.
int EnoughToLead(const expr::Expr& e) { return SamplesOf(e) > 1 ? 1 : 2; }

/// The fetches whose number of values reshapes `e` in pmie: all below it that
/// no numeric aggregate hides.
void CollectOpenFetches(const expr::Expr& e,
                        std::vector<const expr::Expr*>* out) {
  if (expr::Aggregate(e) != nullptr) return;
  if (std::holds_alternative<expr::Fetch>(e.node) &&
      e.layout.kind == expr::Layout::Kind::kOpen) {
    out->push_back(&e);
  }
  expr::ForEachOperand(
      e, [out](const expr::Expr& one) { CollectOpenFetches(one, out); });
}

/// The lag of what has no metrics.
constexpr int kNoLag = INT32_MAX;

/// How many ticks ago the newest value in `e` was fetched; kNoLag for none.
int LagOf(const expr::Expr& e) {
  if (const auto* fetch = std::get_if<expr::Fetch>(&e.node)) {
    return fetch->delay;
  }
  int least = kNoLag;
  expr::ForEachOperand(e, [&least](const expr::Expr& one) {
    least = std::min(least, LagOf(one));
  });
  return least;
}

bool IsExtreme(const expr::Expr& e) {
  const auto* reduce = std::get_if<expr::Reduce>(&e.node);
  return reduce != nullptr && reduce->domain != ast::Domain::kSample &&
         IsExtreme(reduce->reduction.reducer);
}

}  // namespace

class Builder::State {
 public:
  NodeId Add(const expr::Expr& e);
  View AddView(const expr::Expr& e, int samples);
  BindingView AddBinding(const expr::Binding& binding);
  Program Build();

 private:
  NodeId Intern(Operation op, const expr::Layout& layout) {
    const int layout_id = InternLayout(layout);
    const auto [at, is_new] =
        interned_.try_emplace({op, layout_id}, NodeCount());
    if (is_new) {
      program_.nodes.push_back(Node{std::move(op), layout_id, kNoNode});
    }
    return at->second;
  }
  NodeId NodeCount() const {
    return static_cast<NodeId>(program_.nodes.size());
  }
  int InternLayout(const expr::Layout& layout);
  int InternString(const std::string& text);
  int InternColumn(const expr::Fetch& fetch, const expr::Layout& layout);
  NodeId AddFetch(const expr::Fetch& fetch, const expr::Layout& layout);
  NodeId AddBinary(const expr::Binary& binary, const expr::Layout& layout);
  NodeId AddReduce(const expr::Reduce& reduce, const expr::Layout& layout);
  Operation OperationOf(const expr::Reduce& reduce);
  NodeId AddMatch(const expr::Match& match, const expr::Layout& layout);
  void Keep(NodeId node) { kept_.push_back(node); }

  Program program_;
  std::map<std::pair<Operation, int>, NodeId> interned_;
  std::map<expr::Layout, int> layouts_;
  std::unordered_map<std::string, int> strings_;
  std::map<std::tuple<std::string, int, bool,
                      std::vector<std::shared_ptr<const pmapi::EventFold>>>,
           int>
      columns_;
  std::unordered_map<std::string, std::shared_ptr<const base::Pattern>>
      patterns_;
  std::vector<NodeId> kept_;
};

int Builder::State::InternLayout(const expr::Layout& layout) {
  const auto [at, is_new] =
      layouts_.try_emplace(layout, static_cast<int>(program_.layouts.size()));
  if (is_new) program_.layouts.push_back(layout);
  return at->second;
}

int Builder::State::InternString(const std::string& text) {
  const auto [at, is_new] =
      strings_.try_emplace(text, static_cast<int>(program_.strings.size()));
  if (is_new) program_.strings.push_back(text);
  return at->second;
}

int Builder::State::InternColumn(const expr::Fetch& fetch,
                                 const expr::Layout& layout) {
  const int layout_id = InternLayout(layout);
  const auto next = static_cast<int>(program_.columns.size());
  const ColumnSpec spec{fetch.metric, fetch.descs, layout_id, fetch.rate,
                        fetch.folds};
  const auto [at, is_new] = columns_.try_emplace(
      {fetch.metric, layout_id, fetch.rate, fetch.folds}, next);
  if (is_new) program_.columns.push_back(spec);
  return at->second;
}

NodeId Builder::State::AddFetch(const expr::Fetch& fetch,
                                const expr::Layout& layout) {
  const int column = InternColumn(fetch, layout);
  const NodeId now = Intern(ReadColumn{column}, layout);
  if (fetch.delay == 0) return now;
  return Intern(Delay{now, fetch.delay}, layout);
}

NodeId Builder::State::AddBinary(const expr::Binary& binary,
                                 const expr::Layout& layout) {
  NodeId left = Add(*binary.left);
  NodeId right = Add(*binary.right);
  if (binary.pairing == expr::Pairing::kByPosition) {
    NodeId& other = binary.left_leads ? right : left;
    const NodeId lead = binary.left_leads ? left : right;
    other = Intern(Align{other, lead}, layout);
  }
  Binary node{binary.op, left, right, binary.left_leads};
  const bool stand_in = binary.pairing == expr::Pairing::kStandIn;
  if (expr::IsLogical(binary.op) &&
      binary.pairing != expr::Pairing::kBroadcast && !stand_in) {
    node.left_enough = EnoughToLead(*binary.left);
    node.right_enough = EnoughToLead(*binary.right);
  }
  const bool either = binary.pairing == expr::Pairing::kEither;
  return either     ? Intern(Either{node}, layout)
         : stand_in ? Intern(StandIn{node}, layout)
                    : Intern(node, layout);
}

NodeId Builder::State::AddReduce(const expr::Reduce& reduce,
                                 const expr::Layout& layout) {
  const auto& [reduction, domain, below] = reduce;
  const expr::Expr& operand = *below;
  if (!operand.has_metrics && domain == ast::Domain::kInst) {
    return Intern(Never{}, layout);
  }
  const NodeId node = Intern(OperationOf(reduce), layout);
  // While no source has the metric count_ is unknown, and not 0.
  const expr::Fetch* lead = expr::LeadFetch(operand);
  const bool counts_nothing = reduction.reducer == Reducer::kCount &&
                              lead != nullptr && !lead->descs.empty() &&
                              expr::IsUnresolved(*lead);
  return counts_nothing ? Intern(Awaits{node}, layout) : node;
}

Operation Builder::State::OperationOf(const expr::Reduce& reduce) {
  const auto& [reduction, domain, below] = reduce;
  const expr::Expr& operand = *below;
  const NodeId node = Add(operand);
  if (domain != ast::Domain::kSample) {
    return ReduceLanes{reduction, node, domain == ast::Domain::kInst};
  }
  std::vector<const expr::Expr*> fetches;
  CollectOpenFetches(operand, &fetches);
  std::vector<int> open_columns;
  for (const expr::Expr* fetch : fetches) {
    open_columns.push_back(
        InternColumn(std::get<expr::Fetch>(fetch->node), fetch->layout));
  }
  const auto* fetch = std::get_if<expr::Fetch>(&operand.node);
  const bool fetched =
      fetch != nullptr && fetch->delay == 0 && !operand.instant;
  return ReduceSamples{reduction, node, SamplesOf(operand), open_columns,
                       fetched};
}

NodeId Builder::State::AddMatch(const expr::Match& match,
                                const expr::Layout& layout) {
  const NodeId operand = Add(*match.operand);
  const auto [at, is_new] = patterns_.try_emplace(match.pattern);
  if (is_new) {
    auto compiled = base::Pattern::Compile(match.pattern);
    CHECK(compiled.has_value());  // the checker has seen to it
    at->second = *std::move(compiled);
  }
  return Intern(Match{at->second, match.negated, operand}, layout);
}

NodeId Builder::State::Add(const expr::Expr& e) {
  const expr::Layout& layout = e.layout;
  return std::visit(
      base::Overloaded{
          [&](const expr::Number& n) {
            return Intern(Constant{n.value}, layout);
          },
          [&](const expr::Truth& t) {
            return Intern(Constant{t.value ? 1.0 : 0.0}, layout);
          },
          [&](const expr::String& s) {
            return Intern(Text{InternString(s.value)}, layout);
          },
          [&](const expr::ClockVariable& c) {
            return Intern(ClockVariable{c.field}, layout);
          },
          [&](const expr::Fetch& f) { return AddFetch(f, layout); },
          [&](const expr::Unary& u) {
            const NodeId operand = Add(*u.operand);
            const bool lags = u.op == ast::UnaryOp::kRate && e.has_metrics;
            const int lag = lags ? LagOf(e) : 0;
            return Intern(Unary{u.op, operand, lag}, layout);
          },
          [&](const expr::Binary& b) { return AddBinary(b, layout); },
          [&](const expr::Reduce& r) { return AddReduce(r, layout); },
          [&](const expr::Match& m) { return AddMatch(m, layout); }},
      e.node);
}

View Builder::State::AddView(const expr::Expr& e, int samples) {
  NodeId node = Add(e);
  if (samples > 1) {
    node = Intern(Retain{node, samples}, e.layout);
  }
  Keep(node);
  View view{node, samples, e.sort};
  if (IsExtreme(e) && e.has_metrics) {
    view.extreme_of = Add(*std::get<expr::Reduce>(e.node).operand);
    Keep(view.extreme_of);
  }
  return view;
}

BindingView Builder::State::AddBinding(const expr::Binding& binding) {
  BindingView view;
  if (binding.lanes == nullptr) return view;
  view.lanes = AddView(*binding.lanes, SamplesOf(*binding.lanes));
  const auto add = [&](const expr::Expr* values) {
    if (values == nullptr) return View{};
    return AddView(*values, std::max(SamplesOf(*values), binding.samples));
  };
  for (const expr::Expr* values : binding.values) {
    view.values.push_back(add(values));
  }
  for (const expr::Expr* values : binding.stand_ins) {
    view.stand_ins.push_back(add(values));
  }
  view.stand_ins.resize(view.values.size());
  for (const expr::RecordText& one : binding.records) {
    view.records.push_back({one.selector, AddView(*one.value, 1), one.text_of});
  }
  return view;
}

Program Builder::State::Build() {
  for (NodeId user = 0; user < NodeCount(); ++user) {
    ForEachOperand(&program_.nodes[user].op, [&](NodeId operand) {
      program_.nodes[operand].last_use = user;
    });
  }
  for (const NodeId node : kept_) {
    program_.nodes[node].last_use = kKept;
  }
  program_.nodes.shrink_to_fit();
  program_.columns.shrink_to_fit();
  program_.layouts.shrink_to_fit();
  return std::move(program_);
}

Builder::Builder() : state_(std::make_unique<State>()) {}
Builder::~Builder() = default;

View Builder::AddView(const expr::Expr& e) {
  View view = state_->AddView(e, SamplesOf(e));
  // pmie shows the `instant` itself, which is the extreme of no instance.
  if (e.instant) view.extreme_of = kNoNode;
  return view;
}

BindingView Builder::AddBinding(const expr::Binding& binding) {
  return state_->AddBinding(binding);
}

Program Builder::Build() {
  Program program = state_->Build();
  state_ = std::make_unique<State>();
  return program;
}

}  // namespace engine::program
