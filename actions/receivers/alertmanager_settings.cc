// Alertmanager keeps the labels of each alert, and takes alerts at one path.
#include "actions/receivers/alertmanager_settings.h"

#include <algorithm>
#include <string>
#include <string_view>

#include "actions/receivers/secret_file.h"
#include "base/ascii.h"
#include "base/url.h"
#include "base/yaml/yaml.h"

namespace actions {
namespace {

using base::yaml::Member;
using base::yaml::Node;

constexpr std::string_view kOurLabels[] = {"alertname", "host", "instance"};
constexpr std::string_view kPath = "/api/v2/alerts";
constexpr MapLimits kLabelLimits{64, 4 << 10};
constexpr base::Duration kLongestAlert{365 * 24 * kOneHour.ns};

/// `name` with _ for what names of labels in Prometheus do not have; empty
/// where there is so much of that that something else may have been meant.
std::string LabelName(const std::string& name) {
  std::string label = name;
  std::replace_if(
      label.begin(), label.end(),
      [](char c) { return !base::IsLetterOrDigit(c); }, '_');
  const bool right = label == name && !name.empty() && !base::IsDigit(name[0]);
  return right || base::yaml::IsPlainKey(name) ? label : "";
}

void ReadLabels(const Member& labels, FileFindings* findings,
                BodySettings* body) {
  if (labels.value.kind != Node::Kind::kMap) {
    return findings->Error(labels.place, "labels is no map",
                           "each is a line of its own below it: name: value");
  }
  if (findings->IsTooMuch(labels, kLabelLimits)) return;
  for (const Member& label : labels.value.members) {
    const std::string name = LabelName(label.key);
    if (std::find(std::begin(kOurLabels), std::end(kOurLabels), name) !=
        std::end(kOurLabels)) {
      findings->Error(label.place, "the label " + name + " is not to be set",
                      "it tells one alert from another");
    } else if (name.empty()) {
      findings->MayShow(label);
      findings->Error(label.place, "this is no name of a label",
                      "it has letters, digits and _, and begins with no digit");
    } else if (label.value.kind != Node::Kind::kScalar) {
      findings->Error(label.place, "a label's value is a text");
    } else if (!body->labels.emplace(name, label.value.text).second) {
      findings->Error(label.place, "another label is called so",
                      ". and - in its name become _");
    }
  }
}

/// Of what is in a file, as it is now; empty if it is not known.
std::string UrlOf(const Receiver& receiver) {
  if (receiver.url_file.empty()) return receiver.url;
  const auto line = ReadSecret(receiver.url_file, "url_file");
  return line ? *line : "";
}

/// Any other path, and any other body there, is refused: 4xx is final.
void WarnOfPath(Settings* settings, const Receiver& receiver) {
  const std::string url = UrlOf(receiver);
  const std::string path = url.substr(0, url.find_first_of("?#"));
  const bool there = path.ends_with(kPath);
  const BodyForm form = receiver.body.form;
  const bool http = base::IsHttpUrl(url);
  if (!http || form == BodyForm::kTemplate) return;
  if (there == (form == BodyForm::kAlertmanager)) return;
  if (there) {
    return settings->findings().Warning(
        settings->place(), "to an Alertmanager goes a body of its own",
        "body: alertmanager");
  }
  settings->findings().Warning(settings->Find("body")->value.place,
                               "the url does not end in " + std::string(kPath),
                               "an Alertmanager takes alerts there alone");
}

}  // namespace

void ReadAlertmanager(Settings* settings, Receiver* receiver) {
  BodySettings& body = receiver->body;
  const Member* labels = settings->Find("labels");
  if (labels != nullptr) ReadLabels(*labels, &settings->findings(), &body);
  const Member* over = settings->Find("resolve_after");
  base::Duration time;
  settings->ReadTime("resolve_after", kLongestAlert, &time);
  if (time.ns > 0) body.resolve_after = time;
  for (const Member* one : {labels, over}) {
    if (one == nullptr || body.form == BodyForm::kAlertmanager) continue;
    settings->findings().Error(one->place,
                               one->key + " is for the body alertmanager");
  }
  WarnOfPath(settings, *receiver);
}

}  // namespace actions
