// Mail: what is in a message, and what sendmail is given.
#include "actions/mail.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <fstream>
#include <sstream>
#include <string>

#include "base/file.h"
#include "tests/support/archive_image.h"
#include "tests/support/commands.h"

namespace actions {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::MatchesRegex;
using tests::ActionEvent;
using Outcome = ActionSink::Outcome;

std::string Decoded(const std::string& base64) {
  constexpr std::string_view kDigits =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string bytes;
  unsigned bits = 0;
  int count = 0;
  for (const char c : base64) {
    const std::size_t digit = kDigits.find(c);
    if (digit == kDigits.npos) continue;
    bits = bits << 6 | static_cast<unsigned>(digit);
    count += 6;
    if (count < 8) continue;
    count -= 8;
    bytes += static_cast<char>(bits >> count & 0xff);
  }
  return bytes;
}

std::string HeadersOf(const std::string& mail) {
  return mail.substr(0, mail.find("\n\n") + 1);
}
std::string BodyOf(const std::string& mail) {
  return Decoded(mail.substr(mail.find("\n\n") + 2));
}

class MailTest : public ::testing::Test {
 protected:
  MailTest() { event_.call.receiver = "ops@example.org"; }

  std::string Message() const {
    return MailMessage(event_.event(), "id@host", zone_);
  }
  Outcome Send(const std::string& sendmail) {
    Mail mail(sendmail, commands_.context(), &zone_, commands_.log.log());
    return commands_.Run(&mail, event_.event());
  }
  /// A program that does what `script` says.
  std::string Program(const std::string& script) const {
    const std::string path = folder_ / "sendmail";
    std::ofstream(path) << "#!/bin/sh\n" << script;
    ::chmod(path.c_str(), 0700);
    return path;
  }

