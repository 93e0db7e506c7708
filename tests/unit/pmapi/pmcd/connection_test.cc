// Conversations, played from both ends: handshake, order, deadlines, ends.
#include "pmapi/pmcd/connection.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <optional>

#include "tests/support/archive_image.h"
#include "tests/support/fake_timers.h"
#include "tests/support/fake_transport.h"
#include "tests/support/pmcd_recording.h"
#include "tests/support/tls_peer.h"

namespace pmapi::pmcd {
namespace {

using base::Error;
using base::ErrorCode;
using base::Result;
using testing::ElementsAre;
using testing::HasSubstr;
using tests::FromHex;

constexpr base::Duration kConnectLimit{5};
constexpr base::Duration kReplyLimit{10};
const base::loop::Address kTcp = base::loop::TcpAddress{"host", 44321};
const base::loop::Address kUnix = base::loop::UnixAddress{"/socket"};

class Connections : public testing::Test {
 protected:
  Connections() {
    options_.connect_limit = kConnectLimit;
    options_.reply_limit = kReplyLimit;
  }
  void Open(const base::loop::Address& address = kTcp) {
    connection_ =
        std::make_unique<Connection>(&timers_, network_.Make(), options_);
    connection_->Open(
        address, [this](Result<void> result) { opened_ = std::move(result); },
        [this](const Error& error) { lost_ = error; });
  }
  void Say(std::string_view hex) { network_.last().Say(FromHex(hex)); }
  void OpenAndWelcome() {
    Open();
    network_.last().Accept();
    Say(tests::kWelcome);
    network_.last().Take();
  }
  /// Asks for names; the answer goes to answers_ as "ok" or the error's text.
  void Ask(PduType expected = PduType::kPmids) {
    connection_->Ask(
        EncodeTraverse("x"), expected, [this](const Result<Reply>& reply) {
          answers_.push_back(reply ? "ok" : PmapiText(reply.error()));
          if (reply) changes_ = reply->changes;
        });
  }
  static std::shared_ptr<const base::tls::Context> AnyPeer() {
    base::tls::Settings settings;
    settings.verify = false;
    return *MakeContext(settings);
  }
  std::string OpenError() const {
    if (!opened_ || opened_->has_value()) return "";
    return opened_->error().message;
  }

