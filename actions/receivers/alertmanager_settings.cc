// Alertmanager keeps the labels of each alert, and takes alerts at one path.
#include "actions/receivers/alertmanager_settings.h"

#include <algorithm>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "actions/receivers/connection_settings.h"
#include "base/ascii.h"
#include "base/url.h"
#include "base/yaml/yaml.h"

namespace actions {
namespace {

using base::yaml::Member;
using base::yaml::Node;
using grammar::FileFindings;
using grammar::kOneHour;
using grammar::MapLimits;
using grammar::Settings;

/// What stands in a map of names to texts, of which some are ours to say.
struct Named {
  std::string key;   // of the map
  std::string noun;  // one of it, with its article: "a label"
  std::vector<std::string_view> ours;
  std::string why;  // these are
  std::map<std::string, std::string> BodySettings::*texts;

  std::string noun_alone() const { return noun.substr(noun.find(' ') + 1); }
};

const Named& Labels() {
  static const Named labels{"labels",
                            "a label",
                            {"alertname", "host", "instance"},
                            "it tells one alert from another",
                            &BodySettings::labels};
  return labels;
}

const Named& Annotations() {
  static const Named annotations{"annotations",
                                 "an annotation",
                                 {"summary", "value"},
                                 "it says what has happened",
                                 &BodySettings::annotations};
  return annotations;
}

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

void ReadText(const Member& one, const Named& named, FileFindings* findings,
              BodySettings* body) {
  const std::string name = LabelName(one.key);
  if (std::find(named.ours.begin(), named.ours.end(), name) !=
      named.ours.end()) {
    findings->Error(
        one.place,
        "the " + named.noun_alone() + ' ' + name + " is not to be set",
        named.why);
  } else if (name.empty()) {
    findings->MayShow(one);
    findings->Error(one.place, "this is no name of " + named.noun,
                    "it has letters, digits and _, and begins with no digit");
  } else if (one.value.kind != Node::Kind::kScalar) {
    findings->secrets.push_back(one.value.place);
    findings->Error(one.place, named.noun + "'s value is a text");
  } else if (!(body->*named.texts).emplace(name, one.value.text).second) {
    findings->Error(one.place,
                    "another " + named.noun_alone() + " is called so",
                    ". and - in its name become _");
  }
}

/// Null where there is no such map.
const Member* ReadTexts(const Named& named, Settings* settings,
                        BodySettings* body) {
  const Member* const all = settings->Find(named.key);
  if (all == nullptr) return nullptr;
  FileFindings& findings = settings->findings();
  if (all->value.kind != Node::Kind::kMap) {
    findings.Error(all->place, named.key + " is no map",
                   "each is a line of its own below it: name: value");
  } else if (!findings.IsTooMuch(*all, kLabelLimits)) {
    for (const Member& one : all->value.members) {
      ReadText(one, named, &findings, body);
    }
  }
  return all;
}

/// Any other path, and any other body there, is refused: 4xx is final.
void WarnOfPath(Settings* settings, const Receiver& receiver) {
  const std::string url = UrlNow(receiver);
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
  const Member* labels = ReadTexts(Labels(), settings, &body);
  const Member* annotations = ReadTexts(Annotations(), settings, &body);
  const Member* over = settings->Find("resolve_after");
  base::Duration time;
  settings->ReadTime("resolve_after", kLongestAlert, &time);
  if (time.ns > 0) body.resolve_after = time;
  for (const Member* one : {labels, annotations, over}) {
    if (one == nullptr || body.form == BodyForm::kAlertmanager) continue;
    settings->findings().Error(one->place,
                               one->key + " is for the body alertmanager");
  }
  WarnOfPath(settings, *receiver);
}

}  // namespace actions
