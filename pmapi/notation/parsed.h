// Parsed<T>: what a notation made of a text, or the Fault that stopped
// it. Not a Diagnostic: a caller that knows the surrounding file makes one.
#ifndef TOCSIN_PMAPI_NOTATION_PARSED_H_
#define TOCSIN_PMAPI_NOTATION_PARSED_H_

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <variant>

#include "base/check.h"

namespace pmapi::notation {

/// Where a text stops making sense, and why.
struct Fault {
  std::size_t offset = 0;  // in bytes from the start of the text
  std::string reason;

  friend bool operator==(const Fault&, const Fault&) = default;
};

/// The two lines of PCP's tools: the text, then blanks up to the fault,
/// "^ -- " and the reason; each ends with a newline. Nothing in them steers a
/// terminal.
/// Source: pmapi/notation/FORMAT.md, "Intervals".
std::string FaultText(std::string_view text, const Fault& fault);

/// A `T`, or what kept it from being made.
template <typename T, typename F = Fault>
class [[nodiscard]] Parsed {
 public:
  Parsed(T value) : state_(std::in_place_index<0>, std::move(value)) {}
  Parsed(F fault) : state_(std::in_place_index<1>, std::move(fault)) {}

  bool has_value() const { return state_.index() == 0; }
  explicit operator bool() const { return has_value(); }

  /// REQUIRES: has_value().
  const T& value() const {
    CHECK(has_value());
    return std::get<0>(state_);
  }
  const T& operator*() const { return value(); }
  const T* operator->() const { return &value(); }

  /// REQUIRES: !has_value().
  const F& fault() const {
    CHECK(!has_value());
    return std::get<1>(state_);
  }

 private:
  std::variant<T, F> state_;
};

}  // namespace pmapi::notation

#endif  // TOCSIN_PMAPI_NOTATION_PARSED_H_
