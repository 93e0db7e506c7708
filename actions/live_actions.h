// LiveActions: what a live run does about events: each goes to the action of
// its kind. Over archives they are only described, by cli/action_lines.h.
#ifndef TOCSIN_ACTIONS_LIVE_ACTIONS_H_
#define TOCSIN_ACTIONS_LIVE_ACTIONS_H_

#include <cstddef>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "actions/action_sink.h"
#include "actions/children.h"
#include "actions/command_action.h"
#include "actions/command_counts.h"
#include "actions/command_queue.h"
#include "actions/holdoffs.h"
#include "actions/journal.h"
#include "actions/log.h"
#include "actions/mail.h"
#include "actions/print.h"
#include "actions/rate_limited_log.h"
#include "actions/reliable.h"
#include "actions/stomp/broker.h"
#include "actions/syslog_socket.h"
#include "actions/webhook.h"
#include "base/loop/loop.h"
#include "base/zone.h"
#include "engine/alarm/event.h"

namespace actions {

/// What actions need of the process around them. Lifetime: what is pointed to
/// outlives them.
struct ActionContext {
  const base::Zone* zone = nullptr;
  base::loop::Loop* loop = nullptr;
  std::function<base::Timestamp()> now;    // of the clock on the wall
  std::function<base::Duration()> steady;  // of one that nobody sets
  Receivers* receivers = nullptr;
  int pid = 0;
  std::optional<StompSettings> stomp;  // where a rule may need it
  std::string state;  // the directory of what is to last; empty: none
  std::vector<std::string> environment;  // NAME=VALUE each
  std::string syslog_socket = kSyslogSocket;
  std::string journal_socket = kJournalSocket;
  std::string sendmail = kSendmail;
  /// Writes what `print` prints.
  Print::Write print;
  Log log;
  /// Called with true before a program is started that writes where we do, with
  /// false when none of them is running any more.
  std::function<void(bool)> sharing = [](bool) {};
  /// Is called with the counts when they have changed.
  std::function<void(const CommandCounts&)> commands =
      [](const CommandCounts&) {};
  std::function<void(const DeliveryCounts&)> deliveries =
      [](const DeliveryCounts&) {};
  std::function<void(const BrokerState&)> broker = [](const BrokerState&) {};
  /// Whether commands that fail, or that wait for long, are passed over in
  /// silence.
  bool as_pmie = false;
  /// What goes to the system's log is printed instead.
  bool shows_syslog = false;
  /// Events are of an archive: their holdoffs are of its time, and are not
  /// kept.
  bool replays = false;
};

/// Threads: all on the loop's.
class LiveActions : public engine::alarm::EventSink {
 public:
  explicit LiveActions(const ActionContext& context);

  bool NeedsParts(const engine::expr::ast::Call& call) const override;
  std::optional<engine::alarm::LastPerformed> PerformedBefore(
      const engine::expr::ast::Call& call,
      const engine::expr::Statement& statement) override;
  /// Never waits: of what runs a command the outcome is known when it has
  /// ended, of a message when its daemon has it, of a `webhook` as webhook.h
  /// says.
  void Perform(const engine::alarm::Event& event, const Done& done) override;
  /// Logs it, once a rule.
  void StillBusy(const engine::expr::Statement& statement) override;

  /// As Holdoffs has it.
  void set_scope(const std::string& scope) {
    if (holdoffs_) holdoffs_->set_scope(scope);
  }

  /// How long the start waits for the disk.
  static constexpr base::Duration kFirstRead{5 * base::kNanosPerSecond};

  /// Goes on with what an earlier run has left; `receivers` are those that the
  /// rules name, and if they `hold_off` actions it waits for what is held off.
  void Begin(const std::vector<std::string>& receivers, bool hold_off);

  /// Calls `idle`, at once or later, when all actions that were begun are done,
  /// and those that follow from them. The window of an `alarm` is not waited
  /// for.
  void WhenIdle(std::function<void()> idle);

  /// Gives up, and logs, the actions that have not been begun: they have
  /// failed, and their alternatives are performed where that takes no time.
  void Abandon();

 private:
  using Kind = engine::expr::ast::ActionKind;

  void Begun() { ++running_; }
  void Over();
  void AddStomp(const ActionContext& context);
  void AddReliable(const ActionContext& context,
                   const CommandContext& commands);
  template <typename Sink>
  Sink* AddSink(Kind kind, std::unique_ptr<Sink> sink);
  /// What performs `call`; null: nothing does.
  ActionSink* SinkOf(const engine::expr::ast::Call& call) const;
  void Share(int more);

  RateLimitedLog lines_;
  Log busy_log_;
  Log held_log_;
  std::function<base::Timestamp()> now_;
  const base::Zone* zone_;
  const bool shows_syslog_;
  std::function<void(bool)> sharing_;
  int shares_ = 0;     // programs that write where we do
  Children children_;  // commands of shell actions
  CommandQueue commands_;
  CommandFailures failures_;
  Children windows_;  // so that open ones are in no command's way
  std::unique_ptr<StompBroker> broker_;
  std::map<Kind, std::unique_ptr<ActionSink>> sinks_;
  Webhook* webhook_;  // of sinks_
  std::unique_ptr<Reliable> reliable_;
  std::optional<Holdoffs> holdoffs_;  // of a live run
  std::size_t running_ = 0;           // actions, and what delivers
  std::function<void()> idle_;
  std::set<std::string> busy_;  // rules, and said so
};

}  // namespace actions

#endif  // TOCSIN_ACTIONS_LIVE_ACTIONS_H_
