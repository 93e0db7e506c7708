// ReadTls: the settings of a receiver's TLS. Its files are read as a connection
// reads them: what one could not use is told here.
// Source: docs/notifications.md, "TLS".
#ifndef TOCSIN_ACTIONS_RECEIVERS_TLS_SETTINGS_H_
#define TOCSIN_ACTIONS_RECEIVERS_TLS_SETTINGS_H_

#include <filesystem>

#include "base/http/message.h"
#include "grammar/settings/settings.h"

namespace actions {

/// Sets `connection` to what `tls` of `settings`, if it is there, says; paths
/// begin in `folder`. Errors: what is wrong is told; of files, which may come
/// later, with a warning.
void ReadTls(grammar::Settings* settings, const std::filesystem::path& folder,
             base::http::Connection* connection);

}  // namespace actions

#endif  // TOCSIN_ACTIONS_RECEIVERS_TLS_SETTINGS_H_
