// WrongReceiver: names and URLs, and what is said of others.
#include "grammar/receiver.h"

#include <gtest/gtest.h>

namespace grammar {
namespace {

/// The hint, "" where nothing is wrong.
std::string Hint(const std::string& receiver, const ReceiverNames& known) {
  const auto wrong = WrongReceiver(receiver, {}, known);
  return wrong ? wrong->hint : "";
}

TEST(ReceiverName, IsAWord) {
  for (const char* name : {"ops", "a.b-c_9", "X"}) {
    EXPECT_TRUE(IsReceiverName(name)) << name;
  }
  for (const char* name : {"", "9a", "a b", "a/b", "http://a", "\xc3\xa4"}) {
    EXPECT_FALSE(IsReceiverName(name)) << name;
  }
}

TEST(WrongReceiver, UrlsAreAlwaysRight) {
  EXPECT_FALSE(WrongReceiver("https://a.example/b", {}, {}));
}

TEST(WrongReceiver, ValuesInAUrlAreWarnedOf) {
  for (const char* url : {"https://h/%i", "https://h/%c3%a4?a=%v",
                          "https://h/%c", "https://h/a%chost"}) {
    const auto wrong = WrongReceiver(url, {}, {});
    ASSERT_TRUE(wrong) << url;
    EXPECT_EQ(wrong->severity, Severity::kWarning);
    EXPECT_NE(wrong->message.find("stands for nothing"), std::string::npos);
  }
  for (const char* url :
       {"https://h/%20%c3%a4", "https://h/%", "https://h/%x"}) {
    EXPECT_FALSE(WrongReceiver(url, {}, {})) << url;
  }
}

TEST(WrongReceiver, NamesAreThoseThatThereAre) {
  const ReceiverNames known{false, true, {"ops", "night"}};
  EXPECT_EQ(Hint("ops", known), "");
  EXPECT_EQ(Hint("opps", known), "did you mean ops?");
  EXPECT_EQ(Hint("day", known), "the receivers are ops, night");
  EXPECT_EQ(Hint("day", {false, true, {}}), "the files of receivers name none");
  EXPECT_EQ(Hint("day", {true}), "");
  EXPECT_EQ(Hint("day", {false, false, {}, "a.yaml: Permission denied"}),
            "not all are read: a.yaml: Permission denied");
  const std::vector<std::string> many(9, "x");
  EXPECT_EQ(Hint("day", {false, true, many}),
            "the receivers are x, x, x, x, x, x, x, x and 1 more");
}

TEST(WrongReceiver, NamesThatAreNotLookedUpAreWarnedOf) {
  const auto wrong =
      WrongReceiver("ops", Span{3, 8}, {true, false, {}, "x: barred"});
  ASSERT_TRUE(wrong);
  EXPECT_EQ(wrong->severity, Severity::kWarning);
  EXPECT_EQ(wrong->span, (Span{3, 8}));
  EXPECT_EQ(wrong->message,
            "whether there is a receiver called ops was not looked up");
  EXPECT_EQ(wrong->hint,
            "x: barred: a run that may not read it either refuses this rule");
  EXPECT_FALSE(WrongReceiver("ops", {}, {true, true, {"ops"}, "x: barred"}));
  const std::string token = "xoxb-1234567890-abcdefghijkl";
  const auto hidden = WrongReceiver(token, {}, {true, false, {}, "x: barred"});
  ASSERT_TRUE(hidden);
  EXPECT_EQ(hidden->message.find(token), std::string::npos);
}

TEST(BodyOfUrl, IsKnownOfSlackAndAlertmanager) {
  for (const auto& [url, body] :
       {std::pair{"https://hooks.slack.com/services/T/B/x", "slack"},
        {"http://am:9093/api/v2/alerts", "alertmanager"},
        {"http://am/prefix/api/v2/alerts?x=1", "alertmanager"},
        {"http://am/api/v2/alerts/groups", ""},
        {"http://hooks.slack.com.example.org/x", ""},
        {"https://a.example", ""},
        {"ops", ""}}) {
    EXPECT_EQ(BodyOfUrl(url), body) << url;
  }
}

TEST(WrongReceiver, AUrlWhoseBodyIsAnotherIsWarnedOf) {
  const auto wrong =
      WrongReceiver("https://hooks.slack.com/services/T/B/x", Span{3, 8}, {});
  ASSERT_TRUE(wrong);
  EXPECT_EQ(wrong->severity, Severity::kWarning);
  EXPECT_EQ(wrong->message,
            "what stands at this URL takes bodies of slack's form, and is sent "
            "another one");
  EXPECT_EQ(wrong->hint,
            "a receiver in a file has url: and body: slack, and its name "
            "stands here");
}

TEST(WrongReceiver, WithoutAFileItSaysHowToGiveOne) {
  const auto wrong = WrongReceiver("ops", Span{3, 8}, {});
  ASSERT_TRUE(wrong);
  EXPECT_EQ(wrong->span, (Span{3, 8}));
  EXPECT_EQ(wrong->message, "there is no receiver called ops");
  EXPECT_NE(wrong->hint.find("--receivers FILE"), std::string::npos);
}

TEST(WrongReceiver, OneThatMayBeATokenIsNotShown) {
  EXPECT_EQ(WrongReceiver("xoxb-1234-s3cret", {}, {})->message,
            "there is no receiver called xoxb............");
}

TEST(WrongReceiver, WhatIsNoUrlIsOftenMail) {
  for (const auto& [receiver, hint] :
       {std::pair{"smtp://mail.example.org", "the url of a receiver in a file"},
        std::pair{"smtps://mail.example.org", "the url of a receiver"},
        std::pair{"htps://a/", "webhook \"https://"},
        std::pair{"ops@example.org", "by the sendmail of this host: mail"},
        std::pair{"3a", "a receiver's name is a letter, and then"},
        std::pair{"mail to @ops", "the receiver comes first"},
        std::pair{"it is full", "the receiver comes first"}}) {
    EXPECT_NE(Hint(receiver, {}).find(hint), std::string::npos) << receiver;
  }
}

TEST(WrongReceiver, WhatIsNoAddressIsOftenAReceiver) {
  for (const auto& [address, hint] :
       {std::pair{"night", "this is a receiver: webhook \"night\" \"text\""},
        std::pair{"smtp://a", "a URL is of a receiver, which webhook tells"},
        std::pair{"root", "the address comes first"}}) {
    ast::Call call;
    call.kind = ast::ActionKind::kMail;
    call.receiver = address;
    const auto wrong = WrongReceiverOf(call, {}, {false, true, {"night"}});
    ASSERT_TRUE(wrong) << address;
    EXPECT_NE(wrong->hint.find(hint), std::string::npos) << wrong->hint;
  }
}

TEST(EarlyResolve, IsOfAnAlertThatIsToldAgainLater) {
  ReceiverNames known;
  known.resolved = {{"am", 300}};
  ast::Call call;
  call.kind = ast::ActionKind::kWebhook;
  call.receiver = "am";
  EXPECT_FALSE(EarlyResolve(call, {}, 10, known));
  call.holdoff = 300;
  EXPECT_TRUE(EarlyResolve(call, {}, 300, known)) << "it is over by then";
  call.holdoff = 290;
  EXPECT_FALSE(EarlyResolve(call, {}, 10, known));
  call.holdoff = 3600;
  const auto warning = EarlyResolve(call, Span{1, 2}, 10, known);
  ASSERT_TRUE(warning);
  EXPECT_EQ(warning->severity, Severity::kWarning);
  EXPECT_EQ(warning->span, (Span{1, 2}));
  EXPECT_EQ(warning->message,
            "an alert of am is over after 5 min, and told again after 1 hour: "
            "it is resolved while it is true");
  EXPECT_EQ(warning->hint, "a shorter holdoff, or a longer resolve_after");
  call.holdoff = 270;
  EXPECT_FALSE(EarlyResolve(call, {}, 10, known));
  EXPECT_NE(EarlyResolve(call, {}, 240, known)
                ->message.find("told again after 8 min"),
            std::string::npos);
  call.holdoff = 0;
  EXPECT_EQ(EarlyResolve(call, {}, 310, known)->hint,
            "a resolve_after longer than delta");
  call.receiver = "ops";
  EXPECT_FALSE(EarlyResolve(call, {}, 3600, known));
}

TEST(WrongReceiver, OfEachActionThatHasOne) {
  const auto wrong = [](ast::ActionKind kind, const std::string& receiver) {
    ast::Call call;
    call.kind = kind;
    call.receiver = receiver;
    return WrongReceiverOf(call, Span{1, 2}, {});
  };
  using Kind = ast::ActionKind;
  EXPECT_FALSE(wrong(Kind::kWebhook, "http://a"));
  EXPECT_FALSE(wrong(Kind::kExec, "/usr/bin/page"));
  EXPECT_FALSE(wrong(Kind::kMail, "ops@example.org"));
  EXPECT_EQ(wrong(Kind::kWebhook, "/usr/bin/page")->severity, Severity::kError);
  EXPECT_EQ(wrong(Kind::kExec, "page")->message,
            "the program of an exec is a whole path");
  EXPECT_EQ(wrong(Kind::kExec, "")->severity, Severity::kError);
  EXPECT_EQ(wrong(Kind::kMail, "root")->severity, Severity::kWarning);
  EXPECT_EQ(wrong(Kind::kMail, "root")->span, (Span{1, 2}));
  EXPECT_EQ(wrong(Kind::kMail, "root@%h")->message,
            "%h stands for nothing in an address, which is taken as it is "
            "written");
  EXPECT_EQ(wrong(Kind::kMail, "a@example.org b@example.org")->message,
            "between two addresses of a mail stands a comma");
  for (const char* right :
       {"a@example.org, b@example.org", "A B <a@example.org>",
        "A @ B <a@example.org>", "\"a b@c\"@example.org"}) {
    EXPECT_FALSE(wrong(Kind::kMail, right)) << right;
  }
}

}  // namespace
}  // namespace grammar
