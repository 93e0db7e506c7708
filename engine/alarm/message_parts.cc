// Values are read anew: what is shown of them has six digits.
#include "engine/alarm/message_parts.h"

#include <string_view>

namespace engine::alarm {
namespace {

std::optional<std::string> Copy(std::optional<std::string_view> text) {
  if (!text) return std::nullopt;
  return std::string(*text);
}

std::vector<Datum> SamplesOf(const Bound& bound) {
  // A clause without metrics is true, and nothing else of it is known.
  if (!bound.reading) {
    return {bound.value == "true" ? Datum(true) : Datum()};
  }
  std::vector<Datum> samples;
  for (int age = 0; age < bound.reading->samples(); ++age) {
    samples.push_back(bound.reading->datum(bound.lane, age));
  }
  return samples;
}

}  // namespace

MessageParts PartsOf(const std::vector<std::string>& arguments,
                     const BoundLanes& lanes) {
  MessageParts parts;
  for (const std::string& argument : arguments) {
    parts.texts.push_back(Expand({argument}, lanes).text);
  }
  parts.words = ExpandWords(arguments, lanes);
  if (!lanes) return parts;
  parts.bindings.reserve(lanes->size());
  const bool differ = parts.words.size() > arguments.size();
  for (const Bound& bound : *lanes) {
    parts.bindings.push_back({Copy(bound.host), Copy(bound.instance),
                              Copy(bound.context), SamplesOf(bound),
                              std::string(Unquoted(bound))});
    if (differ) parts.bindings.back().text = Expand(arguments, {{bound}}).text;
  }
  return parts;
}

}  // namespace engine::alarm
