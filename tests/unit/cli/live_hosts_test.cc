// Which source for which host, and who is asked what.
#include "cli/live_hosts.h"

#include <gtest/gtest.h>
#include <sys/resource.h>

#include <cerrno>

#include "tests/unit/cli/small_archive.h"
#include "tests/unit/cli/small_pmcd.h"

namespace cli {
namespace {

constexpr base::Duration kLimit{10 * base::kNanosPerSecond};

class LiveHostsTest : public testing::Test {
 protected:
  void Prepare(const std::set<int>& sources) {
    bool ready = false;
    hosts_.Prepare(sources, kLimit, [&] {
      ready = true;
      loop_.Stop();
    });
    if (!ready) loop_.Run();
  }
  bool Knows(std::size_t source, const char* metric) const {
    return hosts_.View(source).catalog->Describe(metric).has_value();
  }

  base::loop::Loop loop_;
  SmallPmcd a_{&loop_, "a", 1};
  SmallPmcd b_{&loop_, "b", 2};
  LiveHosts hosts_{&loop_, SmallEnvironment};
};

TEST_F(LiveHostsTest, ThisHostIsItsKernel) {
  ASSERT_TRUE(hosts_.Open(kThisHost, {}));
  const auto views = hosts_.Views();
  ASSERT_EQ(views.size(), 1u);
  EXPECT_TRUE(views[0].live);
  EXPECT_TRUE(Knows(0, "kernel.all.load"));
  EXPECT_FALSE(hosts_.failure(0));
}

TEST_F(LiveHostsTest, WhatManyNeedIsKeptOnce) {
  NeedsTable table;
  hosts_.ShareNeeds(&table);
  const RuleNeeds needs = {{a_.spec(), {{"load", {"1 minute"}}}},
                           {b_.spec(), {{"load", {"1 minute"}}}}};
  ASSERT_TRUE(hosts_.Open(kThisHost, needs));
  EXPECT_EQ(table.size(), 2u) << "of one nothing";
  hosts_.Need(1, {{"load", {}}});
  EXPECT_EQ(table.size(), 3u);
  hosts_.Need(2, {{"load", {}}});
  EXPECT_EQ(table.size(), 3u);
}

TEST_F(LiveHostsTest, WhatIsAtHandNeedsNoPreparation) {
  ASSERT_TRUE(hosts_.Open(kThisHost, {}));
  bool ready = false;
  hosts_.Prepare({0}, {}, [&] {
    ready = true;
    loop_.Stop();
  });
  loop_.Run();
  EXPECT_TRUE(ready);
}

TEST_F(LiveHostsTest, FilesAreFollowedOfThisHostAlone) {
  hosts_.Follow({"", {{"app", "/nonexistent/app.log"}}});
  EXPECT_TRUE(hosts_.Open(a_.spec(), {{kThisHost, {{"load", {}}}}}));
  const auto opened = hosts_.Open(a_.spec(), {});
  ASSERT_FALSE(opened);
  EXPECT_EQ(opened.error().message,
            "--follow is of this host, which nothing asks: it is named by -h "
            "@, or by :@ behind a metric");
  hosts_.Follow({"", {}, "/nonexistent/journal"});
  EXPECT_EQ(hosts_.Open(a_.spec(), {}).error().message.find("--journal is of"),
            0u);
}

TEST_F(LiveHostsTest, RulesBringFurtherHosts) {
  ASSERT_TRUE(hosts_.Open(a_.spec(),
                          {{"", {{"load", {}}}}, {b_.spec(), {{"load", {}}}}}));
  EXPECT_EQ(hosts_.View(1).context, b_.spec());
  EXPECT_TRUE(hosts_.View(1).waits) << "what is missing may come";
  EXPECT_FALSE(Knows(0, "load")) << "nobody has been asked";
  Prepare({0, 1});
  EXPECT_TRUE(Knows(0, "load"));
  EXPECT_TRUE(Knows(1, "load"));
  EXPECT_EQ(hosts_.View(0).host, "a");
  EXPECT_EQ(hosts_.Views()[1].host, "b");
  EXPECT_EQ(hosts_.main(), hosts_.Sources()[0]);
  EXPECT_EQ(hosts_.Sources()[1]->HostName(), "b");
}

TEST(AllowDescriptors, AsManyAsReceiversThatHangAndOthersTake) {
  rlimit before{};
  ::getrlimit(RLIMIT_NOFILE, &before);
  const rlimit few{std::min<rlim_t>(before.rlim_cur, 300), before.rlim_max};
  ::setrlimit(RLIMIT_NOFILE, &few);
  AllowDescriptorsOf(10, 100);
  rlimit now{};
  ::getrlimit(RLIMIT_NOFILE, &now);
  ::setrlimit(RLIMIT_NOFILE, &before);
  EXPECT_EQ(now.rlim_cur, std::min<rlim_t>(256 + 10 + 1600, before.rlim_max));
}

TEST_F(LiveHostsTest, ThereMayBeMoreThanTheUsualLimitOfDescriptorsLets) {
  rlimit before{};
  ASSERT_EQ(::getrlimit(RLIMIT_NOFILE, &before), 0);
  const rlimit few{300, before.rlim_max};
  ASSERT_EQ(::setrlimit(RLIMIT_NOFILE, &few), 0);
  RuleNeeds needs;
  const auto limit_with = [&](int hosts) {
    for (int i = 0; i < hosts; ++i) {
      needs["host" + std::to_string(i)] = {{"load", {}}};
    }
    EXPECT_TRUE(hosts_.Open(kThisHost, needs));
    rlimit now{};
    ::getrlimit(RLIMIT_NOFILE, &now);
    return now.rlim_cur;
  };
  EXPECT_EQ(limit_with(1), few.rlim_cur);
  EXPECT_GT(limit_with(400), 400u);
  ASSERT_EQ(::setrlimit(RLIMIT_NOFILE, &before), 0);
}

TEST_F(LiveHostsTest, OnlyWhoIsMeantIsAskedAgain) {
  ASSERT_TRUE(hosts_.Open(a_.spec(),
                          {{"", {{"load", {}}}}, {b_.spec(), {{"load", {}}}}}));
  Prepare({0, 1});
  Prepare({1});
  EXPECT_EQ(a_.inquiries(), 1);
  EXPECT_EQ(b_.inquiries(), 2);
}

TEST_F(LiveHostsTest, WhatRulesMayLeaveOutTheyMayAlsoName) {
  a_.fake().metrics.push_back(a_.fake().metrics.front());
  a_.fake().metrics.back().name = "other";
  ASSERT_TRUE(hosts_.Open(
      a_.spec(), {{"", {{"load", {}}}}, {a_.spec(), {{"other", {}}}}}));
  EXPECT_EQ(hosts_.size(), 1u) << "it is one host";
  Prepare({0});
  EXPECT_TRUE(Knows(0, "load"));
  EXPECT_TRUE(Knows(0, "other"));
}

TEST_F(LiveHostsTest, WhomNoRuleAsksIsLeftAlone) {
  ASSERT_TRUE(hosts_.Open(a_.spec(), {{b_.spec(), {{"load", {}}}}}));
  hosts_.Prepare(kLimit, [this] { loop_.Stop(); });
  loop_.Run();
  EXPECT_TRUE(Knows(1, "load"));
  EXPECT_TRUE(a_.fake().heard.empty());
  EXPECT_FALSE(hosts_.is_asked(0));
  EXPECT_FALSE(hosts_.failure(0));
}

TEST_F(LiveHostsTest, TheKernelAndAPmcdStandSideBySide) {
  ASSERT_TRUE(hosts_.Open(
      a_.spec(), {{"", {{"load", {}}}}, {kThisHost, {{"hinv.ncpu", {}}}}}));
  Prepare({0, 1});
  EXPECT_TRUE(Knows(0, "load"));
  EXPECT_TRUE(Knows(1, "hinv.ncpu"));
  EXPECT_EQ(hosts_.View(1).name, kThisHost);
  EXPECT_EQ(hosts_.Title(0), "pmcd " + a_.spec());
  EXPECT_EQ(hosts_.Title(1), "this host's kernel");
}

TEST_F(LiveHostsTest, MappedFilesMayComeLater) {
  tests::TemporaryFolder folder;
  const std::string spec = "mmv:" + folder / "later";
  ASSERT_TRUE(hosts_.Open(spec, {{"", {{"mmv.later.a", {}}}}}));
  Prepare({0});
  ASSERT_TRUE(hosts_.failure(0));
  EXPECT_EQ(hosts_.Title(0), spec);
  EXPECT_EQ(hosts_.MissingAt(0), std::nullopt) << "nobody knows yet";
}

TEST_F(LiveHostsTest, AHostThatIsNotThereFails) {
  b_.Die();
  ASSERT_TRUE(hosts_.Open(a_.spec(), {{b_.spec(), {{"load", {}}}}}));
  Prepare({0, 1});
  EXPECT_FALSE(hosts_.failure(0));
  ASSERT_TRUE(hosts_.failure(1));
  EXPECT_EQ(TroubleText(*hosts_.failure(1)), "does not respond");
}

class ThisHostTest : public LiveHostsTest {
 protected:
  /// Asks this host, whose pmcd is at `port`.
  void Open(const std::string& port) {
    port_ = port;
    ASSERT_TRUE(this_.Open({}, {{"", {{"kernel.all.load", {}}}}}));
    this_.Prepare(kLimit, [this] { loop_.Stop(); });
  }
  void ExpectKernel() {
    EXPECT_FALSE(this_.failure(0));
    EXPECT_FALSE(this_.is_pmcd(0));
    EXPECT_TRUE(this_.View(0).catalog->Describe("kernel.all.load"));
  }

