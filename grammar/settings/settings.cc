// Each reader tells what is wrong itself, so that all of a file is told.
#include "grammar/settings/settings.h"

#include <algorithm>

#include "base/ascii.h"
#include "grammar/nearest.h"
#include "pmapi/notation/interval.h"

namespace grammar {
namespace {

using base::yaml::Member;
using base::yaml::Node;
using base::yaml::Place;

std::string Joined(const std::vector<std::string>& words) {
  std::string text;
  for (const std::string& word : words) {
    text += (text.empty() ? "" : ", ") + word;
  }
  return text;
}

/// Whether a unit is "ms", which is minutes to pmParseInterval(3).
bool SaysMs(std::string_view text) {
  const auto is_letter = [](char c) { return base::IsLetter(c); };
  for (auto unit = text.begin(); unit != text.end();) {
    unit = std::find_if(unit, text.end(), is_letter);
    const auto behind = std::find_if_not(unit, text.end(), is_letter);
    if (base::EqualIgnoringCase(std::string_view(unit, behind), "ms")) {
      return true;
    }
    unit = behind;
  }
  return false;
}

/// To YAML 1.1 it is in octal.
bool IsOctal(std::string_view text) {
  return text.size() > 1 && text[0] == '0' && base::IsDigit(text[1]);
}

/// All that stands below `node`.
void Hide(const Node& node, std::vector<Place>* secrets) {
  secrets->push_back(node.place);
  for (const Node& item : node.items) Hide(item, secrets);
  for (const Member& member : node.members) Hide(member.value, secrets);
}

constexpr char kColon[] =
    "a colon and a blank stand behind the name of a setting: url: ...";

}  // namespace

Diagnostic DiagnosticAt(Severity severity, Place place, std::string message,
                        std::string hint) {
  Diagnostic diagnostic;
  diagnostic.severity = severity;
  diagnostic.span.begin = place.begin;
  diagnostic.span.end = place.end;
  diagnostic.message = std::move(message);
  diagnostic.hint = std::move(hint);
  return diagnostic;
}

void FileFindings::Error(Place place, std::string message, std::string hint) {
  diagnostics.push_back(DiagnosticAt(Severity::kError, place,
                                     std::move(message), std::move(hint)));
}

void FileFindings::Warning(Place place, std::string message, std::string hint) {
  diagnostics.push_back(DiagnosticAt(Severity::kWarning, place,
                                     std::move(message), std::move(hint)));
}

void FileFindings::AddFaults(const base::yaml::Tree& tree) {
  for (const base::yaml::Fault& fault : tree.faults) {
    Error(fault.place, fault.message, fault.hint);
  }
}

std::vector<Diagnostic> FileFindings::TakeInOrder() {
  std::stable_sort(
      diagnostics.begin(), diagnostics.end(),
      [](const auto& a, const auto& b) { return a.span.begin < b.span.begin; });
  return std::move(diagnostics);
}

bool FileFindings::MayShow(const Member& key) {
  const bool plain = base::yaml::IsPlainKey(key.key);
  if (!plain) secrets.push_back(key.place);
  return plain;
}

bool FileFindings::IsTooMuch(const Member& map, const MapLimits& limits) {
  std::size_t bytes = 0;
  std::size_t count = 0;
  const auto& all = map.value.members;
  const auto found =
      std::find_if(all.begin(), all.end(), [&](const Member& one) {
        bytes += one.key.size() + one.value.text.size();
        return ++count > limits.members || bytes > limits.bytes;
      });
  if (found == all.end()) return false;
  for (const Member& one : all) secrets.push_back(one.value.place);
  MayShow(*found);
  Error(found->place,
        count > limits.members
            ? "there are more than " + std::to_string(limits.members) + ' ' +
                  map.key
            : map.key + " have more than " + std::to_string(limits.bytes) +
                  " bytes together",
        "leave some out: receivers refuse so much");
  return true;
}

const std::vector<Member>& Settings::NoMembers() {
  static const std::vector<Member> none;
  return none;
}

Settings::Settings(const Node& node, std::string owner, Place place,
                   FileFindings* findings)
    : members_(&NoMembers()),
      owner_(std::move(owner)),
      place_(place),
      findings_(*findings) {
  if (node.kind == Node::Kind::kMap) {
    members_ = &node.members;
    std::set<std::string_view> keys;
    for (const Member& one : node.members) {
      if (keys.insert(one.key).second) continue;
      Hide(one.value, &findings_.secrets);  // nobody finds it
    }
    return;
  }
  const bool nothing = node.kind == Node::Kind::kNull;
  if (!nothing) findings_.secrets.push_back(node.place);
  const bool colon = node.text.find(':') != node.text.npos;
  findings_.Error(
      nothing ? place : node.place,
      owner_ + (nothing ? " has no settings" : " is no map"),
      colon ? kColon
            : "settings follow in lines of their own, each further to the "
              "right: key: value");
}

const Member* Settings::Find(std::string_view key, const char* hint) {
  const bool again =
      std::find(known_.begin(), known_.end(), key) != known_.end();
  if (!again) known_.emplace_back(key);
  const auto found =
      std::find_if(members_->begin(), members_->end(),
                   [key](const Member& one) { return one.key == key; });
  if (found == members_->end()) return nullptr;
  if (found->value.kind != Node::Kind::kNull) return &*found;
  if (again) return nullptr;
  findings_.Error(found->place, found->key + " has no value", hint);
  return nullptr;
}

std::optional<Settings::Text> Settings::FindText(std::string_view key) {
  const Member* member = Find(key);
  if (member == nullptr) return std::nullopt;
  const Node& value = member->value;
  if (value.kind != Node::Kind::kScalar) {
    findings_.secrets.push_back(value.place);
    findings_.Error(value.place, member->key + " is one text",
                    "one that begins with { or [ stands in quotes");
    return std::nullopt;
  }
  if (value.text.empty()) {
    findings_.Error(value.place, member->key + " is empty",
                    "give it a value, or leave it out");
    return std::nullopt;
  }
  return Text{value.text, value.place};
}

std::optional<Settings::Text> Settings::FindSecret(std::string_view key) {
  auto text = FindText(key);
  if (text) findings_.secrets.push_back(text->place);
  return text;
}

void Settings::ReadTime(std::string_view key, base::Duration most,
                        base::Duration* time) {
  const auto text = FindText(key);
  if (!text) return;
  const auto read = pmapi::notation::ParseInterval(text->text);
  if (IsOctal(text->text)) {
    findings_.Error(text->place, std::string(key) + " begins with a 0",
                    "to some readers of YAML that is another number: leave "
                    "the 0 out");
  } else if (SaysMs(text->text)) {
    findings_.Error(text->place, std::string(key) + " is in minutes",
                    "write msec, or min");
  } else if (!read || read->ns <= 0) {
    findings_.Error(text->place, std::string(key) + " is no time above 0",
                    "such as 10 s, 500 msec or 1 min");
  } else if (*read > most) {
    const auto hours = most.ns / kOneHour.ns;
    findings_.Error(text->place,
                    std::string(key) + " is more than " +
                        std::to_string(hours) +
                        (hours == 1 ? " hour" : " hours"),
                    "such as 10 s, 500 msec or 1 min");
  } else {
    *time = *read;
  }
}

void Settings::NoChoice(std::string_view key, const Text& text,
                        const std::vector<std::string>& words) {
  const std::string meant = Nearest(text.text, words);
  findings_.Error(text.place, std::string(key) + " is none of " + Joined(words),
                  meant.empty() ? "" : "did you mean " + meant + "?");
}

void Settings::EndKeys(
    const std::vector<std::pair<std::string, std::string>>& advice) {
  for (const Member& member : *members_) {
    const auto& key = member.key;
    if (std::find(known_.begin(), known_.end(), key) != known_.end()) continue;
    findings_.secrets.push_back(member.value.place);
    const bool shown = findings_.MayShow(member);
    const auto advised =
        std::find_if(advice.begin(), advice.end(), [&](const auto& one) {
          return shown ? one.first == key : key.starts_with(one.first);
        });
    if (!shown) {
      findings_.Error(member.place, "this is no setting of " + owner_,
                      advised != advice.end() ? advised->second : kColon);
      continue;
    }
    const std::string meant = Nearest(key, known_);
    const std::string hint = advised != advice.end() ? advised->second
                             : meant.empty() ? owner_ + " has " + Joined(known_)
                                             : "did you mean " + meant + "?";
    findings_.Error(member.place, owner_ + " has no setting " + key, hint);
  }
}

}  // namespace grammar
