// The nodes of one program, in the numbers of the other, looked up there.
#include "engine/program/counterparts.h"

#include <algorithm>
#include <map>
#include <string>
#include <tuple>
#include <utility>

#include "engine/expr/lead.h"
#include "engine/program/look_back.h"
#include "engine/program/operands.h"

namespace engine::program {
namespace {

constexpr int kNone = -1;

/// Numbers by key, in the order of `range`; kNone for a key that comes twice.
template <typename Range, typename KeyOfOne>
auto NumbersOf(const Range& range, KeyOfOne key_of) {
  std::map<decltype(key_of(*range.begin())), int> numbers;
  int next = 0;
  for (const auto& one : range) {
    const auto [at, is_new] = numbers.emplace(key_of(one), next++);
    if (!is_new) at->second = kNone;
  }
  return numbers;
}

template <typename Map>
int Find(const Map& map, const typename Map::key_type& key) {
  const auto found = map.find(key);
  return found == map.end() ? kNone : found->second;
}

/// What counts as the same.
enum class Sameness {
  kExact,
  kAsWritten,  // also of what is awaited, or was: of it the text alone is known
};

/// A layout as far as the text tells it: hosts, and instances with a name.
expr::Layout Written(const expr::Layout& layout) {
  expr::Layout written;
  written.sources = layout.sources;
  for (const expr::LaneLabel& label : layout.labels) {
    if (label.name.empty()) continue;
    written.labels.push_back({label.host, pmapi::kNullInstance, label.name});
  }
  return written;
}

/// An operation as far as the text tells it: how operands pair, which of them
/// leads and which columns are open, their lanes decide, and whether there is
/// something to count.
Operation Written(Operation op, const Program& program) {
  if (auto* either = std::get_if<Either>(&op)) op = Binary(either->logic);
  if (auto* stand_in = std::get_if<StandIn>(&op)) op = Binary(stand_in->logic);
  if (auto* pair = std::get_if<Binary>(&op)) {
    op = Binary{pair->op, pair->left, pair->right};
  } else if (auto* window = std::get_if<ReduceSamples>(&op)) {
    window->open_columns.clear();
  }
  ForEachOperand(&op, [&program](NodeId& operand) {
    const Operation& read = program.nodes[operand].op;
    if (const auto* align = std::get_if<Align>(&read)) operand = align->operand;
    if (const auto* awaits = std::get_if<Awaits>(&read)) {
      operand = awaits->operand;
    }
  });
  return op;
}

bool AreSame(const std::vector<pmapi::MetricDesc>& a,
             const std::vector<pmapi::MetricDesc>& b, Sameness sameness) {
  return std::equal(
      a.begin(), a.end(), b.begin(), b.end(),
      [&](const auto& one, const auto& other) {
        const bool awaited = expr::IsAwaited(one) || expr::IsAwaited(other);
        return one == other || (awaited && sameness == Sameness::kAsWritten);
      });
}

/// A column but for its descriptors: metric, layout, rate.
using ColumnKey = std::tuple<std::string, int, bool>;
/// Of an operation and its layout.
using NodeKey = std::pair<Operation, int>;

class CounterpartSearch {
 public:
  CounterpartSearch(const Program& before, const Program& now,
                    Sameness sameness);
  Counterparts Run();

 private:
  int NumberOf(const expr::Layout& layout);
  int LayoutBefore(int layout) const { return layouts_[layout]; }
  int TextBefore(int text) const { return Find(texts_, now_.strings[text]); }
  /// `layout`: its number.
  ColumnKey KeyOfColumn(const ColumnSpec& column, int layout) const {
    const bool exact = sameness_ == Sameness::kExact;
    return ColumnKey(column.metric, layout, exact && column.rate);
  }
  int ColumnBefore(std::size_t column) const;
  /// What a node of `program` is; `layout`: the number of its layout. As
  /// written the lanes of all but columns follow from those of the operands.
  NodeKey KeyOfNode(const Operation& op, int layout,
                    const Program& program) const {
    return sameness_ == Sameness::kExact ? NodeKey(op, layout)
                                         : NodeKey(Written(op, program), 0);
  }
  NodeId NodeBefore(const Node& node) const;
  bool Translate(Operation* op) const;

