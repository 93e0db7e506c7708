// LiteralFinder: which of many literals stand in a text, found in one pass.
// Source: A. Aho, "Efficient string matching: an aid to bibliographic search"
// (1975, with M. Corasick); all moves are in one table.
#ifndef TOCSIN_BASE_LITERAL_FINDER_H_
#define TOCSIN_BASE_LITERAL_FINDER_H_

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace base {

/// Letters of ASCII stand for those of either case.
/// Threads: safe to share.
class LiteralFinder {
 public:
  /// REQUIRES: none is empty.
  explicit LiteralFinder(const std::vector<std::string>& literals);

  /// Puts the indices of those that stand in `text` into `found`, ascending,
  /// each once. It takes as long as the text, however many literals there are.
  void Find(std::string_view text, std::vector<int>* found) const;

 private:
  /// Index of the first move of a node in moves_; kEnds is added where some
  /// literal ends there.
  using Node = std::uint32_t;
  static constexpr Node kEnds = 0x80000000;

  Node AddNode();
  void AddLiteral(std::string_view literal, int index);
  void LinkAll();
  std::size_t NumberOf(Node node) const { return node / classes_; }

  std::array<std::uint8_t, 256> class_of_{};  // of a byte; 0: in no literal
  std::uint32_t classes_ = 1;
  std::vector<Node> moves_;            // shape: node, class
  std::vector<std::vector<int>> end_;  // literals that end at a node
  std::vector<Node> shorter_;          // a node's longest end that ends some
};

}  // namespace base

#endif  // TOCSIN_BASE_LITERAL_FINDER_H_
