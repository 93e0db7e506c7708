// JsonBody: a notification as JSON, for whoever a webhook tells. The schema:
// docs/notifications.md.
#ifndef TOCSIN_ACTIONS_NOTIFICATION_JSON_BODY_H_
#define TOCSIN_ACTIONS_NOTIFICATION_JSON_BODY_H_

#include <string>

#include "base/zone.h"
#include "engine/alarm/event.h"

namespace actions {

/// `event` as an object in ASCII, whatever its texts hold: what is no UTF-8 is
/// replaced, and stands beside in base64. REQUIRES: it has parts.
std::string JsonBody(const engine::alarm::Event& event, const std::string& id,
                     const base::Zone& zone);

}  // namespace actions

#endif  // TOCSIN_ACTIONS_NOTIFICATION_JSON_BODY_H_
