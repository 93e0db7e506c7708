// The settings of a receiver, one after the other.
#include "actions/receivers/receivers_file.h"

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <map>
#include <string_view>
#include <utility>

#include "actions/receivers/alertmanager_settings.h"
#include "actions/receivers/connection_settings.h"
#include "actions/receivers/header_lines.h"
#include "actions/receivers/mail_settings.h"
#include "actions/receivers/secret_file.h"
#include "actions/receivers/shown_text.h"
#include "actions/receivers/template_settings.h"
#include "base/ascii.h"
#include "base/url.h"
#include "base/yaml/yaml.h"
#include "grammar/nearest.h"
#include "grammar/receiver.h"
#include "grammar/settings/settings.h"

namespace actions {
namespace {

using base::yaml::Member;
using base::yaml::Node;
using base::yaml::Place;
using grammar::FileFindings;
using grammar::kOneHour;
using grammar::MapLimits;
using grammar::Settings;
using Text = Settings::Text;

/// Of a request these are ours to say.
constexpr std::string_view kOurs[] = {"connection",      "content-length",
                                      "content-type",    "host",
                                      "idempotency-key", "transfer-encoding"};

constexpr std::pair<const char*, BodyForm> kForms[] = {
    {"json", BodyForm::kJson},
    {"slack", BodyForm::kSlack},
    {"cloudevents", BodyForm::kCloudEvents},
    {"alertmanager", BodyForm::kAlertmanager}};

/// A path that is no secret: each Alertmanager has it.
constexpr std::string_view kAlerts = "/api/v2/alerts";

constexpr char kBelowTls[] = "it stands below tls:";

/// For who writes a secret where others read it, or what stands elsewhere.
const std::vector<std::pair<std::string, std::string>>& Advice() {
  static const std::vector<std::pair<std::string, std::string>> advice = {
      {"password", "a password stands in a file: password_file"},
      {"proxy_password", "a password stands in a file: proxy_password_file"},
      {"token", "a token stands in a file: token_file"},
      {"bearer_token_file", "did you mean token_file?"},
      {"bearer_token", "a token stands in a file: token_file"},
      {"basic_auth", "who we are is user and password_file"},
      {"username", "did you mean user?"},
      {"tls_config", "did you mean tls?"},
      {"webhook_url", "did you mean url?"},
      {"api_url", "did you mean url?"},
      {"slack_configs", "it is url or url_file, beside body: slack"},
      {"webhook_configs", "its settings stand right below its name: url"},
      {"email_configs", "a server of mail is url: smtp..., with to and from"},
      {"send_resolved",
       "a rule with falling tells that it is over; of an "
       "Alertmanager resolve_after"},
      {"channel", "the URL says which; what else is sent is a template"},
      {"subject", "it is the rule's name and the text"},
      {"retry", "what fails is tried again for a day: nothing is to be set"},
      {"retries", "what fails is tried again for a day: nothing is to be set"},
      {"max_retries",
       "what fails is tried again for a day: nothing is to be "
       "set"},
      {"<<", "nothing is merged from elsewhere: write the settings out"},
      {"ca_file", kBelowTls},
      {"certificate_file", kBelowTls},
      {"key_file", kBelowTls},
      {"cert_file", "it is certificate_file, below tls:"},
      {"min_version", kBelowTls}};
  return advice;
}

/// What waits for longer is given up.
constexpr base::Duration kLongestInterval{24 * kOneHour.ns};

/// More is refused by servers.
constexpr MapLimits kHeaderLimits{100, 16 << 10};

constexpr std::pair<const char*, const char*> kMethods[] = {
    {"POST", "POST"}, {"PUT", "PUT"}, {"PATCH", "PATCH"}};

/// Source: RFC 9110, section 5.6.2.
bool IsHeaderName(std::string_view text) {
  constexpr std::string_view kSigns = "!#$%&'*+-.^_`|~";
  return !text.empty() && std::all_of(text.begin(), text.end(), [&](char c) {
    return base::IsLetterOrDigit(c) || kSigns.find(c) != kSigns.npos;
  });
}

/// Null where there is none.
const Member* AuthorizationIn(const Member* headers) {
  if (headers == nullptr) return nullptr;
  const auto& all = headers->value.members;
  const auto found =
      std::find_if(all.begin(), all.end(), [](const Member& one) {
        return base::ToLower(one.key) == "authorization";
      });
  return found == all.end() ? nullptr : &*found;
}

/// A file's reader.
class Reader {
 public:
  Reader(const std::string& path, const std::string& text, bool others_read,
         const std::map<std::string, std::string>& taken)
      : templates(text, std::filesystem::path(path).parent_path(), &findings),
        path_(path),
        folder_(std::filesystem::path(path).parent_path()),
        others_read_(others_read),
        taken_(taken) {}

