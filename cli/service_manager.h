// ServiceManager: tells systemd how we are: a datagram each to the socket that
// $NOTIFY_SOCKET names. Without it, nobody is told. Source: sd_notify(3).
#ifndef TOCSIN_CLI_SERVICE_MANAGER_H_
#define TOCSIN_CLI_SERVICE_MANAGER_H_

#include <optional>
#include <string>

#include "base/time.h"
#include "base/unix_datagram.h"
#include "cli/options.h"

namespace cli {

class ServiceManager {
 public:
  ServiceManager(const Environment& environment, int pid);

  void Ready() const { Tell("READY=1"); }
  void Stopping() const { Tell("STOPPING=1"); }
  void Alive() const { Tell("WATCHDOG=1"); }
  /// False where nobody is told anything.
  bool listens() const { return socket_.has_value(); }
  /// A line that `systemctl status` shows; told when it is a new one.
  void Status(const std::string& line);

  /// The interval at which Alive() is to be called, half of what systemd waits;
  /// nothing where it is not wanted.
  const std::optional<base::Duration>& watchdog() const { return watchdog_; }

 private:
  void Tell(const std::string& message) const;

  mutable std::optional<base::UnixDatagram> socket_;  // may be opened late
  std::optional<base::Duration> watchdog_;
  std::string status_;
};

}  // namespace cli

#endif  // TOCSIN_CLI_SERVICE_MANAGER_H_
