// BodyOf: each form, of a notification whose texts are hostile. Other parsers
// read them in tests/script/receivers_test.py.
#include "actions/receivers/body.h"

#include <gtest/gtest.h>

namespace actions {
namespace {

constexpr char kTold[] =
    R"({"version":1,"id":"id-1","rule":"full","time":"2026-03-02T09:55:00Z",)"
    R"("text":["<a> & ","\"b\""],"bindings":[)"
    R"({"host":"h \ufffd","instance":"/dev/sda","value":95.5,"context":"c"},)"
    R"({"host":"h2","value":"nan"}]})";

Notification Told(std::string json = kTold) {
  // 2026-03-02T09:55:00Z
  return {"id-1",
          "ops",
          "full",
          "h \xff",
          base::Timestamp{1'772'445'300 * base::kNanosPerSecond},
          json};
}

std::string TextIn(BodyForm form, const Notification& one = Told()) {
  BodySettings settings;
  settings.form = form;
  const auto body = BodyOf(settings, one, one.time);
  return body ? body->text : body.error().message;
}

TEST(Body, JsonIsTheNotification) {
  const auto body = BodyOf({}, Told(), {});
  EXPECT_EQ(body->text, kTold);
  EXPECT_EQ(body->content_type, "application/json");
}

TEST(Body, WhatIsNoJsonIsNotSent) {
  for (const auto form : {BodyForm::kJson, BodyForm::kSlack}) {
    EXPECT_EQ(TextIn(form, Told(R"({"rule":"full","te\xfft":[]})")),
              "the notification cannot be read");
  }
}

TEST(Body, SlacksTextIsEscaped) {
  EXPECT_EQ(TextIn(BodyForm::kSlack), R"({"text":"&lt;a&gt; &amp; \"b\""})");
  EXPECT_EQ(TextIn(BodyForm::kSlack, Told(R"({"rule":"full","text":[]})")),
            R"({"text":"full"})");
}

TEST(Body, CloudEventsHoldIt) {
  const std::string text = TextIn(BodyForm::kCloudEvents);
  EXPECT_EQ(text.substr(0, text.find(",\"data\":")),
            R"({"specversion":"1.0","id":"id-1","source":"/tocsin/h%20%FF",)"
            R"("type":"tocsin.notification","subject":"full",)"
            R"("time":"2026-03-02T09:55:00Z",)"
            R"("datacontenttype":"application/json")");
  EXPECT_EQ(text.substr(text.find(",\"data\":") + 8), std::string(kTold) + "}");
}

TEST(Body, AlertmanagerHasAnAlertForEachBinding) {
  EXPECT_EQ(TextIn(BodyForm::kAlertmanager),
            R"([{"labels":{"alertname":"full","host":"h \ufffd",)"
            R"("instance":"/dev/sda"},"annotations":{"summary":"<a> & \"b\"",)"
            R"("value":"95.5"},"startsAt":"2026-03-02T09:55:00Z"},)"
            R"({"labels":{"alertname":"full","host":"h2"},"annotations":)"
            R"({"summary":"<a> & \"b\"","value":"nan"},)"
            R"("startsAt":"2026-03-02T09:55:00Z"}])");
}

TEST(Body, AnAlertSaysWhatIsSaidOfItsBinding) {
  const std::string text = TextIn(
      BodyForm::kAlertmanager,
      Told(R"({"rule":"r","text":["a full","b full"],"bindings":[)"
           R"({"value":1,"text":"a full"},{"value":2,"text":"b full"}]})"));
  EXPECT_NE(text.find(R"({"summary":"a full","value":"1"})"), text.npos);
  EXPECT_NE(text.find(R"({"summary":"b full","value":"2"})"), text.npos);
}

TEST(Body, AlertsHaveTheSitesLabelsAndAnEnd) {
  BodySettings settings;
  settings.form = BodyForm::kAlertmanager;
  settings.labels = {{"severity", "page"}};
  settings.annotations = {{"runbook_url", "https://wiki"}};
  settings.resolve_after = base::Duration{300 * base::kNanosPerSecond};
  const Notification one = Told(R"({"rule":"r","text":[]})");
  const std::string alert = R"([{"labels":{"alertname":"r","severity":"page"},)"
                            R"("annotations":{"summary":"r",)"
                            R"("runbook_url":"https://wiki"},)"
                            R"("startsAt":"2026-03-02T09:55:00Z",)"
                            R"("endsAt":)";
  EXPECT_EQ(BodyOf(settings, one, one.time)->text,
            alert + R"("2026-03-02T10:00:00Z"}])");
  const base::Duration hour{3600 * base::kNanosPerSecond};
  EXPECT_EQ(BodyOf(settings, one, one.time + hour)->text,
            alert + R"("2026-03-02T11:00:00Z"}])");
  EXPECT_EQ(BodyOf(settings, one, {})->text,
            alert + R"("2026-03-02T10:00:00Z"}])")
      << "the clock has been set back";
}

TEST(Body, WhatIsNoNotificationIsAnError) {
  const std::string deep = "{\"text\":" + std::string(100'000, '[') +
                           std::string(100'000, ']') + '}';
  for (const char* json : {"", "[]", "{", "\xff", deep.c_str()}) {
    EXPECT_EQ(TextIn(BodyForm::kSlack, Told(json)),
              "the notification cannot be read");
  }
}

TEST(MailBody, ItsLinesAreOnesOfMail) {
  Notification one{"id-1", "ops", "full", "", {}, ""};
  one.json =
      R"({"rule":"full","time":"2026-03-02T09:55:00Z","text":["a\r\nBcc: x"],)"
      R"("bindings":[{"host":"h\nvalue: 9","value":95.5}]})";
  const auto mail = MailBody("a@b", {"c@d", "e@f"}, one);
  ASSERT_TRUE(mail);
  EXPECT_EQ(mail->find("From: a@b\r\nTo: c@d,\r\n e@f\r\n"
                       "Subject: full: a??Bcc: x\r\n"
                       "Date: Thu, 01 Jan 1970 00:00:00 +0000\r\n"
                       "Message-ID: <id-1@"),
            0u);
  for (std::size_t at = 0; (at = mail->find('\n', at)) != mail->npos; ++at) {
    ASSERT_EQ((*mail)[at - 1], '\r');
  }
  one.json = "[]";
  EXPECT_FALSE(MailBody("a@b", {"c@d"}, one));
}

}  // namespace
}  // namespace actions
