// Request, Connection, Response: one exchange of HTTP, or a mail. Sent by
// client.h.
#ifndef TOCSIN_BASE_HTTP_MESSAGE_H_
#define TOCSIN_BASE_HTTP_MESSAGE_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/http/proxy.h"
#include "base/time.h"

namespace base::http {

/// How a connection is made, beside what the URL says. Files are in PEM, and
/// are read anew for each.
struct Connection {
  std::optional<Proxy> proxy;
  std::string proxy_user;  // empty: it asks nobody
  std::string proxy_password;
  std::string ca_file;           // who is trusted; empty: whom the system does
  std::string certificate_file;  // ours, and who vouches for it; empty: none
  std::string key_file;          // its key; empty: that is in the same file
  bool tls13 = false;            // 1.2 does not suffice
};

/// Whether a conversation that begins without TLS goes on with it.
enum class StartTls : std::uint8_t { kNever, kIfOffered, kRequired };

/// What a server of mail is told beside the message. All are of a line, the
/// addresses without brackets.
struct Envelope {
  std::string from;
  std::vector<std::string> to;
  std::string user;  // empty: it is not asked to let us in
  std::string password;
  StartTls start_tls = StartTls::kRequired;
};

struct Request {
  std::string method = "POST";  // with an answer that may have a body
  std::string url;              // as base/url.h takes them
  /// Of a mail, whose URL is one of mail; its body is the whole message, and
  /// method and headers are nothing to it.
  std::optional<Envelope> envelope;
  std::vector<std::string> headers;  // "Name: value" each
  std::string body;
  Connection connection;
  Duration connect_limit{10 * kNanosPerSecond};
  /// Until it is its turn.
  Duration wait{300 * kNanosPerSecond};
  /// From then on to the end of the answer.
  Duration limit{30 * kNanosPerSecond};
};

/// Of a longer body the rest is not read.
inline constexpr std::size_t kMostBody = 64 << 10;

struct Response {
  int status = 0;
  std::string retry_after;  // the header's value; empty: none
  std::string body;         // the first kMostBody bytes
  bool of_mail = false;     // the status is one of SMTP, the body its last line
  std::string flaw;  // of a mail that is taken: what is not as it was to be
  /// What people may want to know: "Location: value", the first one, and the
  /// same of Content-Type.
  std::vector<std::string> headers;
};

}  // namespace base::http

#endif  // TOCSIN_BASE_HTTP_MESSAGE_H_
