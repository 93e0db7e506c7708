// Numbers as pmie prints them. Source: docs/pmie.md, "Numbers as text".
#ifndef TOCSIN_BASE_NUMBER_H_
#define TOCSIN_BASE_NUMBER_H_

#include <string>

namespace base {

/// Appends `value` as pmie -v shows it: "?" for NaN, "inf", "-inf", integers
/// within 32 bits without a fraction, else %g, %.2f, %.1f or %.0f by size.
/// What would need more than 23 characters is in exponent form.
void AppendNumber(double value, std::string* out);

}  // namespace base

#endif  // TOCSIN_BASE_NUMBER_H_
