// Host specifications by hand; more of them stand beside libpcp in
// tests/oracle.
#include "pmapi/notation/host_spec.h"

#include <gtest/gtest.h>

#include <climits>

namespace pmapi::notation {
namespace {

using Protocol = HostSpec::Protocol;
using Endpoints = std::vector<HostSpec::Endpoint>;
using Attributes = std::vector<HostSpec::Attribute>;

HostSpec Spec(std::string_view text) {
  const auto spec = ParseHostSpec(text);
  EXPECT_TRUE(spec) << text;
  return spec ? *spec : HostSpec{};
}

std::string Lines(std::string_view text) {
  const auto spec = ParseHostSpec(text);
  return spec ? "" : FaultText(text, spec.fault());
}

TEST(HostSpec, HostsPortsProxies) {
  EXPECT_EQ(Spec("foo").endpoints, (Endpoints{{"foo", {}}}));
  EXPECT_EQ(Spec("foo:1,2,3").endpoints, (Endpoints{{"foo", {1, 2, 3}}}));
  EXPECT_EQ(Spec("foo:1@bar:2").endpoints,
            (Endpoints{{"foo", {1}}, {"bar", {2}}}));
  EXPECT_EQ(Spec("[fe80::1%eth0]:5").endpoints,
            (Endpoints{{"fe80::1%eth0", {5}}}));
  EXPECT_EQ(Spec("pcp://foo/x").endpoints, (Endpoints{{"foo", {}}}));
  EXPECT_EQ(Spec("pcps:///foo").protocol, Protocol::kPcps);
  EXPECT_TRUE(Spec("").endpoints.empty());
}

TEST(HostSpec, Sockets) {
  EXPECT_EQ(Spec("local:"), (HostSpec{Protocol::kLocal, {}, "", {}}));
  EXPECT_EQ(Spec("local://tmp/x").socket_path, "/tmp/x");
  EXPECT_EQ(Spec("unix:tmp/x?uid=5"),
            (HostSpec{Protocol::kUnix, {}, "/tmp/x", {{"userid", "5"}}}));
}

TEST(HostSpec, AttributesByTheirProperNames) {
  EXPECT_EQ(
      Spec("foo?user=a&pass=b&secure&bogus=1&container=a%20b&").attributes,
      (Attributes{{"username", "a"},
                  {"password", "b"},
                  {"secure", ""},
                  {"container", "a b"}}));
  EXPECT_EQ(Spec("foo?").attributes, Attributes{});
  EXPECT_EQ(Spec("foo?secures").attributes, Attributes{});
}

TEST(HostSpec, APortOfAnyLengthIsANumber) {
  const auto spec = Spec("foo:2147483647,99999999999");
  EXPECT_EQ(spec.endpoints[0].ports, (std::vector<int>{INT_MAX, INT_MAX}));
}

TEST(HostSpec, FaultsAsLibpcps) {
  EXPECT_EQ(Lines("foo:bar"), "foo:bar\n    ^ -- non-numeric port\n");
  EXPECT_EQ(Lines("foo:\xb7"), "foo:?\n    ^ -- non-numeric port\n");
  EXPECT_EQ(Lines("foo:1x"), "foo:1x\n     ^ -- non-numeric port\n");
  EXPECT_EQ(Lines("foo:1:2"), "foo:1:2\n     ^ -- non-numeric port\n");
  EXPECT_EQ(Lines("foo:"), "foo:\n    ^ -- missing port\n");
  EXPECT_EQ(Lines("foo:1,"), "foo:1,\n      ^ -- missing port\n");
  EXPECT_EQ(Lines("[::1"),
            "[::1\n    ^ -- missing closing ']' for host spec\n");
  EXPECT_EQ(Lines("[::1]x"),
            "[::1]x\n     ^ -- extra characters after host spec\n");
  EXPECT_EQ(Lines("@bar"), "@bar\n^ -- unexpected terminal character\n");
  EXPECT_EQ(Lines("::1"), "::1\n^ -- unexpected terminal character\n");
  EXPECT_EQ(Lines("local:x:y"),
            "local:x:y\n       ^ -- unexpected terminal character\n");
  EXPECT_EQ(Lines("foo?container=%zz"),
            "foo?container=%zz\n              ^ -- invalid escape\n");
}

}  // namespace
}  // namespace pmapi::notation
