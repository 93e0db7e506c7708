// Nodes run in order, each over all of the block.
#include "engine/eval/state.h"

#include <algorithm>
#include <variant>

#include "base/check.h"
#include "base/warm.h"
#include "engine/eval/eval_binary.h"
#include "engine/eval/eval_logic.h"
#include "engine/eval/eval_relation.h"
#include "engine/eval/forms.h"
#include "engine/eval/lane_groups.h"
#include "engine/eval/memory.h"
#include "engine/eval/reduce_truths.h"
#include "engine/eval/slots.h"
#include "engine/eval/truths.h"

namespace engine::eval {
namespace {

using program::Node;
using program::NodeId;
using program::Program;

pmapi::LaneSet LanesOf(const expr::Layout& layout) {
  std::vector<pmapi::Lane> lanes;
  for (const expr::LaneLabel& label : layout.labels) {
    lanes.push_back(pmapi::Lane{label.host, label.instance});
  }
  return std::make_shared<const std::vector<pmapi::Lane>>(std::move(lanes));
}

void Fill(double value, pmapi::Cell cell, pmapi::Block* out) {
  std::fill_n(out->values(), out->size(), value);
  std::fill_n(out->cells(), out->size(), cell);
  out->set_dense(cell == pmapi::kKnown);
}

/// The stamps of each source of `layout`, or of the ticks where it has none.
std::vector<std::span<const base::Timestamp>> StampsOf(
    const expr::Layout& layout, const Input& input) {
  std::vector<std::span<const base::Timestamp>> stamps;
  for (const int source : layout.sources) {
    const auto at = std::lower_bound(
        input.fetched.begin(), input.fetched.end(), source,
        [](const auto& one, int wanted) { return one.source < wanted; });
    const bool found = at != input.fetched.end() && at->source == source;
    stamps.push_back(found ? at->stamps : input.stamps);
  }
  if (stamps.empty()) stamps.push_back(input.stamps);
  return stamps;
}

/// -e: cells stay as they are.
void Negate(const pmapi::Block& operand, pmapi::Block* out) {
  const double* from = operand.values();
  double* to = out->values();
  for (std::size_t i = 0; i < out->size(); ++i) to[i] = -from[i];
  std::copy_n(operand.cells(), operand.size(), out->cells());
  out->set_dense(operand.dense());
}

}  // namespace

class State::Impl {
 public:
  Impl(const Program& program, pmapi::StringPool* strings, ClockValue clock,
       Names names);
  void Run(const Input& input, const Precomputed& precomputed);
  void Precompute(const Stateless& nodes, const Input& input, Precomputed* out);
  void Warm() const;
  void Continue(Impl* before, std::span<const NodeId> counterparts);
  Outcome outcome(NodeId node) const {
    return is_truth_[node] ? Outcome(*truths_[node]) : Outcome(*numbers_[node]);
  }
  std::size_t BytesPerTick(std::span<const int> widths) const {
    return slots_.BytesPerTick(widths);
  }

