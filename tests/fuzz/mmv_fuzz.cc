// Fuzz target: an MMV file, decoded as a whole, all its values loaded.
#include <cstddef>
#include <cstdint>

#include "base/check.h"
#include "pmapi/mmv/layout.h"
#include "pmapi/mmv/value.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data,
                                      std::size_t size) {
  const base::Bytes bytes(data, size);
  const auto header = pmapi::mmv::DecodeHeader(bytes);
  if (!header) return 0;
  const auto layout = pmapi::mmv::DecodeLayout(bytes, *header);
  if (!layout) return 0;
  for (const pmapi::mmv::DeclaredMetric& metric : layout->metrics) {
    CHECK(metric.help.line.size() <= pmapi::mmv::kStringSize);
    CHECK(metric.help.text.size() <= pmapi::mmv::kStringSize);
    for (const pmapi::mmv::ValuePlace& place : metric.values) {
      CHECK(place.at + pmapi::mmv::kValueSize <= size);
      pmapi::mmv::NumberAt(bytes, place.at, metric.type, header->flags, {1});
      pmapi::mmv::StringAt(bytes, place.at, header->flags);
    }
  }
  return 0;
}
