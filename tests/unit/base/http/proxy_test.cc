// ParseProxy: what is one, and what is not.
#include "base/http/proxy.h"

#include <gtest/gtest.h>

namespace base::http {
namespace {

TEST(Proxy, IsAKindAHostAndAPort) {
  const auto http = ParseProxy("http://proxy.example.com:3128");
  ASSERT_TRUE(http);
  EXPECT_FALSE(http->socks);
  EXPECT_EQ(http->host, "proxy.example.com");
  EXPECT_EQ(http->port, 3128);
  const auto socks = ParseProxy("socks5h://[::1]:1080");
  ASSERT_TRUE(socks);
  EXPECT_TRUE(socks->socks);
  EXPECT_EQ(socks->host, "::1");
  EXPECT_EQ(socks->port, 1080);
}

TEST(Proxy, HasATextThatIsReadAgain) {
  for (const char* text : {"http://a:1", "socks5h://10.0.0.1:65535",
                           "http://[fe80::1]:80", "socks5h://[::1]:1080"}) {
    const auto proxy = ParseProxy(text);
    ASSERT_TRUE(proxy) << text;
    EXPECT_EQ(ProxyText(*proxy), text);
  }
}

TEST(Proxy, IsNothingElse) {
  for (const char* text :
       {"", "proxy:3128", "http://proxy", "http://proxy:", "http://proxy:0",
        "http://proxy:65536", "http://proxy:3128/", "http://proxy:3128/SECRET",
        "http://me:SECRET@proxy:3128", "https://proxy:3128",
        "socks4://proxy:1080", "socks5://proxy:1080", "http://:3128",
        "http://a b:3128", "socks5h://", "http://proxy:03128"}) {
    const auto proxy = ParseProxy(text);
    ASSERT_FALSE(proxy) << text;
    EXPECT_EQ(proxy.error().code, ErrorCode::kInvalid);
    EXPECT_EQ(proxy.error().message.find("SECRET"), std::string::npos);
  }
}

}  // namespace
}  // namespace base::http
