// LoadOpenssl: that it is whole, and each name is what it is called.
#include "base/tls/openssl.h"

#include <gtest/gtest.h>

namespace base::tls {
namespace {

TEST(Openssl, MakesAContextForClients) {
  const auto loaded = LoadOpenssl();
  ASSERT_TRUE(loaded) << loaded.error().message;
  SSL_CTX* context = openssl().SSL_CTX_new(openssl().TLS_client_method());
  ASSERT_NE(context, nullptr);
  EXPECT_EQ(openssl().SSL_CTX_ctrl(context, SSL_CTRL_SET_MIN_PROTO_VERSION,
                                   TLS1_2_VERSION, nullptr),
            1);
  openssl().SSL_CTX_free(context);
}

TEST(Openssl, SaysWhyItCouldNot) {
  ASSERT_TRUE(LoadOpenssl());
  openssl().ERR_clear_error();
  EXPECT_EQ(openssl().ERR_get_error(), 0u);
}

}  // namespace
}  // namespace base::tls
