// StompBroker: the broker that is told: the connection to it is kept up, and
// messages wait until it has taken them.
// Source: docs/actions.md, "Message brokers".
#ifndef TOCSIN_ACTIONS_STOMP_BROKER_H_
#define TOCSIN_ACTIONS_STOMP_BROKER_H_

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <random>
#include <string>

#include "actions/stomp/broker_state.h"
#include "actions/stomp/connection.h"
#include "actions/stomp/settings.h"
#include "base/lifetime.h"
#include "base/loop/timer.h"
#include "base/loop/transport.h"
#include "base/patience.h"
#include "base/result.h"
#include "base/time.h"

namespace actions {

/// What a broker is told.
struct StompMessage {
  std::string body;
  /// When what it tells of was so; pmie's messages do not say.
  std::optional<base::Timestamp> time = {};
  std::string id = {};  // by which who gets it twice knows; empty: none
};

/// Threads: the loop's.
class StompBroker {
 public:
  /// As many messages wait at most.
  static constexpr std::size_t kMost = 10'000;
  /// So long are those that wait together at most. Units: bytes.
  static constexpr std::size_t kMostBytes = std::size_t{64} << 20;
  /// As many are on their way at a time.
  static constexpr std::size_t kMostSent = 100;
  /// So long is what the system has not taken yet, before more is sent.
  static constexpr std::size_t kMostUnsent = std::size_t{1} << 20;
  /// The pause after the first connection that is lost; it doubles.
  static constexpr base::Duration kFirstPause{base::kNanosPerSecond};
  static constexpr base::Duration kLastPause{60 * base::kNanosPerSecond};

  using MakeTransport = std::function<std::unique_ptr<base::loop::Transport>()>;
  /// What goes wrong with the connection, and that it is right again.
  using Tell = std::function<void(bool wrong, const std::string& text)>;
  using Taken = std::function<void(const base::Result<void>&)>;
  using Now = std::function<base::Timestamp()>;
  using Changed = std::function<void(const BrokerState&)>;

  /// `seed` is of the times between connections. Lifetime: `timers` outlives
  /// this.
  StompBroker(base::loop::Timers* timers, MakeTransport make,
              StompSettings settings, std::uint32_t seed, Tell tell);
  StompBroker(const StompBroker&) = delete;
  StompBroker& operator=(const StompBroker&) = delete;

  /// "HOST:PORT".
  std::string name() const {
    return AddressText(base::loop::TcpAddress{settings_.host, settings_.port});
  }
  /// From now on `changed` is told how things stand when that has changed.
  /// `now` is of the clock on the wall.
  void OnChange(Now now, Changed changed);
  /// Connects, and from then on stays connected; again does nothing.
  void Start();
  /// Sends `message`, in the order of the calls, when connected. Its time, in
  /// UTC, and its id are headers. `taken` is told once, maybe at once: when the
  /// broker has it; with as_pmie, when it is sent. Errors: kUnsupported: too
  /// many wait, or it was abandoned; kNotConnected: it was not sent; kProtocol,
  /// kTimeout, kClosed: what has become of it nobody knows.
  void Send(const StompMessage& message, Taken taken);
  /// Gives up what waits, now and later.
  void Abandon();

 private:
  struct Message {
    StompFrame frame;
    Taken taken;
    base::Duration came;  // Patience::now()
    bool sent = false;
  };
  using Messages = std::map<std::uint64_t, Message>;  // by number

  void Connect();
  void Opened();
  void Receipt(const std::string& id);
  void Over(const base::Error& why, const std::string& id);
  void SendWhatFits();
  void Settle(std::uint64_t number, const base::Result<void>& how);
  void TellLost(const std::string& why);
  std::optional<std::uint64_t> SentAs(const std::string& id) const;
  void FailSent(const base::Error& why, std::optional<std::uint64_t> refused);
  void Watch();
  void Look();
  base::Error About(const base::Error& why) const;
  void TellState();
  void TellConnected(bool connected, const std::string& problem);

  base::loop::Timers& timers_;
  MakeTransport make_;
  StompSettings settings_;
  Tell tell_;
  std::minstd_rand random_;
  std::unique_ptr<StompConnection> connection_;
  Messages messages_;
  std::uint64_t next_ = 1;    // number of a message
  std::uint64_t unsent_ = 1;  // number of the first that was not sent
  std::size_t sent_ = 0;      // messages on their way
  std::size_t bytes_ = 0;     // of messages_
  std::size_t failures_ = 0;  // in a row
  std::string why_;           // there is no connection
  Now now_ = [] { return base::Timestamp(); };
  Changed changed_ = [](const BrokerState&) {};
  BrokerState state_;
  base::Patience patience_;
  bool useful_ = false;  // since the last Look(): a message was taken
  bool told_ = false;    // that there is no connection
  bool was_connected_ = false;
  bool closed_ = false;
  base::loop::Pending pause_;
  base::loop::Pending watch_;
  base::Lifetime lifetime_;
};

}  // namespace actions

#endif  // TOCSIN_ACTIONS_STOMP_BROKER_H_
