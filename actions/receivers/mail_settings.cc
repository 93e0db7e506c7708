// Addresses are written as they are sent: one that is none is refused here.
#include "actions/receivers/mail_settings.h"

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "actions/receivers/connection_settings.h"
#include "base/ascii.h"
#include "base/url.h"
#include "base/yaml/yaml.h"

namespace actions {
namespace {

using base::http::StartTls;
using base::yaml::Member;
using base::yaml::Node;
using grammar::Settings;

constexpr std::size_t kMostTo = 100;
/// Source: RFC 8314, section 7.3.
constexpr int kSmtpsPort = 465;

constexpr const char* kOfMail[] = {"from", "to", "starttls"};
constexpr const char* kOfHttp[] = {
    "method",        "headers",       "token_file",  "body",
    "template",      "labels",        "annotations", "content_type",
    "resolve_after", "template_file", "proxy_user",  "proxy"};

constexpr std::pair<const char*, StartTls> kStartTls[] = {
    {"never", StartTls::kNever},
    {"offered", StartTls::kIfOffered},
    {"required", StartTls::kRequired}};

/// ops@example.org: no word of it is quoted, nothing in it ends a line.
/// Source: RFC 5321, section 4.1.2.
bool IsAddress(std::string_view text) {
  constexpr std::size_t kMostBytes = 254;
  constexpr std::string_view kSigns = "!#$%&'*+-./=?^_`{|}~";
  const std::size_t at = text.find('@');
  if (at == 0 || at == text.npos || text.size() > kMostBytes) return false;
  const std::string_view host = text.substr(at + 1);
  return !host.empty() && host.front() != '-' && text.front() != '-' &&
         std::all_of(text.begin(), text.begin() + static_cast<long>(at),
                     [&](char c) {
                       return base::IsLetterOrDigit(c) ||
                              kSigns.find(c) != kSigns.npos;
                     }) &&
         std::all_of(host.begin(), host.end(), [](char c) {
           return base::IsLetterOrDigit(c) || c == '.' || c == '-';
         });
}

/// The address that `node` is, empty, and it is told, if it is none.
std::string AddressOf(const Node& node, Settings* settings) {
  if (node.kind == Node::Kind::kScalar && IsAddress(node.text)) {
    return node.text;
  }
  const bool several = node.text.find(',') != node.text.npos;
  settings->findings().Error(
      node.place, "this is no address of mail",
      several ? "several are a list: [a@example.org, b@example.org]"
              : "such as ops@example.org, without a name");
  return "";
}

/// One, or a list.
std::vector<std::string> ReadTo(const Member& to, Settings* settings) {
  const bool list = to.value.kind == Node::Kind::kSequence;
  std::vector<std::string> all;
  if (!list) return {AddressOf(to.value, settings)};
  for (const Node& one : to.value.items) {
    if (all.size() == kMostTo) {
      settings->findings().Error(one.place, "there are more than 100 addresses",
                                 "a list of the mail server has more");
      break;
    }
    all.push_back(AddressOf(one, settings));
  }
  if (all.empty()) settings->findings().Error(to.place, "to is empty");
  return all;
}

/// Of a URL that is not known, because it is wrong, all are settings.
void RefuseOthers(Settings* settings, bool mail, bool known) {
  const auto refuse = [settings, known](const char* key, const char* of) {
    const Member* one = settings->Find(key);
    if (one == nullptr || !known) return;
    settings->findings().Error(one->place, one->key + " is for a url of " + of);
  };
  for (const char* key : kOfMail) {
    if (!mail) refuse(key, "smtp:// or smtps://");
  }
  for (const char* key : kOfHttp) {
    if (mail) refuse(key, "http:// or https://");
  }
}

}  // namespace

void ReadMail(Settings* settings, Receiver* receiver) {
  const bool mail = base::IsMailUrl(receiver->url);
  const bool known = !receiver->url.empty() || !receiver->url_file.empty();
  RefuseOthers(settings, mail, known);
  const auto url = base::ParseMailUrl(receiver->url);
  if (!url) return;
  base::http::Envelope& envelope = receiver->envelope.emplace();
  const Member* from = settings->Find("from");
  const Member* to = settings->Find("to");
  if (from == nullptr || to == nullptr) {
    settings->findings().Error(
        settings->place(), "a mail is from somebody and to somebody",
        "from: tocsin@example.org, to: [ops@example.org]");
  }
  if (from != nullptr) envelope.from = AddressOf(from->value, settings);
  if (to != nullptr) envelope.to = ReadTo(*to, settings);
  envelope.user = receiver->user;
  const bool secret = !receiver->user.empty() && !IsLoopback(url->host);
  envelope.start_tls = IsLoopback(url->host) ? StartTls::kNever
                       : secret              ? StartTls::kRequired
                                             : StartTls::kIfOffered;
  settings->ReadChoice("starttls", kStartTls, &envelope.start_tls);
  if (url->encrypted) envelope.start_tls = StartTls::kNever;
  if (secret && !url->encrypted && envelope.start_tls != StartTls::kRequired) {
    settings->findings().Warning(settings->Find("starttls")->value.place,
                                 "the password may go there for all to read",
                                 "starttls: required, or a url of smtps://");
  }
  if (!url->encrypted && url->port == kSmtpsPort) {
    settings->findings().Warning(settings->Find("url")->value.place,
                                 "port 465 has TLS from the beginning",
                                 "a url of smtps://");
  }
}

}  // namespace actions
