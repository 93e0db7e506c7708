// Words and values as pminfo has them.
#include "tests/support/metric_text.h"

#include <bit>
#include <cstdio>

namespace tests {

using pmapi::MetricDesc;
using pmapi::Semantics;
using pmapi::Type;

const char* SemanticsName(Semantics semantics) {
  switch (semantics) {
    case Semantics::kCounter:
      return "counter";
    case Semantics::kInstant:
      return "instant";
    case Semantics::kDiscrete:
      return "discrete";
  }
  return "?";
}

std::string UnitsOf(const MetricDesc& desc) {
  const std::string text = UnitsText(desc.units);
  return text.empty() ? "none" : text;
}

std::string ValueText(Type type, std::uint64_t bits,
                      const std::vector<std::string>& strings) {
  char text[64];
  switch (type) {
    case Type::k32:
    case Type::k64:
      return std::to_string(static_cast<std::int64_t>(bits));
    case Type::kFloat:
      std::snprintf(text, sizeof text, "%.8g",
                    static_cast<double>(std::bit_cast<float>(
                        static_cast<std::uint32_t>(bits))));
      return text;
    case Type::kDouble:
      std::snprintf(text, sizeof text, "%.16g", std::bit_cast<double>(bits));
      return text;
    case Type::kString:
      return strings[bits];
    default:
      return std::to_string(bits);
  }
}

std::string OneField(std::string_view text) {
  std::string field;
  for (const char c : text) {
    if (c == '\n') {
      field += "\\n";
    } else if (c == '\t') {
      field += "\\t";
    } else {
      field += c;
    }
  }
  return field;
}

}  // namespace tests
