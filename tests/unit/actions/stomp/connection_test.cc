// StompConnection: a conversation whose broker is the test.
#include "actions/stomp/connection.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

#include "tests/support/file_tree.h"
#include "tests/support/stomp_play.h"
#include "tests/support/tls_peer.h"

namespace actions {
namespace {

using namespace std::string_literals;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::StartsWith;
using tests::Seconds;

class StompConnectionTest : public testing::Test, protected tests::StompPlay {
 protected:
  void Open() {
    connection_ = std::make_unique<StompConnection>(
        &timers_, network_.Make(), &settings_,
        StompConnection::Events{
            [this] { told_.emplace_back("open"); },
            [this](const std::string& id) { told_.push_back("receipt " + id); },
            [this](const base::Error& why, const std::string& id) {
              told_.push_back("over " + why.message + (id.empty() ? "" : "; ") +
                              id);
              connection_.reset();  // as who owns it does
            }});
    connection_->Open();
  }

  std::vector<std::string> told_;
  std::unique_ptr<StompConnection> connection_;
};

TEST_F(StompConnectionTest, IsLetInAndHearsReceipts) {
  Open();
  EXPECT_EQ(AddressText(link()->address), "b:61613");
  link()->Accept();
  EXPECT_EQ(tests::Heard(link()),
            "CONNECT\naccept-version:1.0,1.1,1.2\nhost:/\nlogin:joe\n"
            "passcode:s3cret\nheart-beat:10000,10000\n\n\0"s);
  EXPECT_FALSE(connection_->is_open());
  tests::Say(link(), "CONNECTED\nversion:1.1\n\n\0\n"s);
  EXPECT_TRUE(connection_->is_open());
  connection_->Send({"SEND", {{"destination", "a:b"}}, "x"});
  EXPECT_EQ(tests::Heard(link()), "SEND\ndestination:a\\cb\n\nx\0"s);
  tests::Say(link(), "MESSAGE\n\nis for others\0"s);
  tests::GiveReceipt(link(), "7");
  EXPECT_THAT(told_, ElementsAre("open", "receipt 7"));
  EXPECT_EQ(timers_.waiting(), 0u);
}

TEST_F(StompConnectionTest, ThatOfOldHasNoEscapes) {
  Open();
  tests::LetIn(link(), "session:1\n");
  connection_->Send({"SEND", {{"destination", "a:b\n"}}});
  EXPECT_EQ(tests::Heard(link()), "SEND\ndestination:a:b?\n\n\0"s);
}

TEST_F(StompConnectionTest, WhoSaysTheWrongThingIsLeft) {
  for (const auto& [said, told] :
       {std::pair("CONNECTED\nversion:2.0\n\n\0"s, "over speaks another"),
        std::pair("RECEIPT\n\n\0"s, "over is no STOMP broker"),
        std::pair("220 mail\n"s, "over is no STOMP broker"),
        std::pair("ERROR\n\n\0"s, "over answers ERROR")}) {
    told_.clear();
    Open();
    link()->Accept();
    tests::Say(link(), said);
    EXPECT_THAT(told_, ElementsAre(StartsWith(told)));
    EXPECT_TRUE(link()->closed);
  }
}

TEST_F(StompConnectionTest, AnErrorIsToldInItsWordsAsFarAsTheyFit) {
  Open();
  tests::LetIn(link());
  tests::Say(link(), "ERROR\nreceipt-id:3\nmessage:no s3cret\x1b[2J\n\n" +
                         std::string(1000, 'y') + '\0');
  EXPECT_THAT(told_, ElementsAre("open", StartsWith("over answers no ***?[2J: "
                                                    "yyy")));
  EXPECT_THAT(told_.back(), testing::EndsWith("yyy...; 3"));
  EXPECT_LT(told_.back().size(), 250u);
}

TEST_F(StompConnectionTest, AnErrorThatRepeatsThePasscodeShowsNoPartOfIt) {
  Open();
  tests::LetIn(link());
  std::string many;
  for (int i = 0; i < 500; ++i) many += "s3cret";
  tests::Say(link(), "ERROR\nmessage:no\n\n" + many + '\0');
  EXPECT_EQ(told_.back().find("s3"), std::string::npos) << told_.back();
}

TEST_F(StompConnectionTest, WhoDoesNotAnswerIsLeft) {
  Open();
  link()->Accept();
  timers_.Advance(settings_.timeout);
  EXPECT_THAT(told_, ElementsAre("over connected, and does not answer"));
  told_.clear();
  Open();
  link()->Refuse({base::ErrorCode::kSystem, "b:61613: Connection refused"});
  EXPECT_THAT(told_, ElementsAre("over b:61613: Connection refused"));
}

TEST_F(StompConnectionTest, HeartBeatsAreAsRareAsTheRarerWants) {
  Open();
  tests::LetIn(link(), "version:1.1\nheart-beat:20000,5000\n");
  timers_.Advance(Seconds(9));
  EXPECT_EQ(tests::Heard(link()), "\n");
  timers_.Advance(Seconds(30));
  tests::Say(link(), "\n");
  timers_.Advance(Seconds(40));
  EXPECT_THAT(told_, ElementsAre("open"));
  timers_.Advance(Seconds(41));
  EXPECT_THAT(told_, ElementsAre("open", "over has been silent for 40 s"));
  EXPECT_EQ(timers_.waiting(), 0u);
}

TEST_F(StompConnectionTest, HeartBeatsThatOneDoesNotWantAreNone) {
  for (const char* offered :
       {"0,0", "", "x", ",", "-1,-1", "99999999999999999999,0"}) {
    told_.clear();
    Open();
    tests::LetIn(link(),
                 "version:1.2\nheart-beat:" + std::string(offered) + '\n');
    timers_.Advance(Seconds(100'000));
    EXPECT_THAT(told_, ElementsAre("open")) << offered;
    EXPECT_EQ(tests::Heard(link()), "") << offered;
  }
  settings_.heart_beat = {};
  Open();
  tests::LetIn(link(), "version:1.2\nheart-beat:1,1\n");
  EXPECT_EQ(timers_.waiting(), 0u);
}

TEST_F(StompConnectionTest, OverTls) {
  tests::FileTree tree;
  tree.Write("/a", "");
  const auto certificate = tests::MakeCertificate(tree.root(), "b");
  base::tls::Settings tls;
  tls.authority_file = certificate.file;
  settings_.tls = *base::tls::MakeContext(tls);
  tests::TlsPeer peer(certificate);
  Open();
  link()->Accept();
  std::string heard;
  for (int i = 0; i < 5; ++i) {
    heard += peer.Hear(link()->Take());
    const auto wire = peer.Take();
    link()->Say(wire);
  }
  EXPECT_THAT(heard, StartsWith("CONNECT\n"));
  peer.Say("CONNECTED\nversion:1.2\n\n\0"s);
  link()->Say(peer.Take());
  EXPECT_THAT(told_, ElementsAre("open"));
  connection_->Send({"SEND"});
  EXPECT_EQ(peer.Hear(link()->Take()), "SEND\n\n\0"s);
  settings_.host = "c";
  told_.clear();
  tests::TlsPeer other(certificate);
  Open();
  link()->Accept();
  other.Hear(link()->Take());
  link()->Say(other.Take());
  EXPECT_THAT(told_, ElementsAre(HasSubstr("certificate")));
}

}  // namespace
}  // namespace actions