  tests::FakeTimers timers_;
  tests::FakeNetwork network_;
  ConnectionOptions options_;
  std::unique_ptr<Connection> connection_;
  std::optional<Result<void>> opened_;
  std::optional<Error> lost_;
  std::vector<std::string> answers_;
  std::uint32_t changes_ = 0;
};

TEST_F(Connections, ShakeHands) {
  Open();
  EXPECT_EQ(network_.last().address, kTcp);
  EXPECT_EQ(network_.last().limit, kConnectLimit);
  network_.last().Accept();
  EXPECT_TRUE(network_.last().Take().empty()) << "pmcd speaks first";
  Say(tests::kWelcome);
  ASSERT_TRUE(opened_ && *opened_);
  EXPECT_EQ(network_.last().Take(), EncodeCredentials(0));
  EXPECT_EQ(connection_->features(), 0x0e44u);
  EXPECT_EQ(timers_.waiting(), 0u);
}

TEST_F(Connections, NameTheContainer) {
  options_.container = "web";
  Open();
  network_.last().Accept();
  Say(tests::kWelcome);
  Message expected = EncodeCredentials(kContainer);
  const Message name = EncodeAttribute(kContainerAttribute, "web");
  expected.insert(expected.end(), name.begin(), name.end());
  EXPECT_EQ(network_.last().Take(), expected);
}

TEST_F(Connections, PassThroughAProxy) {
  options_.proxy_target = "far 44321";
  Open();
  network_.last().Accept();
  const auto text = [](const std::string& s) {
    return Message(s.begin(), s.end());
  };
  EXPECT_EQ(network_.last().Take(), text("pmproxy-client 1\n"));
  network_.last().Say(text("pmproxy-se"));
  EXPECT_TRUE(network_.last().Take().empty());
  Message rest = text("rver 1\n");
  const Message welcome = FromHex(tests::kWelcome);
  rest.insert(rest.end(), welcome.begin(), welcome.begin() + 7);
  network_.last().Say(rest);
  EXPECT_EQ(network_.last().Take(), text("far 44321\n"));
  network_.last().Say(base::Bytes(welcome).subspan(7));
  EXPECT_TRUE(opened_ && *opened_);
}

TEST_F(Connections, WantAProxyWhereThereIsOne) {
  options_.proxy_target = "far 44321";
  Open();
  network_.last().Accept();
  Say(tests::kWelcome);
  EXPECT_EQ(OpenError(), "host:44321 is no pmproxy");
}

TEST_F(Connections, SayWhyNobodyIsThere) {
  Open();
  network_.last().Refuse({ErrorCode::kSystem, "host: Connection refused", 111});
  EXPECT_EQ(OpenError(), "host: Connection refused");
  EXPECT_FALSE(lost_);
}

TEST_F(Connections, WaitForTheWelcomeForAWhileOnly) {
  Open();
  network_.last().Accept();
  timers_.Advance(kReplyLimit);
  EXPECT_EQ(OpenError(), "host:44321 accepts and does not answer");
  EXPECT_TRUE(network_.last().closed);
  EXPECT_FALSE(lost_);
}

TEST_F(Connections, HearRefusals) {
  Open();
  network_.last().Accept();
  Say("00000014 00007000 00000000 fffffbee 02010e44");  // -1042
  EXPECT_EQ(OpenError(), "No permission to perform requested operation");
}

TEST_F(Connections, RefuseWhatTheyCannot) {
  const auto error_with = [this](const char* info,
                                 const base::loop::Address& address) {
    opened_.reset();
    Open(address);
    network_.last().Accept();
    Say("00000014 00007000 00000000 00000000 0201" + std::string(info));
    return OpenError();
  };
  EXPECT_THAT(error_with("0e89", kTcp), HasSubstr("say pcps:"));
  EXPECT_THAT(error_with("0e4c", kTcp), HasSubstr("password"));
  EXPECT_EQ(error_with("0e4c", kUnix), "") << "the socket tells who we are";
  options_.tls = AnyPeer();
  EXPECT_THAT(error_with("0e44", kTcp), HasSubstr("does not offer"));
  EXPECT_EQ(opened_->error().code, ErrorCode::kUnsupported);
  options_.tls = nullptr;
  options_.container = "web";
  EXPECT_THAT(error_with("0e04", kTcp), HasSubstr("containers"));
}

constexpr std::string_view kSecureWelcome =
    "00000014 00007000 00000000 00000000 02010e55";
constexpr std::string_view kGo = "00000010 00007000 00000000 00000000";

/// A pmcd that encrypts, behind the last link.
class SecurePmcd {
 public:
  explicit SecurePmcd(tests::FakeLink* link)
      : link_(*link), peer_(tests::MakeCertificate(folder_.path(), "host")) {}

  /// What the client has said since, once nothing is under way any more.
  std::string Settle() {
    std::string heard;
    for (;;) {
      const auto wire = link_.Take();
      heard += peer_.Hear(wire);
      const auto answer = peer_.Take();
      if (wire.empty() && answer.empty()) return heard;
      link_.Say(answer);
    }
  }
  void Say(std::string_view hex) {
    const Message bytes = FromHex(hex);
    peer_.Say({reinterpret_cast<const char*>(bytes.data()), bytes.size()});
  }

