// Three-valued logic, as its tables.
#ifndef TOCSIN_BASE_KLEENE_H_
#define TOCSIN_BASE_KLEENE_H_

#include <cstdint>

namespace base {

/// Ordered, so that `and` is the smaller and `or` the larger.
enum class Kleene : std::uint8_t { kFalse, kUnknown, kTrue };

//    and | F U T      or | F U T      not
//    ----+------     ----+------     ----+--
//     F  | F F F       F | F U T       F | T
//     U  | F U U       U | U U T       U | U
//     T  | F U T       T | T T T       T | F
constexpr Kleene KleeneAnd(Kleene a, Kleene b) { return a < b ? a : b; }
constexpr Kleene KleeneOr(Kleene a, Kleene b) { return a < b ? b : a; }
constexpr Kleene KleeneNot(Kleene a) {
  return static_cast<Kleene>(2 - static_cast<int>(a));
}

static_assert(KleeneAnd(Kleene::kFalse, Kleene::kUnknown) == Kleene::kFalse);
static_assert(KleeneAnd(Kleene::kTrue, Kleene::kUnknown) == Kleene::kUnknown);
static_assert(KleeneOr(Kleene::kTrue, Kleene::kUnknown) == Kleene::kTrue);
static_assert(KleeneOr(Kleene::kFalse, Kleene::kUnknown) == Kleene::kUnknown);
static_assert(KleeneNot(Kleene::kUnknown) == Kleene::kUnknown);

}  // namespace base

#endif  // TOCSIN_BASE_KLEENE_H_
