// The words for types, semantics and identifiers.
#include "pmapi/metric/metric.h"

namespace pmapi {

bool IsNumeric(Type type) { return type >= Type::k32 && type <= Type::kDouble; }

std::string TypeName(Type type) {
  switch (type) {
    case Type::kNoSupport:
      return "NO_SUPPORT";
    case Type::k32:
      return "32";
    case Type::kU32:
      return "U32";
    case Type::k64:
      return "64";
    case Type::kU64:
      return "U64";
    case Type::kFloat:
      return "FLOAT";
    case Type::kDouble:
      return "DOUBLE";
    case Type::kString:
      return "STRING";
    case Type::kAggregate:
      return "AGGREGATE";
    case Type::kAggregateStatic:
      return "AGGREGATE_STATIC";
    case Type::kEvent:
      return "EVENT";
    case Type::kHighresEvent:
      return "HIGHRES_EVENT";
    case Type::kUnknown:
      return "UNKNOWN";
  }
  return "???";
}

std::string PmidText(Pmid pmid) {
  const auto word = static_cast<std::uint32_t>(pmid);
  if (pmid == kNullPmid) return "PM_ID_NULL";
  return std::to_string(word >> 22 & 0x1ff) + '.' +
         std::to_string(word >> 10 & 0xfff) + '.' +
         std::to_string(word & 0x3ff);
}

std::string InDomText(InDom indom) {
  const auto word = static_cast<std::uint32_t>(indom);
  if (indom == kNullInDom) return "PM_INDOM_NULL";
  return std::to_string(word >> 22 & 0x1ff) + '.' +
         std::to_string(word & 0x3fffff);
}

bool InstanceNameMatches(std::string_view known, std::string_view wanted) {
  if (known == wanted) return true;
  const auto first_word = [](std::string_view name) {
    return name.substr(0, name.find(' '));
  };
  const bool has_blank = known.find(' ') != std::string_view::npos ||
                         wanted.find(' ') != std::string_view::npos;
  return has_blank && first_word(known) == first_word(wanted);
}

}  // namespace pmapi
