// Numbers as text: which of pmie's formats a value takes.
#include "base/number.h"

#include <cmath>
#include <cstdio>

namespace base {
namespace {

constexpr int kMaxWidth = 23;

const char* FormatFor(double magnitude) {
  if (magnitude < 0.5) return "%g";
  if (magnitude < 5) return "%.2f";
  if (magnitude < 50) return "%.1f";
  return "%.0f";
}

}  // namespace

void AppendNumber(double value, std::string* out) {
  char text[512];  // %.0f of the largest double needs 310
  if (std::isnan(value)) {
    *out += '?';
    return;
  }
  if (value >= -2147483648.0 && value <= 2147483647.0 &&
      value == std::trunc(value)) {
    std::snprintf(text, sizeof text, "%d", static_cast<int>(value));
  } else if (std::snprintf(text, sizeof text, FormatFor(std::fabs(value)),
                           value) > kMaxWidth) {
    std::snprintf(text, sizeof text, "%g", value);
  }
  *out += text;
}

}  // namespace base
