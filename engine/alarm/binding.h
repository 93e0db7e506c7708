// Bindings: what %h %i %v %c stand for in the text of an action. Source:
// docs/pmie.md, "Bindings".
#ifndef TOCSIN_ENGINE_ALARM_BINDING_H_
#define TOCSIN_ENGINE_ALARM_BINDING_H_

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/alarm/expansion.h"
#include "engine/alarm/reading.h"

namespace engine::alarm {

/// One satisfying lane. Empty: undefined.
struct Bound {
  std::optional<std::string_view> host;
  std::optional<std::string_view> instance;
  std::optional<std::string_view> context;
  std::string value;
  /// `value` is one string, in quotes.
  bool quoted = false;
  /// Where `value` has been read; none: nowhere.
  std::optional<Reading> reading = std::nullopt;
  int lane = 0;  // of `reading`
  /// What %{NAME} and %n show, by these.
  std::map<std::string, std::string, std::less<>> records = {};
};

/// The lanes that satisfied a condition, in order. Without a value: it cannot
/// be told (the bound expression is unknown), and text stays as it is.
using BoundLanes = std::optional<std::vector<Bound>>;

/// What it shows, a string without its quotes.
inline std::string_view Unquoted(const Bound& bound) {
  const std::string_view value = bound.value;
  return bound.quoted ? value.substr(1, value.size() - 2) : value;
}

/// `binding` at `tick` of the block.
BoundLanes Bind(const Results& results, const program::BindingView& binding,
                int tick);

/// The one binding of a clause without metrics: nothing but a true value.
BoundLanes BindNothing();

/// The arguments one after the other; each that has a selector is repeated a
/// satisfying lane.
Expansion Expand(const std::vector<std::string>& arguments,
                 const BoundLanes& lanes);

/// The same as words: each argument is one, one that has a selector is one a
/// satisfying lane, and empty where there is none. String values are without
/// their quotes.
std::vector<std::string> ExpandWords(const std::vector<std::string>& arguments,
                                     const BoundLanes& lanes);

}  // namespace engine::alarm

#endif  // TOCSIN_ENGINE_ALARM_BINDING_H_
