// LoadLibcurl: that it is whole, and speaks what is asked of it.
#include "base/http/libcurl.h"

#include <gtest/gtest.h>

namespace base::http {
namespace {

TEST(Libcurl, SpeaksHttpAndSmtp) {
  const auto curl = LoadLibcurl();
  ASSERT_TRUE(curl) << curl.error().message;
  CURL* easy = curl->easy_init();
  for (const char* scheme : {"http", "https", "smtp", "smtps"}) {
    EXPECT_EQ(curl->easy_setopt(easy, CURLOPT_PROTOCOLS_STR, scheme), CURLE_OK)
        << scheme;
  }
  curl->easy_cleanup(easy);
}

}  // namespace
}  // namespace base::http
