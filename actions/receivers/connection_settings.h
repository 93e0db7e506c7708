// ReadConnection: the settings of a receiver that say how it is reached.
// Source: docs/notifications.md, "Receivers".
#ifndef TOCSIN_ACTIONS_RECEIVERS_CONNECTION_SETTINGS_H_
#define TOCSIN_ACTIONS_RECEIVERS_CONNECTION_SETTINGS_H_

#include <filesystem>
#include <string>
#include <string_view>

#include "actions/receivers/receiver.h"
#include "base/http/message.h"
#include "grammar/settings/settings.h"

namespace actions {

/// Sets `connection` to what `proxy`, `proxy_user` and `tls` say; paths begin
/// in `folder`. Errors: what is wrong is told.
void ReadConnection(grammar::Settings* settings,
                    const std::filesystem::path& folder,
                    base::http::Connection* connection);

/// True of this host, by name or address.
bool IsLoopback(const std::string& host);

/// The URL of `receiver`: of one in a file as it is now, empty where it is not
/// known.
std::string UrlNow(const Receiver& receiver);

/// What has no TLS by its URL is told where it is to have TLS, and where it
/// takes a secret to another host.
void CheckClearText(grammar::Settings* settings, const Receiver& receiver);

/// Warns, once a file, of one at `path` that holds a secret, as the setting
/// `key` says, and that everybody can read; not of none.
void WarnOfReaders(grammar::Settings* settings, std::string_view key,
                   const std::string& path);

/// The path that the setting `key` is, empty if there is none.
/// Errors: a file that holds a secret and that everybody can read is told, once
/// a file, and so is one without a first line, which may come later.
std::string FindSecretPath(grammar::Settings* settings,
                           const std::filesystem::path& folder,
                           std::string_view key);
/// The same of a file whose first line is a bearer token.
std::string FindTokenPath(grammar::Settings* settings,
                          const std::filesystem::path& folder,
                          std::string_view key);
/// The same of a file whose first line is a URL.
std::string FindUrlPath(grammar::Settings* settings,
                        const std::filesystem::path& folder,
                        std::string_view key);

}  // namespace actions

#endif  // TOCSIN_ACTIONS_RECEIVERS_CONNECTION_SETTINGS_H_
