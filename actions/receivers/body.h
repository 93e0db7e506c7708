// Body: a notification in the form that its receiver reads. Templates of the
// site's own are body_template.h's.
// Source: docs/notifications.md, "What is told", "Bodies".
#ifndef TOCSIN_ACTIONS_RECEIVERS_BODY_H_
#define TOCSIN_ACTIONS_RECEIVERS_BODY_H_

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "actions/notification/notification.h"
#include "base/result.h"
#include "base/time.h"

namespace actions {

enum class BodyForm { kJson, kSlack, kCloudEvents, kAlertmanager, kTemplate };

struct BodySettings {
  BodyForm form = BodyForm::kJson;
  std::string content_type;  // of a template
  std::string body_template;
  /// Of Alertmanager's: by their names, beside ours; when each alert is over.
  std::map<std::string, std::string> labels;
  std::map<std::string, std::string> annotations;
  std::optional<base::Duration> resolve_after;
};

struct Body {
  std::string content_type;
  std::string text;
  bool cut = false;  // its texts are, for they stand there many times
};

/// Right JSON, where it is to be JSON, whatever bytes a notification is of.
/// `sent` is when it is sent: an alert that has waited is over so long after
/// that, for one that is over nobody is told of. Errors: kInvalid: its own JSON
/// is none, or the template makes none.
base::Result<Body> BodyOf(const BodySettings& settings,
                          const Notification& notification,
                          base::Timestamp sent);

/// A mail of lines that end in CRLF, from and to addresses.
/// Errors: kInvalid: the notification's own JSON is none.
base::Result<std::string> MailBody(const std::string& from,
                                   const std::vector<std::string>& to,
                                   const Notification& notification);

}  // namespace actions

#endif  // TOCSIN_ACTIONS_RECEIVERS_BODY_H_
