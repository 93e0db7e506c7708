// Errand: what `reliably` keeps of an action, to be done later and after a
// restart: byte for byte what would have been done at once. Doing it is
// actions/reliable_transports.h's.
#ifndef TOCSIN_ACTIONS_NOTIFICATION_ERRAND_H_
#define TOCSIN_ACTIONS_NOTIFICATION_ERRAND_H_

#include <optional>
#include <string>
#include <vector>

namespace actions {

struct Errand {
  /// What is sent: a line of the system's log, an entry of the journal, a
  /// message to a broker; a program's standard input, such as a mail.
  std::string message;
  std::string program;                        // its path; empty: there is none
  std::vector<std::string> arguments = {};    // its name first
  std::vector<std::string> environment = {};  // NAME=VALUE each

  friend bool operator==(const Errand&, const Errand&) = default;
};

/// `errand` as an object in ASCII. Text that is no UTF-8 is an array of bytes.
std::string ErrandJson(const Errand& errand);

/// What ErrandJson() was made of; nothing where it is none of those.
std::optional<Errand> ErrandOf(const std::string& json);

}  // namespace actions

#endif  // TOCSIN_ACTIONS_NOTIFICATION_ERRAND_H_
