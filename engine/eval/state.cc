// Nodes run in order; a block's memory is free again after its last use, so
// that the working set stays in the cache however many rules there are.
#include "engine/eval/state.h"

#include <algorithm>
#include <variant>

#include "base/check.h"
#include "engine/eval/eval_binary.h"
#include "engine/eval/memory.h"

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

/// -e and !e: cells stay as they are.
void EvalPlainUnary(program::ast::UnaryOp op, const pmapi::Block& operand,
                    pmapi::Block* out) {
  const bool negate = op == program::ast::UnaryOp::kNegate;
  const double* from = operand.values();
  double* to = out->values();
  for (std::size_t i = 0; i < out->size(); ++i) {
    to[i] = negate ? -from[i] : 1 - from[i];
  }
  std::copy_n(operand.cells(), operand.size(), out->cells());
  out->set_dense(operand.dense());
}

}  // namespace

class State::Impl {
 public:
  Impl(const Program& program, pmapi::StringPool* strings, ClockValue clock,
       Names names);
  void Run(const Input& input);
  void Continue(Impl* before, std::span<const NodeId> counterparts);
  const pmapi::Block& block(NodeId node) const { return *blocks_[node]; }
  std::size_t BytesPerTick(std::span<const int> widths) const;

 private:
  void AssignSlots();
  const Node& node(NodeId id) const { return program_.nodes[id]; }
  const expr::Layout& layout(NodeId id) const { return program_.LayoutOf(id); }
  Operand operand(NodeId id) const {
    return Operand{block(id), layout(id).is_single()};
  }
  /// The lanes of node `id`: its layout's, or an open operand's of now.
  const pmapi::LaneSet& Lanes(NodeId id, NodeId operand) const {
    return layout(id).is_open() ? block(operand).lanes()
                                : static_lanes_[node(id).layout];
  }
  /// A node at work.
  struct NodeContext {
    NodeId id;
    const Input& input;
    Memory& memory;
    pmapi::Block* out;
  };
  /// Makes the result's cells, on the lanes that `like` has now.
  void ResetLike(NodeId like, const NodeContext& context) {
    context.out->Reset(static_cast<int>(context.input.stamps.size()),
                       Lanes(context.id, like));
  }
  void EvalNode(NodeId id, const Input& input);
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
  std::vector<Memory> memories_;              // a node each
  std::vector<int> slots_;                    // a node each; -1: a column
  std::vector<int> slot_layouts_;             // a slot each
  std::vector<pmapi::Block> slot_blocks_;
  pmapi::Block widened_;
  std::vector<const pmapi::Block*> blocks_;  // a node each
};

State::Impl::Impl(const Program& program, pmapi::StringPool* strings,
                  ClockValue clock, Names names)
    : program_(program), clock_(std::move(clock)), names_(std::move(names)) {
  for (std::size_t i = 0; i < program.strings.size(); ++i) {
    CHECK(strings->Intern(program.strings[i]) == static_cast<int>(i));
  }
  for (const expr::Layout& one : program.layouts) {
    static_lanes_.push_back(LanesOf(one));
  }
  memories_.reserve(program.nodes.size());
  for (const Node& one : program.nodes) {
    memories_.push_back(MemoryFor(one, program));
  }
  blocks_.resize(program.nodes.size());
  AssignSlots();
}

void State::Impl::AssignSlots() {
  // A pool a layout: a slot stays as wide as it is.
  std::vector<std::vector<int>> free(program_.layouts.size());
  std::vector<std::vector<int>> freed_after(program_.nodes.size());
  for (std::size_t i = 0; i < program_.nodes.size(); ++i) {
    const Node& one = program_.nodes[i];
    if (std::holds_alternative<program::ReadColumn>(one.op)) {
      slots_.push_back(-1);
    } else {
      std::vector<int>& pool = free[one.layout];
      if (pool.empty()) {
        pool.push_back(static_cast<int>(slot_layouts_.size()));
        slot_layouts_.push_back(one.layout);
      }
      slots_.push_back(pool.back());
      pool.pop_back();
      if (one.last_use != program::kKept && one.last_use >= 0) {
        freed_after[one.last_use].push_back(slots_.back());
      }
    }
    for (const int slot : freed_after[i]) {
      free[slot_layouts_[static_cast<std::size_t>(slot)]].push_back(slot);
    }
  }
  slot_blocks_.resize(slot_layouts_.size());
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
  ResetLike(delay.operand, context);
  std::get<Delayed>(context.memory).Run(block(delay.operand), context.out);
}

void State::Impl::Eval(const program::Unary& unary,
                       const NodeContext& context) {
  ResetLike(unary.operand, context);
  const pmapi::Block& from = block(unary.operand);
  if (auto* rate = std::get_if<Rate>(&context.memory)) {
    rate->Run(from, StampsOf(layout(context.id), context.input), context.out);
  } else if (auto* edge = std::get_if<Edge>(&context.memory)) {
    edge->Run(from, context.out);
  } else {
    EvalPlainUnary(unary.op, from, context.out);
  }
}

