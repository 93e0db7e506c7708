// Fnv1a: a number for a text, the same in each run of the program and on each
// machine: FNV-1a with 64 bits. No secret is needed to find two of one number.
#ifndef TOCSIN_BASE_FNV_H_
#define TOCSIN_BASE_FNV_H_

#include <array>
#include <charconv>
#include <cstdint>
#include <string>
#include <string_view>

namespace base {

inline std::uint64_t Fnv1a(std::string_view text) {
  std::uint64_t number = 0xcbf29ce484222325;
  for (const char c : text) {
    number = (number ^ static_cast<std::uint8_t>(c)) * 0x100000001b3;
  }
  return number;
}

/// That number in hexadecimal digits.
inline std::string Fnv1aText(std::string_view text) {
  std::array<char, 16> digits{};
  const auto end = std::to_chars(digits.begin(), digits.end(), Fnv1a(text), 16);
  return {digits.begin(), end.ptr};
}

}  // namespace base

#endif  // TOCSIN_BASE_FNV_H_
