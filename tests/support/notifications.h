// Notifications that a test makes.
#ifndef TOCSIN_TESTS_SUPPORT_NOTIFICATIONS_H_
#define TOCSIN_TESTS_SUPPORT_NOTIFICATIONS_H_

#include <string>

#include "actions/notification/notification.h"

namespace tests {

inline constexpr base::Timestamp kThen{1'000'000'000 * base::kNanosPerSecond};

inline actions::Notification NotificationOf(const std::string& id,
                                            const std::string& receiver = "ops",
                                            const std::string& rule = "full",
                                            const std::string& host = "shop") {
  return {id, receiver, rule, host, kThen, "{\"id\":\"" + id + "\"}"};
}

}  // namespace tests

#endif  // TOCSIN_TESTS_SUPPORT_NOTIFICATIONS_H_
