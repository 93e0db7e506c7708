// What the results of a block say at one tick.
#include "engine/alarm/reading.h"

#include "base/number.h"

namespace engine::alarm {

std::string_view Reading::host(int i) const {
  const int from = source(i);
  return from < 0 ? std::string_view() : results_.names.host(from);
}

void Reading::AppendCell(int i, int age, std::string* out) const {
  const bool known = cell(i, age) == pmapi::kKnown;
  switch (view_.sort) {
    case expr::Sort::kNumber:
      if (known) return base::AppendNumber(value(i, age), out);
      break;
    case expr::Sort::kTruth:
      *out += !known ? "unknown" : value(i, age) != 0 ? "true" : "false";
      return;
    case expr::Sort::kString:
      if (known) {
        *out += '"';
        *out += results_.strings.Text(static_cast<int>(value(i, age)));
        *out += '"';
        return;
      }
      break;
  }
  *out += '?';
}

void Reading::AppendValue(int i, std::string* out) const {
  for (int age = 0; age < view_.samples; ++age) {
    if (age > 0) *out += ' ';
    AppendCell(i, age, out);
  }
}

}  // namespace engine::alarm
