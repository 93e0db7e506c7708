// A table of those codes that a pmcd has reason to send.
#include "pmapi/pmcd/pmapi_error.h"

#include <algorithm>
#include <array>
#include <cstring>

namespace pmapi::pmcd {
namespace {

using base::ErrorCode;

constexpr std::int32_t kBase = 12345;
constexpr std::int32_t kAncientBase = 1000;

struct PmapiCode {
  std::int32_t number;  // the code is -(kBase + number)
  ErrorCode code;
  const char* text;
};

constexpr auto kOther = ErrorCode::kPmapi;
constexpr auto kTable = std::to_array<PmapiCode>({
    {0, kOther, "Generic error, already reported above"},
    {1, kOther, "Problems parsing PMNS definitions"},
    {2, kOther, "PMNS not accessible"},
    {5, kOther,
     "Metric not supported by this version of monitored "
     "application"},
    {6, kOther, "Missing metric value(s)"},
    {8, ErrorCode::kTimeout, "Timeout waiting for a response from PMCD"},
    {10, kOther, "PMCD reset or configuration change"},
    {12, ErrorCode::kNoMetric, "Unknown metric name"},
    {13, ErrorCode::kNoPmid, "Unknown or illegal metric identifier"},
    {14, ErrorCode::kNoIndom, "Unknown or illegal instance domain identifier"},
    {15, ErrorCode::kNoInstance, "Unknown or illegal instance identifier"},
    {16, kOther, "Illegal pmUnits specification"},
    {17, ErrorCode::kConversion, "Impossible value or scale conversion"},
    {20, kOther, "Explicit instance identifier(s) required"},
    {21, ErrorCode::kProtocol, "IPC protocol failure"},
    {23, ErrorCode::kClosed, "IPC channel closed"},
    {31, kOther, "Attempt to use an illegal context"},
    {36, kOther, "Missing profile - protocol botch"},
    {41, kOther, "No PMCD agent for domain of request"},
    {42, kOther, "No permission to perform requested operation"},
    {43, kOther, "PMCD connection limit for this host exceeded"},
    {44, kOther, "Try again. Information not currently available"},
    {49, ErrorCode::kNonLeaf, "Metric name is not a leaf in PMNS"},
    {52, kOther, "Unknown or illegal metric type"},
    {54, kOther, "Container not found"},
    {63, kOther, "PMCD requires a client certificate"},
    {66, kOther, "PMDA is currently fenced and unable to respond to requests"},
    {69, kOther, "TLS protocol failure"},
    {97, kOther, "Internal inconsistency detected or assertion failed"},
    {99, kOther, "Result size exceeded"},
    {1048, kOther, "PMDA is now responsive to requests"},
    {1049, kOther, "PMDA is not yet ready to respond to requests"},
    {8999, kOther, "Functionality not yet implemented"},
});

const PmapiCode* Find(std::int32_t code) {
  const auto* at = std::find_if(kTable.begin(), kTable.end(),
                                [code](const PmapiCode& known) {
                                  return code == -(kBase + known.number);
                                });
  return at == kTable.end() ? nullptr : at;
}

bool IsErrno(std::int32_t code) { return code < 0 && code > -kAncientBase; }

}  // namespace

std::string PmapiErrorText(std::int32_t code) {
  if (const PmapiCode* known = Find(code)) return known->text;
  if (IsErrno(code)) return std::strerror(-code);
  return "No such PMAPI error code (" + std::to_string(code) + ")";
}

base::Error PmapiError(std::int32_t code) {
  const PmapiCode* known = Find(code);
  if (known != nullptr) return {known->code, known->text};
  if (IsErrno(code)) {
    return {ErrorCode::kSystem, PmapiErrorText(code), -code};
  }
  return {kOther, PmapiErrorText(code)};
}

std::int32_t FromAncientCode(std::int32_t status) {
  if (status > -kAncientBase || status <= -kBase) return status;
  return status + kAncientBase - kBase;
}

}  // namespace pmapi::pmcd