  const Program& before_;
  const Program& now_;
  Sameness sameness_;
  std::map<expr::Layout, int> numbers_;  // of layouts
  // Of before: the number of each.
  std::map<std::string, int> texts_;
  std::map<ColumnKey, int> columns_;
  std::map<NodeKey, NodeId> nodes_;
  // Of now.
  std::vector<int> layouts_;  // their numbers
  std::map<ColumnKey, int> columns_now_;
  Counterparts found_;
};

CounterpartSearch::CounterpartSearch(const Program& before, const Program& now,
                                     Sameness sameness)
    : before_(before),
      now_(now),
      sameness_(sameness),
      texts_(NumbersOf(before.strings, [](const auto& one) { return one; })) {
  std::vector<int> layouts;
  for (const expr::Layout& one : before.layouts) {
    layouts.push_back(NumberOf(one));
  }
  for (const expr::Layout& one : now.layouts) layouts_.push_back(NumberOf(one));
  const auto keys = [this](const std::vector<int>& numbers) {
    return [this, &numbers](const ColumnSpec& one) {
      return KeyOfColumn(one, numbers[one.layout]);
    };
  };
  columns_ = NumbersOf(before.columns, keys(layouts));
  columns_now_ = NumbersOf(now.columns, keys(layouts_));
  nodes_ = NumbersOf(before.nodes, [&](const Node& one) {
    return KeyOfNode(one.op, layouts[one.layout], before_);
  });
}

int CounterpartSearch::NumberOf(const expr::Layout& layout) {
  return numbers_
      .emplace(sameness_ == Sameness::kExact ? layout : Written(layout),
               static_cast<int>(numbers_.size()))
      .first->second;
}

int CounterpartSearch::ColumnBefore(std::size_t column) const {
  const ColumnSpec& here = now_.columns[column];
  const ColumnKey key = KeyOfColumn(here, LayoutBefore(here.layout));
  const int found = Find(columns_, key);
  if (found == kNone || Find(columns_now_, key) == kNone) return kNone;
  const ColumnSpec& there = before_.columns[found];
  return AreSame(there.descs, here.descs, sameness_) ? found : kNone;
}

/// Makes numbers of now those of before, if all are found there.
bool CounterpartSearch::Translate(Operation* op) const {
  bool found = true;
  const auto translate = [&](int* number, int before) {
    *number = before;
    found = found && before != kNone;
  };
  if (auto* text = std::get_if<Text>(op)) {
    translate(&text->string, TextBefore(text->string));
  } else if (auto* read = std::get_if<ReadColumn>(op)) {
    translate(&read->column, found_.columns[read->column]);
  } else if (auto* window = std::get_if<ReduceSamples>(op)) {
    for (int& column : window->open_columns) {
      translate(&column, found_.columns[column]);
    }
  }
  ForEachOperand(
      op, [&](NodeId& operand) { translate(&operand, found_.nodes[operand]); });
  return found;
}

NodeId CounterpartSearch::NodeBefore(const Node& node) const {
  const auto* delay = std::get_if<Delay>(&node.op);
  const auto* retain = std::get_if<Retain>(&node.op);
  if (delay != nullptr && HasStrings(now_, delay->operand)) return kNoNode;
  if (retain != nullptr && HasStrings(now_, retain->operand)) return kNoNode;
  NodeKey key = KeyOfNode(node.op, LayoutBefore(node.layout), now_);
  return Translate(&key.first) ? Find(nodes_, key) : kNoNode;
}

Counterparts CounterpartSearch::Run() {
  for (std::size_t i = 0; i < now_.columns.size(); ++i) {
    found_.columns.push_back(ColumnBefore(i));
  }
  for (const Node& one : now_.nodes) found_.nodes.push_back(NodeBefore(one));
  return std::move(found_);
}

bool IsEdge(const Node& node) {
  const auto* unary = std::get_if<Unary>(&node.op);
  return unary != nullptr && (unary->op == ast::UnaryOp::kRising ||
                              unary->op == ast::UnaryOp::kFalling);
}

}  // namespace

Counterparts FindCounterparts(const Program& before, const Program& now) {
  Counterparts found = CounterpartSearch(before, now, Sameness::kExact).Run();
  const Counterparts written =
      CounterpartSearch(before, now, Sameness::kAsWritten).Run();
  for (std::size_t i = 0; i < found.nodes.size(); ++i) {
    if (found.nodes[i] != kNoNode || !IsEdge(now.nodes[i])) continue;
    found.nodes[i] = written.nodes[i];
  }
  return found;
}

}  // namespace engine::program
