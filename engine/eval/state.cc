// Nodes run in order; a block's memory is free again after its last use, so
// that the working set stays in the cache however many rules there are.
#include "engine/eval/state.h"

#include <algorithm>
#include <variant>

#include "base/check.h"
#include "base/overloaded.h"
#include "engine/eval/eval_binary.h"
#include "engine/eval/eval_either.h"
#include "engine/eval/eval_reduce.h"
#include "engine/eval/eval_stand_in.h"
#include "engine/eval/eval_step.h"

namespace engine::eval {
namespace {

using program::Node;
using program::NodeId;
using program::Program;

/// What a node remembers from block to block.
using Memory =
    std::variant<std::monostate, SampleReduction, Rate, Edge, Delayed, Retained,
                 NameMatcher, EitherLogic, StandInLogic>;

bool IsSingle(const expr::Layout& layout) {
  return layout.kind == expr::Layout::Kind::kSingle;
}

bool IsOpen(const expr::Layout& layout) {
  return layout.kind == expr::Layout::Kind::kOpen;
}

Memory UnaryMemory(const program::Unary& unary, const expr::Layout& layout) {
  switch (unary.op) {
    case program::ast::UnaryOp::kRate:
      return Rate(unary.lag, std::max<std::size_t>(layout.sources.size(), 1),
                  IsOpen(layout));
    case program::ast::UnaryOp::kRising:
      return Edge(true);
    case program::ast::UnaryOp::kFalling:
      return Edge(false);
    case program::ast::UnaryOp::kNegate:
    case program::ast::UnaryOp::kNot:
    case program::ast::UnaryOp::kInstant:
      break;
  }
  return std::monostate();
}

Memory MemoryFor(const Node& node, const Program& program) {
  const expr::Layout& layout = program.layouts[node.layout];
  const bool open = IsOpen(layout);
  return std::visit(
      base::Overloaded{
          [&](const program::ReduceSamples& r) -> Memory {
            return SampleReduction(r, open);
          },
          [&](const program::Unary& u) { return UnaryMemory(u, layout); },
          [&](const program::Delay& d) -> Memory {
            return Delayed(d.ticks, open);
          },
          [&](const program::Retain& r) -> Memory {
            return Retained(r.samples, open);
          },
          [&](const program::Match& m) -> Memory { return NameMatcher(m); },
          [&](const program::Either& e) -> Memory {
            return EitherLogic(e.logic, program.LayoutOf(e.logic.left),
                               program.LayoutOf(e.logic.right));
          },
          [&](const program::StandIn& s) -> Memory {
            return StandInLogic(s.logic);
          },
          [](const auto&) -> Memory { return std::monostate(); }},
      node.op);
}

/// What a node has seen goes on in that of another program. Others remember
/// what they can find anew.
void ContinueMemory(Memory* before, Memory* now) {
  std::visit(
      base::Overloaded{[&](SampleReduction& m) {
                         m.Continue(&std::get<SampleReduction>(*before));
                       },
                       [&](Rate& m) { m = std::get<Rate>(*before); },
                       [&](Edge& m) { m = std::get<Edge>(*before); },
                       [&](Delayed& m) { m = std::get<Delayed>(*before); },
                       [&](Retained& m) { m = std::get<Retained>(*before); },
                       [](const auto&) {}},
      *now);
}

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

/// Of each source of `layout`; of the ticks where it has none.
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
    return Operand{block(id), IsSingle(layout(id))};
  }
  /// The lanes of node `id`: its layout's, or an open operand's of now.
  const pmapi::LaneSet& Lanes(NodeId id, NodeId operand) const {
    return IsOpen(layout(id)) ? block(operand).lanes()
                              : static_lanes_[node(id).layout];
  }
  void Eval(NodeId id, const Input& input);
  void EvalUnary(NodeId id, const program::Unary& unary, const Input& input,
                 pmapi::Block* out);
  void EvalPair(NodeId id, const program::Binary& binary, pmapi::Block* out);
  void EvalClock(const program::Clock& clock, const Input& input,
                 pmapi::Block* out);

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

void State::Impl::EvalPair(NodeId id, const program::Binary& binary,
                           pmapi::Block* out) {
  const Operand left = operand(binary.left);
  const Operand right = operand(binary.right);
  const bool left_leads =
      left.single != right.single ? right.single : binary.left_leads;
  const NodeId lead = left_leads ? binary.left : binary.right;
  out->Reset(left.block.ticks(), Lanes(id, lead));
  if (left.single || right.single ||
      left.block.width() == right.block.width()) {
    return EvalBinary(binary, left, right, out);
  }
  // Of two sets of one domain one has the lane of what stands in for it.
  const bool left_narrow = left.block.width() < right.block.width();
  const Operand& narrow = left_narrow ? left : right;
  const Operand& wide = left_narrow ? right : left;
  Widen(narrow.block, wide.block.lanes(), &widened_);
  const Operand widened{widened_, false};
  out->Reset(left.block.ticks(), wide.block.lanes());
  EvalBinary(binary, left_narrow ? widened : left,
             left_narrow ? right : widened, out);
}

void State::Impl::EvalClock(const program::Clock& clock, const Input& input,
                            pmapi::Block* out) {
  Fill(0, pmapi::kKnown, out);
  for (int t = 0; t < out->ticks(); ++t) {
    *out->row(t) = clock_(clock.field, input.stamps[t]);
  }
}

void State::Impl::EvalUnary(NodeId id, const program::Unary& unary,
                            const Input& input, pmapi::Block* out) {
  const pmapi::Block& from = block(unary.operand);
  Memory& memory = memories_[id];
  if (auto* rate = std::get_if<Rate>(&memory)) {
    rate->Run(from, StampsOf(layout(id), input), out);
  } else if (auto* edge = std::get_if<Edge>(&memory)) {
    edge->Run(from, out);
  } else {
    EvalPlainUnary(unary.op, from, out);
  }
}

void State::Impl::Eval(NodeId id, const Input& input) {
  const auto at = static_cast<std::size_t>(id);
  if (const auto* c = std::get_if<program::ReadColumn>(&node(id).op)) {
    blocks_[at] = &input.columns[c->column].block;
    return;
  }
  const int ticks = static_cast<int>(input.stamps.size());
  pmapi::Block* out = &slot_blocks_[slots_[at]];
  blocks_[at] = out;
  Memory& memory = memories_[at];
  const auto reset = [&](NodeId like) { out->Reset(ticks, Lanes(id, like)); };
  std::visit(base::Overloaded{
                 [](const program::ReadColumn&) {},
                 [&](const program::Constant& c) {
                   reset(id);
                   Fill(c.value, pmapi::kKnown, out);
                 },
                 [&](const program::Text& s) {
                   reset(id);
                   Fill(s.string, pmapi::kKnown, out);
                 },
                 [&](const program::Never&) {
                   reset(id);
                   Fill(0, pmapi::kMember, out);
                 },
                 [&](const program::Clock& c) {
                   reset(id);
                   EvalClock(c, input, out);
                 },
                 [&](const program::Delay& d) {
                   reset(d.operand);
                   std::get<Delayed>(memory).Run(block(d.operand), out);
                 },
                 [&](const program::Unary& u) {
                   reset(u.operand);
                   EvalUnary(id, u, input, out);
                 },
                 [&](const program::Binary& b) { EvalPair(id, b, out); },
                 [&](const program::Either& e) {
                   std::get<EitherLogic>(memory).Run(block(e.logic.left),
                                                     block(e.logic.right), out);
                 },
                 [&](const program::StandIn& s) {
                   std::get<StandInLogic>(memory).Run(
                       block(s.logic.left), block(s.logic.right), out);
                 },
                 [&](const program::Align& a) {
                   reset(a.lead);
                   EvalAlign(block(a.operand), block(a.lead), out);
                 },
                 [&](const program::ReduceLanes& r) {
                   reset(id);
                   EvalReduceLanes(r, block(r.operand), layout(r.operand), out);
                 },
                 [&](const program::ReduceSamples& r) {
                   reset(r.operand);
                   std::get<SampleReduction>(memory).Run(block(r.operand),
                                                         input.columns, out);
                 },
                 [&](const program::Match& m) {
                   reset(m.operand);
                   std::get<NameMatcher>(memory).Run(
                       block(m.operand), layout(m.operand), names_, out);
                 },
                 [&](const program::Retain& r) {
                   std::get<Retained>(memory).Run(block(r.operand), out);
                 }},
             node(id).op);
}

void State::Impl::Run(const Input& input) {
  CHECK(input.columns.size() == program_.columns.size());
  for (NodeId id = 0; id < static_cast<NodeId>(program_.nodes.size()); ++id) {
    Eval(id, input);
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
    // Of what is no column's layout the last block knows better.
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
