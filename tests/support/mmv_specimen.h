// MMV files put together by hand, independently of pmapi/mmv.
#ifndef TOCSIN_TESTS_SUPPORT_MMV_SPECIMEN_H_
#define TOCSIN_TESTS_SUPPORT_MMV_SPECIMEN_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/byte_reader.h"

namespace tests {

/// The sections in the order of their numbers, strings where they are needed.
struct MmvParts {
  struct Member {
    std::size_t indom = 0;  // number of the entry
    std::int32_t id = 0;
    std::string name;
  };
  struct Metric {
    std::string name;
    std::uint32_t item = 0;
    std::int32_t type = 1;
    std::int32_t semantics = 3;
    std::uint32_t units = 0;
    std::uint32_t indom = 0;
  };
  struct Value {
    std::size_t metric = 0;  // number of the entry
    std::uint64_t atom = 0;
    std::optional<std::size_t> member = {};
    std::int64_t extra = 0;
    std::optional<std::string> text = {};  // then `extra` is where it stands
  };

  std::uint32_t version = 1;
  std::uint64_t generation = 5;
  std::uint64_t generation_again = 5;
  std::uint32_t flags = 0;
  std::int32_t process = 0;
  std::uint32_t cluster = 0;
  std::vector<std::uint32_t> indoms;  // serials
  std::vector<Member> members;
  std::vector<Metric> metrics;
  std::vector<Value> values;

  /// Where entry `number` of section `kind` (1 to 5) begins.
  std::size_t At(int kind, std::size_t number) const;
};

std::string MmvBytes(const MmvParts& parts);

/// A file of every kind of thing: metrics count (item 1, U64, counter), bins
/// (2, U32) of domain 7 with 100 "one" and 200 "two words", text (3, string),
/// elapsed (4), real (5, double).
MmvParts MmvSpecimen(std::uint32_t version);

inline base::Bytes AsBytes(std::string_view text) {
  return {reinterpret_cast<const std::uint8_t*>(text.data()), text.size()};
}

}  // namespace tests

#endif  // TOCSIN_TESTS_SUPPORT_MMV_SPECIMEN_H_
