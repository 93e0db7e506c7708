// ReplayActions: over archives actions are really performed (--act), each once,
// with the time of its evaluation. Without --act: action_lines.h.
#ifndef TOCSIN_CLI_REPLAY_ACTIONS_H_
#define TOCSIN_CLI_REPLAY_ACTIONS_H_

#include <cstddef>
#include <functional>
#include <optional>

#include "actions/live_actions.h"
#include "actions/receivers/receivers.h"
#include "base/loop/loop.h"
#include "cli/replay.h"
#include "engine/alarm/event.h"

namespace cli {

class ReplayActions : public engine::alarm::EventSink {
 public:
  static constexpr std::size_t kMostAhead = 100;
  /// Of their JSON, where they are in memory: the outbox has room for more.
  static constexpr std::size_t kMostBytesAhead = 16 << 20;

  /// `stomp` is there where a rule needs it. Lifetime: `context` outlives the
  /// sink.
  ReplayActions(const ReplayContext& context,
                const std::vector<engine::expr::Statement>& statements,
                const std::optional<actions::StompSettings>& stomp);

  bool NeedsParts(const engine::expr::ast::Call& call) const override {
    return actions_.NeedsParts(call);
  }
  /// Waits until it is done: ticks of archives do not pass meanwhile. A
  /// notification is done when it is in the outbox and no more than kMostAhead
  /// or kMostBytesAhead wait there. Once a signal has asked to end nothing is
  /// begun, and nothing follows from what was.
  void Perform(const engine::alarm::Event& event, const Done& done) override;
  /// Waits until what was begun is done, and all notifications have been tried.
  void Finish();

  /// All were performed, and all notifications have arrived or are kept.
  bool acted() const;

 private:
  actions::ActionContext ContextOfActions(
      const std::optional<actions::StompSettings>& stomp);
  bool WaitFor(const std::function<bool()>& done);
  void WaitForRoom();
  void TellProgress();

  const ReplayContext& context_;
  base::loop::Loop loop_;
  actions::Receivers receivers_;
  actions::LiveActions actions_;
  base::loop::Pending usr1_;
  actions::DeliveryCounts deliveries_;
  base::Timestamp last_;       // tick that has acted
  std::size_t performed_ = 0;  // actions
  std::size_t taken_ = 0;      // of these: by the outbox
  std::size_t not_performed_ = 0;
  std::size_t lost_ = 0;        // of `performed`: nobody has confirmed it
  std::size_t unfinished_ = 0;  // had begun when a signal came
};

}  // namespace cli

#endif  // TOCSIN_CLI_REPLAY_ACTIONS_H_
