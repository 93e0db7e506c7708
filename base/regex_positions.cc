// A tree first: what is repeated is gone through as often as it has copies.
#include "base/regex_positions.h"

#include <algorithm>
#include <charconv>
#include <memory>
#include <string>

#include "base/byte_classes.h"

namespace base {
namespace {

struct Node {
  enum class Kind { kSet, kSequence, kChoice, kRepeat };
  Kind kind = Kind::kSequence;
  SymbolSet set;
  std::vector<Node> operands;
  int least = 0;
  std::optional<int> most;
};

/// Reads what posix_regex.cc writes. Nothing of what is none of that.
class Reader {
 public:
  explicit Reader(std::string_view text) : text_(text) {}

  std::optional<Node> Read() {
    Node node = Choice();
    if (!known_ || at_ < text_.size()) return std::nullopt;
    return node;
  }

 private:
  bool Take(std::string_view word) {
    if (text_.substr(at_, word.size()) != word) return false;
    at_ += word.size();
    return true;
  }
  bool Sees(char c) const { return at_ < text_.size() && text_[at_] == c; }
  bool done() const { return !known_ || at_ >= text_.size(); }

  Node Choice() {
    Node choice{Node::Kind::kChoice, {}, {}, 0, std::nullopt};
    do {
      choice.operands.push_back(Sequence());
    } while (known_ && Take("|"));
    return choice;
  }

  Node Sequence() {
    Node sequence;
    while (!done() && !Sees('|') && !Sees(')')) {
      Node one = Atom();
      while (!done()) {
        auto repeated = Repeated(&one);
        if (!repeated) break;
        one = *std::move(repeated);
      }
      sequence.operands.push_back(std::move(one));
    }
    return sequence;
  }

  std::optional<Node> Repeated(Node* operand) {
    Node node{Node::Kind::kRepeat, {}, {}, 0, std::nullopt};
    if (Take("{")) {
      node.least = Number();
      if (!Take(",")) {
        node.most = node.least;
      } else if (!Sees('}')) {
        node.most = Number();
      }
      known_ = known_ && Take("}");
    } else if (Take("+")) {
      node.least = 1;
    } else if (Take("?")) {
      node.most = 1;
    } else if (!Take("*")) {
      return std::nullopt;
    }
    node.operands.push_back(std::move(*operand));
    return node;
  }

  Node Atom() {
    if (Take("(?:")) {
      Node group = Choice();
      known_ = known_ && Take(")");
      return group;
    }
    Node node{Node::Kind::kSet, {}, {}, 0, std::nullopt};
    if (Take("[")) {
      node.set = Bracket();
    } else if (Take("\\A")) {
      node.set.set(kTextBegins);
    } else if (Take("\\z")) {
      node.set.set(kTextEnds);
    } else {
      node.set.set(Byte());
    }
    return node;
  }

  SymbolSet Bracket() {
    const bool negated = Take("^");
    SymbolSet set;
    while (known_ && !Take("]")) {
      if (Take("[:")) {
        AddClass(&set);
        continue;
      }
      const std::size_t low = Byte();
      const std::size_t high = Take("-") ? Byte() : low;
      AddRange(low, high, &set);
    }
    return negated ? OtherBytes(set) : set;
  }

  void AddClass(SymbolSet* set) {
    for (const auto& [name, ranges] : kByteClasses) {
      if (Take(std::string(name) + ":]")) return AddRanges(ranges, set);
    }
    known_ = false;
  }

  template <typename Int>
  Int NumberOf(std::string_view digits, int base) {
    Int number = 0;
    const auto end = digits.data() + digits.size();
    const auto read = std::from_chars(digits.data(), end, number, base);
    known_ = known_ && read.ec == std::errc() && read.ptr == end;
    return number;
  }

  /// \xHH.
  std::size_t Byte() {
    if (!Take("\\x") || at_ + 2 > text_.size()) {
      known_ = false;
      return 0;
    }
    const auto byte = NumberOf<std::uint8_t>(text_.substr(at_, 2), 16);
    at_ += 2;
    return byte;
  }

  int Number() {
    const std::size_t end = text_.find_first_not_of("0123456789", at_);
    const auto digits = text_.substr(at_, end - at_);
    at_ += digits.size();
    return NumberOf<int>(digits, 10);
  }

  std::string_view text_;
  std::size_t at_ = 0;
  bool known_ = true;
};

using Places = std::vector<std::size_t>;

/// What a part of the expression begins and ends with.
struct Part {
  Places first;
  Places last;
  bool empty_matches = true;
};

void Append(const Places& more, Places* places) {
  places->insert(places->end(), more.begin(), more.end());
}

class Finder {
 public:
  std::optional<RegexPositions> Find(const Node& node) {
    Part all = Of(node);
    if (too_large_) return std::nullopt;
    found_.first = std::move(all.first);
    found_.last = std::move(all.last);
    found_.empty_matches = all.empty_matches;
    return std::move(found_);
  }

 private:
  Part Of(const Node& node) {
    switch (node.kind) {
      case Node::Kind::kSet:
        return OfSet(node.set);
      case Node::Kind::kChoice:
        return OfChoice(node);
      case Node::Kind::kRepeat:
        return OfRepeat(node);
      case Node::Kind::kSequence:
        break;
    }
    Part all;
    for (const Node& one : node.operands) Add(Of(one), &all);
    return all;
  }

  Part OfSet(const SymbolSet& set) {
    too_large_ |= found_.places.size() >= RegexPositions::kMost;
    if (too_large_) return {};
    const std::size_t place = found_.places.size();
    found_.places.push_back(set);
    return {{place}, {place}, false};
  }

  Part OfChoice(const Node& node) {
    Part all{{}, {}, false};
    for (const Node& one : node.operands) {
      const Part part = Of(one);
      Append(part.first, &all.first);
      Append(part.last, &all.last);
      all.empty_matches |= part.empty_matches;
    }
    return all;
  }

  /// Each copy but the first comes after the one before it alone: fewer of them
  /// say what is left out. Where empty ones match, so does any number less.
  Part OfRepeat(const Node& node) {
    const int copies = node.most.value_or(std::max(node.least, 1));
    Part all;
    Part before;
    for (int i = 1; i <= copies && !too_large_; ++i) {
      Part copy = Of(node.operands.front());
      if (i == 1) {
        all.first = copy.first;
        all.empty_matches = node.least == 0 || copy.empty_matches;
      } else {
        Pair(before.last, copy.first);
      }
      if (i >= node.least || copy.empty_matches) Append(copy.last, &all.last);
      before = std::move(copy);
    }
    if (!node.most) Pair(before.last, before.first);
    return all;
  }

  /// `next` comes after `all`.
  void Add(Part next, Part* all) {
    Pair(all->last, next.first);
    if (all->empty_matches) Append(next.first, &all->first);
    if (!next.empty_matches) all->last.clear();
    Append(next.last, &all->last);
    all->empty_matches &= next.empty_matches;
  }

  void Pair(const Places& before, const Places& after) {
    const std::size_t more = before.size() * after.size();
    too_large_ |= found_.pairs.size() + more > RegexPositions::kMostPairs;
    if (too_large_) return;
    for (const std::size_t one : before) {
      for (const std::size_t next : after) found_.pairs.emplace_back(one, next);
    }
  }

  RegexPositions found_;
  bool too_large_ = false;
};

}  // namespace

std::optional<RegexPositions> FindPositions(std::string_view translated) {
  const auto tree = Reader(translated).Read();
  return tree ? Finder().Find(*tree) : std::nullopt;
}

}  // namespace base
