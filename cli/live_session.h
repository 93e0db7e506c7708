// LiveSession: the live hosts of a command, opened and asked on a loop of its
// own, while signals are heard and slow readers served. Over archives there is
// nothing to wait for: archives.h.
#ifndef TOCSIN_CLI_LIVE_SESSION_H_
#define TOCSIN_CLI_LIVE_SESSION_H_

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "base/loop/loop.h"
#include "base/result.h"
#include "cli/live_hosts.h"
#include "cli/process_context.h"
#include "cli/rule_needs.h"
#include "cli/slow_readers.h"

namespace cli {

class LiveSession {
 public:
  /// Lifetime: `process` outlives the session.
  explicit LiveSession(const ProcessContext& process);
  LiveSession(const LiveSession&) = delete;
  LiveSession& operator=(const LiveSession&) = delete;

  base::loop::Loop& loop() { return loop_; }
  LiveHosts& hosts() { return hosts_; }
  const LiveHosts& hosts() const { return hosts_; }

  /// `signals` wait until Listen() hears them: they neither are lost nor end
  /// the process.
  static void HoldBack(const std::vector<int>& signals);
  /// From now on SIGINT and SIGTERM end it, and so does one that came before;
  /// `others` go to `heard`. What a signal does is done between two calls of
  /// the loop, never in a handler. Errors: those of Loop::OnSignal.
  base::Result<void> Listen(const std::vector<int>& others = {},
                            std::function<void(int)> heard = nullptr);
  /// Signals mean again what they mean to any program.
  void StopListening() { signals_.reset(); }
  bool listens() const { return signals_.has_value(); }

  /// Ends it, as if `signal` had come.
  void End(int signal);
  /// The signal that ended it, 0 for none.
  int signal() const { return signal_; }
  bool over() const { return signal_ != 0 || process_.over(); }

  /// Asks all hosts what is needed of them, and waits for their answers, for
  /// kPrepareLimit at most, until it is over or the loop is stopped.
  void Ask();
  /// Opens `host` (LiveHosts::Open), asks, and wants an answer of each. False
  /// where it is over, or `complain` has been told what is wrong; it is also
  /// told of what stands in for another.
  bool Consult(const std::optional<std::string>& host, const RuleNeeds& needs,
               const std::function<void(const std::string&)>& complain);
  /// Why `source` does not answer, with what it is called; nothing where it
  /// does.
  std::optional<std::string> Trouble(std::size_t source) const;
  /// The same of the hosts that are open.
  bool AskAll(const std::function<void(const std::string&)>& complain);
  /// What the checker sees of the hosts, for who asks once: what is missing is
  /// not waited for, unless an agent is away. Lifetime: the session's.
  std::vector<engine::check::SourceView> Views() const;

  /// Has slow readers read what they have not yet (slow_readers.h).
  void Drain() {
    readers_.Drain([this] { return over(); });
  }

 private:
  const ProcessContext& process_;
  base::loop::Loop loop_;
  SlowReaders readers_;
  LiveHosts hosts_;
  std::optional<base::loop::Pending> signals_;
  int signal_ = 0;
};

}  // namespace cli

#endif  // TOCSIN_CLI_LIVE_SESSION_H_
