// Word by word.
#include "tests/script/script_metric.h"

#include <map>

namespace tests {
namespace {

bool SetUnits(const std::string& word, pmapi::Units* units) {
  using pmapi::SpaceScale;
  using pmapi::TimeScale;
  if (word == "byte") units->space = 1;
  if (word == "Kbyte") {
    units->space = 1;
    units->space_scale = SpaceScale::kKbyte;
  }
  if (word == "msec") {
    units->time = 1;
    units->time_scale = TimeScale::kMsec;
  }
  if (word == "count") units->count = 1;
  if (word == "/sec") {
    units->time = -1;
    units->time_scale = TimeScale::kSec;
  }
  return *units != pmapi::Units{};
}

}  // namespace

bool SetAttribute(const std::string& word, pmapi::MetricDesc* desc) {
  using pmapi::Type;
  static const std::map<std::string, Type> kTypes = {
      {"i32", Type::k32},        {"u32", Type::kU32},
      {"i64", Type::k64},        {"u64", Type::kU64},
      {"float", Type::kFloat},   {"double", Type::kDouble},
      {"string", Type::kString}, {"nosupport", Type::kNoSupport},
      {"events", Type::kEvent},  {"highres", Type::kHighresEvent}};
  if (word == "counter") {
    desc->semantics = pmapi::Semantics::kCounter;
    return true;
  }
  if (word == "discrete") {
    desc->semantics = pmapi::Semantics::kDiscrete;
    return true;
  }
  const auto type = kTypes.find(word);
  if (type == kTypes.end()) return SetUnits(word, &desc->units);
  desc->type = type->second;
  return true;
}

}  // namespace tests
