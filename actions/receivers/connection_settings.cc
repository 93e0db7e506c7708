// What is wrong with a file is told here, and not at the first connection only.
#include "actions/receivers/connection_settings.h"

#include <arpa/inet.h>

#include <optional>

#include "actions/receivers/header_lines.h"
#include "actions/receivers/secret_file.h"
#include "actions/receivers/tls_settings.h"
#include "base/ascii.h"
#include "base/http/proxy.h"
#include "base/url.h"

namespace actions {
namespace {

using grammar::FileFindings;
using grammar::Settings;

constexpr char kReadAnew[] = "it is read anew for each notification";

std::string FindPath(Settings* settings, const std::filesystem::path& folder,
                     std::string_view key) {
  const auto written = settings->FindText(key);
  return written ? (folder / written->text).string() : "";
}

/// What stands where its file's name belongs is told and hidden.
bool IsNoPath(Settings* settings, std::string_view key) {
  const auto written = settings->FindText(key);
  if (!written) return false;
  const bool url = written->text.find("://") != std::string::npos;
  const bool token = IsBearer(written->text);
  if (!url && !token) return false;
  settings->findings().secrets.push_back(written->place);
  settings->findings().Error(
      written->place,
      url ? "this is a URL, and " + std::string(key) + " is a file"
          : "this is a token, and " + std::string(key) + " is a file",
      url ? "a URL stands in url:" : "the file's first line is the token");
  return true;
}

}  // namespace

void WarnOfReaders(Settings* settings, std::string_view key,
                   const std::string& path) {
  FileFindings& findings = settings->findings();
  if (path.empty() || !OthersRead(path)) return;
  if (!findings.open_files.insert(path).second) return;
  findings.Warning(settings->Find(key)->value.place,
                   "everybody can read this file, and it holds a secret",
                   HowToHide(path));
}

bool IsLoopback(const std::string& host) {
  in_addr address;
  constexpr in_addr_t kNetwork = 127;
  if (::inet_pton(AF_INET, host.c_str(), &address) == 1) {
    return ntohl(address.s_addr) >> 24 == kNetwork;
  }
  return base::EqualIgnoringCase(host, "localhost") || host == "::1";
}

std::string UrlNow(const Receiver& receiver) {
  if (receiver.url_file.empty()) return receiver.url;
  const auto line = ReadSecret(receiver.url_file, "url_file");
  return line ? *line : "";
}

/// What is in a file may be another URL by then.
void CheckClearText(Settings* settings, const Receiver& receiver) {
  const auto url = base::ParseUrl(UrlNow(receiver));
  if (!url || url->encrypted) return;
  FileFindings& findings = settings->findings();
  const auto* const tls = settings->Find("tls");
  if (tls != nullptr && receiver.url_file.empty()) {
    findings.Error(tls->place, "tls is for a url of https:// or of mail");
  } else if (tls != nullptr) {
    findings.Warning(tls->place, "the url in its file is of http://",
                     "tls is for one of https://");
  }
  if (IsLoopback(url->host)) return;
  const auto warn = [&findings](base::yaml::Place place, const char* what) {
    findings.Warning(place, std::string(what) + " goes there for all to read",
                     "a url of https://");
  };
  for (const char* key : {"password_file", "token_file"}) {
    const auto* const secret = settings->Find(key);
    if (secret != nullptr) warn(secret->place, "the secret");
  }
  const auto* const headers = settings->Find("headers");
  if (headers == nullptr) return;
  for (const auto& header : headers->value.members) {
    if (MayBeSecret(header.key)) {
      warn(header.place, "this header, which may be a secret,");
    }
  }
}

void ReadConnection(Settings* settings, const std::filesystem::path& folder,
                    base::http::Connection* connection) {
  // A password may stand in it.
  if (const auto text = settings->FindSecret("proxy")) {
    const auto proxy = base::http::ParseProxy(text->text);
    if (proxy) {
      connection->proxy = *proxy;
    } else {
      settings->findings().Error(text->place, proxy.error().message,
                                 "such as http://proxy.example.com:3128");
    }
  }
  if (const auto user = settings->FindSecret("proxy_user")) {
    connection->proxy_user = user->text;
    if (user->text.find(':') != user->text.npos) {
      settings->findings().Error(user->place, "a user's name has no colon");
    }
    if (settings->Find("proxy") == nullptr) {
      settings->findings().Error(user->place,
                                 "there is no proxy for this user");
    }
  }
  ReadTls(settings, folder, connection);
}

std::string FindSecretPath(Settings* settings,
                           const std::filesystem::path& folder,
                           std::string_view key) {
  const std::string path = FindPath(settings, folder, key);
  if (path.empty() || IsNoPath(settings, key)) return path;
  if (const auto secret = ReadSecret(path, key); !secret) {
    const auto& place = settings->Find(key)->value.place;
    settings->findings().secrets.push_back(place);
    settings->findings().Warning(place, secret.error().message, kReadAnew);
  }
  WarnOfReaders(settings, key, path);
  return path;
}

std::string FindTokenPath(Settings* settings,
                          const std::filesystem::path& folder,
                          std::string_view key) {
  std::string path = FindSecretPath(settings, folder, key);
  const auto token = ReadSecret(path, key);
  if (token && !IsOneToken(*token)) {
    settings->findings().Warning(
        settings->Find(key)->value.place,
        path + ": a bearer token is ASCII without blanks",
        "of another scheme than Bearer is the header Authorization");
  }
  return path;
}

std::string FindUrlPath(Settings* settings, const std::filesystem::path& folder,
                        std::string_view key) {
  std::string path = FindSecretPath(settings, folder, key);
  const auto line = ReadSecret(path, key);
  if (line && base::IsMailUrl(*line)) {
    settings->findings().Error(
        settings->Find(key)->value.place,
        path + ": a URL of mail does not stand in a file",
        "it is no secret, and stands in url; its password is one: "
        "password_file");
    return "";
  }
  const auto url = line ? base::ParseUrl(*line) : base::Url();
  if (!url) {
    settings->findings().Warning(settings->Find(key)->value.place,
                                 path + ": " + url.error().message, kReadAnew);
  }
  return path;
}

}  // namespace actions
