// SystemError: the kind, the words, the number.
#include "base/system_error.h"

#include <gtest/gtest.h>

#include <cerrno>

namespace base {
namespace {

TEST(SystemError, SaysWhatTheSystemSays) {
  const Error error = SystemError("/no/such", ENOENT);
  EXPECT_EQ(error.code, ErrorCode::kSystem);
  EXPECT_EQ(error.message, "/no/such: No such file or directory");
  EXPECT_EQ(error.system_errno, ENOENT);
}

}  // namespace
}  // namespace base
