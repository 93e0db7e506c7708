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

/// Texts of bindings that are more together are left out: what is the same in
/// all of them is in each. Units: bytes.
constexpr std::size_t kMostOwnTexts = std::size_t{8} << 20;

/// Whether `lanes` are told apart by what `parts` were made of, and need not
/// much for that.
bool HaveOwnTexts(const std::vector<std::string>& arguments,
                  const MessageParts& parts, std::size_t lanes) {
  std::size_t bytes = 0;
  for (const std::string& argument : arguments) bytes += argument.size();
  return parts.words.size() > arguments.size() &&
         lanes * bytes <= kMostOwnTexts;
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
  const bool differ = HaveOwnTexts(arguments, parts, lanes->size());
  for (const Bound& bound : *lanes) {
    parts.bindings.push_back({Copy(bound.host), Copy(bound.instance),
                              Copy(bound.context), SamplesOf(bound),
                              std::string(Unquoted(bound))});
    if (differ) parts.bindings.back().text = Expand(arguments, {{bound}}).text;
  }
  return parts;
}

}  // namespace engine::alarm
