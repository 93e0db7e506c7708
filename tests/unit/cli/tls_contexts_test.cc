// TlsContexts: what a tls.conf says, and what becomes of none.
#include "cli/tls_contexts.h"

#include <gtest/gtest.h>

#include <fstream>
#include <string>

#include "tests/support/archive_image.h"
#include "tests/support/tls_peer.h"

namespace cli {
namespace {

TEST(TlsContexts, LinesAreNamesAndValues) {
  const auto settings = ParseTlsSettings(
      "# comment\n"
      "tls-ca-cert-file = /a b.crt\n"
      "tls-ca-cert-dir=/certs # of all\r\n"
      "  tls-client-cert-file\t= /mine.crt\n"
      "tls-client-key-file = /mine.key\n"
      "tls-ciphers = DEFAULT:!MEDIUM\n"
      "#tls-ciphersuites = X\n"
      "tls-ciphersuites = TLS_CHACHA20_POLY1305_SHA256\n"
      "tls-verify-clients = true\n"
      "no value here");
  EXPECT_EQ(settings.authority_file, "/a b.crt");
  EXPECT_EQ(settings.authority_directory, "/certs");
  EXPECT_EQ(settings.certificate_file, "/mine.crt");
  EXPECT_EQ(settings.key_file, "/mine.key");
  EXPECT_EQ(settings.ciphers, "DEFAULT:!MEDIUM");
  EXPECT_EQ(settings.ciphersuites, "TLS_CHACHA20_POLY1305_SHA256");
  EXPECT_TRUE(settings.verify);
}

TEST(TlsContexts, AreMadeOnceFromTheFileThatTheEnvironmentNames) {
  const tests::TemporaryFolder folder;
  const auto certificate =
      tests::MakeCertificate(folder.path(), "pmcd.example");
  const std::string path = folder / "tls.conf";
  std::ofstream(path) << "tls-ca-cert-file = " << certificate.file << "\n";
  int asked = 0;
  const Environment environment = [&](const std::string& name) {
    EXPECT_EQ(name, "PCP_TLSCONF_PATH");
    ++asked;
    return std::optional<std::string>(path);
  };
  TlsContexts contexts(environment);
  const auto first = contexts.For(true);
  ASSERT_TRUE(first.has_value()) << first.error().message;
  EXPECT_EQ(*contexts.For(true), *first);
  EXPECT_NE(*contexts.For(false), *first);
  EXPECT_EQ(asked, 2);
}

TEST(TlsContexts, WithoutAFileNobodyIsTrusted) {
  const Environment environment = [](const std::string&) {
    return std::optional<std::string>("/no/such/tls.conf");
  };
  TlsContexts contexts(environment);
  EXPECT_TRUE(contexts.For(false).has_value());
  EXPECT_FALSE(contexts.For(true).has_value());
}

}  // namespace
}  // namespace cli
