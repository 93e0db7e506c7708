// ReadTrust: authorities for others' contexts, and what holds none.
#include "base/tls/trust.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <openssl/ssl.h>
#include <openssl/x509_vfy.h>

#include "tests/support/archive_image.h"
#include "tests/support/tls_peer.h"

namespace base::tls {
namespace {

TEST(Trust, IsWhatTheFileHolds) {
  const tests::TemporaryFolder folder;
  const auto one = tests::MakeCertificate(folder.path(), "a.example");
  const auto trust = ReadTrust(one.file, folder.path());
  ASSERT_TRUE(trust) << trust.error().message;
  SSL_CTX* context = SSL_CTX_new(TLS_client_method());
  UseTrust(**trust, context);
  STACK_OF(X509_OBJECT)* objects =
      X509_STORE_get0_objects(SSL_CTX_get_cert_store(context));
  EXPECT_EQ(sk_X509_OBJECT_num(objects), 1);
  SSL_CTX_free(context);
}

TEST(Trust, IsNothingElse) {
  const tests::TemporaryFolder folder;
  const auto one = tests::MakeCertificate(folder.path(), "a.example");
  for (const std::string& file : {one.key_file, folder / "none"}) {
    const auto trust = ReadTrust(file, "");
    ASSERT_FALSE(trust);
    EXPECT_EQ(trust.error().code, ErrorCode::kInvalid);
    EXPECT_EQ(trust.error().message,
              file + ": no certificates of authorities in PEM");
  }
}

TEST(Trust, MayBeOfNobody) { EXPECT_TRUE(ReadTrust("", "")); }

}  // namespace
}  // namespace base::tls