  void Read(const Node& root);
  /// The receiver in which `place` is, if any, is none that is right.
  void Refuse(Place place);

  ReceiverMap receivers;
  std::vector<std::pair<std::string, std::uint32_t>> names;
  FileFindings findings;
  TemplateReader templates;

 private:
  void ReadAll(const Member& all);
  void ReadReceiver(const Member& named);
  void ReadTarget(Settings* settings, Receiver* receiver);
  void ReadUrl(const Text& written, Receiver* receiver);
  void ReadHeaders(Settings* settings, Receiver* receiver);
  void ReadHeader(const Member& header, Receiver* receiver);
  void WarnOfReaders(Place place, const std::string& what,
                     const std::string& hint);
  void ReadSecretFiles(Settings* settings, Receiver* receiver);
  bool ReadBody(Settings* settings, BodySettings* body);
  void WarnOfSlack(Settings* settings, const Receiver& receiver);

  std::string path_;
  std::filesystem::path folder_;
  bool others_read_;
  const std::map<std::string, std::string>& taken_;
};

void Reader::Read(const Node& root) {
  if (root.kind == Node::Kind::kNull) {
    return findings.Error(root.place, "there are no receivers",
                          "the first line is receivers: and each follows by "
                          "its name, with settings below it");
  }
  const std::vector<std::string> top_keys = {"receivers"};
  Settings top(root, "a file of receivers", root.place, &findings);
  const Member* const all =
      top.Find("receivers", "each follows by its name, with settings below it");
  if (all != nullptr) ReadAll(*all);
  std::vector<std::pair<std::string, std::string>> advice;
  for (const Member& one : root.members) {
    if (all != nullptr || one.value.kind != Node::Kind::kMap) continue;
    if (!grammar::Nearest(one.key, top_keys).empty()) continue;
    advice.emplace_back(one.key,
                        "a receiver is indented, below a line receivers:");
  }
  top.EndKeys(advice);
}

void Reader::Refuse(Place place) {
  const auto next = std::upper_bound(
      names.begin(), names.end(), place.begin,
      [](std::uint32_t begin, const auto& one) { return begin < one.second; });
  if (next != names.begin()) receivers.erase(std::prev(next)->first);
}

void Reader::ReadAll(const Member& all) {
  if (all.value.kind != Node::Kind::kMap) {
    findings.secrets.push_back(all.value.place);
    findings.Error(all.place, "receivers is no map of names",
                   all.value.kind == Node::Kind::kSequence
                       ? "write NAME: in place of - name: NAME, and the "
                         "settings below it"
                       : "a name and a colon stand above the settings of each");
  }
  for (const Member& named : all.value.members) ReadReceiver(named);
}

void Reader::ReadReceiver(const Member& named) {
  const std::size_t before = findings.diagnostics.size();
  names.emplace_back(named.key, named.place.begin);
  const bool is_name = grammar::IsReceiverName(named.key);
  if (!is_name) {
    findings.MayShow(named);
    findings.Error(named.place, "this is no name of a receiver",
                   "a name is a letter, and then letters, digits, _ - and .");
  }
  if (const auto taken = taken_.find(named.key); taken != taken_.end()) {
    findings.Error(named.place, "another file has a receiver of this name",
                   "it is " + taken->second);
  }
  Receiver receiver;
  Settings settings(named.value,
                    is_name ? "receiver " + named.key : "a receiver",
                    named.place, &findings);
  if (named.value.kind == Node::Kind::kMap) ReadTarget(&settings, &receiver);
  ReadSecretFiles(&settings, &receiver);
  ReadConnection(&settings, folder_, &receiver.connection);
  receiver.proxy_password_file =
      FindSecretPath(&settings, folder_, "proxy_password_file");
  if (receiver.connection.proxy_user.empty() !=
      receiver.proxy_password_file.empty()) {
    findings.Error(named.place,
                   "proxy_user and proxy_password_file stand together, or "
                   "neither");
  }
  const bool has_body = ReadBody(&settings, &receiver.body);
  WarnOfSlack(&settings, receiver);
  ReadAlertmanager(&settings, &receiver);
  settings.ReadTime("timeout", kOneHour, &receiver.limit);
  settings.ReadTime("connect_timeout", kOneHour, &receiver.connect_limit);
  settings.ReadTime("interval", kLongestInterval, &receiver.interval);
  ReadMail(&settings, &receiver);
  CheckClearText(&settings, receiver);
  settings.EndKeys(Advice());
  const auto& all = findings.diagnostics;
  const bool right =
      has_body &&
      std::none_of(all.begin() + static_cast<std::ptrdiff_t>(before), all.end(),
                   [](const grammar::Diagnostic& one) {
                     return one.severity == grammar::Severity::kError;
                   });
  if (right) receivers.emplace(named.key, std::move(receiver));
}

void Reader::ReadTarget(Settings* settings, Receiver* receiver) {
  const auto url = settings->FindSecret("url");
  receiver->url_file = FindUrlPath(settings, folder_, "url_file");
  if (url) ReadUrl(*url, receiver);
  if (url && !receiver->url_file.empty()) {
    findings.Error(url->place, "there are both url and url_file", "keep one");
  } else if (settings->Find("url") == nullptr &&
             settings->Find("url_file") == nullptr) {
    findings.Error(settings->place(), "there is no url",
                   "url: https://alerts.example.com, or url_file: a file "
                   "that holds it");
  }
  settings->ReadChoice("method", kMethods, &receiver->method);
  ReadHeaders(settings, receiver);
}

void Reader::ReadUrl(const Text& written, Receiver* receiver) {
  const bool mail = base::IsMailUrl(written.text);
  if (!mail && !base::IsHttpUrl(written.text)) {
    const bool to = written.text.starts_with("mailto:");
    return findings.Error(
        written.place,
        "a URL begins with http://, https://, smtp:// or smtps://",
        to ? "mail goes to its server, smtp: or smtps:, and to: has the "
             "addresses"
           : "");
  }
  const auto url =
      mail ? base::ParseMailUrl(written.text) : base::ParseUrl(written.text);
  if (!url) return findings.Error(written.place, url.error().message);
  receiver->url = written.text;
  std::string_view rest = written.text;
  rest.remove_prefix(rest.find("://") + 3);
  rest.remove_prefix(std::min(rest.size(), rest.find_first_of("/?#")));
  if (rest.size() <= 1 || rest == kAlerts) return;
  WarnOfReaders(written.place, "url", "url_file: a file that holds it");
}

/// It is told once.
void Reader::WarnOfReaders(Place place, const std::string& what,
                           const std::string& hint) {
  if (!std::exchange(others_read_, false)) return;
  findings.Warning(
      place,
      "everybody can read this file, and the " + what + " may be a secret",
      HowToHide(path_) + "; or " + hint);
}

void Reader::ReadHeaders(Settings* settings, Receiver* receiver) {
  const Member* headers = settings->Find("headers");
  if (headers == nullptr) return;
  if (headers->value.kind != Node::Kind::kMap) {
    findings.secrets.push_back(headers->value.place);
    return findings.Error(headers->place, "headers is no map",
                          "each is a line of its own below it: Name: value");
  }
  if (findings.IsTooMuch(*headers, kHeaderLimits)) return;
  for (const Member& header : headers->value.members) {
    ReadHeader(header, receiver);
  }
}

void Reader::ReadHeader(const Member& header, Receiver* receiver) {
  const Node& value = header.value;
  findings.secrets.push_back(value.place);
  if (!IsHeaderName(header.key)) {
    findings.MayShow(header);
    return findings.Error(header.place,
                          header.key.empty() ? "this header has no name"
                                             : "this is no name of a header",
                          "a colon and a blank stand behind it: X-Key: ...");
  }
  const auto* const end = std::end(kOurs);
  if (std::find(std::begin(kOurs), end, base::ToLower(header.key)) != end) {
    return findings.Error(header.place,
                          "the header " + header.key + " is not to be set");
  }
  if (value.kind == Node::Kind::kNull) {
    return findings.Error(header.place, "this header has no value",
                          "~ and null stand in quotes");
  }
  if (value.kind != Node::Kind::kScalar || !IsHeaderValue(value.text)) {
    return findings.Error(value.place, "a header's value is a line of ASCII");
  }
  if (value.text.find_first_not_of(' ') == value.text.npos) {
    return findings.Error(value.place, "this header's value is empty",
                          "give it one, or leave it out: it would not be sent");
  }
  // Receivers take them for one.
  if (HasHeader(receiver->headers, header.key)) {
    return findings.Error(
        header.place, "the header " + header.key + " stands twice", "keep one");
  }
  receiver->headers.push_back(header.key + ": " + value.text);
  if (!MayBeSecret(header.key)) return;
  WarnOfReaders(value.place, "header",
                "a token or a password stands in a file: token_file");
}

void Reader::ReadSecretFiles(Settings* settings, Receiver* receiver) {
  const auto user = settings->FindText("user");
  receiver->password_file = FindSecretPath(settings, folder_, "password_file");
  receiver->token_file = FindTokenPath(settings, folder_, "token_file");
  if (user) receiver->user = user->text;
  if (user.has_value() == receiver->password_file.empty()) {
    findings.Error(settings->place(),
                   "user and password_file stand together, or neither");
  }
  if (user && !receiver->token_file.empty()) {
    findings.Error(user->place, "there are both user and token_file",
                   "keep one");
  }
  if (const Member* twice = AuthorizationIn(settings->Find("headers"));
      twice != nullptr && (user || !receiver->token_file.empty())) {
    findings.Error(twice->place,
                   std::string("there are both ") +
                       (user ? "user" : "token_file") +
                       " and the header Authorization",
                   "keep one");
  }
  if (user && user->text.find(':') != user->text.npos) {
    findings.Error(user->place, "a user's name has no colon");
  }
}

/// False where a template is wrong.
bool Reader::ReadBody(Settings* settings, BodySettings* body) {
  const Member* form = settings->Find("body");
  settings->ReadChoice("body", kForms, &body->form);
  const bool right = templates.Read(settings, body);
  if (form != nullptr && body->form == BodyForm::kTemplate) {
    findings.Error(form->place, "there are both a body and a template",
                   "keep one");
  }
  return right;
}

/// Of a template the site knows what it is. Alertmanager's path:
/// ReadAlertmanager().
void Reader::WarnOfSlack(Settings* settings, const Receiver& receiver) {
  const BodyForm form = receiver.body.form;
  if (grammar::BodyOfUrl(receiver.url) != "slack" || form == BodyForm::kSlack ||
      form == BodyForm::kTemplate) {
    return;
  }
  findings.Warning(settings->place(), "to Slack goes a body of its own",
                   "body: slack");
}

}  // namespace

ReceiversFile ReadReceivers(const std::string& path, const std::string& text,
                            bool others_read,
                            const std::map<std::string, std::string>& taken) {
  const base::yaml::Tree tree = base::yaml::Parse(text);
  Reader reader(path, text, others_read, taken);
  reader.findings.AddFaults(tree);
  if (tree.whole) reader.Read(tree.root);
  for (const base::yaml::Fault& twice : tree.faults) reader.Refuse(twice.place);
  auto diagnostics = reader.findings.TakeInOrder();
  const FileFindings& found = reader.findings;
  return {
      std::move(reader.receivers), std::move(reader.names),
      std::move(diagnostics),
      grammar::SourceText(
          path, tree.whole ? WithoutSecrets(text, found.secrets, found.shown)
                           : WithoutValues(text)),
      reader.templates.TakeFiles()};
}

}  // namespace actions
