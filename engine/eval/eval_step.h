// Operators on numbers that look a few ticks back: rate, delay, retain.
#ifndef TOCSIN_ENGINE_EVAL_EVAL_STEP_H_
#define TOCSIN_ENGINE_EVAL_EVAL_STEP_H_

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "base/time.h"
#include "engine/eval/history.h"
#include "engine/program/program.h"
#include "pmapi/block/block.h"

namespace engine::eval {

/// (now - before) / seconds between the fetches of their hosts.
class Rate {
 public:
  /// The time between two values is that between their fetches, `lag` ticks
  /// ago, of `hosts` hosts.
  Rate(int lag, std::size_t hosts, bool open)
      : history_(1, open ? pmapi::kAbsent : pmapi::kMember),
        stamps_(hosts, std::vector<double>(static_cast<std::size_t>(lag) + 2)),
        seconds_(stamps_.size()) {}
  /// Lanes without a host have the first host's stamps. Shape: `stamps`
  /// [hosts][ticks].
  void Run(const pmapi::Block& operand,
           std::span<const std::span<const base::Timestamp>> stamps,
           pmapi::Block* out);

 private:
  void Advance(std::span<const std::span<const base::Timestamp>> stamps,
               std::size_t tick);
  bool RunRow(int tick, pmapi::Block* out) const;

  History history_;
  /// Of the last ticks, the oldest first. Shape: [hosts][lag + 2].
  std::vector<std::vector<double>> stamps_;
  std::vector<double> seconds_;  // at this tick, of each host
  std::size_t ticks_ = 0;        // so far
};

/// The operand as it was some ticks ago.
class Delayed {
 public:
  Delayed(int ticks, bool open)
      : history_(ticks, open ? pmapi::kAbsent : pmapi::kMember) {}
  void Run(const pmapi::Block& operand, pmapi::Block* out);

 private:
  void CountMembers();
  void EmitCells(int tick, pmapi::Cell* cells);

  History history_;
  /// Of how many rows up to the last one, without a gap, each lane has been a
  /// member; of rows before the block at most depth(). Found anew each block.
  std::vector<int> members_;
  int known_ = 0;  // rows up to the last one that are known throughout
};

/// The operand's last rows in front of its block.
class Retained {
 public:
  Retained(int samples, bool open)
      : history_(samples - 1, open ? pmapi::kAbsent : pmapi::kMember,
                 History::Gone::kKeep) {}
  /// Shape: `out` [samples - 1 + ticks][lanes]; Reset here.
  void Run(const pmapi::Block& operand, pmapi::Block* out);

 private:
  History history_;
};

}  // namespace engine::eval

#endif  // TOCSIN_ENGINE_EVAL_EVAL_STEP_H_
