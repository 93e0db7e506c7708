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

/// Prometheus has such names alone.
void ReadLabels(const Member& labels, FileFindings* findings,
                BodySettings* body) {
  if (labels.value.kind != Node::Kind::kMap) {
    return findings->Error(labels.place, "labels is no map",
                           "each is a line of its own below it: name: value");
  }
  if (findings->IsTooMuch(labels, kLabelLimits)) return;
  for (const Member& label : labels.value.members) {
    std::string right = label.key;
    std::replace_if(
        right.begin(), right.end(),
        [](char c) { return !base::IsLetterOrDigit(c); }, '_');
    if (right.empty() || base::IsDigit(right.front())) right = '_' + right;
    if (std::find(std::begin(kOurLabels), std::end(kOurLabels), label.key) !=
        std::end(kOurLabels)) {
      findings->Error(label.place,
                      "the label " + label.key + " is not to be set",
                      "it tells one alert from another");
    } else if (right != label.key) {
      const bool shown = findings->MayShow(label);
      findings->Error(label.place, "this is no name of a label",
                      shown ? "such as " + right : "");
    } else if (label.value.kind != Node::Kind::kScalar) {
      findings->Error(label.place, "a label's value is a text");
    } else {
      body->labels[label.key] = label.value.text;
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
