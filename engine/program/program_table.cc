// Programs member by member.
#include "engine/program/program_table.h"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <tuple>

#include "base/fnv.h"

namespace engine::program {
namespace {

// Names for all members: a further one does not compile here.

bool IsSame(const Node& a, const Node& b) {
  const auto& [op, layout, last_use] = a;
  return std::tie(op, layout, last_use) == std::tie(b.op, b.layout, b.last_use);
}

bool IsSame(const ColumnSpec& a, const ColumnSpec& b) {
  const auto& [metric, descs, layout, rate, folds] = a;
  return std::tie(metric, descs, layout, rate, folds) ==
         std::tie(b.metric, b.descs, b.layout, b.rate, b.folds);
}

template <typename T>
bool AreSame(const std::vector<T>& a, const std::vector<T>& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [](const T& x, const T& y) { return IsSame(x, y); });
}

}  // namespace

/// By what tells rules apart, and what their hosts have: operations,
/// thresholds, metrics, instances. Events are each host's own.
std::size_t ProgramHash::operator()(const Program& program) const {
  std::uint64_t hash = 0;
  const auto add = [&hash](std::uint64_t number) {
    hash = (std::rotl(hash, 5) ^ number) * 0x9e3779b97f4a7c15;
  };
  for (const Node& node : program.nodes) {
    add(node.op.index());
    const auto* constant = std::get_if<Constant>(&node.op);
    if (constant != nullptr) add(std::bit_cast<std::uint64_t>(constant->value));
    const auto* match = std::get_if<Match>(&node.op);
    if (match != nullptr) add(base::Fnv1a(match->pattern->text()));
  }
  for (const ColumnSpec& column : program.columns) {
    add(base::Fnv1a(column.metric));
    for (const pmapi::MetricDesc& desc : column.descs)
      add(static_cast<std::uint32_t>(desc.pmid));
    for (const auto& fold : column.folds) {
      add(std::bit_cast<std::uintptr_t>(fold.get()));
    }
  }
  for (const expr::Layout& layout : program.layouts) {
    for (const expr::LaneLabel& label : layout.labels) {
      add(static_cast<std::uint64_t>(label.instance));
      add(base::Fnv1a(label.name));
    }
  }
  for (const std::string& text : program.strings) add(base::Fnv1a(text));
  return hash;
}

bool ProgramEqual::operator()(const Program& a, const Program& b) const {
  const auto& [nodes, columns, layouts, strings] = a;
  return AreSame(nodes, b.nodes) && AreSame(columns, b.columns) &&
         layouts == b.layouts && strings == b.strings;
}

}  // namespace engine::program
