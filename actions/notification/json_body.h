// JsonBody: a notification as JSON, for whoever a webhook tells. The schema:
// docs/notifications.md.
#ifndef TOCSIN_ACTIONS_NOTIFICATION_JSON_BODY_H_
#define TOCSIN_ACTIONS_NOTIFICATION_JSON_BODY_H_

#include <cstddef>
#include <string>
#include <string_view>

#include "base/zone.h"
#include "engine/alarm/event.h"

namespace actions {

/// `event` as an object in ASCII, whatever its texts hold: what is no UTF-8 is
/// replaced, and stands beside in base64. REQUIRES: it has parts.
std::string JsonBody(const engine::alarm::Event& event, const std::string& id,
                     const base::Zone& zone);

/// JsonBody() has no less: the texts and names of `event` as they are, without
/// what is around them. REQUIRES: it has parts. Units: bytes.
std::size_t LeastJsonBytes(const engine::alarm::Event& event);

/// Whether `json`, which another may have put into our outbox, nests deeper
/// than JsonBody()'s and their like, or has over a million lists and objects:
/// what is read of it is walked recursively, and an empty list takes fifty
/// times its text in memory.
bool IsHeavyToRead(std::string_view json);

}  // namespace actions

#endif  // TOCSIN_ACTIONS_NOTIFICATION_JSON_BODY_H_