  tests::TemporaryFolder folder_;
  base::Zone zone_;  // UTC
  ActionEvent event_{ActionEvent::Kind::kMail, "sda is full"};
  tests::Commands commands_;
};

TEST_F(MailTest, WhatIsInAMessage) {
  event_.parts.bindings = {{"web1", "sda", "/a", {}, "95"},
                           {{}, {}, {}, {}, "true"}};
  EXPECT_EQ(HeadersOf(Message()),
            "To: ops@example.org\n"
            "Subject: rule: sda is full\n"
            "Date: Sun, 09 Sep 2001 01:46:40 +0000\n"
            "Message-ID: <id@host>\n"
            "MIME-Version: 1.0\n"
            "Content-Type: text/plain; charset=UTF-8\n"
            "Content-Transfer-Encoding: base64\n"
            "Auto-Submitted: auto-generated\n");
  EXPECT_EQ(BodyOf(Message()),
            "sda is full\r\n\r\nrule: rule\r\ntime: 2001-09-09T01:46:40Z\r\n"
            "\r\nhost: web1\r\ninstance: sda\r\nvalue: 95\r\n"
            "\r\nvalue: true\r\n");
}

TEST_F(MailTest, TheDateHasItsZone) {
  for (const auto& [zone, date] :
       {std::pair("<+0530>-5:30", "Sun, 09 Sep 2001 07:16:40 +0530"),
        std::pair("EST5", "Sat, 08 Sep 2001 20:46:40 -0500")}) {
    zone_ = base::Zone::FromTz(zone);
    EXPECT_THAT(Message(), HasSubstr(std::string("\nDate: ") + date + "\n"));
  }
}

TEST_F(MailTest, ASubjectThatIsNotAsciiIsEncodedWords) {
  std::string text;
  for (int i = 0; i < 90; ++i) text += "\u20ac";
  event_.message.text = text;
  const std::string message = Message();
  const std::size_t begin = message.find("Subject: ") + 9;
  const std::size_t end = message.find("\nDate: ");
  std::istringstream words(message.substr(begin, end - begin));
  std::string all;
  for (std::string word; words >> word;) {
    EXPECT_THAT(word, MatchesRegex("=\\?UTF-8\\?B\\?[A-Za-z0-9+/=]+\\?="));
    EXPECT_LE(word.size(), 75u);
    all += Decoded(word.substr(10, word.size() - 12));
  }
  EXPECT_EQ(all, "rule: " + text.substr(0, 192) + "...");
}

TEST_F(MailTest, WhatLooksEncodedIsEncoded) {
  event_.message.text = "=?UTF-8?B?eA==?=";
  EXPECT_THAT(Message(), HasSubstr("Subject: =?UTF-8?B?cnVsZTog"));
}

// Nothing that a metric, an instance or a rule is called adds a header or a
// line, and every line is one that mail takes.
TEST_F(MailTest, NoValueAddsAHeader) {
  for (const std::string& hostile :
       {std::string("a\r\nBcc: evil@example.org\r\n\r\nbody"),
        std::string("\n.\n"), std::string("a\0b", 3), std::string("\xff\xfe"),
        std::string("\u202e\u2066"), std::string("'\"`$(x)\\"),
        std::string("-n %i"), std::string(1 << 20, 'x'),
        std::string(1 << 20, '\n')}) {
    event_.message.text = hostile;
    event_.message.values = {{0, hostile.size()}};
    event_.statement.name = hostile;
    event_.call.receiver = "ops@example.org" + hostile.substr(0, 100);
    event_.parts.bindings = {{hostile, hostile, {}, {}, hostile}};
    const std::string message = Message();
    int headers = 0;
    std::istringstream lines(HeadersOf(message));
    for (std::string line; std::getline(lines, line);) {
      headers += line.front() != ' ';
      EXPECT_LE(line.size(), 998u);
      EXPECT_THAT(line, ::testing::Not(HasSubstr("\r")));
      EXPECT_FALSE(line.starts_with("Bcc"));
    }
    EXPECT_EQ(headers, 8);
    std::istringstream body(message.substr(HeadersOf(message).size() + 1));
    for (std::string line; std::getline(body, line);) {
      EXPECT_LE(line.size(), 76u);
    }
    EXPECT_THAT(BodyOf(message), HasSubstr("\r\ntime: 2001-"));
  }
}

TEST_F(MailTest, ManyAddressesAreFolded) {
  event_.call.receiver = "a@example.org, b@example.org,c@example.org";
  EXPECT_THAT(Message(),
              HasSubstr("To: a@example.org,\n b@example.org,c@example.org\n"));
}

TEST_F(MailTest, SendmailReadsItsMessage) {
  const std::string out = folder_ / "out";
  EXPECT_EQ(Send(Program("echo \"$@\" >'" + out + "'; cat >>'" + out + "'")),
            Outcome::kSucceeded);
  const auto written = base::ReadRegularText(out, 1 << 20);
  ASSERT_TRUE(written);
  EXPECT_TRUE(written->starts_with("-t -i\nTo: ops@example.org\n"));
  EXPECT_THAT(HeadersOf(*written),
              ::testing::ContainsRegex(
                  "\nMessage-ID: <[0-9a-f-]{36}@[A-Za-z0-9.-]+>\n"));
  EXPECT_THAT(commands_.log.lines, IsEmpty());
}

TEST_F(MailTest, ASendmailThatFailsIsAFailure) {
  EXPECT_EQ(Send(Program("echo no such user >&2; exit 67")), Outcome::kFailed);
  EXPECT_THAT(commands_.log.lines,
              ElementsAre("Info: rule: mail: says: no such user",
                          "Error: rule: mail: exit status 67: to "
                          "ops@example.org"));
}

TEST_F(MailTest, WithoutASendmailNothingIsPerformed) {
  EXPECT_EQ(Send("/no/such/sendmail"), Outcome::kNotPerformed);
  EXPECT_THAT(commands_.log.lines,
              ElementsAre("Error: rule: mail: /no/such/sendmail: No such file "
                          "or directory: not begun: to ops@example.org"));
}

}  // namespace
}  // namespace actions
