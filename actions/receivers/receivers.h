// Receivers: to whom notifications go, and as what request.
// Source: docs/notifications.md, "What is told", "Receivers".
#ifndef TOCSIN_ACTIONS_RECEIVERS_RECEIVERS_H_
#define TOCSIN_ACTIONS_RECEIVERS_RECEIVERS_H_

#include <map>
#include <string>
#include <utility>

#include "actions/notification/notification.h"
#include "actions/receivers/receiver.h"
#include "base/http/message.h"
#include "base/result.h"

namespace actions {

class Receivers {
 public:
  /// From now on those are `named` that have names.
  void Name(ReceiverMap named) { named_ = std::move(named); }

  /// The name of the receiver that a rule calls `written`; of a URL its scheme
  /// and host and a number that no other URL has, for the rest may be a secret.
  /// What is no URL is a name.
  std::string NameOf(const std::string& written);

  /// Whether there is a receiver of that name, now.
  bool Knows(const std::string& name) const {
    return urls_.count(name) + named_.count(name) > 0;
  }

  /// What is sent. Errors: kNotFound: there is no receiver of that name, now;
  /// those of reading the files that it names (kSystem, kCorrupt), which may
  /// pass; kInvalid: its template makes no body.
  base::Result<base::http::Request> RequestFor(
      const Notification& notification) const;

 private:
  ReceiverMap named_;
  std::map<std::string, Receiver> urls_;  // of rules, by name
};

/// The receiver called `name` as logs show it: of a URL scheme and host alone.
std::string ShownReceiver(const std::string& name);

}  // namespace actions

#endif  // TOCSIN_ACTIONS_RECEIVERS_RECEIVERS_H_
