// Values are made printable; the text between them stays as it is.
#include "engine/alarm/shown.h"

#include <string_view>

#include "base/printable.h"

namespace engine::alarm {

std::string Shown(const Expansion& message) {
  const std::string_view text = message.text;
  std::string shown;
  shown.reserve(text.size());
  std::size_t at = 0;
  for (const ByteRange& place : message.values) {
    shown += text.substr(at, place.begin - at);
    shown += base::Printable(text.substr(place.begin, place.end - place.begin));
    at = place.end;
  }
  return shown += text.substr(at);
}

}  // namespace engine::alarm
