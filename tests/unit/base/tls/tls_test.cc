// TLS as a client: whom it believes, what it says and hears.
#include "base/tls/tls.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <openssl/ssl.h>

#include <fstream>

#include "tests/support/archive_image.h"
#include "tests/support/tls_peer.h"

namespace base::tls {
namespace {

using ::testing::HasSubstr;
using ::testing::StartsWith;

Bytes BytesOf(std::string_view text) {
  return {reinterpret_cast<const std::uint8_t*>(text.data()), text.size()};
}

class Tls : public ::testing::Test {
 protected:
  void Begin(const std::string& host) {
    auto context = MakeContext(settings_);
    ASSERT_TRUE(context.has_value()) << context.error().message;
    client_ = std::make_unique<Client>(*context, host);
    client_->Begin();
  }
  /// Carries bytes between the two until neither has any; how that went.
  Result<void> Exchange() { return Exchange(&peer_); }
  Result<void> Exchange(tests::TlsPeer* peer) {
    for (;;) {
      const auto said = client_->Take();
      peer_heard_ += peer->Hear(said);
      const auto answer = peer->Take();
      if (said.empty() && answer.empty()) return {};
      std::vector<std::uint8_t> plain;
      const auto heard = client_->Hear(answer, &plain);
      client_heard_.append(plain.begin(), plain.end());
      if (!heard) return heard;
    }
  }

  tests::TemporaryFolder folder_;
  tests::Certificate mine_ =
      tests::MakeCertificate(folder_.path(), "pmcd.example");
  Settings settings_ = TrustIn(mine_);
  tests::TlsPeer peer_{mine_};
  std::unique_ptr<Client> client_;
  std::string client_heard_;
  std::string peer_heard_;

  static Settings TrustIn(const tests::Certificate& certificate) {
    Settings settings;
    settings.authority_file = certificate.file;
    return settings;
  }
};

TEST_F(Tls, BothSidesAreHeard) {
  Begin("pmcd.example");
  EXPECT_FALSE(client_->established());
  ASSERT_TRUE(Exchange());
  ASSERT_TRUE(client_->established());
  client_->Say(BytesOf("question"));
  const std::string much(100'000, 'x');  // several records
  peer_.Say(much);
  ASSERT_TRUE(Exchange());
  EXPECT_EQ(peer_heard_, "question");
  EXPECT_EQ(client_heard_, much);
}

TEST_F(Tls, BytesMayComeOneByOne) {
  Begin("pmcd.example");
  peer_.Hear(client_->Take());
  std::vector<std::uint8_t> plain;
  for (const std::uint8_t byte : peer_.Take()) {
    ASSERT_TRUE(client_->Hear(Bytes(&byte, 1), &plain));
  }
  EXPECT_TRUE(client_->established());
}

TEST_F(Tls, ThePeerIsAsCalled) {
  Begin("other.example");
  const auto result = Exchange();
  ASSERT_FALSE(result);
  EXPECT_EQ(result.error().code, ErrorCode::kProtocol);
  EXPECT_THAT(result.error().message, HasSubstr("hostname mismatch"));
  EXPECT_FALSE(client_->established());
}

TEST_F(Tls, AnAddressIsAName) {
  const auto certificate = tests::MakeCertificate(folder_.path(), "127.0.0.1");
  tests::TlsPeer peer(certificate);
  settings_ = TrustIn(certificate);
  Begin("127.0.0.1");
  peer.Hear(client_->Take());
  std::vector<std::uint8_t> plain;
  EXPECT_TRUE(client_->Hear(peer.Take(), &plain));
  EXPECT_TRUE(client_->established());
}

TEST_F(Tls, StrangersAreNotBelieved) {
  settings_ = TrustIn(tests::MakeCertificate(folder_.path(), "somebody.else"));
  Begin("pmcd.example");
  const auto result = Exchange();
  ASSERT_FALSE(result);
  EXPECT_THAT(result.error().message, HasSubstr("certificate is refused"));
}

TEST_F(Tls, AnybodyIsBelievedWhereThatDoesNotMatter) {
  settings_ = Settings();
  settings_.verify = false;
  Begin("other.example");
  ASSERT_TRUE(Exchange());
  EXPECT_TRUE(client_->established());
}

TEST_F(Tls, ThePeerMayEnd) {
  Begin("pmcd.example");
  ASSERT_TRUE(Exchange());
  peer_.Say("last words");
  peer_.End();
  const auto result = Exchange();
  ASSERT_FALSE(result);
  EXPECT_EQ(result.error().code, ErrorCode::kClosed);
  EXPECT_EQ(client_heard_, "last words");
}

TEST_F(Tls, WhatIsSaidWhileHandsAreShakenAgainIsSaidAfterwards) {
  tests::TlsPeer peer(mine_, TLS1_2_VERSION);
  Begin("pmcd.example");
  ASSERT_TRUE(Exchange(&peer));
  peer.BeginAgain();
  std::vector<std::uint8_t> plain;
  ASSERT_TRUE(client_->Hear(peer.Take(), &plain));
  EXPECT_TRUE(client_->established());
  client_->Say(BytesOf("ques"));
  client_->Say(BytesOf("tion"));
  ASSERT_TRUE(Exchange(&peer));
  EXPECT_EQ(peer_heard_, "question");
}

TEST_F(Tls, NonsenseEndsIt) {
  Begin("pmcd.example");
  std::vector<std::uint8_t> plain;
  const auto result = client_->Hear(BytesOf("HTTP/1.1 400 no\r\n\r\n"), &plain);
  ASSERT_FALSE(result);
  EXPECT_EQ(result.error().code, ErrorCode::kProtocol);
}

TEST_F(Tls, SettingsThatCannotBe) {
  const auto message = [](const Settings& settings) {
    const auto made = MakeContext(settings);
    return made ? "" : made.error().message;
  };
  EXPECT_THAT(message({}), HasSubstr("tls-ca-cert-file"));
  Settings settings = settings_;
  settings.authority_file = folder_ / "none.crt";
  EXPECT_THAT(message(settings), HasSubstr("none.crt"));
  settings = settings_;
  settings.certificate_file = mine_.file;
  settings.key_file = mine_.file;
  EXPECT_THAT(message(settings), StartsWith("TLS: cannot use " + mine_.file));
  settings = settings_;
  settings.ciphers = "no such cipher";
  EXPECT_THAT(message(settings), HasSubstr("no such cipher"));
  settings = settings_;
  settings.ciphersuites = "NONE_SUCH";
  EXPECT_THAT(message(settings), HasSubstr("NONE_SUCH"));
  settings = settings_;
  settings.certificate_file = mine_.file;
  settings.key_file = mine_.key_file;
  EXPECT_EQ(message(settings), "");
}

TEST_F(Tls, NobodyIsAskedForThePassphraseOfAKey) {
  settings_.certificate_file = mine_.file;
  settings_.key_file = folder_ / "locked.key";
  tests::WriteLockedKey(settings_.key_file);
  const auto context = MakeContext(settings_);
  ASSERT_FALSE(context);
  EXPECT_EQ(context.error().message,
            "TLS: cannot use " + settings_.key_file +
                ": it has a passphrase, for which nobody is asked: openssl "
                "pkey writes a key without one");
}

}  // namespace
}  // namespace base::tls
