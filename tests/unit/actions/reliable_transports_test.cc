// Transports of errands: done, to be tried again, given up; and nobody is told
// who does not wait any more.
#include "actions/reliable_transports.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <optional>
#include <string>
#include <vector>

#include "tests/support/commands.h"
#include "tests/support/fake_timers.h"
#include "tests/support/notifications.h"
#include "tests/support/stomp_play.h"

namespace actions {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::StartsWith;

Notification NotificationFor(const Errand& errand,
                             const std::string& receiver = "exec /bin/sh") {
  Notification one = tests::NotificationOf("id-1", receiver);
  one.json = ErrandJson(errand);
  return one;
}

TEST(DatagramTransportTest, IsDoneWhenTheDaemonHasIt) {
  tests::FakeTimers timers;
  std::vector<std::string> sent;
  base::Result<void> how;
  DatagramTransport transport(&timers, [&](const std::string& message) {
    sent.push_back(message);
    return how;
  });
  EXPECT_TRUE(transport.Knows("syslog /dev/log"));
  std::vector<Tried> tried;
  const auto note = [&](const Tried& one) { tried.push_back(one); };
  const auto first = transport.Send(NotificationFor({"a", ""}), note);
  EXPECT_TRUE(tried.empty());
  how = base::Error{base::ErrorCode::kSystem, "/dev/log: nobody"};
  const auto second =
      transport.Send(NotificationFor({"b", ""}, "syslog /dev/log"), note);
  Notification wrong = NotificationFor({"c", ""});
  wrong.json = "{}";
  const auto third = transport.Send(wrong, note);
  auto fourth = transport.Send(NotificationFor({"d", ""}), note);
  fourth.Cancel();
  timers.Advance({});
  EXPECT_THAT(sent, ElementsAre("a", "b", "d"));
  ASSERT_EQ(tried.size(), 3u);
  EXPECT_EQ(tried[0].verdict, Verdict::kDelivered);
  EXPECT_EQ(tried[1].verdict, Verdict::kAgain);
  EXPECT_EQ(tried[1].problem, "nobody");
  EXPECT_EQ(tried[2].verdict, Verdict::kFinal);
}

TEST(DatagramTransportTest, ACrowdWaitsForADaemonThatReads) {
  tests::FakeTimers timers;
  base::Error full{base::ErrorCode::kSystem, "full"};
  full.system_errno = EAGAIN;
  base::Result<void> how = full;
  int sends = 0;
  DatagramTransport transport(&timers, [&](const std::string&) {
    ++sends;
    return how;
  });
  std::vector<Tried> tried;
  const auto note = [&](const Tried& one) { tried.push_back(one); };
  const auto first = transport.Send(NotificationFor({"a", ""}), note);
  timers.Advance({5 * DatagramTransport::kPause.ns});
  EXPECT_TRUE(tried.empty());
  how = {};
  timers.Advance(DatagramTransport::kPause);
  timers.Advance({});
  ASSERT_EQ(tried.size(), 1u);
  EXPECT_EQ(tried[0].verdict, Verdict::kDelivered);
  how = full;
  sends = 0;
  const auto second = transport.Send(NotificationFor({"b", ""}), note);
  timers.Advance({base::kNanosPerSecond});
  timers.Advance({});
  ASSERT_EQ(tried.size(), 2u);
  EXPECT_EQ(tried[1].verdict, Verdict::kAgain);
  EXPECT_EQ(sends, DatagramTransport::kTries);
}

class ProgramTransportTest : public testing::Test {
 protected:
  Tried Run(const std::string& script, const std::string& input = "") {
    const Errand errand{input, "/bin/sh", {"sh", "-c", script}, {"A=b"}};
    Tried tried;
    const auto sending =
        transport_.Send(NotificationFor(errand), [&](const Tried& one) {
          tried = one;
          commands_.loop.Stop();
        });
    commands_.loop.Run();
    return tried;
  }

  tests::Commands commands_;
  ProgramTransport transport_{&commands_.loop, &commands_.queue,
                              CommandEnvironment({"C=d"}), commands_.log.log()};
};

TEST_F(ProgramTransportTest, IsDoneWhenItEndsWell) {
  EXPECT_EQ(Run("read line; test $A$C$line = bdin", "in\n").verdict,
            Verdict::kDelivered);
  const Tried failed = Run("echo no; exit 7");
  EXPECT_EQ(failed.verdict, Verdict::kAgain);
  EXPECT_EQ(failed.problem, "exit status 7");
  EXPECT_THAT(commands_.log.lines, ElementsAre("Info: full: exec: says: no"));
  EXPECT_EQ(Run("kill -9 $$").problem, "killed by signal 9");
  const Errand none{"", "/no/such", {"x"}, {}};
  Tried tried;
  const auto sending =
      transport_.Send(NotificationFor(none), [&](const Tried& one) {
        tried = one;
        commands_.loop.Stop();
      });
  commands_.loop.Run();
  EXPECT_THAT(tried.problem, StartsWith("not begun: /no/such"));
}

TEST_F(ProgramTransportTest, WhoDoesNotWaitAnyMoreIsNotTold) {
  const Errand errand{"", "/bin/sh", {"sh", "-c", "exit 1"}, {}};
  bool told = false;
  transport_.Send(NotificationFor(errand), [&](const Tried&) { told = true; })
      .Cancel();
  Run("exit 0");
  EXPECT_FALSE(told);
}

TEST(StompTransportTest, IsDoneWhenTheBrokerHasIt) {
  tests::FakeTimers timers;
  tests::FakeNetwork network;
  StompBroker broker(
      &timers, [&] { return network.Make(); }, tests::BrokerSettings(), 7,
      [](bool, const std::string&) {});
  StompTransport transport(&timers, &broker);
  std::optional<Tried> tried;
  const auto sending =
      transport.Send(NotificationFor({"x", ""}, "stomp b:61613"),
                     [&](const Tried& one) { tried = one; });
  tests::LetIn(&network.last());
  EXPECT_THAT(tests::Heard(&network.last()),
              HasSubstr("\nidempotency-key:id-1\n"));
  tests::GiveReceipt(&network.last(), "1");
  timers.Advance({});
  ASSERT_TRUE(tried);
  EXPECT_EQ(tried->verdict, Verdict::kDelivered);
  StompTransport without(&timers, nullptr);
  const auto other = without.Send(NotificationFor({"x", ""}, "stomp b:61613"),
                                  [&](const Tried& one) { tried = one; });
  timers.Advance({});
  EXPECT_EQ(tried->verdict, Verdict::kAgain);
  EXPECT_THAT(tried->problem, StartsWith("no rule tells a message broker"));
}

}  // namespace
}  // namespace actions
