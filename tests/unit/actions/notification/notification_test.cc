// Notification: what is kept of an event.
#include "actions/notification/notification.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/action_event.h"

namespace actions {
namespace {

using ::testing::HasSubstr;
using ::testing::MatchesRegex;

TEST(Notification, IsOfTheEvent) {
  tests::ActionEvent event(tests::ActionEvent::Kind::kWebhook, "");
  event.parts.bindings = {{"web1", {}, {}, {}}, {"web2", {}, {}, {}}};
  const auto one = *NotificationOf(event.event(), "ops", base::Zone());
  EXPECT_EQ(one.receiver, "ops");
  EXPECT_EQ(one.rule, "rule");
  EXPECT_EQ(one.host, "web1");
  EXPECT_EQ(one.time, event.time);
  EXPECT_THAT(one.json, HasSubstr("\"id\":\"" + one.id + "\""));
  EXPECT_THAT(one.json, HasSubstr("\"host\":\"web2\""));
}

TEST(Notification, NoTwoHaveOneId) {
  const tests::ActionEvent event(tests::ActionEvent::Kind::kWebhook, "");
  const auto one = *NotificationOf(event.event(), "ops", base::Zone());
  const auto other = *NotificationOf(event.event(), "ops", base::Zone());
  EXPECT_THAT(one.id, MatchesRegex("[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab]"
                                   "[0-9a-f]{3}-[0-9a-f]{12}"));
  EXPECT_NE(one.id, other.id);
}

TEST(Notification, LeavesOwnTextsOutWhereItIsTooLarge) {
  tests::ActionEvent event(tests::ActionEvent::Kind::kWebhook, "");
  const std::string part(kMostNotificationBytes - 10, 'x');
  event.parts.bindings = {{"a", {}, {}, {}}, {"b", {}, {}, {}}};
  event.parts.bindings[1].text = part;
  const auto one = NotificationOf(event.event(), "ops", base::Zone());
  ASSERT_TRUE(one) << one.error().message;
  EXPECT_THAT(one->json, HasSubstr("{\"host\":\"b\",\"value\":[]}"));
  event.parts.texts = {part, part};
  EXPECT_FALSE(NotificationOf(event.event(), "ops", base::Zone()));
}

// What a notification's JSON is made of is counted before it is made.
TEST(Notification, IsRefusedBeforeItIsMadeWhereItIsTooLarge) {
  tests::ActionEvent event(tests::ActionEvent::Kind::kWebhook, "");
  const std::string part(kMostNotificationBytes / 8, 'x');
  event.parts.texts = {part, part};
  event.parts.bindings = {{part, part, part, {1.0, part}, "", part}};
  ASSERT_TRUE(NotificationOf(event.event(), "ops", base::Zone()));
  event.parts.texts.front() += part + part + part;
  const auto refused = NotificationOf(event.event(), "ops", base::Zone());
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().message,
            "a notification of more than 17 MiB, of which 16 are taken: it is "
            "lost");
}

}  // namespace
}  // namespace actions
