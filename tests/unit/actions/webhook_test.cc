// Webhook: what a receiver of our own gets, and what its answers come to.
#include "actions/webhook.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/support/action_event.h"
#include "tests/support/file_tree.h"
#include "tests/support/http_peer.h"
#include "tests/support/notifications.h"

namespace actions {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::MatchesRegex;
using ::testing::SizeIs;
using ::testing::StartsWith;
using tests::ActionEvent;
using tests::HttpPeer;
using Outcome = Webhook::Outcome;

class WebhookTest : public ::testing::Test {
 protected:
  ActionEvent To(const std::string& url) const {
    ActionEvent event(ActionEvent::Kind::kWebhook, "hi");
    event.call.receiver = url;
    event.parts.texts = {"hi"};
    event.call.now = true;
    return event;
  }
  Webhook::Done Keep() {
    return [this](Outcome outcome) {
      outcomes_.push_back(outcome);
      loop_.Stop();
    };
  }
  // What sending it alone comes to.
  Outcome Send(const ActionEvent& event) {
    outcomes_.clear();
    webhook_.Perform(event.event(), Keep());
    EXPECT_THAT(outcomes_, IsEmpty()) << "nothing waits for it";
    loop_.Run();
    return outcomes_.back();
  }
  Outcome SendAnswered(const std::string& status,
                       const std::string& headers = "") {
    peer_.answer = HttpPeer::Answer(status, headers);
    return Send(To(peer_.url("/secret")));
  }

