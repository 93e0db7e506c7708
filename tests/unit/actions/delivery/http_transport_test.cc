// HttpTransport: what a receiver's answer comes to.
#include "actions/delivery/http_transport.h"

#include <gtest/gtest.h>

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

}  // namespace
}  // namespace actions
