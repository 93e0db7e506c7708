// The keys of one program, looked up with those of the other.
#include "engine/program/counterparts.h"

#include <algorithm>
#include <map>
#include <string>
#include <tuple>
#include <utility>

#include "engine/program/key.h"

namespace engine::program {
namespace {

constexpr int kNone = -1;

bool HasStrings(const Program& program, NodeId node) {
  const Operation& op = program.nodes[static_cast<std::size_t>(node)].op;
  if (const auto* delay = std::get_if<Delay>(&op)) {
    return HasStrings(program, delay->operand);
  }
  const auto* column = std::get_if<Column>(&op);
  if (column == nullptr) return false;
  const auto& descs =
      program.columns[static_cast<std::size_t>(column->column)].descs;
  return std::any_of(descs.begin(), descs.end(), [](const auto& desc) {
    return desc.type == pmapi::Type::kString;
  });
}

/// The number of each, by its key.
template <typename Range, typename KeyOfOne>
auto NumbersOf(const Range& range, KeyOfOne key_of) {
  std::map<decltype(key_of(*range.begin())), int> numbers;
  int next = 0;
  for (const auto& one : range) numbers.emplace(key_of(one), next++);
  return numbers;
}

template <typename Map>
int Find(const Map& map, const typename Map::key_type& key) {
  const auto found = map.find(key);
  return found == map.end() ? kNone : found->second;
}

/// A column but for its descriptors: metric, layout, rate.
using ColumnKey = std::tuple<std::string, int, bool>;

class Search {
 public:
  Search(const Program& before, const Program& now);
  Counterparts Run();

 private:
  int LayoutBefore(int layout) const {
    return layouts_[static_cast<std::size_t>(layout)];
  }
  int TextBefore(int text) const {
    return Find(texts_, now_.strings[static_cast<std::size_t>(text)]);
  }
  int ColumnBefore(const ColumnSpec& column) const;
  NodeId NodeBefore(const Node& node) const;
  bool Translate(Operation* op) const;

  const Program& before_;
  const Program& now_;
  // Of before: the number of each.
  std::map<std::string, int> texts_;
  std::map<ColumnKey, int> columns_;
  std::map<Key, NodeId> nodes_;
  // Of each of now: the number in before.
  std::vector<int> layouts_;
  Counterparts found_;
};

Search::Search(const Program& before, const Program& now)
    : before_(before),
      now_(now),
      texts_(NumbersOf(before.strings, [](const auto& one) { return one; })),
      columns_(NumbersOf(before.columns,
                         [](const ColumnSpec& one) {
                           return ColumnKey(one.metric, one.layout, one.rate);
                         })),
      nodes_(NumbersOf(before.nodes, [](const Node& one) {
        return KeyOf(one.op, one.layout);
      })) {
  const auto layouts =
      NumbersOf(before.layouts, [](const auto& one) { return KeyOf(one); });
  for (const expr::Layout& one : now.layouts) {
    layouts_.push_back(Find(layouts, KeyOf(one)));
  }
}

int Search::ColumnBefore(const ColumnSpec& column) const {
  const int found =
      Find(columns_,
           ColumnKey(column.metric, LayoutBefore(column.layout), column.rate));
  if (found == kNone) return kNone;
  const ColumnSpec& there = before_.columns[static_cast<std::size_t>(found)];
  return there.descs == column.descs ? found : kNone;
}

/// Makes numbers of now those of before, if all are found there.
bool Search::Translate(Operation* op) const {
  bool found = true;
  const auto translate = [&](int* number, int before) {
    *number = before;
    found = found && before != kNone;
  };
  if (auto* text = std::get_if<Text>(op)) {
    translate(&text->string, TextBefore(text->string));
  } else if (auto* column = std::get_if<Column>(op)) {
    const auto at = static_cast<std::size_t>(column->column);
    translate(&column->column, found_.columns[at]);
  } else if (auto* match = std::get_if<Match>(op)) {
    translate(&match->text, TextBefore(match->text));
  }
  ForEachOperand(op, [&](NodeId* operand) {
    translate(operand, found_.nodes[static_cast<std::size_t>(*operand)]);
  });
  return found;
}

NodeId Search::NodeBefore(const Node& node) const {
  const auto* delay = std::get_if<Delay>(&node.op);
  const auto* retain = std::get_if<Retain>(&node.op);
  if (delay != nullptr && HasStrings(now_, delay->operand)) return kNoNode;
  if (retain != nullptr && HasStrings(now_, retain->operand)) return kNoNode;
  const int layout = LayoutBefore(node.layout);
  Operation op = node.op;
  if (layout == kNone || !Translate(&op)) return kNoNode;
  return Find(nodes_, KeyOf(op, layout));
}

Counterparts Search::Run() {
  for (const ColumnSpec& one : now_.columns) {
    found_.columns.push_back(ColumnBefore(one));
  }
  for (const Node& one : now_.nodes) found_.nodes.push_back(NodeBefore(one));
  return std::move(found_);
}

}  // namespace

Counterparts FindCounterparts(const Program& before, const Program& now) {
  return Search(before, now).Run();
}

}  // namespace engine::program
