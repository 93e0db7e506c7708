// A pool a layout: a slot stays as wide as it is.
#include "engine/eval/slots.h"

#include <algorithm>
#include <variant>

namespace engine::eval {
namespace {

/// The slots of numbers, or of truths.
class Pools {
 public:
  Pools(std::size_t layouts, std::vector<int>* slot_layouts)
      : free_(layouts), slot_layouts_(slot_layouts) {}

  int Take(int layout) {
    std::vector<int>& pool = free_[static_cast<std::size_t>(layout)];
    if (pool.empty()) {
      pool.push_back(static_cast<int>(slot_layouts_->size()));
      slot_layouts_->push_back(layout);
    }
    const int slot = pool.back();
    pool.pop_back();
    return slot;
  }
  void Free(int slot) {
    const int layout = (*slot_layouts_)[static_cast<std::size_t>(slot)];
    free_[static_cast<std::size_t>(layout)].push_back(slot);
  }

 private:
  std::vector<std::vector<int>> free_;
  std::vector<int>* slot_layouts_;
};

}  // namespace

Slots::Slots(const program::Program& program, const std::vector<bool>& truths) {
  Pools numbers(program.layouts.size(), &number_layouts_);
  Pools bits(program.layouts.size(), &truth_layouts_);
  const auto pools = [&](std::size_t node) {
    return truths[node] ? &bits : &numbers;
  };
  std::vector<std::vector<std::size_t>> freed_after(program.nodes.size());
  slots_.reserve(program.nodes.size());
  for (std::size_t i = 0; i < program.nodes.size(); ++i) {
    const program::Node& one = program.nodes[i];
    if (std::holds_alternative<program::ReadColumn>(one.op)) {
      slots_.push_back(-1);
    } else {
      slots_.push_back(pools(i)->Take(one.layout));
      if (one.last_use != program::kKept && one.last_use >= 0) {
        freed_after[static_cast<std::size_t>(one.last_use)].push_back(i);
      }
    }
    for (const std::size_t node : freed_after[i]) {
      pools(node)->Free(slots_[node]);
    }
  }
  numbers_.resize(number_layouts_.size());
  truths_.resize(truth_layouts_.size());
}

void Slots::Warm() const {
  base::Warm(numbers_);
  base::Warm(truths_);
  for (const pmapi::Block& one : numbers_) one.Warm();
  for (const Truths& one : truths_) one.Warm();
}

std::size_t Slots::BytesPerTick(std::span<const int> widths) const {
  constexpr std::size_t kBytesPerNumber = sizeof(double) + sizeof(pmapi::Cell);
  // The width of a layout that no column has is known from the last block.
  const auto width = [&](int layout, int last) {
    return std::max(widths[static_cast<std::size_t>(layout)], last);
  };
  std::size_t bytes = 0;
  for (std::size_t slot = 0; slot < numbers_.size(); ++slot) {
    const int lanes = width(number_layouts_[slot], numbers_[slot].width());
    bytes += static_cast<std::size_t>(lanes) * kBytesPerNumber;
  }
  for (std::size_t slot = 0; slot < truths_.size(); ++slot) {
    const int lanes = width(truth_layouts_[slot], truths_[slot].width());
    bytes += static_cast<std::size_t>(WordsOf(lanes)) * sizeof(Word);
  }
  return bytes;
}

}  // namespace engine::eval
