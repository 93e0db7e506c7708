// ServedHost: asked for what all of its users need.
#include "cli/served_host.h"

#include "tests/unit/cli/served_fixture.h"

namespace cli {
namespace {

struct User : HostUser {
  void HostPrepared(ServedHost* host) override {
    ++prepared;
    EXPECT_TRUE(host->is_prepared());
  }
  std::string NameOf(const ServedHost* /*host*/) const override { return name; }
  std::string name = "web1";
  int prepared = 0;
};

using ServedHostTest = ServedTest;

SharedMetricNeeds Needs(MetricNeeds needs) {
  return std::make_shared<const MetricNeeds>(std::move(needs));
}

TEST_F(ServedHostTest, AllUsersAreToldWhenItHasAnswered) {
  const HostContext context = OfHosts();
  ServedHost host(context, a_.spec(), SmallEnvironment);
  ASSERT_TRUE(host.Open());
  User one;
  User other;
  EXPECT_TRUE(host.Need(&one, Needs({{"load", {}}})));
  host.Prepare();
  EXPECT_TRUE(Until([&] { return one.prepared == 1; }));
  EXPECT_FALSE(host.is_awaited());
  EXPECT_FALSE(host.Need(&other, Needs({{"load", {}}}))) << "it is known";
  EXPECT_TRUE(host.Need(&other, Needs({{"more", {}}})));
  EXPECT_FALSE(host.is_prepared());
  host.Prepare();
  EXPECT_TRUE(Until([&] { return other.prepared == 1; }));
  EXPECT_EQ(one.prepared, 2);
  host.Leave(&one);
  host.Leave(&other);
  EXPECT_FALSE(host.is_used());
}

TEST_F(ServedHostTest, NeedsThatComeWhileItIsAskedAreAskedFor) {
  const HostContext context = OfHosts();
  ServedHost host(context, a_.spec(), SmallEnvironment);
  ASSERT_TRUE(host.Open());
  User one;
  User other;
  host.Need(&one, Needs({{"load", {}}}));
  host.Prepare();
  host.Need(&other, Needs({{"more", {}}}));
  host.Prepare();
  EXPECT_TRUE(Until([&] { return other.prepared > 0; }));
}

TEST_F(ServedHostTest, OneThatDoesNotAnswerIsPreparedAndSaid) {
  const HostContext context = OfHosts();
  a_.Die();
  ServedHost host(context, a_.spec(), SmallEnvironment);
  ASSERT_TRUE(host.Open());
  User one;
  host.Need(&one, Needs({{"load", {}}}));
  host.Prepare();
  EXPECT_TRUE(Until([&] { return one.prepared == 1; }));
  EXPECT_TRUE(host.is_awaited());
  EXPECT_TRUE(Logs("does not respond"));
}

TEST_F(ServedHostTest, ItsNameIsWhatItsUsersCallIt) {
  const HostContext context = OfHosts();
  ServedHost host(context, a_.spec(), SmallEnvironment);
  ASSERT_TRUE(host.Open());
  EXPECT_EQ(host.name(), a_.spec());
  User one;
  User other;
  other.name = "db1";
  host.Need(&one, Needs({}));
  host.Need(&other, Needs({}));
  EXPECT_EQ(host.name(), "db1, web1");
  host.Leave(&one);
  EXPECT_EQ(host.name(), "db1");
}

}  // namespace
}  // namespace cli
