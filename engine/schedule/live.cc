// Rules as pieces, and a beat an interval.
#include "engine/schedule/live.h"

#include <algorithm>
#include <limits>
#include <list>
#include <map>
#include <utility>

#include "base/stamp.h"
#include "engine/expr/sources.h"
#include "engine/schedule/beat.h"
#include "engine/schedule/parts.h"
#include "engine/schedule/plan.h"

namespace engine::schedule {
namespace {

using base::Duration;
using base::Timestamp;

constexpr Timestamp kNever{std::numeric_limits<std::int64_t>::max()};

/// Statements that run on their own, and the sources that they ask.
struct Piece {
  std::unique_ptr<Plan> plan;
  std::set<int> sources;
};

/// One piece a part of the rules; or one of all, where they are shown.
std::map<PartName, std::vector<expr::Statement>> Divide(
    std::vector<expr::Statement> statements, bool together) {
  std::vector<PartName> parts(statements.size());
  if (!together) parts = PartsOf(statements);
  std::map<PartName, std::vector<expr::Statement>> pieces;
  for (std::size_t i = 0; i < statements.size(); ++i) {
    pieces[parts[i]].push_back(std::move(statements[i]));
  }
  return pieces;
}

std::set<int> SourcesOfAll(const std::vector<expr::Statement>& statements) {
  std::set<int> sources;
  for (const expr::Statement& statement : statements) {
    sources.merge(expr::SourcesOf(statement));
  }
  return sources;
}

bool Meet(const std::set<int>& a, const std::set<int>& b) {
  return std::any_of(a.begin(), a.end(),
                     [&](int one) { return b.count(one) > 0; });
}

}  // namespace

class Live::Impl {
 public:
  Impl(std::vector<pmapi::Source*> sources, const LiveOptions& options,
       alarm::EventSink* sink, LiveHooks hooks, base::loop::Timers* timers,
       Clock* clock)
      : sources_(std::move(sources)),
        options_(options),
        sink_(sink),
        hooks_(std::move(hooks)),
        agenda_(timers, clock),
        rhythm_{&agenda_,
                timers,
                clock,
                options.end,
                [this](const Part& part) { Take(part); },
                [this](const Part& part, Timestamp due) { Judge(part, due); },
                [this](Duration interval, std::int64_t ticks) {
                  Skipped(interval, ticks);
                },
                [this] { Ended(); }} {}

  base::Result<void> Begin(std::vector<expr::Statement> statements);
  base::Result<void> Replace(const std::set<int>& sources,
                             std::vector<expr::Statement> statements);
  std::int64_t skipped() const { return skipped_; }

 private:
  /// What is shown is shown in source order: it runs as one.
  bool shown() const { return options_.detail != alarm::Detail::kNone; }
  std::vector<expr::Statement> End(const std::set<int>& sources);
  base::Result<void> Add(std::vector<expr::Statement> statements);
  void AddParts(Plan* plan);
  Beat* BeatOf(Duration interval);
  void Take(const Part& part);
  void Judge(const Part& part, Timestamp due);
  void TellAnswers(const Group& group);
  void Skipped(Duration interval, std::int64_t ticks);
  void Ended();

