// MmvDeclaration and its image: what a program of ours exports, as the bytes
// of an MMV file. Keeping them in a file is writer.h's.
#ifndef TOCSIN_PMAPI_MMV_IMAGE_H_
#define TOCSIN_PMAPI_MMV_IMAGE_H_

#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "base/result.h"
#include "pmapi/metric/metric.h"

namespace pmapi {

/// Texts are help; of 255 bytes at most, like all names.
struct MmvIndom {
  std::uint32_t serial = 0;  // 1 to 2047
  std::vector<Instance> instances;
  std::string short_text;
  std::string long_text;
};

/// A metric, with a value for each instance of its domain.
struct MmvMetric {
  std::string name;  // letters, digits, `_` and `.`
  std::uint32_t item = 0;
  Type type = Type::kU64;  // one of the six numbers, or a string
  Semantics semantics = Semantics::kCounter;
  Units units;
  std::uint32_t indom = 0;  // a serial, 0 for a singular metric
  std::string short_text;
  std::string long_text;
};

/// All that a file exports.
struct MmvDeclaration {
  std::uint32_t cluster = 0;  // 0: the reader's choice
  /// Names do not begin with the file's.
  bool no_prefix = false;
  /// What stands in the file counts only as long as the process lives.
  bool of_process = true;
  /// Values that were not set yet are none, in place of 0 and "".
  bool sentinel = false;
  std::vector<MmvIndom> indoms;
  std::vector<MmvMetric> metrics;
};

namespace mmv {

/// Where a value is in the file. Units: bytes from its start.
struct ValueSlot {
  std::size_t at = 0;  // of the value's 32 bytes
  Type type = Type::kU64;
  std::size_t text = 0;  // of a string value's two strings, side by side
};

/// A file's bytes, and where its values are, by metric and instance.
struct Image {
  std::vector<std::uint8_t> bytes;
  std::map<std::pair<std::string, InstanceId>, ValueSlot> slots;
};

/// The file, but for its second generation, which is 0. Of version 1 where
/// names are short enough, else 2. A string value has two strings, one in use.
/// REQUIRES: generation != 0. Errors: kInvalid, with what is wrong.
base::Result<Image> MakeImage(const MmvDeclaration& declaration,
                              std::uint64_t generation, std::int32_t process);

}  // namespace mmv
}  // namespace pmapi

#endif  // TOCSIN_PMAPI_MMV_IMAGE_H_
