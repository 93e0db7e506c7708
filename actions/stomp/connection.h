// StompConnection: a conversation with a broker over one transport: it is let
// in, sends, hears receipts, and keeps up the heart-beats that were agreed on.
// Which messages, and what to do when it is lost, is broker.h's.
#ifndef TOCSIN_ACTIONS_STOMP_CONNECTION_H_
#define TOCSIN_ACTIONS_STOMP_CONNECTION_H_

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "actions/stomp/frame.h"
#include "actions/stomp/frame_reader.h"
#include "actions/stomp/settings.h"
#include "base/lifetime.h"
#include "base/loop/timer.h"
#include "base/loop/transport.h"
#include "base/result.h"
#include "base/time.h"
#include "base/tls/tls.h"

namespace actions {

/// Lifetime: may be destroyed from within its calls, then calls nobody any
/// more. Threads: the loop's.
class StompConnection {
 public:
  /// What it tells its owner, never before the call that caused it returned.
  struct Events {
    /// The broker has let us in.
    std::function<void()> open;
    /// It has taken the message whose receipt was to be called `id`.
    std::function<void(const std::string& id)> receipt;
    /// It is over. `id` is that of the message that the broker did not want,
    /// empty if it has named none. No word of `why` is a secret of ours.
    std::function<void(const base::Error& why, const std::string& id)> over;
  };

  /// Lifetime: `timers` and `settings` outlive it.
  StompConnection(base::loop::Timers* timers,
                  std::unique_ptr<base::loop::Transport> transport,
                  const StompSettings* settings, Events events);
  StompConnection(const StompConnection&) = delete;
  StompConnection& operator=(const StompConnection&) = delete;

  /// Connects, and asks to be let in.
  void Open();
  bool is_open() const { return open_; }
  /// REQUIRES: is_open().
  void Send(const StompFrame& frame);
  /// As Transport's.
  std::size_t unsent() const { return transport_->unsent(); }

 private:
  void Connected(const base::Result<void>& result);
  void Begin();
  base::Error NoBroker(base::Error why) const;
  void Heard(base::Bytes wire);
  bool Decrypt(base::Bytes* bytes);
  void Take(const StompFrame& frame);
  void LetIn(const StompFrame& frame);
  void AgreeOnBeats(const std::string& offered);
  void Beat();
  void Listen();
  void Write(const std::string& text);
  void Fail(base::Error why, const std::string& id = "");

  base::loop::Timers& timers_;
  std::unique_ptr<base::loop::Transport> transport_;
  const StompSettings& settings_;
  Events events_;
  bool open_ = false;
  bool over_ = false;
  StompVersion version_ = StompVersion::k10;
  std::optional<base::tls::Client> tls_;
  bool secured_ = false;
  std::uint8_t first_ = 0;           // byte that was heard
  std::vector<std::uint8_t> plain_;  // what was heard last
  StompReader reader_;
  base::loop::Pending limit_;   // until we are let in
  base::Duration beat_every_;   // ours; 0: never
  base::Duration heard_every_;  // the broker's; 0: never
  base::loop::Pending beat_;
  base::loop::Pending listening_;
  bool heard_ = false;  // something since listening_ began
  base::Lifetime lifetime_;
};

}  // namespace actions

#endif  // TOCSIN_ACTIONS_STOMP_CONNECTION_H_
