// MessageParts: what an action's text is made of, for those that send data and
// no text: arguments and bindings apart. The text: expansion.h.
#ifndef TOCSIN_ENGINE_ALARM_MESSAGE_PARTS_H_
#define TOCSIN_ENGINE_ALARM_MESSAGE_PARTS_H_

#include <optional>
#include <string>
#include <vector>

#include "engine/alarm/binding.h"
#include "engine/alarm/reading.h"

namespace engine::alarm {

/// What %h %i %c and %v stand for in one satisfying lane.
struct Binding {
  std::optional<std::string> host;
  std::optional<std::string> instance;
  std::optional<std::string> context;
  std::vector<Datum> samples;  // of the value, the newest first
  std::string value = {};      // what %v shows; a string without its quotes
  /// The arguments, one after the other, as they were if it were the only one:
  /// where there are several, and a selector that tells them apart, and all
  /// of these together are not large.
  std::optional<std::string> text = std::nullopt;
};

struct MessageParts {
  std::vector<std::string> texts;  // the arguments, each expanded
  std::vector<Binding> bindings;   // none where they cannot be told
  /// The arguments as words: one that has a selector is a word a binding, with
  /// values as Binding has them.
  std::vector<std::string> words = {};
};

/// Copies: lanes may be gone when it is sent.
MessageParts PartsOf(const std::vector<std::string>& arguments,
                     const BoundLanes& lanes);

}  // namespace engine::alarm

#endif  // TOCSIN_ENGINE_ALARM_MESSAGE_PARTS_H_
