// An id, and the event in JSON.
#include "actions/notification/notification.h"

#include <cstdint>
#include <random>
#include <utility>

#include "actions/notification/json_body.h"
#include "engine/alarm/message_parts.h"

namespace actions {

/// A UUID. Source: RFC 4122, section 4.4.
std::string NewNotificationId() {
  constexpr char kDigits[] = "0123456789abcdef";
  std::random_device random;
  std::string id = "xxxxxxxx-xxxx-4xxx-yxxx-xxxxxxxxxxxx";
  std::uint64_t bits = 1;  // of which the highest is no digit's
  for (char& c : id) {
    if (c != 'x' && c != 'y') continue;
    if (bits == 1) bits = std::uint64_t{1} << 32 | random();
    c = kDigits[c == 'x' ? bits & 15 : 8 | (bits & 3)];
    bits >>= 4;
  }
  return id;
}

Notification NotificationOf(const engine::alarm::Event& event,
                            std::string receiver, const base::Zone& zone,
                            std::string id) {
  const auto& bindings = event.parts->bindings;
  Notification one{std::move(id),        std::move(receiver),
                   event.statement.name, {},
                   event.time,           {}};
  if (!bindings.empty()) one.host = bindings.front().host.value_or("");
  one.json = JsonBody(event, one.id, zone);
  return one;
}

}  // namespace actions
