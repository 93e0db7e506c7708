// HttpTransport: what a receiver's answer comes to.
#include "actions/delivery/http_transport.h"

#include <gtest/gtest.h>

#include <optional>
#include <string>

#include "base/loop/loop.h"
#include "tests/support/http_peer.h"
#include "tests/support/notifications.h"

namespace actions {
namespace {

class HttpTransportTest : public testing::Test {
 protected:
  Tried Try(const std::string& receiver) {
    Tried tried;
    const auto sending = by_action_.Send(tests::NotificationOf("id", receiver),
                                         [&](const Tried& one) {
                                           tried = one;
                                           loop_.Stop();
                                         });
    loop_.Run();
    return tried;
  }

  base::loop::Loop loop_;
  base::http::Client client_{&loop_};
  Receivers receivers_;
  HttpTransport transport_{&client_, &receivers_, &loop_,
                           [] { return tests::kThen; }};
  TransportByAction by_action_{&transport_};
};

TEST_F(HttpTransportTest, WhatIsNotKnownIsTriedAgain) {
  EXPECT_FALSE(by_action_.Knows("ops"));
  EXPECT_EQ(by_action_.IntervalOf("ops").ns, 0);
  const Tried tried = Try("ops");
  EXPECT_EQ(tried.verdict, Verdict::kAgain);
  EXPECT_EQ(tried.problem, "there is no such receiver");
}

/// Of a body that is made elsewhere.
Notification Large(const std::string& receiver) {
  auto one = tests::NotificationOf("id", receiver);
  one.json = "{\"text\":[\"" + std::string(100'000, 'x') + "\"]}";
  return one;
}

TEST_F(HttpTransportTest, WhatIsLargeArrivesAsWell) {
  tests::HttpPeer peer(&loop_);
  std::optional<Tried> tried;
  const auto sending = transport_.Send(Large(receivers_.NameOf(peer.url())),
                                       [&](const Tried& one) {
                                         tried = one;
                                         loop_.Stop();
                                       });
  EXPECT_FALSE(tried);
  loop_.Run();
  EXPECT_EQ(tried->verdict, Verdict::kDelivered);
  ASSERT_EQ(peer.requests.size(), 1u);
  EXPECT_GT(peer.requests[0].size(), 100'000u);
}

TEST_F(HttpTransportTest, WhatIsLargeAndOfNobodyIsTriedAgain) {
  std::optional<Tried> tried;
  const auto sending = transport_.Send(Large("ops"), [&](const Tried& one) {
    tried = one;
    loop_.Stop();
  });
  loop_.Run();
  EXPECT_EQ(tried->problem, "there is no such receiver");
}

TEST_F(HttpTransportTest, WhatIsLargeAndDroppedIsNotSent) {
  tests::HttpPeer peer(&loop_);
  const std::string receiver = receivers_.NameOf(peer.url());
  bool told = false;
  (void)transport_.Send(Large(receiver), [&](const Tried&) { told = true; });
  const auto later =
      transport_.Send(Large(receiver), [this](const Tried&) { loop_.Stop(); });
  loop_.Run();
  EXPECT_FALSE(told);
  EXPECT_EQ(peer.requests.size(), 1u);
}

}  // namespace
}  // namespace actions
