// Codes that pmcd sends, in the words of pmerr(1).
#include "pmapi/pmcd/pmapi_error.h"

#include <gtest/gtest.h>

namespace pmapi::pmcd {
namespace {

using base::ErrorCode;

TEST(PmapiErrors, HaveTheirKindAndWords) {
  const auto unknown = PmapiError(-12358);
  EXPECT_EQ(unknown.code, ErrorCode::kNoPmid);
  EXPECT_EQ(unknown.message, "Unknown or illegal metric identifier");
  const auto agent = PmapiError(-12386);
  EXPECT_EQ(agent.code, ErrorCode::kPmapi);
  EXPECT_EQ(PmapiText(agent), "No PMCD agent for domain of request");
}

TEST(PmapiErrors, SmallNumbersAreTheSystems) {
  const auto error = PmapiError(-13);
  EXPECT_EQ(error.code, ErrorCode::kSystem);
  EXPECT_EQ(error.system_errno, 13);
  EXPECT_EQ(PmapiText(error), "Permission denied");
}

TEST(PmapiErrors, OthersAreNone) {
  EXPECT_EQ(PmapiErrorText(-20000), "No such PMAPI error code (-20000)");
  EXPECT_EQ(PmapiErrorText(INT32_MIN),
            "No such PMAPI error code (-2147483648)");
}

TEST(PmapiErrors, WelcomesHaveAncientNumbers) {
  EXPECT_EQ(FromAncientCode(-1043), -12388);
  EXPECT_EQ(FromAncientCode(-1000), -12345);
  EXPECT_EQ(FromAncientCode(-12388), -12388);
  EXPECT_EQ(FromAncientCode(-13), -13);
}

}  // namespace
}  // namespace pmapi::pmcd
