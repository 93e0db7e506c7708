// What the results of a block say at one tick.
#include "engine/alarm/reading.h"

#include "base/number.h"

namespace engine::alarm {

LaneName Reading::OwnName(int i) const {
  LaneName name;
  name.source = eval::SourceOf(layout_, lane(i));
  if (name.source >= 0) name.host = results_.names.host(name.source);
  name.instance = eval::InstanceName(results_.names, layout_, lane(i), i);
  return name;
}

int Reading::FindValue(int host, double value) const {
  for (int i = 0; i < width(); ++i) {
    if (host >= 0 && lane(i).host != host) continue;
    if (cell(i) == pmapi::kKnown && this->value(i) == value) return i;
  }
  return -1;
}

LaneName Reading::NameOf(int i) const {
  if (view_.extreme_of == program::kNoNode || cell(i) != pmapi::kKnown) {
    return OwnName(i);
  }
  const Reading operand(results_, program::View{view_.extreme_of}, tick_);
  const int extreme = operand.FindValue(lane(i).host, value(i));
  return extreme >= 0 ? operand.OwnName(extreme) : OwnName(i);
}

Datum Reading::datum(int i, int age) const {
  if (cell(i, age) != pmapi::kKnown) return {};
  const double number = value(i, age);
  switch (view_.sort) {
    case expr::Sort::kTruth:
      return number != 0;
    case expr::Sort::kString:
      return std::string(results_.strings.Text(static_cast<int>(number)));
    case expr::Sort::kNumber:
      break;
  }
  return number;
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