void State::Impl::Eval(const program::Binary& binary,
                       const NodeContext& context) {
  const Operand left = operand(binary.left);
  const Operand right = operand(binary.right);
  const bool left_leads =
      left.single != right.single ? right.single : binary.left_leads;
  ResetLike(left_leads ? binary.left : binary.right, context);
  if (left.single || right.single ||
      left.block.width() == right.block.width()) {
    return EvalBinary(binary, left, right, context.out);
  }
  // Two sets of one domain differ in width where one has the lane of what
  // stands in for it.
  const bool left_narrow = left.block.width() < right.block.width();
  const Operand& narrow = left_narrow ? left : right;
  const Operand& wide = left_narrow ? right : left;
  Widen(narrow.block, wide.block.lanes(), &widened_);
  const Operand widened{widened_, false};
  context.out->Reset(left.block.ticks(), wide.block.lanes());
  EvalBinary(binary, left_narrow ? widened : left,
             left_narrow ? right : widened, context.out);
}

void State::Impl::Eval(const program::Either& either,
                       const NodeContext& context) {
  std::get<EitherLogic>(context.memory)
      .Run(block(either.logic.left), block(either.logic.right), context.out);
}

void State::Impl::Eval(const program::StandIn& stand_in,
                       const NodeContext& context) {
  std::get<StandInLogic>(context.memory)
      .Run(block(stand_in.logic.left), block(stand_in.logic.right),
           context.out);
}

void State::Impl::Eval(const program::Align& align,
                       const NodeContext& context) {
  ResetLike(align.lead, context);
  EvalAlign(block(align.operand), block(align.lead), context.out);
}

void State::Impl::Eval(const program::ReduceLanes& reduce,
                       const NodeContext& context) {
  ResetLike(context.id, context);
  EvalReduceLanes(reduce, block(reduce.operand), layout(reduce.operand),
                  context.out);
}

void State::Impl::Eval(const program::ReduceSamples& reduce,
                       const NodeContext& context) {
  ResetLike(reduce.operand, context);
  std::get<SampleReduction>(context.memory)
      .Run(block(reduce.operand), context.input.columns, context.out);
}

void State::Impl::Eval(const program::Match& match,
                       const NodeContext& context) {
  ResetLike(match.operand, context);
  std::get<NameMatcher>(context.memory)
      .Run(block(match.operand), layout(match.operand), names_, context.out);
}

void State::Impl::Eval(const program::Retain& retain,
                       const NodeContext& context) {
  std::get<Retained>(context.memory).Run(block(retain.operand), context.out);
}

void State::Impl::EvalNode(NodeId id, const Input& input) {
  if (const auto* read = std::get_if<program::ReadColumn>(&node(id).op)) {
    blocks_[id] = &input.columns[read->column].block;
    return;
  }
  pmapi::Block* out = &slot_blocks_[slots_[id]];
  blocks_[id] = out;
  const NodeContext context{id, input, memories_[id], out};
  std::visit([&](const auto& op) { Eval(op, context); }, node(id).op);
}

void State::Impl::Run(const Input& input) {
  CHECK(input.columns.size() == program_.columns.size());
  for (NodeId id = 0; id < static_cast<NodeId>(program_.nodes.size()); ++id) {
    EvalNode(id, input);
  }
}

void State::Impl::Continue(Impl* before, std::span<const NodeId> counterparts) {
  for (std::size_t i = 0; i < counterparts.size(); ++i) {
    if (counterparts[i] == program::kNoNode) continue;
    const auto there = static_cast<std::size_t>(counterparts[i]);
    ContinueMemory(&before->memories_[there], &memories_[i]);
  }
}

std::size_t State::Impl::BytesPerTick(std::span<const int> widths) const {
  constexpr std::size_t kBytesPerCell = sizeof(double) + sizeof(pmapi::Cell);
  std::size_t cells = 0;
  for (std::size_t slot = 0; slot < slot_layouts_.size(); ++slot) {
    const int width = widths[slot_layouts_[slot]];
    // The width of a layout that no column has is known from the last block.
    cells +=
        static_cast<std::size_t>(std::max(width, slot_blocks_[slot].width()));
  }
  return cells * kBytesPerCell;
}

State::State(const Program& program, pmapi::StringPool* strings,
             ClockValue clock, Names names)
    : impl_(std::make_unique<Impl>(program, strings, std::move(clock),
                                   std::move(names))) {}
State::~State() = default;

void State::Run(const Input& input) { impl_->Run(input); }

void State::Continue(State* before,
                     std::span<const program::NodeId> counterparts) {
  impl_->Continue(before->impl_.get(), counterparts);
}

const pmapi::Block& State::block(NodeId node) const {
  return impl_->block(node);
}

std::size_t State::BytesPerTick(std::span<const int> widths) const {
  return impl_->BytesPerTick(widths);
}

}  // namespace engine::eval