 private:
  const Node& node(NodeId id) const { return program_.nodes[id]; }
  const expr::Layout& layout(NodeId id) const { return program_.LayoutOf(id); }
  bool is_single(NodeId id) const { return layout(id).is_single(); }
  /// The lanes that node `id` has now.
  const pmapi::LaneSet& Lanes(NodeId id) const {
    return is_truth_[id] ? truths_[id]->lanes() : numbers_[id]->lanes();
  }
  /// Those of its result: its layout's, or an open operand's of now.
  const pmapi::LaneSet& Lanes(NodeId id, NodeId operand) const {
    return layout(id).is_open() ? Lanes(operand)
                                : static_lanes_[node(id).layout];
  }
  /// Two sets of one domain differ in width where one has the lane of what
  /// stands in for it: the other one of them, or kNoNode.
  NodeId Narrow(const program::Binary& pair) const {
    if (is_single(pair.left) || is_single(pair.right)) return program::kNoNode;
    const std::size_t left = Lanes(pair.left)->size();
    const std::size_t right = Lanes(pair.right)->size();
    return left < right   ? pair.left
           : right < left ? pair.right
                          : program::kNoNode;
  }
  /// Whose lanes the result has.
  NodeId LeadOf(const program::Binary& pair, NodeId narrow) const {
    const bool left_single = is_single(pair.left);
    const bool right_single = is_single(pair.right);
    const bool left_leads = narrow != program::kNoNode    ? narrow == pair.right
                            : left_single != right_single ? right_single
                                                          : pair.left_leads;
    return left_leads ? pair.left : pair.right;
  }
  /// What a node is as numbers, or as truths, in `room` if it is the other.
  const pmapi::Block& Numbers(NodeId id, pmapi::Block* room) const {
    if (!is_truth_[id]) return *numbers_[id];
    ToNumbers(*truths_[id], room);
    return *room;
  }
  const pmapi::Block& Numbers(NodeId id) const { return *numbers_[id]; }
  const Truths& TruthsOf(NodeId id, Truths* room) const {
    if (is_truth_[id]) return *truths_[id];
    ToTruths(*numbers_[id], room);
    return *room;
  }
  /// A node at work: one of `out` and `truths` is its slot, the other null.
  struct NodeContext {
    NodeId id;
    const Input& input;
    Memory& memory;
    pmapi::Block* out;
    Truths* truths;
  };
  /// Makes the result's cells, on the lanes that `like` has now.
  void ResetLike(NodeId like, const NodeContext& context) const {
    const auto ticks = static_cast<int>(context.input.stamps.size());
    const pmapi::LaneSet& lanes = Lanes(context.id, like);
    if (context.truths != nullptr) {
      context.truths->Reset(ticks, lanes);
    } else {
      context.out->Reset(ticks, lanes);
    }
  }
  /// Runs `f`, which writes numbers, for a node of either form.
  template <typename F>
  void AsNumbers(const NodeContext& context, F f) {
    if (context.truths == nullptr) return f(context.out);
    result_numbers_.Reset(context.truths->ticks(), context.truths->lanes());
    f(&result_numbers_);
    ToTruths(result_numbers_, context.truths);
  }
  void EvalNumbers(const program::Binary& binary, const NodeContext& context);
  void EvalLogical(const program::Binary& binary, const NodeContext& context);
  /// True if the node is a column: it is there.
  bool TakeColumn(NodeId id, const Input& input);
  void Use(NodeId id, const Precomputed& precomputed);
  /// Where the node writes to: in `out`, where it is handed over.
  NodeContext ContextOf(NodeId id, const Input& input, Precomputed* out);
  void EvalNode(NodeId id, const Input& input, Precomputed* out);
  void Eval(const program::Constant& constant, const NodeContext& context);
  void Eval(const program::Text& text, const NodeContext& context);
  void Eval(const program::Never& never, const NodeContext& context);
  void Eval(const program::Awaits& awaits, const NodeContext& context);
  void Eval(const program::ClockVariable& clock, const NodeContext& context);
  void Eval(const program::ReadColumn& read, const NodeContext& context);
  void Eval(const program::Delay& delay, const NodeContext& context);
  void Eval(const program::Unary& unary, const NodeContext& context);
  void Eval(const program::Binary& binary, const NodeContext& context);
  void Eval(const program::Either& either, const NodeContext& context);
  void Eval(const program::StandIn& stand_in, const NodeContext& context);
  void Eval(const program::Align& align, const NodeContext& context);
  void Eval(const program::ReduceLanes& reduce, const NodeContext& context);
  void Eval(const program::ReduceSamples& reduce, const NodeContext& context);
  void Eval(const program::Match& match, const NodeContext& context);
  void Eval(const program::Retain& retain, const NodeContext& context);

