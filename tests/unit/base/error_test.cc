// Errors in PMAPI's words: people grep for these lines.
#include "base/error.h"

#include <gtest/gtest.h>

#include <cerrno>
#include <cstring>

namespace base {
namespace {

std::string TextOf(ErrorCode code) {
  return PmapiText({code, "ours, with the place"});
}

TEST(PmapiText, OfTheSystemIsTheSystems) {
  EXPECT_EQ(PmapiText({ErrorCode::kSystem, "x: ours", ENOENT}),
            "No such file or directory");
}

TEST(PmapiText, OfWhatPmapiKnowsIsItsOwn) {
  EXPECT_EQ(TextOf(ErrorCode::kNotFound), "Missing PCP archive log file");
  EXPECT_EQ(TextOf(ErrorCode::kBadLabel),
            "Illegal label record at start of a PCP archive log file");
  EXPECT_EQ(TextOf(ErrorCode::kCorrupt),
            "Corrupted record in a PCP archive log");
  EXPECT_EQ(TextOf(ErrorCode::kNoEnd), TextOf(ErrorCode::kCorrupt));
  EXPECT_EQ(TextOf(ErrorCode::kNoMetric), "Unknown metric name");
  EXPECT_EQ(TextOf(ErrorCode::kNonLeaf), "Metric name is not a leaf in PMNS");
  EXPECT_EQ(TextOf(ErrorCode::kNoIndom),
            "Unknown or illegal instance domain identifier");
  EXPECT_EQ(TextOf(ErrorCode::kNoIndomInLog),
            "Instance domain identifier not defined in the PCP archive log");
  EXPECT_EQ(TextOf(ErrorCode::kTimeout),
            "Timeout waiting for a response from PMCD");
  EXPECT_EQ(TextOf(ErrorCode::kNotConnected), "Not Connected");
}

TEST(PmapiText, HoldsNoPlace) {
  for (int code = static_cast<int>(ErrorCode::kNotFound);
       code <= static_cast<int>(ErrorCode::kEndOfLog); ++code) {
    EXPECT_EQ(TextOf(static_cast<ErrorCode>(code)).find("ours"),
              std::string::npos)
        << code;
  }
}

TEST(PmapiText, OfWhatIsOursAloneIsTheMessage) {
  for (const ErrorCode code :
       {ErrorCode::kInvalid, ErrorCode::kUnsupported, ErrorCode::kNoHost,
        ErrorCode::kLate, ErrorCode::kChanged, ErrorCode::kPmapi}) {
    EXPECT_EQ(TextOf(code), "ours, with the place");
  }
}

}  // namespace
}  // namespace base
