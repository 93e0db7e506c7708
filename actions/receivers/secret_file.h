// ReadSecret: a secret from a file of its own, as Docker, Kubernetes and
// systemd have them.
#ifndef TOCSIN_ACTIONS_RECEIVERS_SECRET_FILE_H_
#define TOCSIN_ACTIONS_RECEIVERS_SECRET_FILE_H_

#include <string>

#include "base/result.h"

namespace actions {

/// The first line of the file at `path`, without blanks around it.
/// Errors: kSystem; kCorrupt: a file that is too large, a line that is empty or
/// holds what steers terminals. None holds a word of the file.
base::Result<std::string> ReadSecret(const std::string& path);

/// True if others than its owner and group can read the file at `path`,
/// which is a regular one.
bool OthersRead(const std::string& path);

}  // namespace actions

#endif  // TOCSIN_ACTIONS_RECEIVERS_SECRET_FILE_H_
