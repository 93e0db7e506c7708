// ReadAlertmanager: the settings of a receiver that is an Alertmanager.
// Source: docs/notifications.md, "Bodies".
#ifndef TOCSIN_ACTIONS_RECEIVERS_ALERTMANAGER_SETTINGS_H_
#define TOCSIN_ACTIONS_RECEIVERS_ALERTMANAGER_SETTINGS_H_

#include "actions/receivers/receiver.h"
#include "grammar/settings/settings.h"

namespace actions {

/// Sets `labels`, `annotations` and `resolve_after` of `receiver`, whose URL
/// and body have been read. Errors: what is wrong is told, and a URL is warned
/// of that is no Alertmanager's, or one's whose body is another.
void ReadAlertmanager(grammar::Settings* settings, Receiver* receiver);

}  // namespace actions

#endif  // TOCSIN_ACTIONS_RECEIVERS_ALERTMANAGER_SETTINGS_H_
