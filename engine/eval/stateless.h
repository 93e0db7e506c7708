// Stateless: what of a program needs nothing but the columns of a tick, so that
// whoever has fetched a block can evaluate that much of it, in any order.
#ifndef TOCSIN_ENGINE_EVAL_STATELESS_H_
#define TOCSIN_ENGINE_EVAL_STATELESS_H_

#include <cstddef>
#include <vector>

#include "engine/eval/truths.h"
#include "engine/program/program.h"
#include "pmapi/block/block.h"

namespace engine::eval {

/// Which nodes are stateless, and which of them are handed over.
class Stateless {
 public:
  explicit Stateless(const program::Program& program);

  /// Neither it nor what it is made of remembers anything or asks for a name or
  /// the time.
  bool has(program::NodeId node) const { return stateless_[At(node)]; }
  /// Where the node is in Precomputed, among those of its form; kNone where
  /// none but stateless nodes reads it, and of columns.
  static constexpr int kNone = -1;
  int place(program::NodeId node) const { return places_[At(node)]; }

  /// Whether it is handed over as truths, or else as numbers.
  bool is_truth(program::NodeId node) const { return is_truth_[At(node)]; }
  /// How many are handed over, of either form.
  std::size_t numbers() const { return numbers_; }
  std::size_t truths() const { return truths_; }

  /// Those of which others of the program remember something.
  const std::vector<program::NodeId>& remembered() const { return remembered_; }

 private:
  static std::size_t At(program::NodeId node) {
    return static_cast<std::size_t>(node);
  }

  // A node each.
  std::vector<bool> stateless_;
  std::vector<bool> is_truth_;
  std::vector<int> places_;
  std::size_t numbers_ = 0;
  std::size_t truths_ = 0;
  std::vector<program::NodeId> remembered_;
};

/// What stateless nodes have come to over a block.
struct Precomputed {
  /// None: of no node anything is there.
  const Stateless* nodes = nullptr;
  std::vector<pmapi::Block> numbers;
  std::vector<Truths> truths;

  bool has(program::NodeId node) const {
    return nodes != nullptr && nodes->has(node);
  }

  /// Calls `f` with what `node` has come to, a Block* or a Truths*.
  /// REQUIRES: it is handed over.
  template <typename F>
  void Visit(program::NodeId node, F f) {
    const int place = nodes->place(node);
    nodes->is_truth(node) ? f(&truths[place]) : f(&numbers[place]);
  }
};

}  // namespace engine::eval

#endif  // TOCSIN_ENGINE_EVAL_STATELESS_H_
