// ReadConnection: proxies and TLS, and what is told of wrong ones.
#include "actions/receivers/connection_settings.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include "tests/support/file_tree.h"

namespace actions {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

class ConnectionSettings : public ::testing::Test {
 protected:
  base::http::Connection Read(const std::string& text) {
    tree_ = base::yaml::Parse(text);
    EXPECT_THAT(tree_.faults, IsEmpty());
    findings_ = {};
    Settings settings(tree_.root, "it", tree_.root.place, &findings_);
    base::http::Connection connection;
    ReadConnection(&settings, files_.root(), &connection);
    settings.EndKeys();
    return connection;
  }
  std::vector<std::string> Told() const {
    std::vector<std::string> told;
    for (const auto& one : findings_.diagnostics) told.push_back(one.message);
    return told;
  }

  tests::FileTree files_;
  base::yaml::Tree tree_;
  FileFindings findings_;
};

TEST_F(ConnectionSettings, NeedNotBeThere) {
  const auto connection = Read("{}");
  EXPECT_THAT(Told(), IsEmpty());
  EXPECT_FALSE(connection.proxy);
  EXPECT_EQ(connection.ca_file + connection.certificate_file, "");
  EXPECT_FALSE(connection.tls13);
}

TEST_F(ConnectionSettings, AProxy) {
  const auto connection = Read("proxy: socks5h://proxy:1080");
  EXPECT_THAT(Told(), IsEmpty());
  ASSERT_TRUE(connection.proxy);
  EXPECT_EQ(base::http::ProxyText(*connection.proxy), "socks5h://proxy:1080");
  EXPECT_FALSE(Read("proxy: http://me:SECRET@proxy:1").proxy);
  EXPECT_THAT(Told(), ElementsAre(HasSubstr("user or a password")));
  EXPECT_EQ(findings_.secrets.size(), 1u);
}

TEST_F(ConnectionSettings, Tls) {
  for (const char* name : {"ca", "own", "key"})
    files_.Write(std::string("/") + name, "x");
  ::chmod((files_.root() + "/key").c_str(), 0600);
  const auto connection = Read(
      "tls: {ca_file: ca, certificate_file: own, key_file: key, "
      "min_version: 1.3}");
  EXPECT_THAT(Told(), IsEmpty());
  EXPECT_EQ(connection.ca_file, (files_.root() + "/ca"));
  EXPECT_EQ(connection.certificate_file, (files_.root() + "/own"));
  EXPECT_EQ(connection.key_file, (files_.root() + "/key"));
  EXPECT_TRUE(connection.tls13);
  EXPECT_FALSE(Read("tls: {min_version: 1.2}").tls13);
}

TEST_F(ConnectionSettings, TellWhatIsWrong) {
  files_.Write("/key", "x");
  ::chmod((files_.root() + "/key").c_str(), 0644);
  Read("tls: {ca_file: nowhere, key_file: key, min_version: 1.1, cert: x}");
  EXPECT_THAT(Told(),
              ElementsAre("there is no such file that can be read",
                          "everybody can read this file, and it holds a secret",
                          "there is a key_file and no certificate_file",
                          "min_version is none of 1.2, 1.3",
                          "tls has no setting cert"));
  Read("tls: strict");
  EXPECT_THAT(Told(), ElementsAre("tls is no map"));
}

}  // namespace
}  // namespace actions
