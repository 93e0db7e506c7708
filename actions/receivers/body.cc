// A form each, of the notification's JSON.
#include "actions/receivers/body.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <utility>

#include "actions/notification/json_body.h"
#include "actions/notification/mail_message.h"
#include "actions/receivers/body_template.h"
#include "actions/receivers/escaped.h"
#include "base/printable.h"
#include "base/rfc3339.h"
#include "base/zone.h"

namespace actions {
namespace {

using Json = nlohmann::ordered_json;

constexpr char kJsonType[] = "application/json";

/// In ASCII.
std::string Dumped(const Json& json) {
  return json.dump(-1, ' ', true, Json::error_handler_t::replace);
}

/// Null where there is none.
const Json& MemberOf(const Json& object, const char* name) {
  static const Json none;
  const auto found = object.find(name);
  return found == object.end() ? none : *found;
}

/// A text as it is, nothing for null, else JSON.
std::string TextOf(const Json& json) {
  if (json.is_null()) return "";
  return json.is_string() ? json.get<std::string>() : Dumped(json);
}

std::string AllText(const Json& told) {
  std::string text;
  for (const Json& part : MemberOf(told, "text")) text += TextOf(part);
  return text;
}

std::string JoinedText(const Json& told) {
  std::string text = AllText(told);
  return text.empty() ? TextOf(MemberOf(told, "rule")) : text;
}

/// Structured mode of version 1.0.
std::string CloudEvent(const Json& told, const Notification& notification) {
  const std::string host = PercentEncoded(notification.host);
  return Dumped({{"specversion", "1.0"},
                 {"id", notification.id},
                 {"source", host.empty() ? "/tocsin" : "/tocsin/" + host},
                 {"type", "tocsin.notification"},
                 {"subject", MemberOf(told, "rule")},
                 {"time", MemberOf(told, "time")},
                 {"datacontenttype", kJsonType},
                 {"data", told}});
}

std::string TimeText(base::Timestamp time) {
  std::string text;
  base::AppendRfc3339(base::Zone(), time, &text);
  return text;
}

/// What is said of one binding, as much of it as may be, where `all` is said of
/// all of them.
std::string SummaryOf(const Json& binding, const std::string& all,
                      std::size_t bindings, bool* cut) {
  const Json& own = MemberOf(binding, "text");
  const std::string text = own.is_null() ? all : TextOf(own);
  std::string summary = Shortened(text, bindings);
  *cut |= summary.size() < text.size();
  return summary;
}

Json AlertOf(const Json& told, const Json& binding, const std::string& summary,
             const BodySettings& settings, const Json& times) {
  Json labels = {{"alertname", MemberOf(told, "rule")}};
  for (const char* name : {"host", "instance"}) {
    const Json& value = MemberOf(binding, name);
    if (!value.is_null()) labels[name] = TextOf(value);
  }
  for (const auto& [name, value] : settings.labels) labels[name] = value;
  Json alert = {{"labels", std::move(labels)},
                {"annotations", {{"summary", summary}}}};
  Json& annotations = alert["annotations"];
  const Json& value = MemberOf(binding, "value");
  if (!value.is_null()) annotations["value"] = TextOf(value);
  for (const auto& [name, text] : settings.annotations) {
    annotations[name] = text;
  }
  alert.update(times);
  return alert;
}

/// One alert for each binding, as version 2 of its interface has them.
Body Alerts(const Json& told, const BodySettings& settings,
            base::Timestamp time, base::Timestamp sent) {
  Json times = {{"startsAt", TimeText(time)}};
  if (settings.resolve_after) {
    times["endsAt"] = TimeText(std::max(time, sent) + *settings.resolve_after);
  }
  Json alerts = Json::array();
  const Json& bindings = MemberOf(told, "bindings");
  const std::string all = JoinedText(told);
  bool cut = false;
  for (const Json& binding : bindings) {
    const auto summary = SummaryOf(binding, all, bindings.size(), &cut);
    alerts.push_back(AlertOf(told, binding, summary, settings, times));
  }
  if (alerts.empty()) {
    const auto summary = SummaryOf(Json::object(), all, 1, &cut);
    alerts.push_back(AlertOf(told, Json::object(), summary, settings, times));
  }
  return {kJsonType, Dumped(alerts), cut};
}

std::optional<std::string> IfThere(const Json& object, const char* name) {
  const Json& value = MemberOf(object, name);
  if (value.is_null()) return std::nullopt;
  return TextOf(value);
}

base::Error Unreadable() {
  return {base::ErrorCode::kInvalid, "the notification cannot be read"};
}

base::Result<Json> ToldBy(const Notification& notification) {
  if (IsHeavyToRead(notification.json)) return Unreadable();
  Json told = Json::parse(notification.json, nullptr, false);
  if (told.is_object()) return told;
  return Unreadable();
}

}  // namespace

base::Result<Body> BodyOf(const BodySettings& settings,
                          const Notification& notification,
                          base::Timestamp sent) {
  if (settings.form == BodyForm::kJson) {
    // SQLite does not notice a bit of a text that is another.
    if (!Json::accept(notification.json)) return Unreadable();
    return Body{kJsonType, notification.json};
  }
  if (settings.form == BodyForm::kTemplate) {
    Body body{settings.content_type, ""};
    auto text = FillIn(settings.body_template, settings.content_type,
                       notification.json, &body.cut);
    if (!text) return text.error();
    body.text = *std::move(text);
    return body;
  }
  const auto read = ToldBy(notification);
  if (!read) return read.error();
  const Json& told = *read;
  if (settings.form == BodyForm::kSlack) {
    return Body{kJsonType, Dumped({{"text", SlackEscaped(JoinedText(told))}})};
  }
  if (settings.form == BodyForm::kCloudEvents) {
    return Body{"application/cloudevents+json", CloudEvent(told, notification)};
  }
  return Alerts(told, settings, notification.time, sent);
}

base::Result<std::string> MailBody(const std::string& from,
                                   const std::vector<std::string>& to,
                                   const Notification& notification) {
  const auto told = ToldBy(notification);
  if (!told) return told.error();
  MailContent content;
  content.from = from;
  for (const std::string& one : to) {
    content.to += (content.to.empty() ? "" : ", ") + one;
  }
  content.id = MailId(notification.id);
  content.rule = TextOf(MemberOf(*told, "rule"));
  // In one line, so that no value seems to be another line of the body.
  content.text = content.shown = base::Printable(AllText(*told));
  content.time = notification.time;
  content.time_text = TextOf(MemberOf(*told, "time"));
  for (const Json& one : MemberOf(*told, "bindings")) {
    content.bindings.push_back({IfThere(one, "host"), IfThere(one, "instance"),
                                TextOf(MemberOf(one, "value"))});
  }
  return WithCrlf(MailMessage(content, base::Zone()));
}

}  // namespace actions
