// Result<T>: a value or an Error. Members are named as std::expected's, which
// it can become when the toolchain has one.
#ifndef TOCSIN_BASE_RESULT_H_
#define TOCSIN_BASE_RESULT_H_

#include <optional>
#include <utility>
#include <variant>

#include "base/check.h"
#include "base/error.h"

namespace base {

/// Either a `T` or the Error that kept it from being made.
template <typename T>
class [[nodiscard]] Result {
 public:
  Result(T value) : state_(std::in_place_index<0>, std::move(value)) {}
  Result(Error error) : state_(std::in_place_index<1>, std::move(error)) {}

  bool has_value() const { return state_.index() == 0; }
  explicit operator bool() const { return has_value(); }

  /// REQUIRES: has_value().
  T& value() & {
    CHECK(has_value());
    return std::get<0>(state_);
  }
  const T& value() const& {
    CHECK(has_value());
    return std::get<0>(state_);
  }
  T&& value() && {
    CHECK(has_value());
    return std::get<0>(std::move(state_));
  }
  T& operator*() & { return value(); }
  const T& operator*() const& { return value(); }
  T&& operator*() && { return std::move(*this).value(); }
  T* operator->() { return &value(); }
  const T* operator->() const { return &value(); }

  /// REQUIRES: !has_value().
  const Error& error() const& {
    CHECK(!has_value());
    return std::get<1>(state_);
  }
  Error&& error() && {
    CHECK(!has_value());
    return std::get<1>(std::move(state_));
  }

 private:
  std::variant<T, Error> state_;
};

/// Success without a value, or an Error.
template <>
class [[nodiscard]] Result<void> {
 public:
  Result() = default;
  Result(Error error) : error_(std::move(error)) {}

  bool has_value() const { return !error_.has_value(); }
  explicit operator bool() const { return has_value(); }

  /// REQUIRES: !has_value().
  const Error& error() const& {
    CHECK(error_.has_value());
    return *error_;
  }
  Error&& error() && {
    CHECK(error_.has_value());
    return *std::move(error_);
  }

 private:
  std::optional<Error> error_;
};

}  // namespace base

#endif  // TOCSIN_BASE_RESULT_H_
