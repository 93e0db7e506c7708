// Certificates and keys: those that a connection has, and why not.
#include "base/tls/identity.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>

#include "tests/support/archive_image.h"
#include "tests/support/tls_peer.h"

namespace base::tls {
namespace {

using ::testing::ContainsRegex;
using ::testing::HasSubstr;

class Identity : public ::testing::Test {
 protected:
  std::string Write(const std::string& name, const std::string& text) {
    std::ofstream(folder_ / name) << text;
    return folder_ / name;
  }
  static std::string TextOf(const std::string& file) {
    std::ifstream stream(file);
    return {std::istreambuf_iterator<char>(stream), {}};
  }
  static std::string Why(const Result<void>& result) {
    return result ? "" : result.error().message;
  }

  tests::TemporaryFolder folder_;
  tests::Certificate mine_ = tests::MakeCertificate(folder_.path(), "a.a");
};

TEST_F(Identity, MayBeInTwoFilesOrInOne) {
  EXPECT_EQ(Why(TryCertificate(mine_.file)), "");
  EXPECT_EQ(Why(TryKey(mine_.key_file, mine_.file)), "");
  const std::string both =
      Write("both", TextOf(mine_.key_file) + TextOf(mine_.file));
  EXPECT_EQ(Why(TryCertificate(both)), "");
  EXPECT_EQ(Why(TryKey(both, both)), "");
}

TEST_F(Identity, IsNothingElse) {
  for (const std::string& file :
       {Write("empty", ""), Write("text", "x\n"), mine_.key_file}) {
    EXPECT_EQ(Why(TryCertificate(file)),
              file + ": there is no certificate in PEM");
    EXPECT_EQ(TryCertificate(file).error().code, ErrorCode::kInvalid);
  }
  for (const std::string& file : {folder_ / "empty", mine_.file}) {
    EXPECT_EQ(Why(TryKey(file, mine_.file)), file + ": there is no key in PEM");
  }
  EXPECT_THAT(Why(TryCertificate(folder_ / "none")),
              HasSubstr("none: No such file or directory"));
  EXPECT_EQ(Why(TryKey(mine_.key_file, folder_ / "text")),
            folder_ / "text" + ": there is no certificate in PEM");
}

TEST_F(Identity, IsOfItsTime) {
  EXPECT_EQ(Why(TryLifetime(mine_.file)), "");
  const auto old = tests::MakeCertificate(folder_.path(), "a.a", -3600);
  EXPECT_EQ(Why(TryCertificate(old.file)), "");
  EXPECT_THAT(Why(TryLifetime(old.file)),
              ContainsRegex(": the certificate is over since 20..-..-..$"));
}

TEST_F(Identity, AKeyIsOfItsCertificate) {
  const auto other = tests::MakeCertificate(folder_.path(), "b.b");
  EXPECT_EQ(Why(TryKey(other.key_file, mine_.file)),
            other.key_file + ": this key is not that of the certificate");
  // Of another kind than the certificate's.
  const std::string ed25519 =
      Write("ed25519",
            "-----BEGIN PRIVATE KEY-----\n"
            "MC4CAQAwBQYDK2VwBCIEINTuctv5E1hK1bbY8fdp+K06/nwoy/HU++CXqI9EdVhC\n"
            "-----END PRIVATE KEY-----\n");
  EXPECT_EQ(Why(TryKey(ed25519, mine_.file)),
            ed25519 + ": this key is not that of the certificate");
}

TEST_F(Identity, NobodyIsAskedForAPassphrase) {
  const std::string file = folder_ / "locked";
  tests::WriteLockedKey(file);
  EXPECT_EQ(Why(TryKey(file, mine_.file)),
            file +
                ": it has a passphrase, for which nobody is asked: openssl "
                "pkey writes a key without one");
}

}  // namespace
}  // namespace base::tls
