// ReadTls: what it takes, and files that no connection could use.
#include "actions/receivers/tls_settings.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include "base/file.h"
#include "tests/support/file_tree.h"
#include "tests/support/tls_peer.h"

namespace actions {
namespace {

using grammar::FileFindings;
using grammar::Settings;

using ::testing::ElementsAre;
using ::testing::IsEmpty;

class TlsSettings : public ::testing::Test {
 protected:
  TlsSettings() {
    // a.key and a.crt, and those of b.
    for (const char* host : {"a", "b"}) {
      const auto made = tests::MakeCertificate(files_.root(), host);
      ::chmod(made.key_file.c_str(), 0600);
      ::chmod(made.file.c_str(), 0600);
    }
  }

  base::http::Connection Read(const std::string& text) {
    tree_ = base::yaml::Parse(text);
    EXPECT_THAT(tree_.faults, IsEmpty());
    findings_ = {};
    text_ = text;
    return ReadAgain();
  }
  base::http::Connection ReadAgain() {
    Settings settings(tree_.root, "it", tree_.root.place, &findings_);
    base::http::Connection connection;
    ReadTls(&settings, files_.root(), &connection);
    settings.EndKeys();
    return connection;
  }
  /// Each with what its place is of.
  std::vector<std::string> Told() const {
    std::vector<std::string> told;
    for (const auto& one : findings_.diagnostics) {
      const grammar::Span& span = one.span;
      told.push_back(text_.substr(span.begin, span.end - span.begin) + ": " +
                     one.message);
    }
    return told;
  }
  std::string TextOf(const std::string& name) {
    return *base::ReadRegularText(Path(name), 1 << 20);
  }
  std::string Path(const std::string& name) const {
    return files_.root() + "/" + name;
  }

  tests::FileTree files_;
  base::yaml::Tree tree_;
  std::string text_;
  FileFindings findings_;
};

TEST_F(TlsSettings, NeedNotBeThere) {
  const auto connection = Read("{}");
  EXPECT_THAT(Told(), IsEmpty());
  EXPECT_EQ(connection.ca_file + connection.certificate_file, "");
  EXPECT_FALSE(connection.tls13);
}

TEST_F(TlsSettings, AreFilesAndAVersion) {
  const auto connection = Read(
      "tls: {ca_file: b.crt, certificate_file: a.crt, key_file: a.key, "
      "min_version: 1.3}");
  EXPECT_THAT(Told(), IsEmpty());
  EXPECT_EQ(connection.ca_file, Path("b.crt"));
  EXPECT_EQ(connection.certificate_file, Path("a.crt"));
  EXPECT_EQ(connection.key_file, Path("a.key"));
  EXPECT_TRUE(connection.tls13);
  EXPECT_FALSE(Read("tls: {min_version: 1.2}").tls13);
}

TEST_F(TlsSettings, TellWhatIsWrong) {
  ::chmod(Path("a.key").c_str(), 0644);
  Read("tls: {key_file: a.key, min_version: 1.1, ciphers: x}");
  EXPECT_THAT(
      Told(),
      ElementsAre("a.key: everybody can read this file, and it holds a secret",
                  "key_file: there is a key_file and no certificate_file",
                  "1.1: min_version is none of 1.2, 1.3",
                  "ciphers: tls has no setting ciphers"));
  Read("tls: strict");
  EXPECT_THAT(Told(), ElementsAre("strict: tls is no map"));
}

TEST_F(TlsSettings, ACertificateByAnotherNameIsOneMistake) {
  Read("tls: {cert_file: a.crt, key_file: a.key}");
  EXPECT_THAT(Told(), ElementsAre("cert_file: tls has no setting cert_file"));
  EXPECT_EQ(findings_.diagnostics[0].hint, "did you mean certificate_file?");
}

TEST_F(TlsSettings, FilesThatAreNotThere) {
  const auto connection =
      Read("tls: {ca_file: none, certificate_file: no/crt, key_file: a.key}");
  EXPECT_THAT(Told(), ElementsAre("none: ca_file: No such file or directory",
                                  "no/crt: certificate_file: No such file or "
                                  "directory"));
  EXPECT_EQ(findings_.diagnostics[0].severity, grammar::Severity::kWarning);
  EXPECT_EQ(findings_.diagnostics[0].hint,
            "it is read anew for each connection");
  EXPECT_EQ(connection.ca_file, Path("none")) << "it may come";
  Read("tls: {ca_file: /dev/zero}");
  EXPECT_THAT(Told(), ElementsAre("/dev/zero: /dev/zero: not a regular file"));
}

TEST_F(TlsSettings, FilesThatHoldSomethingElse) {
  files_.Write("/empty", "");
  Read("tls: {ca_file: empty, certificate_file: a.key, key_file: a.key}");
  EXPECT_THAT(Told(), ElementsAre("empty: " + Path("empty") +
                                      ": no certificates of authorities in PEM",
                                  "a.key: " + Path("a.key") +
                                      ": there is no certificate in PEM"));
  Read("tls: {certificate_file: a.crt, key_file: a.crt}");
  EXPECT_THAT(Told(), ElementsAre("a.crt: " + Path("a.crt") +
                                  ": there is no key in PEM"));
}

TEST_F(TlsSettings, AKeyThatIsOfNoUse) {
  Read("tls: {certificate_file: a.crt, key_file: b.key}");
  EXPECT_THAT(Told(), ElementsAre("b.key: " + Path("b.key") +
                                  ": this key is not that of the certificate"));
  EXPECT_EQ(findings_.diagnostics[0].hint,
            "it is that of certificate_file, in PEM");
  tests::WriteLockedKey(Path("locked"));
  ::chmod(Path("locked").c_str(), 0600);
  Read("tls: {certificate_file: a.crt, key_file: locked}");
  EXPECT_THAT(Told(), ElementsAre("locked: " + Path("locked") +
                                  ": it has a passphrase, for which nobody is "
                                  "asked: openssl pkey writes a key without "
                                  "one"));
}

TEST_F(TlsSettings, AKeyMayStandBesideItsCertificate) {
  files_.Write("/both", TextOf("a.crt") + TextOf("a.key"));
  ::chmod(Path("both").c_str(), 0600);
  Read("tls: {certificate_file: both}");
  EXPECT_THAT(Told(), IsEmpty());
  ::chmod(Path("both").c_str(), 0644);
  Read("tls: {certificate_file: both}");
  EXPECT_THAT(Told(),
              ElementsAre("both: everybody can read this file, and it holds a "
                          "secret"));
  Read("tls: {certificate_file: a.crt}");
  EXPECT_THAT(Told(), ElementsAre("a.crt: " + Path("a.crt") +
                                  ": there is no key in PEM"));
  EXPECT_EQ(findings_.diagnostics[0].hint,
            "the key stands there, too, or in a file of its own: key_file");
}

TEST_F(TlsSettings, AFileIsReadOnceForAllReceivers) {
  Read("tls: {ca_file: none}");
  files_.Write("/none", TextOf("a.crt"));
  ReadAgain();
  EXPECT_EQ(Told().size(), 2u);
  EXPECT_EQ(Told()[0], Told()[1]);
}

TEST_F(TlsSettings, WhatStandsWhereAFileBelongsIsHidden) {
  Read("tls: {certificate_file: a.crt, key_file: '-----BEGIN PRIVATE KEY'}");
  EXPECT_THAT(Told(), ElementsAre("'-----BEGIN PRIVATE KEY': this is PEM, and "
                                  "key_file is a file"));
  EXPECT_EQ(findings_.secrets.size(), 1u);
}

}  // namespace
}  // namespace actions
