// The texts of errors, in the words that PMAPI has for them.
#include "base/error.h"

#include <cstring>

namespace base {

std::string PmapiText(const Error& error) {
  switch (error.code) {
    case ErrorCode::kSystem:
      return std::strerror(error.system_errno);
    case ErrorCode::kInvalid:
    case ErrorCode::kUnsupported:
    case ErrorCode::kNoHost:
    case ErrorCode::kIncomplete:
    case ErrorCode::kLate:
    case ErrorCode::kChanged:
    case ErrorCode::kPmapi:
      return error.message;
    case ErrorCode::kNotFound:
      return "Missing PCP archive log file";
    case ErrorCode::kBadLabel:
      return "Illegal label record at start of a PCP archive log file";
    case ErrorCode::kCorrupt:
    case ErrorCode::kNoEnd:
      return "Corrupted record in a PCP archive log";
    case ErrorCode::kNoData:
      return "Empty archive log file";
    case ErrorCode::kRecordType:
      return "Incorrect record type in an archive";
    case ErrorCode::kFeature:
      return "Archive feature not supported";
    case ErrorCode::kTypeChanged:
      return "The type of a metric has changed in an archive";
    case ErrorCode::kSemChanged:
      return "The semantics of a metric has changed in an archive";
    case ErrorCode::kIndomChanged:
      return "The instance domain of a metric has changed in an archive";
    case ErrorCode::kUnitsChanged:
      return "The units of a metric have changed in an archive";
    case ErrorCode::kOverlap:
      return "Archives overlap in time";
    case ErrorCode::kHostsDiffer:
      return "Archives differ by host";
    case ErrorCode::kNoMetric:
      return "Unknown metric name";
    case ErrorCode::kNoPmid:
      return "Metric not defined in the PCP archive log";
    case ErrorCode::kNoIndom:
      return "Unknown or illegal instance domain identifier";
    case ErrorCode::kNoIndomInLog:
      return "Instance domain identifier not defined in the PCP archive log";
    case ErrorCode::kNoInstance:
      return "Unknown or illegal instance identifier";
    case ErrorCode::kNonLeaf:
      return "Metric name is not a leaf in PMNS";
    case ErrorCode::kConversion:
      return "Impossible value or scale conversion";
    case ErrorCode::kEndOfLog:
      return "End of PCP archive log";
    case ErrorCode::kTimeout:
      return "Timeout waiting for a response from PMCD";
    case ErrorCode::kClosed:
      return "IPC channel closed";
    case ErrorCode::kProtocol:
      return "IPC protocol failure";
    case ErrorCode::kNotConnected:
      return "Not Connected";
  }
  return error.message;
}

}  // namespace base
