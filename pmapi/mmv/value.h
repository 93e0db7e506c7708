// A value of an MMV file, as PMAPI's bits or text.
#ifndef TOCSIN_PMAPI_MMV_VALUE_H_
#define TOCSIN_PMAPI_MMV_VALUE_H_

#include <cstdint>
#include <optional>
#include <string_view>

#include "base/byte_reader.h"
#include "base/time.h"
#include "pmapi/metric/metric.h"
#include "pmapi/mmv/layout.h"

namespace pmapi::mmv {

/// What PMAPI calls a type of the file: kElapsed is k64, what it does not know
/// kNoSupport.
Type TypeOf(std::int32_t type);

/// The native bits (samples.h) of the number whose entry is at `at`, or
/// nothing where there is no value. A running kElapsed value runs until `now`.
/// REQUIRES: kValueSize readable bytes at `at`.
std::optional<std::uint64_t> NumberAt(base::Bytes bytes, std::size_t at,
                                      std::int32_t type, std::uint32_t flags,
                                      base::Timestamp now);

/// The text of the string value whose entry is at `at`, or nothing.
/// REQUIRES: kValueSize readable bytes at `at`. Lifetime: of `bytes`.
std::optional<std::string_view> StringAt(base::Bytes bytes, std::size_t at,
                                         std::uint32_t flags);

}  // namespace pmapi::mmv

#endif  // TOCSIN_PMAPI_MMV_VALUE_H_
