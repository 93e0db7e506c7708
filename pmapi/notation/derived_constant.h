// Constants of derived metrics' expressions: a number, or what mkconst() makes
// of one. For derived_expr.cc.
#ifndef TOCSIN_PMAPI_NOTATION_DERIVED_CONSTANT_H_
#define TOCSIN_PMAPI_NOTATION_DERIVED_CONSTANT_H_

#include <optional>
#include <string>

#include "pmapi/metric/metric.h"
#include "pmapi/notation/derived_expr.h"

namespace pmapi::notation {

/// "u32", in small or large letters.
std::optional<pmapi::Type> TypeOf(const std::string& word);

/// Makes `word` the type of `desc` or, if `what` is "semantics", that. False if
/// it names none.
bool SetTypeOrSemantics(const std::string& what, const std::string& word,
                        pmapi::MetricDesc* desc);

/// Makes `node->text`, digits with a dot if `decimal`, a discrete U32 or
/// DOUBLE. False if it is too large.
bool SetNumber(bool decimal, DerivedNode* node);

/// Converts what SetNumber() made to the type that `node->desc` has been given
/// since. False for a decimal one and a type of integers.
bool GiveType(bool decimal, DerivedNode* node);

}  // namespace pmapi::notation

#endif  // TOCSIN_PMAPI_NOTATION_DERIVED_CONSTANT_H_
