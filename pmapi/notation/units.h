// Units in words: "Kbyte / sec", "100 ms" to pmapi::Units and a multiplier.
// Units to text is pmapi/metric/units.h's. Source: pmapi/notation/FORMAT.md,
// "Units in words".
#ifndef TOCSIN_PMAPI_NOTATION_UNITS_H_
#define TOCSIN_PMAPI_NOTATION_UNITS_H_

#include <string_view>

#include "pmapi/metric/units.h"
#include "pmapi/notation/parsed.h"

namespace pmapi::notation {

/// Wanted units as plain ones: a value in `units` times `multiplier` is in
/// those that the text means (500 millisec are 500 * 0.01 of "100 ms").
struct ScaledUnits {
  pmapi::Units units;
  double multiplier = 1;
};

/// An empty text means no units. A dimension on both sides of "/" cancels out,
/// or is left in bytes, seconds or ones; its scales go into `multiplier`.
/// Errors: "unrecognized or duplicate base unit", "invalid floating point
/// literal", "space dimension out of bounds" (time, count).
Parsed<ScaledUnits> ParseUnits(std::string_view text);

}  // namespace pmapi::notation

#endif  // TOCSIN_PMAPI_NOTATION_UNITS_H_