 private:
  tests::TemporaryFolder folder_;
  tests::FakeLink& link_;
  tests::TlsPeer peer_;
};

TEST_F(Connections, AreEncryptedWhereThatIsDemanded) {
  options_.tls = AnyPeer();
  options_.tls_host = "host";
  options_.container = "web";
  Open();
  SecurePmcd pmcd(&network_.last());
  network_.last().Accept();
  Say(kSecureWelcome);
  EXPECT_EQ(network_.last().Take(),
            EncodeCredentials(kSecure | kSecureAck | kContainer));
  EXPECT_FALSE(opened_);
  Say(kGo);
  const Message container = EncodeAttribute(kContainerAttribute, "web");
  EXPECT_EQ(pmcd.Settle(), std::string(container.begin(), container.end()));
  ASSERT_TRUE(opened_ && *opened_);
  Ask();
  const Message question = EncodeTraverse("x");
  EXPECT_EQ(pmcd.Settle(), std::string(question.begin(), question.end()));
  pmcd.Say(tests::kPmids);
  pmcd.Settle();
  EXPECT_THAT(answers_, ElementsAre("ok"));
  Say("00000010 00007000");
  ASSERT_TRUE(lost_) << "nothing plain is heard any more";
  EXPECT_EQ(lost_->code, ErrorCode::kProtocol);
}

TEST_F(Connections, AreNotMadeWherePmcdWillNotEncrypt) {
  options_.tls = AnyPeer();
  Open();
  network_.last().Accept();
  Say(kSecureWelcome);
  Say(tests::kErrorName);
  EXPECT_THAT(OpenError(), HasSubstr("refuses to encrypt"));
}

TEST_F(Connections, AnswersGoToQuestionsInTheirOrder) {
  OpenAndWelcome();
  Ask(PduType::kPmids);
  Ask(PduType::kNames);
  Ask(PduType::kDesc);
  Say(tests::kPmids);
  EXPECT_THAT(answers_, ElementsAre("ok"));
  Say(tests::kErrorName);
  Say(tests::kDesc);
  EXPECT_THAT(answers_, ElementsAre("ok", "Unknown metric name", "ok"));
  EXPECT_EQ(timers_.waiting(), 0u);
  EXPECT_FALSE(lost_);
}

TEST_F(Connections, NoticesComeWithTheResult) {
  OpenAndWelcome();
  Ask(PduType::kResult);
  Say("00000010 00007000 00000000 00000001");
  Say("00000010 00007000 00000000 00000010");
  EXPECT_TRUE(answers_.empty());
  Say(tests::kResult);
  EXPECT_THAT(answers_, ElementsAre("ok"));
  EXPECT_EQ(changes_, kAgentAdded | kNamesChanged);
  Ask(PduType::kResult);
  Say(tests::kResult);
  EXPECT_EQ(changes_, 0u);
}

TEST_F(Connections, WhileItSpeaksItIsNotGivenUp) {
  OpenAndWelcome();
  Ask(PduType::kResult);
  Ask(PduType::kResult);
  Message both = FromHex(tests::kResult);
  const Message more = both;
  both.insert(both.end(), more.begin(), more.end());
  for (const std::uint8_t& byte : both) {
    timers_.Advance({kReplyLimit.ns - 1});
    network_.last().Say({&byte, 1});
  }
  EXPECT_THAT(answers_, ElementsAre("ok", "ok"));
  timers_.Advance(base::Duration{1000});
  EXPECT_FALSE(lost_) << "nothing is owed";
}

TEST_F(Connections, SilenceHasADeadline) {
  OpenAndWelcome();
  Ask();
  timers_.Advance({kReplyLimit.ns - 1});
  Ask();
  EXPECT_TRUE(answers_.empty());
  timers_.Advance({1});
  const std::string timeout = "Timeout waiting for a response from PMCD";
  EXPECT_THAT(answers_, ElementsAre(timeout, timeout));
  ASSERT_TRUE(lost_);
  EXPECT_EQ(lost_->message, "host:44321 does not answer");
  EXPECT_TRUE(network_.last().closed);
  EXPECT_TRUE(connection_->over());
}

TEST_F(Connections, WhoIsLostAnswersAll) {
  OpenAndWelcome();
  Ask();
  Ask();
  network_.last().HangUp();
  EXPECT_THAT(answers_,
              ElementsAre("IPC channel closed", "IPC channel closed"));
  EXPECT_EQ(lost_->code, ErrorCode::kClosed);
}

TEST_F(Connections, WhoAsksAfterTheEndIsAnsweredLater) {
  OpenAndWelcome();
  network_.last().HangUp();
  Ask();
  EXPECT_TRUE(answers_.empty());
  timers_.Advance({0});
  EXPECT_THAT(answers_, ElementsAre("IPC channel closed"));
}

TEST_F(Connections, OutOfStepIsTheEnd) {
  OpenAndWelcome();
  Ask(PduType::kNames);
  Say(tests::kDesc);
  EXPECT_THAT(answers_, ElementsAre("IPC protocol failure"));
  EXPECT_EQ(lost_->code, ErrorCode::kProtocol);
}

TEST_F(Connections, AnAnswerThatNobodyAskedForIsTheEnd) {
  OpenAndWelcome();
  Say(tests::kDesc);
  ASSERT_TRUE(lost_);
  EXPECT_EQ(lost_->message, "host:44321 answers what nobody asked");
}

TEST_F(Connections, MayBeLetGoFromWithinAnAnswer) {
  OpenAndWelcome();
  Ask();
  connection_->Ask(EncodeTraverse("x"), PduType::kPmids,
                   [this](const Result<Reply>&) { connection_.reset(); });
  Ask();
  Message both = FromHex(tests::kPmids);
  const Message more = both;
  for (int i = 0; i < 2; ++i) both.insert(both.end(), more.begin(), more.end());
  network_.last().Say(both);
  EXPECT_THAT(answers_, ElementsAre("ok"));
  EXPECT_TRUE(network_.last().closed);
  EXPECT_EQ(timers_.waiting(), 0u);
}

}  // namespace
}  // namespace pmapi::pmcd
