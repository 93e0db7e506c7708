// Whether a notification is sent again, and when. Sending is deliverer.h's.
// Source: docs/notifications.md, "What it comes to"; RFC 9110, section 10.2.3.
#ifndef TOCSIN_ACTIONS_DELIVERY_RETRY_H_
#define TOCSIN_ACTIONS_DELIVERY_RETRY_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <random>
#include <string>

#include "base/http/message.h"
#include "base/result.h"
#include "base/time.h"

namespace actions {

/// The first retry comes within this, each one after it within twice as long...
inline constexpr base::Duration kFirstRetry{base::kNanosPerSecond};
/// ...but never later.
inline constexpr base::Duration kLastRetry{300 * base::kNanosPerSecond};
/// A receiver may ask for a longer pause, up to this.
inline constexpr base::Duration kLongestPause{3600 * base::kNanosPerSecond};
/// What is older is given up when it fails.
inline constexpr base::Duration kDeadline{24 * 3600 * base::kNanosPerSecond};

/// What has become of a try. kAgain: another one may succeed; kFinal: none
/// will.
enum class Verdict : std::uint8_t { kDelivered, kAgain, kFinal };

/// 2xx is delivered; 407 (of a proxy), 408, 425, 429, 5xx and no answer at all
/// may pass; any other status is final, and so is a URL that is none. Of mail
/// 4xx may pass.
Verdict VerdictOf(const base::Result<base::http::Response>& answer);

/// What is wrong with `answer`, for a log: of mail what the server says, of
/// HTTP no word of its body; none of the URL.
std::string ProblemOf(const base::Result<base::http::Response>& answer);

/// How long the answer's Retry-After asks us to wait, at most kLongestPause;
/// zero where it asks for nothing or cannot be read.
base::Duration PauseOf(const base::Result<base::http::Response>& answer,
                       base::Timestamp now);

/// Times between tries that grow, at random (full jitter), so that many who
/// failed together do not come back together.
class Backoff {
 public:
  explicit Backoff(std::uint32_t seed) : random_(seed) {}

  /// The time to the next try after so many failures. REQUIRES: 1 or more.
  base::Duration After(std::size_t failures);

 private:
  std::mt19937 random_;
};

}  // namespace actions

#endif  // TOCSIN_ACTIONS_DELIVERY_RETRY_H_