  const Program& program_;
  ClockValue clock_;
  Names names_;
  std::vector<pmapi::LaneSet> static_lanes_;  // a layout each
  // A node each; of the many that remember nothing: null, and `nothing_`.
  std::vector<std::unique_ptr<Memory>> memories_;
  Memory nothing_;
  std::vector<bool> is_truth_;  // a node each
  Slots slots_;
  // A node each: what it has come to.
  std::vector<const pmapi::Block*> numbers_;
  std::vector<const Truths*> truths_;
  // Room for operands and results in another form, or on other lanes.
  pmapi::Block left_numbers_;
  pmapi::Block right_numbers_;
  pmapi::Block result_numbers_;
  Truths left_truths_;
  Truths right_truths_;
  Truths widened_;
  LaneRoom lane_room_;
};

State::Impl::Impl(const Program& program, pmapi::StringPool* strings,
                  ClockValue clock, Names names)
    : program_(program),
      clock_(std::move(clock)),
      names_(std::move(names)),
      is_truth_(FindTruths(program)),
      slots_(program, is_truth_),
      numbers_(program.nodes.size()),
      truths_(program.nodes.size()) {
  for (std::size_t i = 0; i < program.strings.size(); ++i) {
    CHECK(strings->Intern(program.strings[i]) == static_cast<int>(i));
  }
  for (const expr::Layout& one : program.layouts) {
    static_lanes_.push_back(LanesOf(one));
  }
  memories_.reserve(program.nodes.size());
  for (const Node& one : program.nodes) {
    Memory memory = MemoryFor(one, program);
    const bool any = !std::holds_alternative<std::monostate>(memory);
    memories_.push_back(any ? std::make_unique<Memory>(std::move(memory))
                            : nullptr);
  }
}

void State::Impl::Eval(const program::ReadColumn&, const NodeContext&) {
  CHECK(false);  // what was fetched is there
}

void State::Impl::Eval(const program::Constant& constant,
                       const NodeContext& context) {
  ResetLike(context.id, context);
  Fill(constant.value, pmapi::kKnown, context.out);
}

void State::Impl::Eval(const program::Text& text, const NodeContext& context) {
  ResetLike(context.id, context);
  Fill(text.string, pmapi::kKnown, context.out);
}

void State::Impl::Eval(const program::Never&, const NodeContext& context) {
  ResetLike(context.id, context);
  Fill(0, pmapi::kMember, context.out);
}

void State::Impl::Eval(const program::Awaits&, const NodeContext& context) {
  Eval(program::Never{}, context);
}

void State::Impl::Eval(const program::ClockVariable& clock,
                       const NodeContext& context) {
  ResetLike(context.id, context);
  Fill(0, pmapi::kKnown, context.out);
  for (int t = 0; t < context.out->ticks(); ++t) {
    *context.out->row(t) = clock_(clock.field, context.input.stamps[t]);
  }
}

void State::Impl::Eval(const program::Delay& delay,
                       const NodeContext& context) {
  const pmapi::Block& operand = Numbers(delay.operand, &left_numbers_);
  ResetLike(delay.operand, context);
  AsNumbers(context, [&](pmapi::Block* out) {
    std::get<Delayed>(context.memory).Run(operand, out);
  });
}

void State::Impl::Eval(const program::Unary& unary,
                       const NodeContext& context) {
  ResetLike(unary.operand, context);
  if (auto* rate = std::get_if<Rate>(&context.memory)) {
    rate->Run(Numbers(unary.operand),
              StampsOf(layout(context.id), context.input), context.out);
  } else if (auto* edge = std::get_if<Edge>(&context.memory)) {
    edge->Run(TruthsOf(unary.operand, &left_truths_), context.truths);
  } else if (unary.op == program::ast::UnaryOp::kNot) {
    EvalNot(TruthsOf(unary.operand, &left_truths_), context.truths);
  } else {
    Negate(Numbers(unary.operand), context.out);
  }
}

void State::Impl::Eval(const program::Binary& binary,
                       const NodeContext& context) {
  if (expr::IsLogical(binary.op)) return EvalLogical(binary, context);
  EvalNumbers(binary, context);
}

/// Arithmetic and relations.
void State::Impl::EvalNumbers(const program::Binary& binary,
                              const NodeContext& context) {
  const NodeId narrow = Narrow(binary);
  const auto operand = [&](NodeId id, NodeId other) {
    const pmapi::Block& block = Numbers(id);
    if (id != narrow) return Operand{block, is_single(id)};
    Widen(block, Numbers(other).lanes(), &left_numbers_);
    return Operand{left_numbers_, false};
  };
  const Operand left = operand(binary.left, binary.right);
  const Operand right = operand(binary.right, binary.left);
  ResetLike(LeadOf(binary, narrow), context);
  if (context.truths == nullptr) {
    EvalBinary(binary.op, left, right, context.out);
  } else {
    EvalRelation(binary.op, left, right, context.truths);
  }
}

void State::Impl::EvalLogical(const program::Binary& binary,
                              const NodeContext& context) {
  const NodeId narrow = Narrow(binary);
  const auto operand = [&](NodeId id, NodeId other, Truths* room) {
    const Truths& truths = TruthsOf(id, room);
    if (id != narrow) return TruthOperand{truths, is_single(id)};
    Widen(truths, Lanes(other), &widened_);
    return TruthOperand{widened_, false};
  };
  const TruthOperand left = operand(binary.left, binary.right, &left_truths_);
  const TruthOperand right = operand(binary.right, binary.left, &right_truths_);
  ResetLike(LeadOf(binary, narrow), context);
  // A group that one function of a statement has is there in all.
  const bool both_lead = HasGroups(layout(context.id));
  EvalLogic(binary, left, right, both_lead, context.truths);
}

void State::Impl::Eval(const program::Either& either,
                       const NodeContext& context) {
  std::get<EitherLogic>(context.memory)
      .Run(Numbers(either.logic.left, &left_numbers_),
           Numbers(either.logic.right, &right_numbers_), &result_numbers_);
  ToTruths(result_numbers_, context.truths);
}

void State::Impl::Eval(const program::StandIn& stand_in,
                       const NodeContext& context) {
  std::get<StandInLogic>(context.memory)
      .Run(TruthsOf(stand_in.logic.left, &left_truths_),
           TruthsOf(stand_in.logic.right, &right_truths_), context.truths);
}

void State::Impl::Eval(const program::Align& align,
                       const NodeContext& context) {
  const pmapi::Block& operand = Numbers(align.operand, &left_numbers_);
  const pmapi::Block& lead = Numbers(align.lead, &right_numbers_);
  ResetLike(align.lead, context);
  AsNumbers(context, [&](pmapi::Block* out) { EvalAlign(operand, lead, out); });
}

void State::Impl::Eval(const program::ReduceLanes& reduce,
                       const NodeContext& context) {
  ResetLike(context.id, context);
  const expr::Layout& below = layout(reduce.operand);
  const program::Reducer reducer = reduce.reduction.reducer;
  if (!IsOfTruths(reducer)) {
    EvalReduceLanes(reduce, Numbers(reduce.operand), below, &lane_room_,
                    context.out);
  } else if (IsQuantifier(reducer)) {
    QuantifyLanes(reduce, TruthsOf(reduce.operand, &left_truths_), below,
                  &lane_room_, context.truths);
  } else {
    CountLanes(reduce, TruthsOf(reduce.operand, &left_truths_), below,
               &lane_room_, context.out);
  }
}

void State::Impl::Eval(const program::ReduceSamples& reduce,
                       const NodeContext& context) {
  ResetLike(reduce.operand, context);
  auto* window = std::get_if<TruthWindow>(&context.memory);
  if (window == nullptr) {
    std::get<SampleReduction>(context.memory)
        .Run(Numbers(reduce.operand), context.input.columns, context.out);
  } else if (context.truths != nullptr) {
    window->Quantify(TruthsOf(reduce.operand, &left_truths_), context.truths);
  } else {
    window->Count(TruthsOf(reduce.operand, &left_truths_), context.out);
  }
}

void State::Impl::Eval(const program::Match& match,
                       const NodeContext& context) {
  ResetLike(match.operand, context);
  std::get<NameMatcher>(context.memory)
      .Run(TruthsOf(match.operand, &left_truths_), layout(match.operand),
           names_, context.truths);
}

void State::Impl::Eval(const program::Retain& retain,
                       const NodeContext& context) {
  std::get<Retained>(context.memory)
      .Run(Numbers(retain.operand, &left_numbers_), context.out);
}

State::Impl::NodeContext State::Impl::ContextOf(NodeId id, const Input& input,
                                                Precomputed* out) {
  Memory& memory = memories_[id] == nullptr ? nothing_ : *memories_[id];
  NodeContext context{id, input, memory, nullptr, nullptr};
  const int place = out == nullptr ? Stateless::kNone : out->nodes->place(id);
  const bool handed = place != Stateless::kNone;
  if (is_truth_[id]) {
    context.truths = handed ? &out->truths[place] : slots_.truths(id);
  } else {
    context.out = handed ? &out->numbers[place] : slots_.numbers(id);
  }
  return context;
}

bool State::Impl::TakeColumn(NodeId id, const Input& input) {
  const auto* read = std::get_if<program::ReadColumn>(&node(id).op);
  if (read == nullptr) return false;
  numbers_[id] = &input.columns[read->column].block;
  return true;
}

void State::Impl::EvalNode(NodeId id, const Input& input, Precomputed* out) {
  const NodeContext context = ContextOf(id, input, out);
  numbers_[id] = context.out;
  truths_[id] = context.truths;
  std::visit([&](const auto& op) { Eval(op, context); }, node(id).op);
}

void State::Impl::Use(NodeId id, const Precomputed& precomputed) {
  const int place = precomputed.nodes->place(id);
  if (place == Stateless::kNone) return;  // nobody reads it any more
  if (is_truth_[id]) {
    truths_[id] = &precomputed.truths[place];
  } else {
    numbers_[id] = &precomputed.numbers[place];
  }
}

void State::Impl::Precompute(const Stateless& nodes, const Input& input,
                             Precomputed* out) {
  out->nodes = &nodes;
  out->numbers.resize(nodes.numbers());
  out->truths.resize(nodes.truths());
  for (NodeId id = 0; id < static_cast<NodeId>(program_.nodes.size()); ++id) {
    if (nodes.has(id) && !TakeColumn(id, input)) EvalNode(id, input, out);
  }
}

void State::Impl::Run(const Input& input, const Precomputed& precomputed) {
  CHECK(input.columns.size() == program_.columns.size());
  for (NodeId id = 0; id < static_cast<NodeId>(program_.nodes.size()); ++id) {
    if (TakeColumn(id, input)) continue;
    if (precomputed.has(id)) {
      Use(id, precomputed);
    } else {
      EvalNode(id, input, nullptr);
    }
  }
}

void State::Impl::Warm() const {
  base::Warm(program_.nodes);
  base::Warm(memories_);
  for (const auto& memory : memories_) {
    if (memory != nullptr) base::Warm(memory.get(), sizeof(Memory));
  }
  base::Warm(numbers_);
  base::Warm(truths_);
  slots_.Warm();
}

void State::Impl::Continue(Impl* before, std::span<const NodeId> counterparts) {
  for (std::size_t i = 0; i < counterparts.size(); ++i) {
    if (counterparts[i] == program::kNoNode) continue;
    const auto there = static_cast<std::size_t>(counterparts[i]);
    if (memories_[i] == nullptr || before->memories_[there] == nullptr)
      continue;
    ContinueMemory(before->memories_[there].get(), memories_[i].get());
  }
}

State::State(const Program& program, pmapi::StringPool* strings,
             ClockValue clock, Names names)
    : impl_(std::make_unique<Impl>(program, strings, std::move(clock),
                                   std::move(names))) {}
State::~State() = default;

void State::Run(const Input& input, const Precomputed& precomputed) {
  impl_->Run(input, precomputed);
}

void State::Precompute(const Stateless& nodes, const Input& input,
                       Precomputed* out) {
  impl_->Precompute(nodes, input, out);
}

void State::Warm() const { impl_->Warm(); }

void State::Continue(State* before,
                     std::span<const program::NodeId> counterparts) {
  impl_->Continue(before->impl_.get(), counterparts);
}

Outcome State::outcome(NodeId node) const { return impl_->outcome(node); }

std::size_t State::BytesPerTick(std::span<const int> widths) const {
  return impl_->BytesPerTick(widths);
}

}  // namespace engine::eval
