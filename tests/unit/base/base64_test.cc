// Base64: the vectors of RFC 4648, and bytes beyond ASCII.
#include "base/base64.h"

#include <gtest/gtest.h>

namespace base {
namespace {

TEST(Base64, Vectors) {
  EXPECT_EQ(Base64(""), "");
  EXPECT_EQ(Base64("f"), "Zg==");
  EXPECT_EQ(Base64("fo"), "Zm8=");
  EXPECT_EQ(Base64("foo"), "Zm9v");
  EXPECT_EQ(Base64("foob"), "Zm9vYg==");
  EXPECT_EQ(Base64("fooba"), "Zm9vYmE=");
  EXPECT_EQ(Base64("foobar"), "Zm9vYmFy");
  EXPECT_EQ(Base64(std::string("\xff\xfe\0", 3)), "//4A");
}

}  // namespace
}  // namespace base
