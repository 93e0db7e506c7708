// When is tried again, and when never.
#include "actions/delivery/retry.h"

#include <gtest/gtest.h>

namespace actions {
namespace {

using base::Duration;
using base::ErrorCode;
using base::kNanosPerSecond;
using Answer = base::Result<base::http::Response>;

// Sun, 06 Nov 1994 08:49:37 GMT
constexpr base::Timestamp kNow{784'111'777 * kNanosPerSecond};

Answer Status(int status, const std::string& retry_after = "") {
  base::http::Response response;
  response.status = status;
  response.retry_after = retry_after;
  return response;
}

std::int64_t PauseSeconds(const std::string& retry_after) {
  return PauseOf(Status(429, retry_after), kNow).ns / kNanosPerSecond;
}

TEST(RetryTest, AStatusSaysWhetherAnotherTryMayDoBetter) {
  for (const int status : {200, 202, 204, 299}) {
    EXPECT_EQ(VerdictOf(Status(status)), Verdict::kDelivered) << status;
  }
  for (const int status : {407, 408, 425, 429, 500, 502, 503, 504, 599}) {
    EXPECT_EQ(VerdictOf(Status(status)), Verdict::kAgain) << status;
  }
  for (const int status : {301, 302, 400, 401, 404, 410, 413, 422}) {
    EXPECT_EQ(VerdictOf(Status(status)), Verdict::kFinal) << status;
  }
}

TEST(RetryTest, NoAnswerMayPassButAUrlThatIsNoneDoesNot) {
  for (const auto code :
       {ErrorCode::kNoHost, ErrorCode::kNotConnected, ErrorCode::kTimeout,
        ErrorCode::kClosed, ErrorCode::kNotFound, ErrorCode::kUnsupported}) {
    EXPECT_EQ(VerdictOf(base::Error{code, ""}), Verdict::kAgain);
  }
  EXPECT_EQ(VerdictOf(base::Error{ErrorCode::kInvalid, ""}), Verdict::kFinal);
}

TEST(RetryTest, RetryAfterInSeconds) {
  EXPECT_EQ(PauseSeconds("120"), 120);
  EXPECT_EQ(PauseSeconds("0"), 0);
  EXPECT_EQ(PauseSeconds("86400"), 3600) << "no receiver stops us for a day";
  EXPECT_EQ(PauseSeconds("99999999999999999999999"), 3600);
  for (const char* none : {"", "-5", "soon", "5 s", "0x10", " 7"}) {
    EXPECT_EQ(PauseSeconds(none), 0) << none;
  }
}

TEST(RetryTest, RetryAfterAsADate) {
  EXPECT_EQ(PauseSeconds("Sun, 06 Nov 1994 08:50:37 GMT"), 60);
  EXPECT_EQ(PauseSeconds("Sun, 06 Nov 1994 08:49:37 GMT"), 0);
  EXPECT_EQ(PauseSeconds("Sat, 05 Nov 1994 08:49:37 GMT"), 0) << "is past";
  EXPECT_EQ(PauseSeconds("Fri, 31 Dec 9999 23:59:59 GMT"), 3600);
  for (const char* none :
       {"Sun, 06 Nov 1994 08:50:37", "Sun, 06 Xxx 1994 08:50:37 GMT",
        "Sun, 06 Nov 1994 08:50:37 GMT and more", "Sunday, 06-Nov-94"}) {
    EXPECT_EQ(PauseSeconds(none), 0) << none;
  }
}

TEST(RetryTest, TimesBetweenTriesGrowAtRandomUpToTheLast) {
  Backoff backoff(4711);
  for (std::size_t failures = 1; failures < 100; ++failures) {
    const std::int64_t most =
        failures < 9 ? kFirstRetry.ns << (failures - 1) : kLastRetry.ns;
    std::int64_t longest = 0;
    for (int i = 0; i < 100; ++i) {
      const Duration next = backoff.After(failures);
      EXPECT_GE(next.ns, 0);
      EXPECT_LE(next.ns, most);
      longest = std::max(longest, next.ns);
    }
    EXPECT_GT(longest, most * 3 / 4) << "all of the range is used";
  }
}

TEST(RetryTest, TheSameSeedGivesTheSameTimes) {
  Backoff one(7);
  Backoff two(7);
  for (std::size_t i = 1; i < 20; ++i) EXPECT_EQ(one.After(i), two.After(i));
}

TEST(Retry, OfMail4xxMayPassAnd5xxIsFinal) {
  base::http::Response answer;
  answer.of_mail = true;
  for (const auto& [status, verdict] :
       {std::pair{250, Verdict::kDelivered}, std::pair{421, Verdict::kAgain},
        std::pair{451, Verdict::kAgain}, std::pair{535, Verdict::kFinal},
        std::pair{550, Verdict::kFinal}}) {
    answer.status = status;
    EXPECT_EQ(VerdictOf(answer), verdict) << status;
  }
}

TEST(Retry, ARedirectionIsNotFollowed) {
  base::http::Response answer;
  answer.status = 301;
  EXPECT_EQ(ProblemOf(answer),
            "answers 301, and redirections are not followed");
  EXPECT_EQ(VerdictOf(answer), Verdict::kFinal);
}

TEST(Retry, OfMailTheServersWordsAreTold) {
  base::http::Response answer;
  answer.status = 550;
  answer.body = "550 5.7.1 no\x1b[2J" + std::string(1000, 'x');
  EXPECT_EQ(ProblemOf(answer), "answers 550");
  answer.of_mail = true;
  EXPECT_EQ(ProblemOf(answer),
            "answers 550 5.7.1 no?[2J" + std::string(84, 'x'));
  answer.body.clear();
  EXPECT_EQ(ProblemOf(answer), "answers 550");
}

}  // namespace
}  // namespace actions
