// The vocabulary of PMAPI: identifiers, types, semantics, units, descriptors.
// Source: pmapi/metric/FORMAT.md, "Identifiers", "Types and semantics". No
// bytes, no values.
#ifndef TOCSIN_PMAPI_METRIC_METRIC_H_
#define TOCSIN_PMAPI_METRIC_METRIC_H_

#include <cstdint>
#include <string>
#include <string_view>

#include "pmapi/metric/units.h"

namespace pmapi {

/// flag:1 domain:9 cluster:12 item:10.
enum class Pmid : std::uint32_t {};
inline constexpr Pmid kNullPmid{0xffffffffu};

/// Of domain 511 with the flag: the metrics that a client computes of others.
inline constexpr std::uint32_t kDerivedPmid = 1u << 31 | 511u << 22;
constexpr std::uint32_t DomainOf(Pmid pmid) {
  return static_cast<std::uint32_t>(pmid) >> 22 & 511;
}
constexpr bool IsDerived(Pmid pmid) {
  return (static_cast<std::uint32_t>(pmid) & kDerivedPmid) == kDerivedPmid &&
         pmid != kNullPmid;
}

/// flag:1 domain:9 serial:22; kNullInDom is a singular metric's.
enum class InDom : std::uint32_t {};
inline constexpr InDom kNullInDom{0xffffffffu};

/// Internal instance identifier; kNullInstance is a singular metric's value.
using InstanceId = std::int32_t;
inline constexpr InstanceId kNullInstance = -1;

/// What an archive, pmcd or MMV file says of a value's representation.
enum class Type : std::int32_t {
  kNoSupport = -1,
  k32 = 0,
  kU32 = 1,
  k64 = 2,
  kU64 = 3,
  kFloat = 4,
  kDouble = 5,
  kString = 6,
  kAggregate = 7,
  kAggregateStatic = 8,
  kEvent = 9,
  kHighresEvent = 10,
  kUnknown = 255,
};

/// Whether values are counted up, momentary, or stay until they change.
enum class Semantics : std::int32_t {
  kCounter = 1,
  kInstant = 3,
  kDiscrete = 4
};

/// True for the six types that can be converted to double.
bool IsNumeric(Type type);
constexpr bool IsEvent(Type type) {
  return type == Type::kEvent || type == Type::kHighresEvent;
}

/// "U32", "64", "STRING", ...; "???" for what is no type.
std::string TypeName(Type type);

/// "60.2.7", "PM_ID_NULL".
std::string PmidText(Pmid pmid);

/// "60.3", "PM_INDOM_NULL".
std::string InDomText(InDom indom);

/// All that is told of a metric but its name.
struct MetricDesc {
  Pmid pmid = kNullPmid;
  Type type = Type::kNoSupport;
  InDom indom = kNullInDom;
  Semantics semantics = Semantics::kInstant;
  Units units;

  bool singular() const { return indom == kNullInDom; }
  friend bool operator==(const MetricDesc&, const MetricDesc&) = default;
};

/// A member of an instance domain with its external name.
struct Instance {
  InstanceId id = kNullInstance;
  std::string name;

  friend bool operator==(const Instance&, const Instance&) = default;
};

/// What a metric is about, in its author's words; empty where there are none.
struct HelpText {
  std::string line;
  std::string text;  // of many lines, perhaps

  friend bool operator==(const HelpText&, const HelpText&) = default;
};

/// True if an instance called `known` is meant by `wanted`: equal, or, where
/// at least one has a blank, equal up to the first blank.
/// Source: docs/pmie.md, "Instances".
bool InstanceNameMatches(std::string_view known, std::string_view wanted);

}  // namespace pmapi

#endif  // TOCSIN_PMAPI_METRIC_METRIC_H_
