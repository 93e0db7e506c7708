// An id, and the event in JSON.
#include "actions/notification/notification.h"

#include <sys/random.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <random>
#include <utility>
#include <variant>

#include "actions/notification/json_body.h"
#include "engine/alarm/message_parts.h"

namespace actions {

/// A UUID. Source: RFC 4122, section 4.4.
std::string NewNotificationId() {
  constexpr char kDigits[] = "0123456789abcdef";
  std::string id = "xxxxxxxx-xxxx-4xxx-yxxx-xxxxxxxxxxxx";
  std::array<std::uint8_t, 36> random{};
  // Of so few bytes it gives all or, in a kernel without it, none.
  if (::getrandom(random.data(), random.size(), 0) < 0) {
    std::generate(random.begin(), random.end(), std::random_device());
  }
  for (std::size_t i = 0; i < id.size(); ++i) {
    if (id[i] == 'x') id[i] = kDigits[random[i] & 15];
    if (id[i] == 'y') id[i] = kDigits[8 | (random[i] & 3)];
  }
  return id;
}

std::string TooLarge(std::size_t bytes) {
  return "a notification of more than " + std::to_string((bytes - 1) >> 20) +
         " MiB, of which " + std::to_string(kMostNotificationBytes >> 20) +
         " are taken: it is lost";
}

Notification WithoutJson(const engine::alarm::Event& event,
                         std::string receiver) {
  const auto& bindings = event.parts->bindings;
  Notification one{NewNotificationId(),  std::move(receiver),
                   event.statement.name, {},
                   event.time,           {}};
  if (!bindings.empty()) one.host = bindings.front().host.value_or("");
  return one;
}

Notification WithoutJson(const Notification& one) {
  return {one.id, one.receiver, one.rule, one.host, one.time, {}};
}

namespace {

/// `event` in JSON, or how many bytes it is, or at least: too many.
std::variant<std::string, std::size_t> LimitedJson(
    const engine::alarm::Event& event, const std::string& id,
    const base::Zone& zone) {
  if (const auto least = LeastJsonBytes(event); least > kMostNotificationBytes)
    return least;
  std::string json = JsonBody(event, id, zone);
  if (json.size() > kMostNotificationBytes) return json.size();
  return json;
}

}  // namespace

base::Result<Notification> NotificationOf(const engine::alarm::Event& event,
                                          std::string receiver,
                                          const base::Zone& zone) {
  Notification one = WithoutJson(event, std::move(receiver));
  auto json = LimitedJson(event, one.id, zone);
  if (std::holds_alternative<std::size_t>(json)) {
    engine::alarm::MessageParts parts = *event.parts;
    for (auto& binding : parts.bindings) binding.text.reset();
    engine::alarm::Event brief = event;
    brief.parts = &parts;
    json = LimitedJson(brief, one.id, zone);
  }
  if (const auto* bytes = std::get_if<std::size_t>(&json)) {
    return base::Error{base::ErrorCode::kUnsupported, TooLarge(*bytes)};
  }
  one.json = std::get<std::string>(std::move(json));
  return one;
}

}  // namespace actions
