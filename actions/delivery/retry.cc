// Statuses, Retry-After and a random number.
#include "actions/delivery/retry.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdio>
#include <cstring>
#include <string_view>

#include "base/calendar.h"
#include "base/printable.h"

namespace actions {
namespace {

using base::Duration;
using base::Timestamp;

bool MayPass(int status) {
  return status == 407 || status == 408 || status == 425 || status == 429 ||
         status / 100 == 5;
}

std::optional<std::int64_t> Seconds(const std::string& text) {
  std::int64_t seconds = 0;
  const char* end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, seconds);
  if (error == std::errc::result_out_of_range) {
    return kLongestPause.ns / base::kNanosPerSecond;
  }
  if (error != std::errc() || stop != end || seconds < 0) return std::nullopt;
  return std::min(seconds, kLongestPause.ns / base::kNanosPerSecond);
}

/// "Sun, 06 Nov 1994 08:49:37 GMT". Source: RFC 9110, section 5.6.7.
std::optional<Timestamp> HttpDate(const std::string& text) {
  constexpr std::array<std::string_view, 12> kMonths = {
      "Jan", "Feb", "Mar", "Apr", "May", "Jun",
      "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"};
  char month[4] = "";
  base::DateTime date;
  int end = 0;
  const int read = std::sscanf(
      text.c_str(), "%*3[A-Za-z], %2d %3[A-Za-z] %4d %2d:%2d:%2d GMT%n",
      &date.day, month, &date.year, &date.hour, &date.minute, &date.second,
      &end);
  const auto* const at = std::find(kMonths.begin(), kMonths.end(), month);
  if (read != 6 || static_cast<std::size_t>(end) != text.size() ||
      at == kMonths.end()) {
    return std::nullopt;
  }
  date.month = static_cast<int>(at - kMonths.begin()) + 1;
  return base::FromFields(base::Zone(), date);
}

}  // namespace

Verdict VerdictOf(const base::Result<base::http::Response>& answer) {
  if (!answer) {
    return answer.error().code == base::ErrorCode::kInvalid ? Verdict::kFinal
                                                            : Verdict::kAgain;
  }
  if (answer->status / 100 == 2) return Verdict::kDelivered;
  if (answer->of_mail) {
    return answer->status / 100 == 4 ? Verdict::kAgain : Verdict::kFinal;
  }
  return MayPass(answer->status) ? Verdict::kAgain : Verdict::kFinal;
}

std::string ProblemOf(const base::Result<base::http::Response>& answer) {
  constexpr std::size_t kMostShown = 100;
  if (!answer) return answer.error().message;
  if (!answer->of_mail || answer->body.empty()) {
    const bool elsewhere = !answer->of_mail && answer->status / 100 == 3;
    return "answers " + std::to_string(answer->status) +
           (elsewhere ? ", and redirections are not followed" : "");
  }
  return "answers " + base::Printable(answer->body.substr(0, kMostShown));
}

Duration PauseOf(const base::Result<base::http::Response>& answer,
                 Timestamp now) {
  if (!answer) return {};
  if (const auto seconds = Seconds(answer->retry_after)) {
    return Duration{*seconds * base::kNanosPerSecond};
  }
  const auto date = HttpDate(answer->retry_after);
  if (!date || *date <= now) return {};
  return *date < now + kLongestPause ? *date - now : kLongestPause;
}

Duration Backoff::After(std::size_t failures) {
  std::int64_t most = kFirstRetry.ns;
  for (; failures > 1 && most < kLastRetry.ns; --failures) most *= 2;
  return Duration{std::uniform_int_distribution<std::int64_t>(
      0, std::min(most, kLastRetry.ns))(random_)};
}

}  // namespace actions
