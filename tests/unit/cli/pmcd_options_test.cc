// PmcdOptionsFor: which addresses a specification stands for.
#include "cli/pmcd_options.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>

namespace cli {
namespace {

using ::testing::ElementsAre;

using Variables = std::map<std::string, std::string>;

base::Result<pmapi::PmcdOptions> Options(const std::string& spec,
                                         Variables variables = {},
                                         bool any_port = false) {
  const Environment environment =
      [variables](const std::string& name) -> std::optional<std::string> {
    const auto at = variables.find(name);
    if (at == variables.end()) return std::nullopt;
    return at->second;
  };
  TlsContexts contexts(environment);
  return PmcdOptionsFor(spec, environment, &contexts, any_port);
}

std::vector<std::string> Addresses(const std::string& spec,
                                   Variables variables = {}) {
  std::vector<std::string> texts;
  const auto options = Options(spec, std::move(variables));
  for (const auto& address : options->addresses) {
    texts.push_back(AddressText(address));
  }
  return texts;
}

TEST(PmcdOptions, LocalIsTheSocketThenTcp) {
  EXPECT_THAT(Addresses("local:"),
              ElementsAre("unix:/run/pcp/pmcd.socket", "localhost:44321"));
  EXPECT_THAT(
      Addresses("local:", {{"PMCD_SOCKET", "/s"}, {"PMCD_PORT", "1,2"}}),
      ElementsAre("unix:/s", "localhost:1", "localhost:2"));
  EXPECT_THAT(Addresses("unix:", {{"PCP_RUN_DIR", "/r"}}),
              ElementsAre("unix:/r/pmcd.socket"));
  EXPECT_THAT(Addresses("unix:/a/b"), ElementsAre("unix:/a/b"));
}

TEST(PmcdOptions, AHostAtEachOfItsPorts) {
  EXPECT_THAT(Addresses("h"), ElementsAre("h:44321"));
  EXPECT_THAT(Addresses("h", {{"PMCD_PORT", "7"}}), ElementsAre("h:7"));
  EXPECT_THAT(Addresses("h:1,2", {{"PMCD_PORT", "7"}}),
              ElementsAre("h:1", "h:2"));
  EXPECT_THAT(Addresses("[::1]:5"), ElementsAre("[::1]:5"));
  EXPECT_THAT(Addresses("h", {{"PMCD_PORT", "x,0,-1"}}), ElementsAre("h:44321"))
      << "what is no port does not count";
}

TEST(PmcdOptions, AProxyIsWhereToConnect) {
  const auto options = Options("h:3@p:4");
  EXPECT_EQ(options->proxy_target, "h 3");
  EXPECT_THAT(Addresses("h:3@p:4"), ElementsAre("p:4"));
  EXPECT_THAT(Addresses("h@p"), ElementsAre("p:44322"));
}

TEST(PmcdOptions, AProxyOfAllHostsThatNameNone) {
  const Variables proxy = {{"PMPROXY_HOST", "p"}};
  EXPECT_EQ(Options("h", proxy)->proxy_target, "h 44321");
  EXPECT_THAT(Addresses("h", proxy), ElementsAre("p:44322"));
  EXPECT_THAT(Addresses("h@q", proxy), ElementsAre("q:44322"));
  EXPECT_THAT(Addresses("unix:/s", proxy), ElementsAre("unix:/s"));
  EXPECT_THAT(Addresses("h", {{"PMPROXY_HOST", ""}}), ElementsAre("h:44321"));
}

TEST(PmcdOptions, Attributes) {
  EXPECT_EQ(Options("h?container=web")->container, "web");
  EXPECT_EQ(Options("h:1?container=web")->name, "h:1?container=web");
}

TEST(PmcdOptions, EncryptionIsDemandedOrNot) {
  const Variables nowhere = {{"PCP_TLSCONF_PATH", "/no/such/file"}};
  const auto secure = [&](const std::string& spec, Variables more = {}) {
    more.insert(nowhere.begin(), nowhere.end());
    const auto options = Options(spec, more);
    return !options ? "nobody to trust" : options->tls ? "yes" : "no";
  };
  EXPECT_EQ(secure("h"), "no");
  EXPECT_EQ(secure("pcps://h?secure=relaxed"), "yes");
  EXPECT_EQ(secure("pcps://h"), "nobody to trust");
  EXPECT_EQ(secure("h?secure"), "nobody to trust");
  EXPECT_EQ(secure("h", {{"PCP_SECURE_SOCKETS", "relaxed"}}), "yes");
  EXPECT_EQ(secure("h", {{"PCP_SECURE_SOCKETS", ""}}), "nobody to trust");
  EXPECT_EQ(secure("h", {{"PCP_SECURE_SOCKETS", "0"}}), "no");
}

TEST(PmcdOptions, TimeLimits) {
  const auto options = Options("h", {{"PMCD_CONNECT_TIMEOUT", "0.5"},
                                     {"PMCD_REQUEST_TIMEOUT", "2"},
                                     {"PMCD_RECONNECT_TIMEOUT", "1,3"}});
  EXPECT_EQ(options->connect_limit, base::Duration{500'000'000});
  EXPECT_EQ(options->reply_limit, base::Duration{2'000'000'000});
  EXPECT_THAT(options->backoff, ElementsAre(base::Duration{1'000'000'000},
                                            base::Duration{3'000'000'000}));
  const auto usual = Options("h", {{"PMCD_RECONNECT_TIMEOUT", "1,-3"},
                                   {"PMCD_CONNECT_TIMEOUT", "soon"}});
  EXPECT_EQ(usual->connect_limit, base::Duration{5'000'000'000});
  EXPECT_EQ(usual->backoff.size(), 5u);
}

TEST(PmcdOptions, WhatIsNoHost) {
  const auto wrong = Options("foo:bar");
  ASSERT_FALSE(wrong.has_value());
  EXPECT_EQ(wrong.error().message,
            "bad host specification \"foo:bar\": non-numeric port");
}

TEST(PmcdOptions, APortIsNotAnother) {
  for (const std::string spec :
       {"h:65536", "h:1,65536", "[::1]:65536", "h:1@proxy:65536"}) {
    const auto options = Options(spec);
    ASSERT_FALSE(options.has_value()) << spec;
    EXPECT_EQ(options.error().message,
              "bad host specification \"" + spec +
                  "\": 65536 is no port; write one from 1 to 65535");
    EXPECT_TRUE(Options(spec, {}, true).has_value());
  }
  EXPECT_TRUE(Options("h:65535").has_value());
  EXPECT_EQ(Options("h:99999999999").error().message,
            "bad host specification \"h:99999999999\": so large a number is "
            "no port; write one from 1 to 65535");
  EXPECT_TRUE(Options("h:99999999999", {}, true).has_value());
  const auto options = Options("h", {{"PMCD_PORT", "44321,65536"}});
  ASSERT_FALSE(options.has_value());
  EXPECT_EQ(options.error().message,
            "PMCD_PORT=44321,65536: 65536 is no port; write one from 1 to "
            "65535");
  EXPECT_TRUE(Options("h:1", {{"PMCD_PORT", "65536"}}).has_value())
      << "it is not asked for";
}

TEST(PmcdOptions, AHostHasAName) {
  for (const char* none : {"", "?", "?container=web", "pcp:", "pcp://",
                           "pcps:", "[]", "[]:5", "pcp://[]"}) {
    const auto options = Options(none);
    ASSERT_FALSE(options.has_value()) << none;
    EXPECT_EQ(options.error().message,
              "bad host specification \"" + std::string(none) +
                  "\": it names no host; write HOST, HOST:PORT, HOST@PROXY, "
                  "local: for this host's pmcd, or @ for its kernel");
  }
  for (const char* none : {"h@", "h:1@", "h@[]", "h@:5"}) {
    const auto options = Options(none);
    ASSERT_FALSE(options.has_value()) << none;
    EXPECT_EQ(options.error().message,
              "bad host specification \"" + std::string(none) +
                  "\": its proxy has no name; write HOST@PROXY");
  }
}

TEST(PmcdOptions, ASpecificationIsShownWithoutWhatSteersTerminals) {
  const auto wrong = Options("f\x1b[2J:b");
  ASSERT_FALSE(wrong.has_value());
  EXPECT_EQ(wrong.error().message,
            "bad host specification \"f?[2J:b\": non-numeric port");
  EXPECT_THAT(Options("pcp:?\x1b").error().message,
              ::testing::HasSubstr("\"pcp:??\""));
}

TEST(PmcdOptions, WhoCanBeNobodyIsKnownWithoutAsking) {
  for (const char* spec :
       {"web1", "web_1.example.com.:44321", "10.1.2.3:1,2@proxy", "10.1",
        "[fe80::1%eth0]:44321", "pcps://a?container=b c", "@",
        "local:", "unix:/run/x", "mmv:/tmp/x"}) {
    EXPECT_TRUE(CheckHostSpec(spec)) << spec;
  }
  const std::string label(64, 'a');
  for (const auto& [spec, why] :
       std::vector<std::pair<std::string, std::string>>{
           {"999.1.1.1", "999.1.1.1 is no IPv4 address"},
           {"a@1.2.3.4.5", "1.2.3.4.5 is no IPv4 address"},
           {"web1:70000", "70000 is no port; write one from 1 to 65535"},
           {"web1:0", "0 is no port"},
           {"web1:", "missing port"},
           {"", "it names no host; write HOST"},
           {"web 1", "no host's name has blanks; write HOST, HOST:PORT or "},
           {" ", "no host's name has blanks"},
           {"[fe80::g]", "fe80::g is no IPv6 address"},
           {"a..b", "nothing stands between two dots"},
           {label, "so long a part"},
           {std::string(128, 'a') + "." + std::string(128, 'a'), "so long"}}) {
    const auto checked = CheckHostSpec(spec);
    ASSERT_FALSE(checked) << spec;
    EXPECT_THAT(checked.error().message,
                ::testing::StartsWith("bad host specification \"" + spec));
    EXPECT_THAT(checked.error().message, ::testing::HasSubstr(why));
  }
}

}  // namespace
}  // namespace cli
