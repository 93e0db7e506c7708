// The two lines that show a fault and point at it.
#include "grammar/micro/parsed.h"

#include <algorithm>

namespace grammar::micro {
namespace {

bool IsGraphic(char c) { return c > ' ' && c < 0x7f; }

}  // namespace

std::string FaultText(std::string_view text, const Fault& fault) {
  std::string lines(text);
  lines += '\n';
  // White space is kept, so that a tab is as wide below as above.
  for (const char c : text.substr(0, std::min(fault.offset, text.size()))) {
    lines += IsGraphic(c) ? ' ' : c;
  }
  return lines + "^ -- " + fault.reason + '\n';
}

}  // namespace grammar::micro
