// Connection: a conversation with one pmcd over one transport: the handshake,
// then requests whose replies come in their order. Which pmcd, and what to do
// when it is lost, is link.h's.
#ifndef TOCSIN_PMAPI_PMCD_CONNECTION_H_
#define TOCSIN_PMAPI_PMCD_CONNECTION_H_

#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/lifetime.h"
#include "base/loop/timer.h"
#include "base/loop/transport.h"
#include "base/result.h"
#include "base/time.h"
#include "base/tls/tls.h"
#include "pmapi/pmcd/message.h"

namespace pmapi::pmcd {

/// What a connection asks of pmcd, and how long it waits.
struct ConnectionOptions {
  base::Duration connect_limit;  // for each address
  base::Duration reply_limit;    // of silence: the welcome, a reply is awaited
  /// Demands TLS, with a certificate of `tls_host`; null: does not.
  std::shared_ptr<const base::tls::Context> tls;
  std::string tls_host;
  std::string container;  // whose metrics, or empty
  /// What to ask a pmproxy for once connected: "host port", or empty.
  std::string proxy_target;
};

/// A reply that came, of the type that was expected.
struct Reply {
  Pdu pdu;
  /// What pmcd said before it has changed: bits of format.h.
  std::uint32_t changes = 0;
};

/// Lifetime: may be destroyed from within its calls, then calls nobody any
/// more, and the reply's bytes are gone.
/// Threads: the loop's.
class Connection {
 public:
  /// Lifetime: `timers` outlives the connection.
  Connection(base::loop::Timers* timers,
             std::unique_ptr<base::loop::Transport> transport,
             ConnectionOptions options);
  ~Connection();
  Connection(const Connection&) = delete;
  Connection& operator=(const Connection&) = delete;

  /// Connects and shakes hands. `done` is called once, never before this has
  /// returned. After success `lost` is called once when the conversation
  /// ends: every callback of a request that waits has been called by then.
  /// Errors: the transport's; pmcd's refusal; kProtocol; kTimeout;
  /// kUnsupported where pmcd demands what we cannot.
  void Open(const base::loop::Address& address,
            std::function<void(base::Result<void>)> done,
            std::function<void(const base::Error&)> lost);

  /// Sends a message to which there is no reply. REQUIRES: open.
  void Tell(const Message& message);

  using Answer = std::function<void(base::Result<Reply>)>;
  /// Sends a request and calls `answer` once, never before this has returned,
  /// with the reply if it is of type `expected`.
  /// REQUIRES: Open() has succeeded. Errors: what pmcd answered; or, for all
  /// that wait and for those who ask later, what ended the conversation
  /// (over()): kClosed, kTimeout, kProtocol, kSystem.
  void Ask(const Message& request, PduType expected, Answer answer);

  /// The conversation has ended: errors are not pmcd's any more.
  bool over() const { return phase_ == Phase::kOver; }
  /// What pmcd has offered, of format.h.
  std::uint32_t features() const { return features_; }

 private:
  /// kAgreed: pmcd has been told of TLS and says when to begin; kSecuring: it
  /// has begun.
  enum class Phase {
    kConnecting,
    kProxy,
    kWelcome,
    kAgreed,
    kSecuring,
    kOpen,
    kOver
  };
  struct Question {
    PduType expected;
    Answer answer;
    base::loop::Pending limit;  // where the conversation is over
  };

  void Connected(const base::Result<void>& result);
  void Heard(base::Bytes bytes);
  bool HeardProxy(base::Bytes* bytes);
  bool Decrypt(base::Bytes* bytes);
  base::Result<void> Welcomed(const Pdu& pdu);
  base::Result<void> CanBeSecure(bool local) const;
  void ShakeHands();
  void Secure(const Pdu& pdu);
  void Send(base::Bytes bytes);
  void Opened();
  void Take(const Pdu& pdu);
  bool Notice(const Pdu& pdu);
  void Fail(base::Error error);
  void AnswerAll();
  void LimitHandshake();
  void LimitSilence();

  base::loop::Timers& timers_;
  std::unique_ptr<base::loop::Transport> transport_;
  ConnectionOptions options_;
  Phase phase_ = Phase::kConnecting;
  base::Error why_over_;
  std::string peer_;
  std::function<void(base::Result<void>)> done_;
  std::function<void(const base::Error&)> lost_;
  base::loop::Pending handshake_limit_;
  base::loop::Pending silence_limit_;
  std::string proxy_heard_;
  std::optional<base::tls::Client> tls_;
  std::vector<std::uint8_t> plain_;  // what was heard last
  Splitter splitter_;
  std::deque<Question> questions_;
  std::uint32_t features_ = 0;
  std::uint32_t changes_ = 0;
  base::Lifetime lifetime_;  // who calls out looks at it afterwards
};

}  // namespace pmapi::pmcd

#endif  // TOCSIN_PMAPI_PMCD_CONNECTION_H_
