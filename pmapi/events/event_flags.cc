// The words for event flags.
#include "pmapi/events/event_flags.h"

#include <string_view>
#include <utility>

namespace pmapi {
namespace {

constexpr std::pair<std::uint32_t, std::string_view> kWords[] = {
    {kEventPoint, "point"},
    {kEventStart, "start"},
    {kEventEnd, "end"},
    {kEventId, "id"},
    {kEventParent, "parent"}};

}  // namespace

std::string EventFlagsText(std::uint32_t flags) {
  if ((flags & kEventMissed) != 0) return "missed";
  std::string text;
  for (const auto& [flag, word] : kWords) {
    if ((flags & flag) == 0) continue;
    if (!text.empty()) text += ',';
    text += word;
  }
  return text;
}

}  // namespace pmapi