  std::vector<pmapi::Source*> sources_;
  LiveOptions options_;
  alarm::EventSink* sink_;
  LiveHooks hooks_;
  Agenda agenda_;
  Rhythm rhythm_;
  std::list<Piece> pieces_;
  std::map<std::int64_t, Beat> beats_;  // by interval
  std::vector<Beat*> fresh_;            // that do not wait yet
  bool begun_ = false;                  // the first statements
  std::size_t running_ = 0;             // beats
  std::int64_t skipped_ = 0;
};

base::Result<void> Live::Impl::Begin(std::vector<expr::Statement> statements) {
  for (auto& [part, piece] : Divide(std::move(statements), shown())) {
    if (auto added = Add(std::move(piece)); !added) return added;
  }
  running_ += fresh_.size();
  begun_ = true;
  // The first statements' comes first: it is the last to begin.
  std::sort(fresh_.begin(), fresh_.end(), [](const Beat* a, const Beat* b) {
    return a->number() > b->number();
  });
  for (Beat* beat : std::exchange(fresh_, {})) beat->Begin();
  return {};
}

base::Result<void> Live::Impl::Replace(
    const std::set<int>& sources, std::vector<expr::Statement> statements) {
  for (expr::Statement& one : End(sources)) {
    if (Meet(expr::SourcesOf(one), sources)) continue;
    statements.push_back(std::move(one));
  }
  std::stable_sort(
      statements.begin(), statements.end(),
      [](const auto& a, const auto& b) { return a.number < b.number; });
  return Begin(std::move(statements));
}

base::Result<void> Live::Impl::Add(std::vector<expr::Statement> statements) {
  Piece& piece = pieces_.emplace_back();
  piece.sources = SourcesOfAll(statements);
  piece.plan = std::make_unique<Plan>(
      std::move(statements), sources_,
      PlanOptions{options_.start, kNever, options_.zone, options_.detail},
      sink_);
  for (Group& group : piece.plan->groups()) {
    if (auto opened = group.Open(sources_, options_.rates); !opened) {
      return opened;
    }
  }
  AddParts(piece.plan.get());
  return {};
}

void Live::Impl::AddParts(Plan* plan) {
  for (Group& group : plan->groups()) {
    Part part{plan, &group, {}};
    for (Task& task : plan->tasks()) {
      if (task.group == &group) part.tasks.push_back(&task);
    }
    BeatOf(group.At(1) - group.At(0))->Add(std::move(part));
  }
}

Beat* Live::Impl::BeatOf(Duration interval) {
  const Timestamp first = begun_ ? rhythm_.clock->Now() : options_.start;
  const auto [at, is_new] =
      beats_.try_emplace(interval.ns, rhythm_, interval, first);
  if (is_new) fresh_.push_back(&at->second);
  return &at->second;
}

/// Ends what asks one of `sources`, and hands out what that was made of.
std::vector<expr::Statement> Live::Impl::End(const std::set<int>& sources) {
  std::vector<expr::Statement> ended;
  for (auto piece = pieces_.begin(); piece != pieces_.end();) {
    if (!shown() && !Meet(piece->sources, sources)) {
      ++piece;
      continue;
    }
    for (auto& [interval, beat] : beats_) beat.Drop(*piece->plan);
    std::vector<expr::Statement> statements = piece->plan->TakeStatements();
    piece = pieces_.erase(piece);
    for (expr::Statement& one : statements) ended.push_back(std::move(one));
  }
  return ended;
}

void Live::Impl::Take(const Part& part) {
  part.group->Take();
  TellAnswers(*part.group);
}

void Live::Impl::Judge(const Part& part, Timestamp due) {
  const alarm::Results results = part.group->results();
  const alarm::Moment moment{due, base::StampSeconds(due)};
  for (Task* task : part.tasks) {
    for (alarm::Watch& watch : task->watches) watch.Advance(results, 0, moment);
    if (hooks_.report) {
      hooks_.report(TaskResults{due, task->watches, results, 0});
    }
  }
}

void Live::Impl::TellAnswers(const Group& group) {
  if (!hooks_.answered) return;
  for (const pmapi::Answer& answer : group.answers()) {
    if (answer.interruption) {
      hooks_.answered(answer.source, &*answer.interruption);
    }
    hooks_.answered(answer.source, answer.failure ? &*answer.failure : nullptr);
  }
}

void Live::Impl::Skipped(Duration interval, std::int64_t ticks) {
  skipped_ += ticks;
  if (hooks_.skipped) hooks_.skipped(interval, ticks);
}

void Live::Impl::Ended() {
  if (--running_ == 0 && hooks_.ended) hooks_.ended();
}

Live::Live(std::vector<pmapi::Source*> sources, const LiveOptions& options,
           alarm::EventSink* sink, LiveHooks hooks, base::loop::Timers* timers,
           Clock* clock)
    : impl_(std::make_unique<Impl>(std::move(sources), options, sink,
                                   std::move(hooks), timers, clock)) {}
Live::~Live() = default;

base::Result<void> Live::Begin(std::vector<expr::Statement> statements) {
  return impl_->Begin(std::move(statements));
}
base::Result<void> Live::Replace(const std::set<int>& sources,
                                 std::vector<expr::Statement> statements) {
  return impl_->Replace(sources, std::move(statements));
}
std::int64_t Live::skipped_ticks() const { return impl_->skipped(); }

}  // namespace engine::schedule
