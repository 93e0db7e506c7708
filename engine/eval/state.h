// State: all memory of a running Program, and the run over one block of ticks.
#ifndef TOCSIN_ENGINE_EVAL_STATE_H_
#define TOCSIN_ENGINE_EVAL_STATE_H_

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <vector>

#include "base/time.h"
#include "engine/eval/names.h"
#include "engine/eval/outcome.h"
#include "engine/eval/stateless.h"
#include "engine/program/program.h"
#include "pmapi/block/column.h"
#include "pmapi/block/strings.h"

namespace engine::eval {

/// The value of a reserved variable at a time.
using ClockValue =
    std::function<double(program::ast::ClockField, base::Timestamp)>;

/// Some ticks' worth of everything a program reads.
struct Input {
  std::span<const base::Timestamp> stamps;  // when the ticks were due
  std::span<const pmapi::Column> columns;   // as Program::columns
  /// By source. A source that is missing is taken for one that was fetched
  /// when the ticks were due.
  std::span<const pmapi::SourceStamps> fetched = {};
};

class State {
 public:
  /// Interns the program's strings: they come first in `strings`, which the
  /// columns' strings share. Lifetime: `program` and `strings` outlive it.
  State(const program::Program& program, pmapi::StringPool* strings,
        ClockValue clock, Names names);
  ~State();
  State(const State&) = delete;
  State& operator=(const State&) = delete;

  /// Evaluates every node over the block. Blocks must come in order and
  /// without gaps; how the ticks are cut into blocks changes nothing.
  /// `precomputed`: by another State of the program, of this block. Lifetime:
  /// as outcome().
  void Run(const Input& input, const Precomputed& precomputed = {});
  /// Evaluates stateless nodes over a block, in any order of blocks.
  /// Lifetime: `nodes`, which are the program's, outlives `out`.
  void Precompute(const Stateless& nodes, const Input& input, Precomputed* out);
  /// Run() comes soon, after a pause (base/warm.h).
  void Warm() const;

  /// Takes over what `before`, which has run so far, remembers. `counterparts`
  /// has for each node of the program the one of the other program that is the
  /// same, or kNoNode (program/counterparts.h).
  /// REQUIRES: before the first Run(); `before` may only be destroyed after
  /// that.
  void Continue(State* before, std::span<const program::NodeId> counterparts);

  /// REQUIRES: `node` is kept (View, BindingView). Lifetime: the next Run().
  Outcome outcome(program::NodeId node) const;

  /// Memory a tick costs, to choose the length of blocks. `widths` gives the
  /// number of lanes of each of Program::layouts. Units: bytes.
  std::size_t BytesPerTick(std::span<const int> widths) const;

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace engine::eval

#endif  // TOCSIN_ENGINE_EVAL_STATE_H_
