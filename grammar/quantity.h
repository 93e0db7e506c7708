// Quantity: a number with unit words behind it, in canonical units. The text
// form of metrics' units is pmapi/notation/units.h's.
#ifndef TOCSIN_GRAMMAR_QUANTITY_H_
#define TOCSIN_GRAMMAR_QUANTITY_H_

#include <string>

#include "grammar/token.h"
#include "pmapi/metric/units.h"

namespace grammar {

/// `10 Kbyte / sec`, a word at a time. Of each dimension the last word counts.
/// Source: docs/pmie.md, "Unit literals".
class Quantity {
 public:
  explicit Quantity(double number) : number_(number) {}

  /// `word^power`, after a slash if `divided`; `power` is cut to an integer
  /// and to the four bits that PMAPI has for it.
  void ApplyUnit(UnitWord word, double power, bool divided);

  /// Seconds, or a number without units.
  bool IsTime() const {
    return units_ == pmapi::Units() ||
           (units_.space == 0 && units_.count == 0 && units_.time == 1);
  }

  const pmapi::Units& units() const { return units_; }
  /// Units: bytes, seconds, counts.
  double Canonical() const { return number_ * pmapi::CanonicalFactor(units_); }

 private:
  double number_;
  pmapi::Units units_;
};

/// A time as rules have it: "5 min". Units: seconds.
std::string TimeText(double seconds);

}  // namespace grammar

#endif  // TOCSIN_GRAMMAR_QUANTITY_H_
