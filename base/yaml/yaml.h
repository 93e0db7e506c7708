// Tree: a text in YAML as it is written: scalars stay texts, every node has its
// place. What they mean is their reader's to say. yaml-cpp is yaml.cc's alone.
#ifndef TOCSIN_BASE_YAML_YAML_H_
#define TOCSIN_BASE_YAML_YAML_H_

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace base::yaml {

/// Bytes [begin, end) of the text.
struct Place {
  std::uint32_t begin = 0;
  std::uint32_t end = 0;

  friend bool operator==(const Place&, const Place&) = default;
};

struct Member;

struct Node {
  enum class Kind { kNull, kScalar, kSequence, kMap };
  Kind kind = Kind::kNull;  // kNull: nothing is written
  Place place;              // of a scalar all of it, else where it begins
  /// Of a scalar, without its quotes; `no`, `~` and `010` are texts, too.
  std::string text;
  std::vector<Node> items;      // of a sequence
  std::vector<Member> members;  // of a map, in their order
};

struct Member {
  std::string key;
  Place place;  // of the key
  Node value;
};

/// What is no YAML, or none that is taken.
struct Fault {
  Place place;
  std::string message;
  std::string hint;  // may be empty
};

/// Nodes of one text, what aliases stand for included, and how deep they may be
/// inside one another. A key is a node, too.
inline constexpr std::size_t kMostNodes = 100'000;
inline constexpr std::size_t kMostDepth = 50;

/// A scalar that an alias stands for is one node more for so many bytes each.
inline constexpr std::size_t kNodeBytes = 64;

struct Tree {
  Node root;
  /// In the order of the text; behind the last one there may be more.
  std::vector<Fault> faults;
  /// True where `root` is all of the text: there are no faults but keys that
  /// stand twice, and of those it has each.
  bool whole = false;
};

/// True of a word as keys are: a letter or _, then letters, digits, _ - and .,
/// 24 bytes at most. Others may be a value whose colon was forgotten.
bool IsPlainKey(std::string_view key);

/// Reads `text`, which is in UTF-8. Keys are scalars, and none stands twice in
/// a map; there is one document, and no tags. Aliases are what they stand for.
Tree Parse(std::string_view text);

}  // namespace base::yaml

#endif  // TOCSIN_BASE_YAML_YAML_H_
