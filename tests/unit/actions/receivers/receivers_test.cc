// Receivers: names of URLs, and what is posted there.
#include "actions/receivers/receivers.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

#include "tests/support/file_tree.h"
#include "tests/support/notifications.h"

namespace actions {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::MatchesRegex;

Notification To(const std::string& receiver) {
  return {"id-1", receiver, "rule", "host", {}, "{}"};
}

TEST(Receivers, AUrlsNameHoldsNothingOfItsPath) {
  Receivers receivers;
  const std::string url = "https://user.example.com:8443/hooks/T0/secret?k=v";
  const std::string name = receivers.NameOf(url);
  EXPECT_THAT(name,
              MatchesRegex("https://user\\.example\\.com:8443#[0-9a-f]+"));
  EXPECT_EQ(ShownReceiver(name), "https://user.example.com:8443");
  EXPECT_EQ(receivers.NameOf(url), name);
  EXPECT_EQ(Receivers().NameOf(url), name) << "in each run";
}

TEST(Receivers, NoTwoUrlsHaveOneName) {
  Receivers receivers;
  std::set<std::string> names;
  for (int i = 0; i < 1000; ++i) {
    names.insert(receivers.NameOf("http://a/" + std::to_string(i)));
  }
  EXPECT_EQ(names.size(), 1000u);
}

TEST(Receivers, JsonIsPostedWithItsId) {
  Receivers receivers;
  const auto request =
      receivers.RequestFor(To(receivers.NameOf("http://a/path")));
  ASSERT_TRUE(request.has_value());
  EXPECT_EQ(request->method, "POST");
  EXPECT_EQ(request->url, "http://a/path");
  EXPECT_EQ(request->body, "{}");
  EXPECT_THAT(request->headers,
              ElementsAre("Content-Type: application/json",
                          "User-Agent: tocsin", "Idempotency-Key: id-1"));
}

TEST(Receivers, AnIdOfMoreThanALineIsNotSent) {
  Receivers receivers;
  auto one = tests::NotificationOf("a\r\nX-Evil: 1",
                                   receivers.NameOf("http://a.example/"));
  one.json = "{}";
  const auto request = receivers.RequestFor(one);
  ASSERT_FALSE(request);
  EXPECT_EQ(request.error().message, "a header is one line");
}

TEST(Receivers, WhoHasANameIsSentWhatItsFileSays) {
  Receiver ops;
  ops.url = "http://a/path";
  ops.method = "PUT";
  ops.headers = {"X-A: b"};
  ops.limit = base::Duration{7};
  ops.connect_limit = base::Duration{6};
  Receivers receivers;
  receivers.Name({{"ops", ops}});
  EXPECT_EQ(receivers.NameOf("ops"), "ops");
  EXPECT_EQ(ShownReceiver("ops"), "ops");
  const auto request = receivers.RequestFor(To("ops"));
  ASSERT_TRUE(request.has_value());
  EXPECT_EQ(request->method, "PUT");
  EXPECT_EQ(request->url, "http://a/path");
  EXPECT_EQ(request->headers.back(), "X-A: b");
  EXPECT_EQ(request->limit.ns, 7);
  EXPECT_EQ(request->connect_limit.ns, 6);
  receivers.Name({});
  EXPECT_FALSE(receivers.RequestFor(To("ops")).has_value());
}

TEST(Receivers, ALongTemplateMakesABodyDear) {
  Receiver ops, long_one;
  ops.body.body_template = "{{text}}";
  long_one.body.body_template = std::string(std::size_t{64} << 10, 'x');
  Receivers receivers;
  receivers.Name({{"ops", ops}, {"long", long_one}});
  EXPECT_EQ(receivers.EffortOf(To("ops")), 2u);
  EXPECT_EQ(receivers.EffortOf(To("long")), 128u);
  EXPECT_EQ(receivers.EffortOf(To("none")), 2u);
}

TEST(Receivers, WhoHasNoNameAnyMoreIsToldIfAskedFor) {
  Receivers receivers;
  EXPECT_THAT(receivers.Name({{"named", {}}, {"told", {}}, {"unused", {}}}),
              IsEmpty());
  receivers.NameOf("named");
  receivers.NameOf("unknown");
  (void)receivers.RequestFor(To("told"));
  EXPECT_THAT(receivers.Name({}), ElementsAre("named", "told"));
  EXPECT_THAT(receivers.Name({}), IsEmpty()) << "once";
}

TEST(Receivers, AUrlInAFileIsReadEachTime) {
  const tests::FileTree files;
  const std::string path = files.root() + "/url";
  Receiver ops;
  ops.url_file = path;
  Receivers receivers;
  receivers.Name({{"ops", ops}});
  for (const char* url : {"http://a/1", "http://a/2"}) {
    files.Write("/url", std::string(url) + "\n");
    EXPECT_EQ(receivers.RequestFor(To("ops"))->url, url);
  }
  files.Write("/url", "SECRET\n");
  EXPECT_EQ(receivers.RequestFor(To("ops")).error().message,
            path + ": a URL begins with http:// or https://");
  for (const char* torn : {"", "\n", "SECRET", "http://a/\x1b"}) {
    files.Write("/url", torn);
    EXPECT_EQ(receivers.RequestFor(To("ops")).error().code,
              base::ErrorCode::kCorrupt)
        << "kInvalid would be final: " << torn;
  }
  files.Remove("/url");
  EXPECT_EQ(receivers.RequestFor(To("ops")).error().code,
            base::ErrorCode::kSystem);
}

TEST(Receivers, WhoIsLetInSaysSo) {
  const tests::FileTree files;
  files.Write("/secret", "open sesame\n");
  Receiver basic;
  basic.url = "http://a/";
  basic.user = "Aladdin";
  basic.password_file = files.root() + "/secret";
  Receiver bearer;
  bearer.url = "http://a/";
  bearer.token_file = files.root() + "/secret";
  Receivers receivers;
  receivers.Name({{"basic", basic}, {"bearer", bearer}});
  EXPECT_EQ(receivers.RequestFor(To("basic"))->headers.back(),
            "Authorization: Basic QWxhZGRpbjpvcGVuIHNlc2FtZQ==");
  EXPECT_EQ(receivers.RequestFor(To("bearer"))->headers.back(),
            "Authorization: Bearer open sesame");
  files.Write("/secret", "bearer open\n");
  EXPECT_EQ(receivers.RequestFor(To("bearer"))->headers.back(),
            "Authorization: bearer open");
  files.Remove("/secret");
  EXPECT_FALSE(receivers.RequestFor(To("basic")));
  EXPECT_FALSE(receivers.RequestFor(To("bearer")));
}

TEST(Receivers, ASitesAgentReplacesOurs) {
  Receiver ops;
  ops.url = "http://a/";
  ops.headers = {"user-agent: us"};
  Receivers receivers;
  receivers.Name({{"ops", ops}});
  EXPECT_THAT(receivers.RequestFor(To("ops"))->headers,
              ElementsAre("Content-Type: application/json",
                          "Idempotency-Key: id-1", "user-agent: us"));
}

TEST(Receivers, WhatATemplateMakesNoJsonOfIsSentAsOurs) {
  Receiver ops;
  ops.url = "http://a/";
  ops.body.form = BodyForm::kTemplate;
  ops.body.content_type = "application/vnd.site+json";
  ops.body.body_template = "{{value}}";
  Receivers receivers;
  receivers.Name({{"ops", ops}});
  std::vector<std::string> problems;
  receivers.OnTemplated(
      [&](const Notification& one, const std::string& problem) {
        EXPECT_EQ(one.rule, "rule");
        problems.push_back(problem);
      });
  Notification one = To("ops");
  for (const auto& [json, type] :
       {std::pair{R"({"bindings":[{"value":"a b"}]})", "application/json"},
        std::pair{R"({"bindings":[{"value":1}]})",
                  "application/vnd.site+json"}}) {
    one.json = json;
    const auto request = receivers.RequestFor(one);
    ASSERT_TRUE(request) << request.error().message;
    EXPECT_EQ(request->body, type == ops.body.content_type ? "1" : one.json);
    EXPECT_EQ(request->headers[0], std::string("Content-Type: ") + type);
  }
  EXPECT_THAT(problems, ElementsAre("the template makes what is no JSON: "
                                    "sent as body: json",
                                    ""));
}

TEST(Receivers, ATextThatIsCutForItsBindingsIsTold) {
  Receiver ops;
  ops.url = "http://a/";
  ops.body.form = BodyForm::kTemplate;
  ops.body.content_type = "text/plain";
  Receiver alerts = ops;
  alerts.body.form = BodyForm::kAlertmanager;
  Receiver within = ops;
  ops.body.body_template = "{{text}}{{#bindings}}{{value}}{{/bindings}}";
  within.body.body_template = "{{#bindings}}{{text}}{{/bindings}}";
  Receivers receivers;
  receivers.Name({{"ops", ops}, {"within", within}, {"alerts", alerts}});
  std::string problem = "not told";
  receivers.OnTemplated(
      [&](const Notification&, const std::string& told) { problem = told; });
  for (const std::size_t bytes : {1u << 13, (1u << 13) + 1}) {
    const std::string text(bytes, 'x');
    for (const char* name : {"ops", "within", "alerts"}) {
      Notification one = To(name);
      one.json = R"({"text":[")" + text + R"("],"bindings":[{"value":1})";
      for (int i = 1; i < 2048; ++i) one.json += R"(,{"value":1})";
      one.json += "]}";
      ASSERT_TRUE(receivers.RequestFor(one)) << name;
      const bool cut = bytes > 1u << 13 && one.receiver != "ops";
      EXPECT_EQ(problem, cut ? "sent with its text cut, which would stand "
                               "there for each of its bindings"
                             : "")
          << name;
    }
  }
}

TEST(Receivers, WhoIsNotThereHasNoRequest) {
  Receivers receivers;
  const std::string elsewhere = Receivers().NameOf("http://a/");
  for (const std::string& name : {elsewhere, receivers.NameOf("ops")}) {
    const auto request = receivers.RequestFor(To(name));
    ASSERT_FALSE(request.has_value());
    EXPECT_EQ(request.error().code, base::ErrorCode::kNotFound);
    EXPECT_EQ(request.error().message, "there is no such receiver");
  }
}

}  // namespace
}  // namespace actions
