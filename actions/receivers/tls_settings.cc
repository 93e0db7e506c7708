// Each file is read once, however many receivers have it: there may be hundreds
// of certificates in one.
#include "actions/receivers/tls_settings.h"

#include <algorithm>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "actions/receivers/connection_settings.h"
#include "actions/receivers/secret_file.h"
#include "base/tls/identity.h"
#include "base/tls/trust.h"
#include "base/yaml/yaml.h"

namespace actions {
namespace {

using base::http::Connection;
using grammar::FileFindings;
using grammar::Settings;

constexpr std::pair<const char*, bool> kVersions[] = {{"1.2", false},
                                                      {"1.3", true}};

/// Units: bytes.
constexpr std::size_t kMostBytes = std::size_t{16} << 20;

constexpr char kReadAnew[] = "it is read anew for each connection";
constexpr char kCertificates[] =
    "in PEM -----BEGIN CERTIFICATE----- stands before each";
constexpr char kKey[] = "it is that of certificate_file, in PEM";
constexpr char kKeyFile[] =
    "the key stands there, too, or in a file of its own: key_file";

constexpr char kCertificate[] = "did you mean certificate_file?";

/// As others call them.
const std::vector<std::pair<std::string, std::string>>& Advice() {
  static const std::vector<std::pair<std::string, std::string>> advice = {
      {"ca", "did you mean ca_file?"},
      {"key", "did you mean key_file?"},
      {"cert", kCertificate},
      {"cert_file", kCertificate},
      {"certificate", kCertificate},
      {"insecure_skip_verify",
       "who is told is always checked: ca_file says by whom"}};
  return advice;
}

/// Whether a certificate is meant somewhere in `tls`, as whatever it is called.
bool SaysCertificate(const base::yaml::Node& tls) {
  return std::any_of(tls.members.begin(), tls.members.end(),
                     [](const base::yaml::Member& one) {
                       return one.key.starts_with("cert");
                     });
}

class TlsReader {
 public:
  TlsReader(const base::yaml::Member& tls, std::filesystem::path folder,
            FileFindings* findings)
      : tls_(tls.value),
        settings_(tls.value, "tls", tls.place, findings),
        folder_(std::move(folder)) {}

  void Read(Connection* connection);

 private:
  using Try = std::function<base::Result<void>(const std::string& path)>;

  std::string FindPath(std::string_view key);
  bool CanUse(std::string_view key, const std::string& path,
              const std::string& with, const Try& use, const char* hint);
  void TryIdentity(const Connection& connection);

  const base::yaml::Node& tls_;
  Settings settings_;
  std::filesystem::path folder_;
};

/// What stands where its file's name belongs is told and hidden.
std::string TlsReader::FindPath(std::string_view key) {
  const auto written = settings_.FindText(key);
  if (!written) return "";
  if (written->text.find("-----BEGIN") != std::string::npos) {
    settings_.findings().secrets.push_back(written->place);
    settings_.findings().Error(
        written->place, "this is PEM, and " + std::string(key) + " is a file",
        "write it into one");
    return "";
  }
  return (folder_ / written->text).string();
}

/// False, with a warning, where what `use` makes of the file is wrong. `with`:
/// what else that depends on.
bool TlsReader::CanUse(std::string_view key, const std::string& path,
                       const std::string& with, const Try& use,
                       const char* hint) {
  auto& tried = settings_.findings().tried;
  const auto [found, first] = tried.try_emplace({path, with});
  std::optional<base::Error>& wrong = found->second;
  if (first) {
    // OpenSSL would wait for what is no file.
    const auto read = ReadNamedFile(path, key, kMostBytes);
    const auto used = read ? use(path) : base::Result<void>(read.error());
    if (!used) wrong = used.error();
  }
  if (!wrong) return true;
  const bool is_read = wrong->code == base::ErrorCode::kInvalid;
  settings_.findings().Warning(settings_.Find(key)->value.place, wrong->message,
                               is_read ? hint : kReadAnew);
  return false;
}

void TlsReader::TryIdentity(const Connection& connection) {
  const std::string& certificate = connection.certificate_file;
  const std::string& key = connection.key_file;
  if (!CanUse("certificate_file", certificate, "certificate",
              base::tls::TryCertificate, kCertificates)) {
    return;
  }
  CanUse("certificate_file", certificate, "lifetime", base::tls::TryLifetime,
         "who wants to know us refuses it, mostly for good");
  const auto use = [&certificate](const std::string& path) {
    return base::tls::TryKey(path, certificate);
  };
  if (!key.empty()) {
    CanUse("key_file", key, certificate, use, kKey);
  } else if (settings_.Find("key_file") == nullptr &&
             CanUse("certificate_file", certificate, certificate, use,
                    kKeyFile)) {
    WarnOfReaders(&settings_, "certificate_file", certificate);
  }
}

void TlsReader::Read(Connection* connection) {
  connection->ca_file = FindPath("ca_file");
  connection->certificate_file = FindPath("certificate_file");
  connection->key_file = FindPath("key_file");
  WarnOfReaders(&settings_, "key_file", connection->key_file);
  if (!connection->ca_file.empty()) {
    const auto use = [](const std::string& path) {
      const auto read = base::tls::ReadTrust(path, "");
      return read ? base::Result<void>() : read.error();
    };
    CanUse("ca_file", connection->ca_file, "", use, kCertificates);
  }
  if (!connection->certificate_file.empty()) TryIdentity(*connection);
  if (!connection->key_file.empty() && !SaysCertificate(tls_)) {
    settings_.findings().Error(settings_.Find("key_file")->place,
                               "there is a key_file and no certificate_file");
  }
  settings_.ReadChoice("min_version", kVersions, &connection->tls13);
  settings_.EndKeys(Advice());
}

}  // namespace

void ReadTls(Settings* settings, const std::filesystem::path& folder,
             Connection* connection) {
  const auto* const tls = settings->Find("tls");
  if (tls == nullptr) return;
  TlsReader(*tls, folder, &settings->findings()).Read(connection);
}

}  // namespace actions
