// Holdoffs: which actions are held off from an earlier run of the program on.
// Source: docs/notifications.md, "Holdoffs over the end".
#ifndef TOCSIN_ACTIONS_HOLDOFFS_H_
#define TOCSIN_ACTIONS_HOLDOFFS_H_

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "actions/delivery/deliverer.h"
#include "actions/delivery/holdoff.h"
#include "engine/alarm/event.h"

namespace actions {

/// What tells `call` of `statement` from all others, in each run of the
/// program: the rule's name, where among its actions it stands, and what it
/// does; without a name of its own what the rule says. Holds no secret.
std::string HoldoffKey(const engine::expr::Statement& statement,
                       const engine::expr::ast::Call& call);

/// Threads: all on the loop's.
class Holdoffs {
 public:
  using Outcome = engine::alarm::EventSink::Outcome;

  /// What is asked and told from now on is of rules that have this in common:
  /// others of the same name are others. Empty: of all.
  void set_scope(const std::string& scope) { scope_ = scope; }

  /// Lifetime: `deliverer` outlives them.
  explicit Holdoffs(Deliverer* deliverer) : deliverer_(*deliverer) {}

  /// These are of an earlier run.
  void Know(const std::vector<Holdoff>& earlier);
  /// As EventSink has it.
  std::optional<engine::alarm::LastPerformed> PerformedBefore(
      const engine::expr::Statement& statement,
      const engine::expr::ast::Call& call) const;

  /// The holdoff that `event` begins, if any, as if it succeeded; before it is
  /// performed. What goes by the outbox gets there together with its holdoff.
  std::optional<Holdoff> Begin(const engine::alarm::Event& event);
  /// It has ended so.
  void End(Holdoff one, Outcome outcome);
  /// The program ends: commands that run are left to, and have been performed.
  /// To be called when those that wait have been given up.
  void Abandon();

 private:
  std::string KeyOf(const engine::expr::Statement& statement,
                    const engine::expr::ast::Call& call) const;
  void Keep(const Holdoff& one);

  Deliverer& deliverer_;
  std::string scope_;
  std::map<std::string, Holdoff> known_;    // by their keys
  std::map<std::string, Holdoff> running_;  // of commands that have begun
};

}  // namespace actions

#endif  // TOCSIN_ACTIONS_HOLDOFFS_H_
