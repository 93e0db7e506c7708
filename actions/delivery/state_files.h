// The files of the state directory, and whether they may be opened: whoever
// else may write there could have us wait for ever, or write elsewhere.
#ifndef TOCSIN_ACTIONS_DELIVERY_STATE_FILES_H_
#define TOCSIN_ACTIONS_DELIVERY_STATE_FILES_H_

#include <fcntl.h>

#include <string>

#include "base/result.h"

namespace actions {

/// How they are opened, whatever stands there.
inline constexpr int kOpenState =
    O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK;

inline constexpr char kOutboxFile[] = "outbox.db";
inline constexpr char kOutboxLock[] = "outbox.lock";
/// A link to a damaged one, while what can be read of it is read.
inline constexpr char kOutboxSalvage[] = "outbox.salvage";

/// Has those that are there be the owner's alone. Errors: kSystem: there is no
/// directory `folder`, or others may write there, or one of them is no regular
/// file.
base::Result<void> SecureStateFiles(const std::string& folder);

/// Says in the lock's file, which is `fd`, that the outbox has been used, or
/// that the run that holds the lock goes on in memory.
void MarkLock(int fd, bool in_use);
/// Whether a run holds the lock of `folder` and goes on in memory: what is done
/// to the file it does not see.
bool IsOutOfUse(const std::string& folder);

}  // namespace actions

#endif  // TOCSIN_ACTIONS_DELIVERY_STATE_FILES_H_
