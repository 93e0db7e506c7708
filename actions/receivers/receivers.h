// Receivers: to whom notifications go, and as what request.
// Source: docs/notifications.md, "What is told", "Receivers".
#ifndef TOCSIN_ACTIONS_RECEIVERS_RECEIVERS_H_
#define TOCSIN_ACTIONS_RECEIVERS_RECEIVERS_H_

#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "actions/notification/notification.h"
#include "actions/receivers/receiver.h"
#include "base/http/message.h"
#include "base/result.h"

namespace actions {

/// A request, and of a body after a template what is wrong with it, or nothing.
struct MadeRequest {
  base::Result<base::http::Request> request;
  std::optional<std::string> templated = {};
};

class Receivers {
 public:
  /// From now on those are `named` that have names. Returns those that are not
  /// any more, and that were asked for by NameOf() or RequestFor().
  std::vector<std::string> Name(ReceiverMap named);

  /// Told of each body: what was wrong with it, and done about that, or
  /// nothing.
  using Templated =
      std::function<void(const Notification&, const std::string& problem)>;
  void OnTemplated(Templated told) { templated_ = std::move(told); }

  /// The clock on the wall when something is sent. If none is set a
  /// notification is sent at its own time.
  void set_now(std::function<base::Timestamp()> now) { now_ = std::move(now); }

  /// The name of the receiver that a rule calls `written`; of a URL its scheme
  /// and host and a number that no other URL has, for the rest may be a secret.
  /// What is no URL is a name.
  std::string NameOf(const std::string& written);

  /// Whether there is a receiver of that name, now.
  bool Knows(const std::string& name) const {
    return urls_.count(name) + named_.count(name) > 0;
  }

  /// How long it is left alone between two that are sent; zero of one that is
  /// not known.
  base::Duration IntervalOf(const std::string& name) const;

  /// What is sent; where its template makes no JSON, the body `json`. Errors:
  /// kNotFound: there is no receiver of that name, now; those of reading the
  /// files that it names (kSystem, kCorrupt), which may pass; kInvalid: a
  /// header would be more than a line.
  base::Result<base::http::Request> RequestFor(
      const Notification& notification);

  /// What its body costs, as the JSON of a usual one does: a long template
  /// makes it dearer. Units: bytes.
  std::size_t EffortOf(const Notification& notification);

  /// The same for a notification that is large, in two parts: what is returned
  /// may be called on any thread, once; what that returns is given to
  /// RequestOf() then, here.
  std::function<MadeRequest()> MakerFor(Notification notification);
  base::Result<base::http::Request> RequestOf(const Notification& notification,
                                              MadeRequest made);

 private:
  /// Null where there is none of that name.
  const Receiver* Find(const std::string& name);
  base::Timestamp SentAt(const Notification& notification) const {
    return now_ ? now_() : notification.time;
  }

  std::function<base::Timestamp()> now_;
  Templated templated_ = [](const Notification&, const std::string&) {};
  ReceiverMap named_;
  std::set<std::string> asked_;           // names that were asked for
  std::map<std::string, Receiver> urls_;  // of rules, by name
};

/// The receiver called `name` as logs show it: of a URL scheme and host alone.
std::string ShownReceiver(const std::string& name);
/// The same behind its action: "webhook: ops", "exec /usr/bin/page".
std::string WhoIsTold(const std::string& name);

}  // namespace actions

#endif  // TOCSIN_ACTIONS_RECEIVERS_RECEIVERS_H_