  base::Zone zone_;  // UTC
  base::loop::Loop loop_;
  HttpPeer peer_{&loop_};
  tests::LogLines log_;
  Receivers receivers_;
  Webhook webhook_{{.zone = &zone_,
                    .loop = &loop_,
                    .receivers = &receivers_,
                    .now = [] { return tests::kThen; },
                    .steady = [] { return base::Duration(); },
                    .log = log_.log(),
                    .outbox = log_.log(),
                    .losses = log_.log()}};
  std::vector<Outcome> outcomes_;
};

TEST_F(WebhookTest, PostsTheEventAsJson) {
  EXPECT_EQ(Send(To(peer_.url("/a?b"))), Outcome::kSucceeded);
  ASSERT_THAT(peer_.requests, SizeIs(1));
  const std::string& request = peer_.requests[0];
  EXPECT_THAT(request, StartsWith("POST /a?b HTTP/1.1\r\n"));
  EXPECT_THAT(request, HasSubstr("\r\nContent-Type: application/json\r\n"));
  const std::string body = tests::BodyOf(request);
  const std::string id = body.substr(body.find("\"id\":\"") + 6, 36);
  EXPECT_THAT(id, MatchesRegex("[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab]"
                               "[0-9a-f]{3}-[0-9a-f]{12}"));
  EXPECT_THAT(request, HasSubstr("\r\nIdempotency-Key: " + id + "\r\n"));
  EXPECT_THAT(body, StartsWith("{\"version\":1,\"id\":"));
  EXPECT_THAT(log_.lines, IsEmpty());
}

TEST_F(WebhookTest, NoTwoHaveOneId) {
  Send(To(peer_.url()));
  Send(To(peer_.url()));
  EXPECT_NE(tests::BodyOf(peer_.requests[0]), tests::BodyOf(peer_.requests[1]));
}

TEST_F(WebhookTest, HasSucceededWithAStatusOf200To299) {
  for (const char* status : {"200 OK", "202 Accepted", "299 x"}) {
    EXPECT_EQ(SendAnswered(status), Outcome::kSucceeded) << status;
  }
  for (const char* status : {"302 Found", "404 Not Found", "429 Too Many",
                             "500 Internal Server Error", "503 x"}) {
    EXPECT_EQ(SendAnswered(status, "Location: /\r\n"), Outcome::kFailed)
        << status;
  }
  EXPECT_THAT(peer_.requests, SizeIs(8)) << "no redirection is followed";
}

TEST_F(WebhookTest, ARowThatFailsIsToldAtItsBeginAndItsEnd) {
  SendAnswered("500 x");
  SendAnswered("404 x");
  SendAnswered("200 OK");
  const std::string origin = "http://127.0.0.1:" + std::to_string(peer_.port());
  EXPECT_THAT(log_.lines,
              ElementsAre("Error: rule: webhook: " + origin + ": answers 500",
                          "Info: rule: webhook: taken again; 2 before it not"));
}

TEST_F(WebhookTest, ATemplateThatMakesNoJsonIsToldOnceARow) {
  Receiver ops;
  ops.url = peer_.url();
  ops.body.form = BodyForm::kTemplate;
  ops.body.content_type = "application/json";
  ops.body.body_template = "{{text}}";
  receivers_.Name({{"ops", ops}});
  for (const char* text : {"hi", "you", "1", "there"}) {
    ActionEvent event = To("ops");
    event.parts.texts = {text};
    EXPECT_EQ(Send(event), Outcome::kSucceeded);
  }
  EXPECT_THAT(tests::BodyOf(peer_.requests[0]), HasSubstr("\"text\":[\"hi\"]"));
  EXPECT_EQ(tests::BodyOf(peer_.requests[2]), "1");
  const std::string line =
      "Warning: rule: webhook: ops: the template makes what is no JSON: sent "
      "as body: json";
  EXPECT_THAT(log_.lines, ElementsAre(line, line));
}

TEST_F(WebhookTest, NothingLargeIsMadeBetweenTicks) {
  Receiver ops;
  ops.url = peer_.url();
  ops.body.form = BodyForm::kTemplate;
  ops.body.content_type = "application/json";
  ops.body.body_template = "{{text}}";
  receivers_.Name({{"ops", ops}});
  ActionEvent event = To("ops");
  event.parts.texts = {std::string(100'000, 'x')};
  webhook_.Perform(event.event(), Keep());
  EXPECT_THAT(log_.lines, IsEmpty()) << "what it becomes is not known yet";
  loop_.Run();
  EXPECT_THAT(outcomes_, ElementsAre(Outcome::kSucceeded));
  EXPECT_THAT(log_.lines, ElementsAre(HasSubstr("makes what is no JSON")));
  EXPECT_THAT(peer_.requests[0], HasSubstr(event.parts.texts[0]));
}

TEST_F(WebhookTest, WhatIsTooLargeIsNotMade) {
  for (const bool now : {true, false}) {
    ActionEvent event = To(peer_.url());
    event.call.now = now;
    event.parts.texts = {std::string(kMostNotificationBytes + 1, 'x')};
    webhook_.Perform(event.event(), Keep());
  }
  EXPECT_THAT(outcomes_,
              ElementsAre(Outcome::kNotPerformed, Outcome::kNotPerformed));
  EXPECT_THAT(log_.lines,
              ElementsAre(HasSubstr("a notification of more than 16")));
}

TEST_F(WebhookTest, WhatDoesNotGetThereWasNotPerformed) {
  const tests::Port port;
  const std::string origin =
      "http://127.0.0.1:" + std::to_string(port.number());
  EXPECT_EQ(Send(To(origin + "/secret")), Outcome::kNotPerformed);
  EXPECT_THAT(log_.lines,
              ElementsAre("Error: rule: webhook: " + origin +
                          ": Couldn't connect to server: Connection refused"));
}

TEST_F(WebhookTest, WhatGetsThereWithoutAnAnswerHasFailed) {
  peer_.answer = "";
  peer_.asked = [this](const std::string&) {
    loop_.Post([this] { peer_.HangUp(); });
  };
  EXPECT_EQ(Send(To(peer_.url())), Outcome::kFailed);
}

TEST_F(WebhookTest, WhatIsNotOfNowHasSucceededWhenItIsTaken) {
  peer_.answer = HttpPeer::Answer("503 x");
  ActionEvent event = To(peer_.url());
  event.call.now = false;
  event.asked = true;
  EXPECT_EQ(Send(event), Outcome::kSucceeded);
  EXPECT_THAT(peer_.requests, IsEmpty()) << "it is tried after that";
}

TEST_F(WebhookTest, WhatIsNotOfNowIsKeptInTheStateDirectory) {
  const tests::FileTree tree;
  tests::LogLines whole;  // folds no lines
  Webhook webhook({.zone = &zone_,
                   .loop = &loop_,
                   .receivers = &receivers_,
                   .now = [] { return tests::kThen; },
                   .steady = [] { return base::Duration(); },
                   .state = tree.root(),
                   .log = log_.log(),
                   .outbox = log_.log(),
                   .losses = whole.log()});
  peer_.answer = HttpPeer::Answer("503 x");
  ActionEvent event = To(peer_.url("/secret"));
  event.call.now = false;
  webhook.Perform(event.event(), Keep());
  loop_.Run();
  EXPECT_THAT(outcomes_, ElementsAre(Outcome::kSucceeded));
  webhook.Abandon();
  EXPECT_THAT(log_.lines, IsEmpty());
  EXPECT_THAT(whole.lines, ElementsAre("Info: 1 notification left for the next "
                                       "start"));
}

TEST_F(WebhookTest, MoreThanTheMostAreRefused) {
  for (std::size_t i = 0; i < Webhook::kMost; ++i) {
    webhook_.Perform(To(peer_.url()).event(), [](Outcome) {});
  }
  webhook_.Perform(To(peer_.url()).event(), Keep());
  EXPECT_THAT(outcomes_, ElementsAre(Outcome::kNotPerformed));
  EXPECT_THAT(log_.lines, SizeIs(1));
  EXPECT_THAT(log_.lines[0], HasSubstr(": 10000 others wait"));
}

TEST_F(WebhookTest, WhatIsOnItsWayAtTheEndIsGivenUp) {
  peer_.answer = "";
  webhook_.Perform(To(peer_.url()).event(), Keep());
  peer_.asked = [this](const std::string&) { loop_.Stop(); };
  loop_.Run();
  webhook_.Abandon();
  webhook_.Perform(To(peer_.url()).event(), Keep());
  EXPECT_THAT(outcomes_,
              ElementsAre(Outcome::kNotPerformed, Outcome::kNotPerformed));
  EXPECT_THAT(log_.lines, SizeIs(1));
  EXPECT_THAT(log_.lines[0], HasSubstr(": the program ends"));
}

}  // namespace
}  // namespace actions
