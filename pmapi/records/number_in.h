// NumberIn: numbers as the kernel's log and the journal write them.
#ifndef TOCSIN_PMAPI_RECORDS_NUMBER_IN_H_
#define TOCSIN_PMAPI_RECORDS_NUMBER_IN_H_

#include <charconv>
#include <cstdint>
#include <optional>
#include <string_view>
#include <system_error>

namespace pmapi::records {

/// The number that all of `text` is, in decimal digits. Nothing where it is
/// none, or needs more than 64 bits.
inline std::optional<std::uint64_t> NumberIn(std::string_view text) {
  std::uint64_t number = 0;
  const char* const end = text.data() + text.size();
  const auto [rest, error] = std::from_chars(text.data(), end, number);
  if (error != std::errc() || rest != end) return std::nullopt;
  return number;
}

}  // namespace pmapi::records

#endif  // TOCSIN_PMAPI_RECORDS_NUMBER_IN_H_
