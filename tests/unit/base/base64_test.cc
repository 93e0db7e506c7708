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

TEST(FromBase64, TheSameBack) {
  for (const char* text : {"", "f", "fo", "foo", "foob", "fooba", "foobar"}) {
    EXPECT_EQ(FromBase64(Base64(text)), text);
  }
  const std::string bytes("\xff\xfe\0", 3);
  EXPECT_EQ(FromBase64(Base64(bytes)), bytes);
  EXPECT_EQ(FromBase64("Zm9v-Zm9v"), "foo");
  EXPECT_EQ(FromBase64("Z"), "");
}

}  // namespace
}  // namespace base
