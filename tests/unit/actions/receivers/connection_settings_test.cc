// ReadConnection: proxies and TLS, and what is told of wrong ones.
#include "actions/receivers/connection_settings.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/file_tree.h"

namespace actions {
namespace {

using grammar::FileFindings;
using grammar::Settings;

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
  const auto connection = Read("tls: {ca_file: none, min_version: 1.3}");
  EXPECT_THAT(Told(), ElementsAre("ca_file: No such file or directory"));
  EXPECT_EQ(connection.ca_file, files_.root() + "/none");
  EXPECT_TRUE(connection.tls13);
}

TEST(IsLoopback, IsAnAddressOfThisHostOrItsName) {
  for (const char* host :
       {"localhost", "LocalHost", "127.0.0.1", "127.9.9.9", "::1"}) {
    EXPECT_TRUE(IsLoopback(host)) << host;
  }
  for (const char* host : {"127.example.com", "128.0.0.1", "::2", "local"}) {
    EXPECT_FALSE(IsLoopback(host)) << host;
  }
}

TEST_F(ConnectionSettings, AUrlMayStandInAFile) {
  Receiver receiver;
  receiver.url = "http://a";
  EXPECT_EQ(UrlNow(receiver), "http://a");
  receiver.url_file = files_.root() + "/url";
  EXPECT_EQ(UrlNow(receiver), "");
  files_.Write("/url", "http://b\n");
  EXPECT_EQ(UrlNow(receiver), "http://b");
}

}  // namespace
}  // namespace actions
