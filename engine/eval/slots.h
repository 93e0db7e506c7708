// Slots: the memory that nodes write to. A slot is free again after the last
// use of its node, so that the working set stays in the cache however many
// rules there are.
#ifndef TOCSIN_ENGINE_EVAL_SLOTS_H_
#define TOCSIN_ENGINE_EVAL_SLOTS_H_

#include <cstddef>
#include <span>
#include <vector>

#include "engine/eval/truths.h"
#include "engine/program/program.h"
#include "pmapi/block/block.h"

namespace engine::eval {

class Slots {
 public:
  /// `truths`: which nodes come to truths, as FindTruths() says.
  Slots(const program::Program& program, const std::vector<bool>& truths);

  /// What `node` writes to. REQUIRES: it comes to numbers, and is no column.
  pmapi::Block* numbers(program::NodeId node) { return &numbers_[at(node)]; }
  /// REQUIRES: it comes to truths.
  Truths* truths(program::NodeId node) { return &truths_[at(node)]; }

  /// All will be written soon.
  void Warm() const;

  /// As State's.
  std::size_t BytesPerTick(std::span<const int> widths) const;

 private:
  std::size_t at(program::NodeId node) const {
    return static_cast<std::size_t>(slots_[static_cast<std::size_t>(node)]);
  }

  std::vector<int> slots_;  // a node each; -1: a column
  std::vector<pmapi::Block> numbers_;
  std::vector<int> number_layouts_;  // a slot each
  std::vector<Truths> truths_;
  std::vector<int> truth_layouts_;
};

}  // namespace engine::eval

#endif  // TOCSIN_ENGINE_EVAL_SLOTS_H_
