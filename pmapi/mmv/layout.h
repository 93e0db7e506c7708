// FileLayout: what an MMV file declares (metrics, instances, and where values
// stand), from its bytes alone. Values are value.h's, files mmv_file.h's.
#ifndef TOCSIN_PMAPI_MMV_LAYOUT_H_
#define TOCSIN_PMAPI_MMV_LAYOUT_H_

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/byte_reader.h"
#include "base/result.h"
#include "pmapi/metric/metric.h"
#include "pmapi/mmv/format.h"

namespace pmapi::mmv {

/// What the first 40 bytes say.
struct Header {
  Version version = Version::k1;
  std::uint64_t generation = 0;
  std::uint64_t generation_again = 0;
  std::uint32_t sections = 0;
  std::uint32_t flags = 0;
  std::int32_t process = 0;
  std::uint32_t cluster = 0;

  /// False while the file is being written.
  bool complete() const {
    return generation != 0 && generation == generation_again;
  }
  friend bool operator==(const Header&, const Header&) = default;
};

/// Where one instance's value is.
struct ValuePlace {
  InstanceId instance = kNullInstance;
  std::size_t at = 0;  // of the value's 32 bytes

  friend bool operator==(const ValuePlace&, const ValuePlace&) = default;
};

/// A metric as the file declares it.
struct DeclaredMetric {
  std::string name;  // without prefix, not checked
  std::uint32_t item = 0;
  std::int32_t type = 0;  // as in the file
  std::int32_t semantics = 0;
  Units units;
  /// The instance domain, or nothing for a singular metric.
  std::optional<std::uint32_t> indom;
  HelpText help;
  /// By instance, each once; at most one for a singular metric.
  std::vector<ValuePlace> values;
};

/// An instance domain as the file declares it.
struct Indom {
  std::uint32_t serial = 0;
  std::vector<Instance> instances;  // in the file's order, each number once
};

/// Without a value. Lifetime: copies, views nothing.
struct FileLayout {
  Header header;
  std::vector<DeclaredMetric> metrics;
  std::vector<Indom> indoms;  // each serial once
};

/// Errors: kCorrupt: too short, no MMV file, a version that is none, a cluster
/// that is too large, a table of contents that cannot be.
base::Result<Header> DecodeHeader(base::Bytes bytes);

/// Whether the file that had `header` was not rewritten before `bytes` were
/// read of it.
bool IsCopyOf(base::Bytes bytes, const Header& header);

/// The whole, with every offset within `bytes`. Memory: a few times `bytes`.
/// What refers to nothing makes the file corrupt; a value of no metric, or of
/// an instance that is not of the metric's domain, is left out.
/// REQUIRES: DecodeHeader(bytes) gave `header`.
/// Errors: kCorrupt, with the byte.
base::Result<FileLayout> DecodeLayout(base::Bytes bytes, const Header& header);

}  // namespace pmapi::mmv

#endif  // TOCSIN_PMAPI_MMV_LAYOUT_H_