  tests::TemporaryFolder folder_;
  std::string port_;
  LiveHosts this_{&loop_, [this](const std::string& name) {
                    return name == "PMCD_SOCKET" ? folder_ / "none"
                           : name == "PMCD_PORT"
                               ? std::optional<std::string>(port_)
                               : SmallEnvironment(name);
                  }};
};

TEST_F(ThisHostTest, WithoutItsPmcdIsItsKernel) {
  Open("1");
  loop_.Run();
  ExpectKernel();
  EXPECT_EQ(this_.StandsIn(0), std::nullopt) << "there is no pmcd";
}

TEST_F(ThisHostTest, MayBecomeItsKernelWhenRulesRun) {
  const std::string spec = a_.spec();
  Open(spec.substr(spec.find(':') + 1));
  this_.DoWithoutAwaited();
  EXPECT_TRUE(this_.is_pmcd(0));
  ASSERT_TRUE(this_.failure(0));
  EXPECT_EQ(this_.failure(0)->code, base::ErrorCode::kTimeout);
  const pmapi::Source* pmcd = &this_.source(0);
  this_.OnReplaced([&](int source) {
    EXPECT_EQ(source, 0);
    EXPECT_NE(this_.Sources({0}).at(0), pmcd);
    EXPECT_EQ(pmcd->ContextName(), "local:") << "its streams are still open";
    this_.LetGoOfReplaced();
  });
  a_.Die();
  loop_.Run();
  ExpectKernel();
  EXPECT_NE(this_.StandsIn(0), std::nullopt) << "it was waited for";
}

TEST_F(LiveHostsTest, DerivedMetricsAreMadeOfWhatAHostHas) {
  pmapi::notation::DerivedConfig derived;
  derived.Read("d", "twice = 2 * load\n");
  hosts_.UseDerived(derived);
  ASSERT_TRUE(hosts_.Open(a_.spec(), {{"", {{"twice", {}}}}}));
  Prepare({0});
  EXPECT_TRUE(Knows(0, "twice"));
}

TEST_F(LiveHostsTest, OpeningAgainLetsGoOfTheOthers) {
  ASSERT_TRUE(hosts_.Open("one.example", {{"two.example", {{"m", {}}}}}));
  EXPECT_EQ(hosts_.Sources().size(), 2u);
  ASSERT_TRUE(hosts_.Open(kThisHost, {}));
  EXPECT_EQ(hosts_.Sources().size(), 1u);
}

TEST_F(LiveHostsTest, AnAnswerOfOneThatIsGoneCountsNoMore) {
  bool ready = false;
  ASSERT_TRUE(hosts_.Open(kThisHost, {}));
  hosts_.Prepare({0}, {}, [&] { ready = true; });
  ASSERT_TRUE(hosts_.Open(a_.spec(), {}));
  loop_.Post([this] { loop_.Stop(); });
  loop_.Run();
  EXPECT_FALSE(ready);
}

TEST_F(LiveHostsTest, WhatIsNoHostIsRefused) {
  const auto opened = hosts_.Open("a:b:c:d", {});
  ASSERT_FALSE(opened);
  EXPECT_EQ(opened.error().code, base::ErrorCode::kInvalid);
}

TEST(TroubleText, TellsARefusalFromSilence) {
  EXPECT_EQ(TroubleText({base::ErrorCode::kSystem, "", ECONNREFUSED}),
            "does not respond");
  EXPECT_EQ(TroubleText({base::ErrorCode::kSystem, "", ENOENT}),
            "does not respond");
  EXPECT_EQ(TroubleText({base::ErrorCode::kTimeout, ""}), "is unreachable");
  EXPECT_EQ(TroubleText({base::ErrorCode::kNoHost, ""}), "is unreachable");
}

}  // namespace
}  // namespace cli
