// ReadStompSettings: what pmie's file says, and what is wrong in it.
#include "actions/stomp/settings_file.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/support/archive_image.h"
#include "tests/support/tls_peer.h"

namespace actions {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

constexpr char kNeeded[] = "host=b\nport=61613\nuser=joe\npasscode=s3cret\n";

std::vector<std::string> Faults(const std::string& text) {
  const StompFile file = ReadStompSettings("f", text, false);
  std::vector<std::string> faults;
  for (const auto& one : file.diagnostics) {
    const auto at = file.shown.PositionAt(one.span.begin);
    faults.push_back(std::to_string(at.line) + ":" + std::to_string(at.column) +
                     ": " + one.message + (one.hint.empty() ? "" : "; ") +
                     one.hint);
  }
  return faults;
}

TEST(StompSettingsFileTest, WhatMustBeThere) {
  const StompFile file = ReadStompSettings("f", kNeeded, false);
  EXPECT_THAT(file.diagnostics, IsEmpty());
  EXPECT_EQ(file.settings.host, "b");
  EXPECT_EQ(file.settings.port, 61613);
  EXPECT_EQ(file.settings.user, "joe");
  EXPECT_EQ(file.settings.passcode, "s3cret");
  EXPECT_EQ(file.settings.destination, "/topic/PMIE");
  EXPECT_EQ(file.settings.virtual_host, "/");
  EXPECT_EQ(file.settings.timeout.ns, 5 * base::kNanosPerSecond);
  EXPECT_EQ(file.settings.heart_beat.ns, 10 * base::kNanosPerSecond);
  EXPECT_EQ(file.settings.tls, nullptr);
  EXPECT_FALSE(file.settings.as_pmie);
  EXPECT_THAT(
      Faults(""),
      ElementsAre("1:1: there is no host=", "1:1: there is no port=",
                  "1:1: there is no user=", "1:1: there is no passcode="));
}

TEST(StompSettingsFileTest, WhatMayBeThere) {
  const StompFile file = ReadStompSettings(
      "f",
      "# of ours\n\n  \nhostname=c\r\nport=1 \nusername=ann\npassword=x\n"
      "timeout=7\ntopic=T\nvhost=v\nheartbeat=0\ntls=no",
      false);
  EXPECT_THAT(file.diagnostics, IsEmpty());
  EXPECT_EQ(file.settings.host, "c");
  EXPECT_EQ(file.settings.user, "ann");
  EXPECT_EQ(file.settings.passcode, "x");
  EXPECT_EQ(file.settings.destination, "/topic/T");
  EXPECT_EQ(file.settings.virtual_host, "v");
  EXPECT_EQ(file.settings.timeout.ns, 7 * base::kNanosPerSecond);
  EXPECT_EQ(file.settings.heart_beat.ns, 0);
  const auto whole = ReadStompSettings(
      "f", std::string(kNeeded) + "topic=T\ndestination=/queue/q\n", false);
  EXPECT_EQ(whole.settings.destination, "/queue/q");
}

TEST(StompSettingsFileTest, WhatIsWrongIsToldWithItsPlace) {
  EXPECT_THAT(
      Faults(std::string(kNeeded) +
             "hots=x\nwhatever\n host=x\ntopic=a b\ntopic=\nport=99999\n"
             "timeout=x\nheartbeat=-1\ntls=maybe\n"),
      ElementsAre("5:1: there is no such key; did you mean host?",
                  "6:1: this is no key=value",
                  "7:1: there is no such key; no blanks stand around host and "
                  "=",
                  "8:8: a value ends at the first blank",
                  "9:1: there is no value",
                  "10:1: this is said for the second time; keep one: pmie "
                  "heeds the last",
                  "10:6: a port is a whole number from 1 to 65535",
                  "11:9: this is a whole number from 1 to 3600",
                  "12:11: this is a whole number from 0 to 3600",
                  "13:5: this is yes or no"));
  EXPECT_THAT(Faults(std::string(kNeeded) + "tls=yes\nca_file=/no/such\n"),
              ElementsAre(HasSubstr("6:9: /no/such: No such file")));
  EXPECT_THAT(Faults(std::string(kNeeded) + "tls=yes\nca_file=/dev/zero\n"),
              ElementsAre(HasSubstr("6:9: /dev/zero: not a regular file")));
  EXPECT_THAT(Faults(std::string(kNeeded) + "ca_file=/a\n"),
              ElementsAre("5:9: this is of use with tls=yes alone"));
  for (const char* host : {"stomp://b", "me:s3cret@b", "b:61613"}) {
    EXPECT_THAT(Faults(std::string("port=1\nuser=a\npasscode=b\nhost=") + host),
                ElementsAre(HasSubstr("4:6: a host is a name or an address")));
  }
  EXPECT_THAT(
      Faults(std::string(kNeeded) + "password=other\nport=61613\n"),
      ElementsAre(
          "5:1: this is said for the second time; keep one: pmie heeds the "
          "last",
          "6:1: this is said for the second time; keep one: pmie heeds the "
          "last"));
  EXPECT_THAT(Faults("\xef\xbb\xbf" + std::string(kNeeded)), IsEmpty());
}

TEST(StompSettingsFileTest, WhatMayBeASecretIsNotShown) {
  const auto shown = [](const std::string& text) {
    return std::string(ReadStompSettings("f", text, false).shown.text());
  };
  EXPECT_EQ(shown("host=b\npasscode=s3cret x\npassword=\nuser=joe\n"),
            "host=b\npasscode=********\npassword=\nuser=joe\n");
  EXPECT_EQ(shown("host=b,port=1,passcode=s3cret\n"),
            "host=************************\n");
  EXPECT_EQ(shown("host=b passcode=s\nport=s3cret\ntls=s3cret\nuser=a\rpass=s"),
            "host=************\nport=******\ntls=******\nuser=********");
  EXPECT_EQ(shown("host=me:s@b\ntls=maybe\nport=99999\r\n"),
            "host=******\ntls=maybe\nport=99999\r\n");
  EXPECT_EQ(shown("pascode=s3cret\ns3cret\nhost b\n"),
            "pascode=******\n******\n******\n");
}

TEST(StompSettingsFileTest, FilesOfTlsAreToldWhereTheyAreNamed) {
  const tests::TemporaryFolder folder;
  const auto mine = tests::MakeCertificate(folder.path(), "a");
  const auto other = tests::MakeCertificate(folder.path(), "b");
  const std::string begin = std::string(kNeeded) + "tls=yes\n";
  EXPECT_THAT(Faults(begin + "ca_file=" + other.file + "\ncertificate_file=" +
                     mine.file + "\nkey_file=" + mine.key_file + "\n"),
              IsEmpty());
  EXPECT_THAT(Faults(begin + "ca_file=" + other.key_file +
                     "\ncertificate_file=" + mine.file +
                     "\nkey_file=" + other.key_file + "\n"),
              ElementsAre("6:9: " + other.key_file +
                              ": no certificates of authorities in PEM",
                          "8:10: " + other.key_file +
                              ": this key is not that of the certificate"));
  EXPECT_THAT(Faults(begin + "certificate_file=" + mine.key_file + "\n"),
              ElementsAre("6:18: " + mine.key_file +
                          ": there is no certificate in PEM"));
  EXPECT_THAT(Faults(begin + "certificate_file=" + mine.file + "\n"),
              ElementsAre("6:18: " + mine.file +
                          ": there is no key in PEM; the key stands there, "
                          "too, or in a file of its own: key_file"));
  EXPECT_THAT(Faults(begin + "key_file=" + mine.key_file + "\n"),
              ElementsAre("6:10: there is a key_file and no "
                          "certificate_file"));
}

TEST(StompSettingsFileTest, WhatCannotBeReadMayBeAWarning) {
  const std::string text = std::string(kNeeded) + "tls=yes\nkey_file=/none\n";
  const auto file =
      ReadStompSettings("f", text, false, grammar::Severity::kWarning);
  ASSERT_EQ(file.diagnostics.size(), 1u);
  EXPECT_EQ(file.diagnostics[0].severity, grammar::Severity::kWarning);
  EXPECT_EQ(file.diagnostics[0].message, "/none: No such file or directory");
  EXPECT_EQ(file.diagnostics[0].hint, "without it no run begins");
  EXPECT_FALSE(file.has_errors());
  EXPECT_TRUE(ReadStompSettings("f", text, false).has_errors());
}

TEST(StompSettingsFileTest, PmiePassesOver) {
  const StompFile file = ReadStompSettings(
      "f",
      "hots=x\nwhatever\nhost=b more\nport=61613x\nuser=joe\ntimeout=0\n"
      "vhost=v\n host=c\n",
      true);
  EXPECT_THAT(file.diagnostics, IsEmpty());
  EXPECT_THAT(file.missing, ElementsAre("passcode"));
  EXPECT_EQ(file.settings.host, "b");
  EXPECT_EQ(file.settings.port, 61613);
  EXPECT_EQ(file.settings.virtual_host, "/");
  EXPECT_EQ(file.settings.timeout.ns, 2 * base::kNanosPerSecond);
  EXPECT_TRUE(file.settings.as_pmie);
}

}  // namespace
}  // namespace actions
