// The keys of one program, looked up with those of the other.
#include "engine/program/counterparts.h"

#include <algorithm>
#include <map>
#include <string>
#include <tuple>
#include <utility>

#include "engine/expr/lead.h"
#include "engine/program/key.h"

namespace engine::program {
namespace {

constexpr int kNone = -1;

bool HasStrings(const Program& program, NodeId node) {
  const Operation& op = program.nodes[node].op;
  if (const auto* delay = std::get_if<Delay>(&op)) {
    return HasStrings(program, delay->operand);
  }
  const auto* column = std::get_if<ReadColumn>(&op);
  if (column == nullptr) return false;
  const auto& descs = program.columns[column->column].descs;
  return std::any_of(descs.begin(), descs.end(), [](const auto& desc) {
    return desc.type == pmapi::Type::kString;
  });
}

/// The number of each, by its key; kNone where several have it.
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

/// What is the same.
enum class Sameness {
  kExact,
  kAsWritten,  // also of what is awaited, or was: of it the text alone is known
};

/// A layout as far as the text tells it: hosts, and instances with a name.
std::string WrittenKeyOf(const expr::Layout& layout) {
  expr::Layout written;
  written.sources = layout.sources;
  for (const expr::LaneLabel& label : layout.labels) {
    if (label.name.empty()) continue;
    written.labels.push_back({label.host, pmapi::kNullInstance, label.name});
  }
  return KeyOf(written);
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

class Search {
 public:
  Search(const Program& before, const Program& now, Sameness sameness);
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
  Key KeyOfNode(Operation op, int layout) const;
  NodeId NodeBefore(const Node& node) const;
  bool Translate(Operation* op) const;

  const Program& before_;
  const Program& now_;
  Sameness sameness_;
  std::map<std::string, int> numbers_;  // of layouts, by what makes them
  // Of before: the number of each.
  std::map<std::string, int> texts_;
  std::map<ColumnKey, int> columns_;
  std::map<Key, NodeId> nodes_;
  // Of now.
  std::vector<int> layouts_;  // their numbers
  std::map<ColumnKey, int> columns_now_;
  Counterparts found_;
};

Search::Search(const Program& before, const Program& now, Sameness sameness)
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
    return KeyOfNode(one.op, layouts[one.layout]);
  });
}

int Search::NumberOf(const expr::Layout& layout) {
  const std::string key =
      sameness_ == Sameness::kExact ? KeyOf(layout) : WrittenKeyOf(layout);
  return numbers_.emplace(key, static_cast<int>(numbers_.size())).first->second;
}

int Search::ColumnBefore(std::size_t column) const {
  const ColumnSpec& here = now_.columns[column];
  const ColumnKey key = KeyOfColumn(here, LayoutBefore(here.layout));
  const int found = Find(columns_, key);
  if (found == kNone || Find(columns_now_, key) == kNone) return kNone;
  const ColumnSpec& there = before_.columns[found];
  return AreSame(there.descs, here.descs, sameness_) ? found : kNone;
}

/// Which operand leads hangs on the lanes.
Key Search::KeyOfNode(Operation op, int layout) const {
  if (auto* pair = std::get_if<Binary>(&op);
      pair != nullptr && sameness_ == Sameness::kAsWritten) {
    pair->left_leads = false;
    pair->left_enough = false;
    pair->right_enough = false;
  }
  return KeyOf(op, layout);
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
  } else if (auto* column = std::get_if<ReadColumn>(op)) {
    const auto at = static_cast<std::size_t>(column->column);
    translate(&column->column, found_.columns[at]);
  } else if (auto* match = std::get_if<Match>(op)) {
    translate(&match->text, TextBefore(match->text));
  }
  ForEachOperand(
      op, [&](NodeId* operand) { translate(operand, found_.nodes[*operand]); });
  return found;
}

NodeId Search::NodeBefore(const Node& node) const {
  const auto* delay = std::get_if<Delay>(&node.op);
  const auto* retain = std::get_if<Retain>(&node.op);
  if (delay != nullptr && HasStrings(now_, delay->operand)) return kNoNode;
  if (retain != nullptr && HasStrings(now_, retain->operand)) return kNoNode;
  Operation op = node.op;
  if (!Translate(&op)) return kNoNode;
  return Find(nodes_, KeyOfNode(std::move(op), LayoutBefore(node.layout)));
}

Counterparts Search::Run() {
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
  Counterparts found = Search(before, now, Sameness::kExact).Run();
  const Counterparts written = Search(before, now, Sameness::kAsWritten).Run();
  for (std::size_t i = 0; i < found.nodes.size(); ++i) {
    if (found.nodes[i] != kNoNode || !IsEdge(now.nodes[i])) continue;
    found.nodes[i] = written.nodes[i];
  }
  return found;
}

}  // namespace engine::program
