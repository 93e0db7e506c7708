// ReadSecret: a secret from a file of its own, as Docker, Kubernetes and
// systemd have them.
#ifndef TOCSIN_ACTIONS_RECEIVERS_SECRET_FILE_H_
#define TOCSIN_ACTIONS_RECEIVERS_SECRET_FILE_H_

#include <cstddef>
#include <string>
#include <string_view>

#include "base/result.h"

namespace actions {

/// The text of the file at `path`, which `setting` names.
/// Errors: kSystem; kCorrupt: one of more than `most` bytes. None holds a word
/// of the file, nor the path of one that is not there: it may be the secret
/// itself.
base::Result<std::string> ReadNamedFile(const std::string& path,
                                        std::string_view setting,
                                        std::size_t most);

/// The first line of that, without blanks around it.
/// Errors: those of ReadNamedFile(); kCorrupt: a line that is empty, begins
/// with a byte order mark or holds what steers terminals.
base::Result<std::string> ReadSecret(const std::string& path,
                                     std::string_view setting);

/// True of a token that says itself what it is: "Bearer x".
bool IsBearer(const std::string& secret);

/// True of one as receivers know them, which may say so itself.
/// Source: RFC 6750, section 2.1.
bool IsOneToken(const std::string& secret);

/// True if others than its owner and group can read the file at `path`,
/// which is a regular one.
bool OthersRead(const std::string& path);

/// How that is mended, so that the service still reads it: its user has a group
/// of its own (packaging/systemd/tocsin.sysusers).
std::string HowToHide(const std::string& path);

}  // namespace actions

#endif  // TOCSIN_ACTIONS_RECEIVERS_SECRET_FILE_H_
