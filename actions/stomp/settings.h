// StompSettings: which broker, how one is let in, and where messages go. The
// file that says it: settings_file.h.
#ifndef TOCSIN_ACTIONS_STOMP_SETTINGS_H_
#define TOCSIN_ACTIONS_STOMP_SETTINGS_H_

#include <memory>
#include <string>

#include "base/time.h"
#include "base/tls/tls.h"

namespace actions {

struct StompSettings {
  std::string host;
  int port = 0;
  std::string user;
  std::string passcode;  // is never shown
  std::string destination = "/topic/PMIE";
  std::string virtual_host = "/";
  /// How long the broker may take to connect and let us in, and to take what it
  /// is told.
  base::Duration timeout{5 * base::kNanosPerSecond};
  /// How often each of the two tells that it is there; 0: never.
  base::Duration heart_beat{10 * base::kNanosPerSecond};
  /// Demands TLS; null: does not.
  std::shared_ptr<const base::tls::Context> tls;
  /// As pmie, a message that was sent has succeeded: no receipt is asked for.
  bool as_pmie = false;
};

}  // namespace actions

#endif  // TOCSIN_ACTIONS_STOMP_SETTINGS_H_
