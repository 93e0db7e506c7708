// Expansion: the text of an action, with the places in it that are values.
#ifndef TOCSIN_ENGINE_ALARM_EXPANSION_H_
#define TOCSIN_ENGINE_ALARM_EXPANSION_H_

#include <cstddef>
#include <string>
#include <vector>

namespace engine::alarm {

/// Bytes from `begin` up to `end`.
struct ByteRange {
  std::size_t begin = 0;
  std::size_t end = 0;

  friend bool operator==(const ByteRange&, const ByteRange&) = default;
};

struct Expansion {
  std::string text;
  /// What stands for %h %i %v %c, in order: it came from a monitored system,
  /// all else from the author of the rule. The quotes round a string value
  /// are not of the value.
  std::vector<ByteRange> values;
};

}  // namespace engine::alarm

#endif  // TOCSIN_ENGINE_ALARM_EXPANSION_H_
