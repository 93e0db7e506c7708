// ReadMail: envelopes, and what is refused.
#include "actions/receivers/mail_settings.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>

#include "actions/receivers/receivers_file.h"
#include "tests/support/archive_image.h"

namespace actions {
namespace {

using base::http::StartTls;
using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::SizeIs;

constexpr char kMail[] = "    from: a@example.org\n    to: b@example.org\n";
constexpr char kUser[] = "    user: us\n    password_file: /dev/null\n";

ReceiversFile Read(const std::string& settings) {
  return ReadReceivers("r.yaml", "receivers:\n  ops:\n" + settings);
}

std::vector<std::string> Errors(const std::string& settings) {
  std::vector<std::string> all;
  for (const auto& one : Read(settings).diagnostics) {
    if (one.severity == grammar::Severity::kError) all.push_back(one.message);
  }
  return all;
}

base::http::Envelope EnvelopeOf(const std::string& settings) {
  const auto file = Read(settings);
  EXPECT_THAT(Errors(settings), IsEmpty()) << settings;
  if (file.receivers.empty()) return {};
  return *file.receivers.begin()->second.envelope;
}

TEST(ReadMail, FromAndTo) {
  const auto one = EnvelopeOf("    url: smtp://a\n" + std::string(kMail));
  EXPECT_EQ(one.from, "a@example.org");
  EXPECT_THAT(one.to, ElementsAre("b@example.org"));
  const auto two = EnvelopeOf(
      "    url: smtps://a\n    from: a+b@example.org\n    to: [b@c, 'd@e']\n");
  EXPECT_THAT(two.to, ElementsAre("b@c", "d@e"));
}

TEST(ReadMail, AWrongUrlIsTheOnlyError) {
  const std::string mail(kMail);
  const std::string begins =
      "a URL begins with http://, https://, smtp:// or smtps://";
  EXPECT_THAT(Errors("    url: mailto:ops@x\n" + mail), ElementsAre(begins));
  EXPECT_THAT(Errors("    url: ops@x\n    body: slack\n"), ElementsAre(begins));
  EXPECT_THAT(Errors("    url: smtp://h:99999\n" + mail),
              ElementsAre("the port of a URL is a number up to 65535"));
  const tests::TemporaryFolder folder;
  const std::string path = folder / "url";
  std::ofstream(path) << "smtp://mail.example.org\n";
  EXPECT_THAT(Errors("    url_file: " + path + "\n" + mail),
              ElementsAre(path + ": a URL of mail does not stand in a file"));
}

TEST(ReadMail, WhereTlsIsWanted) {
  const auto start = [](const std::string& url, const std::string& more = "") {
    return EnvelopeOf("    url: " + url + "\n" + kMail + more).start_tls;
  };
  EXPECT_EQ(start("smtp://localhost"), StartTls::kNever);
  EXPECT_EQ(start("smtp://127.0.0.1", kUser), StartTls::kNever);
  EXPECT_EQ(start("smtp://a"), StartTls::kIfOffered);
  EXPECT_EQ(start("smtp://a", kUser), StartTls::kRequired);
  EXPECT_EQ(start("smtp://localhost", "    starttls: required\n"),
            StartTls::kRequired);
  const std::string never = "    starttls: never\n";
  EXPECT_EQ(start("smtp://a", kUser + never), StartTls::kNever);
  const auto warned =
      Read("    url: smtp://a\n" + std::string(kMail) + kUser + never);
  EXPECT_EQ(warned.diagnostics.back().message,
            "the password may go there for all to read");
}

TEST(ReadMail, ThePortOfTlsFromTheBeginningIsSmtps) {
  const auto told = [](const std::string& url) {
    return Read("    url: " + url + "\n" + kMail).diagnostics;
  };
  ASSERT_THAT(told("smtp://a:465"), SizeIs(1));
  EXPECT_EQ(told("smtp://a:465")[0].message,
            "port 465 has TLS from the beginning");
  EXPECT_THAT(told("smtps://a:465"), IsEmpty());
  EXPECT_THAT(told("smtp://a:587"), IsEmpty());
}

TEST(ReadMail, AddressesAreOfOneLineAndHaveNoName) {
  for (const char* wrong : {"a", "'@b'", "a@", "a b@c", "\"a@b\\r\\nBcc: c@d\"",
                            "\"a@b\\nc\"", "A <a@b>", "'a@b,c@d'", "-a@b",
                            "a@-b", "a@b@c", "\u00e4@b", "{a: b}"}) {
    const std::string text = wrong;
    EXPECT_THAT(
        Errors("    url: smtp://a\n    from: " + text + "\n    to: b@c\n"),
        Contains("this is no address of mail"))
        << wrong;
    EXPECT_THAT(Errors("    url: smtp://a\n    from: b@c\n    to: [b@c, " +
                       text + "]\n"),
                Contains("this is no address of mail"))
        << wrong;
  }
  EXPECT_THAT(Errors("    url: smtp://a\n    from: \"a@b\\0\"\n    to: b@c\n"),
              Contains("this has a NUL, and is no text"));
}

TEST(ReadMail, SeveralAddressesAreAList) {
  const auto file = ReadReceivers(
      "r.yaml",
      "receivers:\n  a: {url: smtp://a, from: b@c, to: 'd@e, f@g'}\n");
  ASSERT_EQ(file.diagnostics.size(), 1u);
  EXPECT_EQ(file.diagnostics[0].hint,
            "several are a list: [a@example.org, b@example.org]");
}

TEST(ReadMail, WhatIsMissingOrTooMuch) {
  EXPECT_THAT(Errors("    url: smtp://a\n    to: b@c\n"),
              ElementsAre("a mail is from somebody and to somebody"));
  EXPECT_THAT(Errors("    url: smtp://a\n    from: b@c\n    to: []\n"),
              ElementsAre("to is empty"));
  std::string many = "    url: smtp://a\n    from: b@c\n    to: [";
  for (int i = 0; i < 1000; ++i) many += "a@b, ";
  EXPECT_THAT(Errors(many + "]\n"),
              ElementsAre("there are more than 100 addresses"));
}

TEST(ReadMail, SettingsOfTheOtherKind) {
  EXPECT_THAT(
      Errors("    url: smtp://a\n    body: slack\n" + std::string(kMail)),
      ElementsAre("body is for a url of http:// or https://"));
  EXPECT_THAT(Errors("    url: http://a\n    starttls: never\n"),
              ElementsAre("starttls is for a url of smtp:// or smtps://"));
}

TEST(ReadMail, AProxysUser) {
  const std::string url = "    url: http://a\n";
  const std::string proxy = "    proxy: http://p:1\n";
  const std::string file = "    proxy_password_file: /dev/null\n";
  EXPECT_THAT(Errors(url + proxy + "    proxy_user: us\n" + file), IsEmpty());
  EXPECT_THAT(Errors(url + proxy + file), SizeIs(1));
  EXPECT_THAT(Errors(url + proxy + "    proxy_user: us\n"), SizeIs(1));
  EXPECT_THAT(Errors(url + "    proxy_user: us\n" + file),
              ElementsAre("there is no proxy for this user"));
  EXPECT_THAT(Errors(url + proxy + "    proxy_user: 'a:b'\n" + file),
              ElementsAre("a user's name has no colon"));
}

}  // namespace
}  // namespace actions
