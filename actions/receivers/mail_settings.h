// ReadMail: the settings of a receiver that is told by mail.
// Source: docs/notifications.md, "Mail".
#ifndef TOCSIN_ACTIONS_RECEIVERS_MAIL_SETTINGS_H_
#define TOCSIN_ACTIONS_RECEIVERS_MAIL_SETTINGS_H_

#include "actions/receivers/receiver.h"
#include "grammar/settings/settings.h"

namespace actions {

/// Sets the envelope of `receiver`, whose other settings have been read, where
/// its URL is one of mail. Errors: what is wrong is told, and so are settings
/// of the other kind of receiver.
void ReadMail(grammar::Settings* settings, Receiver* receiver);

}  // namespace actions

#endif  // TOCSIN_ACTIONS_RECEIVERS_MAIL_SETTINGS_H_
