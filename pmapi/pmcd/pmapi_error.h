// The error codes of PMAPI, as pmcd sends them, as Errors.
// Source: pmapi/pmcd/PROTOCOL.md, "Errors", "Handshake".
#ifndef TOCSIN_PMAPI_PMCD_PMAPI_ERROR_H_
#define TOCSIN_PMAPI_PMCD_PMAPI_ERROR_H_

#include <cstdint>
#include <string>

#include "base/error.h"

namespace pmapi::pmcd {

/// The words of pmErrStr(3) for `code`.
std::string PmapiErrorText(std::int32_t code);

/// `code`, which is negative, as an Error: of a kind of its own where
/// base::ErrorCode has one, kSystem where it is an errno, else kPmapi.
base::Error PmapiError(std::int32_t code);

/// The status of a welcome, of the ancient numbers, as one of today's.
std::int32_t FromAncientCode(std::int32_t status);

}  // namespace pmapi::pmcd

#endif  // TOCSIN_PMAPI_PMCD_PMAPI_ERROR_H_
