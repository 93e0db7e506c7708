// Error: the world failed (a file, a host, a format), in one small value.
// Not for mistakes of a rule's author (grammar/diagnostic.h) nor for our own
// bugs (base/check.h). Carried by Result (base/result.h).
#ifndef TOCSIN_BASE_ERROR_H_
#define TOCSIN_BASE_ERROR_H_

#include <string>
#include <utility>

namespace base {

/// What failed, in PMAPI's own distinctions where it has one.
enum class ErrorCode {
  kSystem,        // errno says what
  kInvalid,       // an argument that cannot be meant
  kUnsupported,   // understood, but not built
  kNotFound,      // PM_ERR_LOGFILE: something of the archive is missing
  kBadLabel,      // PM_ERR_LABEL
  kCorrupt,       // PM_ERR_LOGREC
  kNoEnd,         // PM_ERR_LOGREC, of pmGetArchiveEnd: no good record at all
  kNoData,        // PM_ERR_NODATA: an archive without records
  kRecordType,    // PM_ERR_RECTYPE
  kFeature,       // PM_ERR_FEATURE
  kTypeChanged,   // PM_ERR_LOGCHANGETYPE
  kSemChanged,    // PM_ERR_LOGCHANGESEM
  kIndomChanged,  // PM_ERR_LOGCHANGEINDOM
  kUnitsChanged,  // PM_ERR_LOGCHANGEUNITS
  kOverlap,       // PM_ERR_LOGOVERLAP
  kHostsDiffer,   // PM_ERR_LOGHOST
  kNoMetric,      // PM_ERR_NAME
  kNoPmid,        // PM_ERR_PMID
  kNoIndom,       // PM_ERR_INDOM
  kNoIndomInLog,  // PM_ERR_INDOM_LOG
  kNoInstance,    // PM_ERR_INST
  kNonLeaf,       // PM_ERR_NONLEAF
  kConversion,    // PM_ERR_CONV
  kEndOfLog,      // PM_ERR_EOL
  kNoHost,        // a host's name that nobody knows
  kTimeout,       // PM_ERR_TIMEOUT
  kClosed,        // PM_ERR_EOF: the peer has closed the connection
  kProtocol,      // PM_ERR_IPC: the peer says what it must not
  kNotConnected,  // PM_ERR_NOTCONN
  kIncomplete,    // it answers, but not all of what is asked
  kLate,          // has not answered yet: its answer may be the next tick's
  kChanged,       // metrics are not what they were: check the rules anew
  kPmapi,         // any other code of PMAPI; the message is its text
};

/// A failure: its kind, `errno` where the system said no, and one sentence
/// with the place (file, byte offset) and, where there is one, advice.
struct Error {
  ErrorCode code;
  std::string message;
  int system_errno = 0;

  friend bool operator==(const Error&, const Error&) = default;
};

/// The words PCP's tools print for `error` (pmErrStr(3)); they hold no place.
std::string PmapiText(const Error& error);

}  // namespace base

#endif  // TOCSIN_BASE_ERROR_H_
