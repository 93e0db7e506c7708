// A tree of all literals; then, from the root on, what is no branch of a node
// goes where its longest proper end would go.
#include "base/literal_finder.h"

#include <algorithm>

#include "base/check.h"

namespace base {
namespace {

std::uint8_t Folded(char c) {
  return static_cast<std::uint8_t>(c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c);
}

}  // namespace

LiteralFinder::LiteralFinder(const std::vector<std::string>& literals) {
  for (const std::string& literal : literals) {
    CHECK(!literal.empty());
    for (const char c : literal) {
      std::uint8_t& known = class_of_[Folded(c)];
      if (known == 0) known = static_cast<std::uint8_t>(classes_++);
    }
  }
  for (int c = 'A'; c <= 'Z'; ++c) class_of_[c] = class_of_[c - 'A' + 'a'];
  AddNode();
  for (std::size_t i = 0; i < literals.size(); ++i) {
    AddLiteral(literals[i], static_cast<int>(i));
  }
  LinkAll();
}

LiteralFinder::Node LiteralFinder::AddNode() {
  const auto node = static_cast<Node>(moves_.size());
  CHECK(node < kEnds - classes_);
  moves_.resize(moves_.size() + classes_, 0);
  end_.emplace_back();
  return node;
}

void LiteralFinder::AddLiteral(std::string_view literal, int index) {
  Node node = 0;
  for (const char c : literal) {
    const std::size_t move = node + class_of_[Folded(c)];
    if (moves_[move] == 0) {
      const Node added = AddNode();  // moves_ may lie elsewhere now
      moves_[move] = added;
    }
    node = moves_[move];
  }
  end_[NumberOf(node)].push_back(index);
}

/// Nodes in the order of their depth: their ends are less deep.
void LiteralFinder::LinkAll() {
  std::vector<Node> longest_end(end_.size(), 0);
  shorter_.assign(end_.size(), 0);
  std::vector<Node> queue = {0};
  const auto ends = [&](Node node) {
    return !end_[NumberOf(node)].empty() || shorter_[NumberOf(node)] != 0;
  };
  for (std::size_t at = 0; at < queue.size(); ++at) {
    const Node node = queue[at] & ~kEnds;
    const Node end = longest_end[NumberOf(node)];
    for (Node c = 0; c < classes_; ++c) {
      const Node child = moves_[node + c];
      const Node beside = node == 0 ? 0 : moves_[end + c] & ~kEnds;
      if (child == 0) {
        moves_[node + c] = beside | (ends(beside) ? kEnds : 0);
        continue;
      }
      queue.push_back(child);
      longest_end[NumberOf(child)] = beside;
      shorter_[NumberOf(child)] =
          end_[NumberOf(beside)].empty() ? shorter_[NumberOf(beside)] : beside;
      if (ends(child)) moves_[node + c] |= kEnds;
    }
  }
}

void LiteralFinder::Find(std::string_view text, std::vector<int>* found) const {
  found->clear();
  Node node = 0;
  for (const char c : text) {
    node = moves_[node + class_of_[static_cast<std::uint8_t>(c)]];
    if ((node & kEnds) == 0) continue;
    node &= ~kEnds;
    for (Node end = node; end != 0; end = shorter_[NumberOf(end)]) {
      const std::vector<int>& those = end_[NumberOf(end)];
      found->insert(found->end(), those.begin(), those.end());
    }
  }
  std::sort(found->begin(), found->end());
  found->erase(std::unique(found->begin(), found->end()), found->end());
}

}  // namespace base
