// Receiver: whom a rule tells by a name, and how, as its file says.
// Source: docs/notifications.md, "Receivers".
#ifndef TOCSIN_ACTIONS_RECEIVERS_RECEIVER_H_
#define TOCSIN_ACTIONS_RECEIVERS_RECEIVER_H_

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "actions/receivers/body.h"
#include "base/http/message.h"
#include "base/time.h"

namespace actions {

/// What is in a file that it names is read anew for each request.
struct Receiver {
  std::string url;       // as base/url.h takes them; empty: that in
  std::string url_file;  // the first line of this file
  std::string method = "POST";
  std::vector<std::string> headers;  // "Name: value" each
  BodySettings body;
  /// How one is let in, if any: a user with a password in a file, or a token in
  /// a file.
  std::string user;
  std::string password_file;
  std::string token_file;
  std::string proxy_password_file;               // of connection.proxy_user
  std::optional<base::http::Envelope> envelope;  // of a URL of mail
  base::http::Connection connection;
  base::Duration connect_limit{10 * base::kNanosPerSecond};
  base::Duration limit{30 * base::kNanosPerSecond};
  /// From one that is sent to the next; zero: none.
  base::Duration interval;
};

using ReceiverMap = std::map<std::string, Receiver>;  // by their names

}  // namespace actions

#endif  // TOCSIN_ACTIONS_RECEIVERS_RECEIVER_H_
