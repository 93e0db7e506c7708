// MailMessage: headers of a line each. What is in a body and in encoded words:
// actions/mail_test.cc.
#include "actions/notification/mail_message.h"

#include <gtest/gtest.h>

namespace actions {
namespace {

TEST(MailMessage, NothingEndsALineOfItsHeaders) {
  MailContent content;
  content.from = "a@b\nX-A: 1";
  content.to = "c@d, e@f\r\nX-B: 2";
  content.id = MailId("id-1>\nX-E: 5");
  content.rule = "rule\nX-C: 3";
  content.text = "hi\r\n\r\nX-D: 4";
  const std::string mail = MailMessage(content, base::Zone());
  EXPECT_EQ(mail.find("From: a@b?X-A: 1\nTo: c@d,\n e@f??X-B: 2\n"
                      "Subject: rule?X-C: 3: hi????X-D: 4\nDate: "),
            0u);
  EXPECT_NE(mail.find("\nMessage-ID: <id-1--X-E--5@"), mail.npos);
}

TEST(MailMessage, ANameThatIsNotAsciiIsEncodedWords) {
  const auto to = [](const std::string& receiver) {
    MailContent content;
    content.to = receiver;
    const std::string mail = MailMessage(content, base::Zone());
    return mail.substr(4, mail.find("\nSubject: ") - 4);
  };
  EXPECT_EQ(to("Ü <a@b>"), "=?UTF-8?B?w5w=?= <a@b>");
  EXPECT_EQ(to("ops@c, \"Ü, \\\"x\\\"\" <a@b>, O <o@c>,<d@e>"),
            "ops@c,\n =?UTF-8?B?w5wsICJ4Ig==?= <a@b>,\n O <o@c>,<d@e>");
  EXPECT_EQ(to("\"Joe, X\" <a@b>"), "\"Joe,\n X\" <a@b>");
  EXPECT_EQ(to("ü@c"), "ü@c") << "there is no name";
  EXPECT_EQ(to("Ü <"), "=?UTF-8?B?w5w=?= <");
  EXPECT_EQ(to("Ü \"\\"), "Ü \"\\");
}

TEST(MailMessage, WithoutFromThereIsNoSuchHeader) {
  EXPECT_EQ(MailMessage({}, base::Zone()).find("To: \nSubject: \nDate: "), 0u);
}

TEST(MailMessage, LinesAsMailHasThem) {
  EXPECT_EQ(WithCrlf("a\n\nb\n"), "a\r\n\r\nb\r\n");
  EXPECT_EQ(WithCrlf(""), "");
}

}  // namespace
}  // namespace actions
