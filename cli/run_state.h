// RunState: what a live run has done so far and how things stand, as numbers
// for the statistics file and as lines for people.
#ifndef TOCSIN_CLI_RUN_STATE_H_
#define TOCSIN_CLI_RUN_STATE_H_

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "actions/command_counts.h"
#include "actions/delivery/delivery_counts.h"
#include "actions/stomp/broker_state.h"
#include "base/time.h"
#include "base/zone.h"
#include "engine/expr/expr.h"
#include "engine/schedule/replay.h"

namespace cli {

/// What pmie counts. A rule of a ruleset counts by itself, if it came to it;
/// that its `unknown` or `otherwise` was performed counts as a true one.
struct RunCounts {
  double expected = 0;  // Units: evaluations a second
  std::uint32_t rules = 0;
  std::uint32_t actions = 0;
  std::uint32_t is_true = 0;
  std::uint32_t is_false = 0;
  std::uint32_t is_unknown = 0;
  std::uint32_t evaluations = 0;
  // Ours alone, of one run.
  std::uint32_t skipped = 0;        // ticks
  std::uint32_t not_performed = 0;  // actions that could not be
  std::uint32_t left_out = 0;       // because the one before was not done
};

/// kIncomplete: it answers, but not all of what is asked. kLate: it has not
/// answered the last question, and may still.
enum class HostState : std::uint8_t { kAnswers, kIncomplete, kLate, kSilent };

inline bool IsAwaited(HostState state) {
  return state == HostState::kLate || state == HostState::kSilent;
}

class RunState {
 public:
  /// From now on `statements` are evaluated, over `hosts`, by number. What has
  /// been counted for pmie's statistics stays.
  void Begin(const std::vector<engine::expr::Statement>& statements,
             const std::map<std::size_t, std::string>& hosts);
  /// Puts `statements` in the place of those of these `numbers`.
  void Replace(const std::vector<int>& numbers,
               const std::vector<engine::expr::Statement>& statements);

  /// Of so many statements those that are not evaluated are wrong.
  void Written(std::size_t statements) { written_ = statements; }

  void Evaluated(const engine::schedule::TaskResults& results);
  void Performed() { ++counts_.actions; }
  void NotPerformed() { ++counts_.not_performed; }
  /// Takes back a Performed(): what was printed is kept for a slow reader, and
  /// counts when KeptWas() tells what became of it.
  void Kept() { --counts_.actions; }
  void KeptWas(std::size_t written, std::size_t lost) {
    counts_.actions += static_cast<std::uint32_t>(written);
    counts_.not_performed += static_cast<std::uint32_t>(lost);
  }
  void LeftOut() { ++counts_.left_out; }
  void CommandsAre(const actions::CommandCounts& commands) {
    commands_ = commands;
  }
  void Skipped(std::int64_t ticks) {
    counts_.skipped += static_cast<std::uint32_t>(ticks);
  }
  void DeliveriesAre(const actions::DeliveryCounts& deliveries) {
    deliveries_ = deliveries;
  }
  void BrokerIs(const actions::BrokerState& broker) { broker_ = broker; }
  /// Hosts that Begin() was not given are passed over.
  void HostIs(std::size_t host, HostState state);

  const RunCounts& counts() const { return counts_; }

  /// "3 rules, 1 statement is wrong: 1 true, 0 unknown; 1 of 2 hosts answers;
  /// waiting for b", how many commands wait, if for long, and notifications, if
  /// a receiver fails, and how many actions were not performed in this run, if
  /// any. Counted all along, not here: each host's rules are told of by
  /// themselves.
  std::string Line() const;
  /// The same and more, line by line, ActionLines() last.
  std::string Dump(const base::Zone& zone) const;
  /// What has become of commands, notifications and messages, and what is in
  /// their way, line by line; empty where there are none.
  std::string ActionLines(const base::Zone& zone) const;
  /// "2 commands running, 0 waiting, 1 killed, 3 failed; 0 actions left out
  /// while the one before was not done", the failed ones if there are some;
  /// empty where all of these are none.
  std::string Commands() const;
  /// "notifications: 7 delivered, 2 waiting (1 in memory alone), 0 given up,
  /// 0 dropped"; empty where there was none.
  std::string Deliveries() const;
  /// True where some are given up or dropped.
  bool loses_notifications() const {
    return deliveries_.given_up + deliveries_.dropped > 0;
  }
  /// When the last evaluation was.
  const std::optional<base::Timestamp>& last() const { return last_; }

 private:
  struct Host {
    std::string name;
    HostState state = HostState::kAnswers;
  };

  struct One {
    std::string name;
    double expected = 0;  // as RunCounts has it
    std::uint32_t rules = 0;
    std::optional<engine::eval::Kleene> verdict;
  };

  void Add(const std::vector<engine::expr::Statement>& statements);
  void Forget(int number);
  void Keep(const engine::alarm::Watch& watch);
  std::string Names(engine::eval::Kleene truth) const;
  std::string Awaited() const;
  std::string FailingReceivers() const;
  std::string DeliveryProblems(const base::Zone& zone) const;
  std::string Broker(const base::Zone& zone) const;

  RunCounts counts_;
  std::vector<std::optional<One>> statements_;  // by number: looked up often
  std::size_t evaluated_ = 0;                   // of those that there are
  std::size_t rules_ = 0;                       // statements that are rules
  std::size_t written_ = 0;                     // statements; 0: not known
  std::array<std::size_t, 3> having_{};         // verdicts, by truth
  std::vector<std::optional<Host>> hosts_;      // by number, as statements_
  std::size_t asked_ = 0;                       // hosts that there are
  std::size_t awaited_ = 0;                     // hosts that do not answer
  actions::CommandCounts commands_;
  actions::DeliveryCounts deliveries_;
  actions::BrokerState broker_;
  std::optional<base::Timestamp> last_;
};

}  // namespace cli

#endif  // TOCSIN_CLI_RUN_STATE_H_
