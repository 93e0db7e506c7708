// Classes of bytes by POSIX's names, as in the C locale.
#ifndef TOCSIN_BASE_BYTE_CLASSES_H_
#define TOCSIN_BASE_BYTE_CLASSES_H_

#include <array>
#include <cstddef>
#include <string_view>

#include "base/regex_positions.h"

namespace base {

struct ByteClass {
  std::string_view name;
  std::string_view ranges;  // first and last bytes
};
inline constexpr std::array<ByteClass, 12> kByteClasses = {
    {{"alnum", "09AZaz"},
     {"alpha", "AZaz"},
     {"blank", "\t\t  "},
     {"cntrl", {"\0\x1f\x7f\x7f", 4}},
     {"digit", "09"},
     {"graph", "!~"},
     {"lower", "az"},
     {"print", " ~"},
     {"punct", "!/:@[`{~"},
     {"space", "\t\r  "},
     {"upper", "AZ"},
     {"xdigit", "09AFaf"}}};

inline void AddRange(std::size_t low, std::size_t high, SymbolSet* set) {
  for (std::size_t byte = low; byte <= high; ++byte) set->set(byte);
}

/// Adds pairs of first and last bytes.
inline void AddRanges(std::string_view ranges, SymbolSet* set) {
  for (std::size_t i = 0; i < ranges.size(); i += 2) {
    AddRange(static_cast<unsigned char>(ranges[i]),
             static_cast<unsigned char>(ranges[i + 1]), set);
  }
}

/// All other bytes.
inline SymbolSet OtherBytes(SymbolSet set) {
  for (std::size_t byte = 0; byte < kTextBegins; ++byte) set.flip(byte);
  return set;
}

}  // namespace base

#endif  // TOCSIN_BASE_BYTE_CLASSES_H_
