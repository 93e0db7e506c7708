// The two lines that show a fault and point at it.
#include "pmapi/notation/parsed.h"

#include <algorithm>

#include "base/display_width.h"
#include "base/printable.h"

namespace pmapi::notation {

std::string FaultText(std::string_view text, const Fault& fault) {
  std::string lines;
  std::string below;
  std::size_t at = std::min(fault.offset, text.size());
  // Tabs are kept, so that one is as wide below as above.
  while (true) {
    const std::size_t tab = text.find('\t');
    const std::string_view part = text.substr(0, tab);
    lines += base::Printable(part);
    below.append(base::DisplayWidth(part.substr(0, at)), ' ');
    at -= std::min(at, part.size());
    if (tab == std::string_view::npos) break;
    lines += '\t';
    if (at > 0) {
      below += '\t';
      --at;
    }
    text.remove_prefix(tab + 1);
  }
  return lines + '\n' + below + "^ -- " + fault.reason + '\n';
}

}  // namespace pmapi::notation
