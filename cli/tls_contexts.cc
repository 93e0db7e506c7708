// The file, its lines, and one context for each way to trust.
#include "cli/tls_contexts.h"

#include <algorithm>
#include <cerrno>
#include <map>
#include <string>

#include "base/file.h"

namespace cli {
namespace {

using base::tls::Settings;

constexpr std::size_t kMostBytes = std::size_t{1} << 20;  // of a tls.conf

std::string_view Trim(std::string_view text) {
  constexpr std::string_view kBlanks = " \t\r";
  const std::size_t first = text.find_first_not_of(kBlanks);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(kBlanks) - first + 1);
}

void Take(std::string_view line, Settings* settings) {
  static const std::map<std::string_view, std::string Settings::*> kNames = {
      {"tls-ca-cert-file", &Settings::authority_file},
      {"tls-ca-cert-dir", &Settings::authority_directory},
      {"tls-client-cert-file", &Settings::certificate_file},
      {"tls-client-key-file", &Settings::key_file},
      {"tls-ciphers", &Settings::ciphers},
      {"tls-ciphersuites", &Settings::ciphersuites}};
  line = line.substr(0, line.find('#'));
  const std::size_t equals = line.find('=');
  if (equals == std::string_view::npos) return;
  const auto name = kNames.find(Trim(line.substr(0, equals)));
  if (name == kNames.end()) return;
  settings->*name->second = Trim(line.substr(equals + 1));
}

}  // namespace

Settings ParseTlsSettings(std::string_view text) {
  Settings settings;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    Take(text.substr(0, end), &settings);
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return settings;
}

base::Result<std::shared_ptr<const base::tls::Context>> TlsContexts::For(
    bool verify) {
  std::shared_ptr<const base::tls::Context>& made = made_[verify];
  if (made != nullptr) return made;
  const std::string path =
      environment_("PCP_TLSCONF_PATH").value_or("/etc/pcp/tls.conf");
  const auto text = base::ReadRegularText(path, kMostBytes);
  if (!text && text.error().system_errno != ENOENT) return text.error();
  Settings settings;
  if (text) settings = ParseTlsSettings(*text);
  settings.verify = verify;
  auto context = base::tls::MakeContext(settings);
  if (!context) return context.error();
  made = *std::move(context);
  return made;
}

}  // namespace cli
