// One statement from tick to tick: rule, ruleset, holdoff.
#include "engine/alarm/watch.h"

#include <algorithm>
#include <map>
#include <utility>

#include "base/overloaded.h"
#include "engine/expr/sources.h"

namespace engine::alarm {
namespace {

using eval::Kleene;

Kleene TruthAt(const Results& results, const program::View& view, int tick) {
  const eval::Outcome truths = results.state.outcome(view.node);
  if (truths.width() == 1) return truths.truth(tick, 0);
  // An open set that had one instance when it was checked.
  for (int i = 0; i < truths.width(); ++i) {
    if (pmapi::IsMember(truths.cell(tick, i))) return truths.truth(tick, i);
  }
  return Kleene::kUnknown;
}

}  // namespace

Watch::Watch(const expr::Statement& statement, Detail detail,
             program::Builder* builder, EventSink* sink)
    : statement_(&statement), uses_events_(expr::UsesEvents(statement)) {
  std::visit(base::Overloaded{[&](const expr::Observe& observe) {
                                AddObserve(observe, detail, builder);
                              },
                              [&](const expr::Rule& rule) {
                                AddClause(rule, detail, builder, sink);
                              },
                              [&](const expr::Ruleset& ruleset) {
                                AddRuleset(ruleset, detail, builder, sink);
                              },
                              [&](const expr::Perform& perform) {
                                always_ = MakePerformer(perform.action, sink);
                              }},
             statement.body);
}

void Watch::AddObserve(const expr::Observe& observe, Detail detail,
                       program::Builder* builder) {
  view_ = builder->AddView(*observe.expr);
  has_view_ = true;
  if (detail == Detail::kBindings) ShowBinding(observe.binding, builder);
}

void Watch::ShowBinding(const expr::Binding& binding,
                        program::Builder* builder) {
  if (binding.lanes == nullptr) return;
  shown_binding_ = builder->AddBinding(binding);
  has_binding_ = true;
}

void Watch::AddClause(const expr::Rule& rule, Detail detail,
                      program::Builder* builder, EventSink* sink) {
  if (detail == Detail::kBindings && clauses_.empty()) {
    ShowBinding(rule.binding, builder);
  }
  clauses_.push_back(Clause{builder->AddView(*rule.condition),
                            builder->AddBinding(rule.binding),
                            MakePerformer(rule.action, sink)});
}

void Watch::AddRuleset(const expr::Ruleset& ruleset, Detail detail,
                       program::Builder* builder, EventSink* sink) {
  for (const expr::Rule& rule : ruleset.rules) {
    AddClause(rule, detail, builder, sink);
  }
  unknown_ = MakePerformer(ruleset.unknown, sink);
  otherwise_ = MakePerformer(ruleset.otherwise, sink);
}

std::unique_ptr<Performer> Watch::MakePerformer(const expr::ast::Action* action,
                                                EventSink* sink) const {
  if (action == nullptr) return nullptr;
  return std::make_unique<Performer>(*statement_, *action, sink);
}

/// The performers of all actions that the statement has.
std::vector<std::unique_ptr<Performer>*> Watch::Performers() {
  std::vector<std::unique_ptr<Performer>*> performers;
  for (Clause& clause : clauses_) performers.push_back(&clause.performer);
  performers.insert(performers.end(), {&unknown_, &otherwise_, &always_});
  std::erase_if(performers, [](const auto* one) { return *one == nullptr; });
  return performers;
}

void Watch::Continue(Watch* before) {
  std::map<const expr::ast::Action*, std::unique_ptr<Performer>*> theirs;
  for (std::unique_ptr<Performer>* one : before->Performers()) {
    theirs.emplace(&(*one)->action(), one);
  }
  for (std::unique_ptr<Performer>* one : Performers()) {
    const auto at = theirs.find(&(*one)->action());
    if (at == theirs.end()) continue;
    *one = std::move(*at->second);
    (*one)->MoveTo(*statement_);
    theirs.erase(at);
  }
}

void Watch::ContinueSame(Watch* before) {
  const auto theirs = before->Performers();
  const auto ours = Performers();
  if (theirs.size() != ours.size()) return;
  for (std::size_t i = 0; i < ours.size(); ++i) {
    const expr::ast::Action& action = (*ours[i])->action();
    *ours[i] = std::move(*theirs[i]);
    (*ours[i])->MoveTo(*statement_, action);
  }
}

bool Watch::has_more() {
  const auto all = Performers();
  return std::any_of(all.begin(), all.end(),
                     [](const auto* one) { return (*one)->has_more(); });
}

std::vector<std::unique_ptr<Performer>> Watch::TakeBusy() {
  std::vector<std::unique_ptr<Performer>> busy;
  for (std::unique_ptr<Performer>* one : Performers()) {
    if ((*one)->busy()) busy.push_back(std::move(*one));
  }
  return busy;
}

void Watch::AdvanceClauses(const Results& results, int tick,
                           const TickTime& now) {
  verdict_ = Kleene::kUnknown;
  judged_ = {};
  for (Clause& clause : clauses_) {
    const Kleene truth = TruthAt(results, clause.condition, tick);
    if (truth == Kleene::kFalse) verdict_ = Kleene::kFalse;
    judged_.is_false += truth == Kleene::kFalse;
    judged_.is_unknown += truth == Kleene::kUnknown;
    if (truth != Kleene::kTrue) continue;
    ++judged_.is_true;
    verdict_ = Kleene::kTrue;
    clause.performer->Perform(
        now, [&] { return Bind(results, clause.binding, tick); });
    return;
  }
  // A ruleset of which no rule fired.
  if (verdict_ == Kleene::kUnknown && unknown_) {
    unknown_->Perform(now, BindNothing);
    ++judged_.is_true;
  } else if (otherwise_) {
    otherwise_->Perform(now, BindNothing);
    ++judged_.is_true;
    verdict_ = Kleene::kTrue;
  }
}

void Watch::Advance(const Results& results, int tick, const TickTime& now) {
  if (!clauses_.empty()) AdvanceClauses(results, tick, now);
  // Without a condition there is nothing to bind: text stays as it is.
  if (always_) {
    always_->Perform(now, [] { return BoundLanes(); });
  }
}

}  // namespace engine::alarm
