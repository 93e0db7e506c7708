// Watch: one statement while it runs: its verdict at each tick and the actions
// that follow. Reports read its views.
#ifndef TOCSIN_ENGINE_ALARM_WATCH_H_
#define TOCSIN_ENGINE_ALARM_WATCH_H_

#include <cstdint>
#include <memory>
#include <vector>

#include "engine/alarm/event.h"
#include "engine/alarm/performer.h"
#include "engine/alarm/reading.h"
#include "engine/eval/kleene.h"
#include "engine/program/program.h"

namespace engine::alarm {

/// What can be read after a tick, besides verdicts.
enum class Detail {
  kNone,      // nothing is shown
  kValues,    // what an expression shows (-v, -V)
  kBindings,  // and its satisfying lanes (-W)
};

/// How many rules of a statement were judged at a tick, and how: of a ruleset
/// those up to the first that is true; that its `unknown` or `otherwise` is
/// performed is one more that is true.
struct Judged {
  std::uint32_t is_true = 0;
  std::uint32_t is_false = 0;
  std::uint32_t is_unknown = 0;

  bool any() const { return is_true + is_false + is_unknown > 0; }
};

class Watch {
 public:
  /// Adds what the statement needs to the program being built. Lifetime:
  /// statement and sink outlive the watch.
  Watch(const expr::Statement& statement, Detail detail,
        program::Builder* builder, EventSink* sink);

  const expr::Statement& statement() const { return *statement_; }
  /// Known without its trees, which are memory that a tick does not touch.
  bool uses_events() const { return uses_events_; }

  /// Judges `tick` of the block and performs what is due. Ticks come in order.
  void Advance(const Results& results, int tick, const TickTime& now);

  /// Goes on with the actions of `before`, which watched this statement before
  /// it was checked again: their holdoffs, and what has been begun.
  void Continue(Watch* before);
  /// The same where `before` watched a statement of another text that says what
  /// this one says.
  void ContinueSame(Watch* before);
  /// Some action has been begun, and more follows once it is done.
  bool has_more();
  /// Hands out the performers of actions that are not done.
  std::vector<std::unique_ptr<Performer>> TakeBusy();

  /// After Advance(): the verdict of a rule or ruleset; kUnknown for others.
  eval::Kleene verdict() const { return verdict_; }
  /// After Advance(): of a rule or ruleset.
  const Judged& judged() const { return judged_; }
  /// What an expression without an action shows, or null.
  const program::View* view() const { return has_view_ ? &view_ : nullptr; }
  /// For Detail::kBindings: of the same expression, of a rule's condition or
  /// of the first one of a ruleset; null if no metric is in it.
  const program::BindingView* binding() const {
    return has_binding_ ? &shown_binding_ : nullptr;
  }

 private:
  /// A condition with its action: a rule, or one of a ruleset.
  struct Clause {
    program::View condition;
    program::BindingView binding;
    std::unique_ptr<Performer> performer;
  };

  void AddClause(const expr::Rule& rule, Detail detail,
                 program::Builder* builder, EventSink* sink);
  void AddObserve(const expr::Observe& observe, Detail detail,
                  program::Builder* builder);
  void AddRuleset(const expr::Ruleset& ruleset, Detail detail,
                  program::Builder* builder, EventSink* sink);
  void ShowBinding(const expr::Binding& binding, program::Builder* builder);
  std::unique_ptr<Performer> MakePerformer(const expr::ast::Action* action,
                                           EventSink* sink) const;
  std::vector<std::unique_ptr<Performer>*> Performers();
  void AdvanceClauses(const Results& results, int tick, const TickTime& now);

  const expr::Statement* statement_;
  bool uses_events_;
  std::vector<Clause> clauses_;
  std::unique_ptr<Performer> unknown_;
  std::unique_ptr<Performer> otherwise_;
  std::unique_ptr<Performer> always_;
  bool has_view_ = false;
  bool has_binding_ = false;
  program::View view_;
  program::BindingView shown_binding_;
  eval::Kleene verdict_ = eval::Kleene::kUnknown;
  Judged judged_;
};

}  // namespace engine::alarm

#endif  // TOCSIN_ENGINE_ALARM_WATCH_H_
