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
  std::set<int> statements;  // their numbers
  std::unique_ptr<Plan> plan;
  std::set<int> sources;
};

/// A statement that is not evaluated any more, while its actions last.
struct Past {
  expr::Statement statement;
  std::vector<std::unique_ptr<alarm::Performer>> busy;
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

std::set<int> NumbersOf(const std::vector<expr::Statement>& statements) {
  std::set<int> numbers;
  for (const expr::Statement& one : statements) numbers.insert(one.number);
  return numbers;
}

bool Meet(const std::set<int>& a, const std::set<int>& b) {
  return std::any_of(a.begin(), a.end(),
                     [&](int one) { return b.count(one) > 0; });
}

/// What has been ended and may go on in other pieces.
struct Remains {
  std::list<Piece> pieces;
  std::map<int, alarm::Watch*> watches;  // by the statement's number
};

void AddWatches(Piece* piece, std::map<int, alarm::Watch*>* watches) {
  for (Task& task : piece->plan->tasks()) {
    for (alarm::Watch& watch : task.watches) {
      watches->emplace(watch.statement().number, &watch);
    }
  }
}

/// What is known and begun of the statements of `piece` goes on in it.
void Continue(Remains* ended, Piece* piece) {
  for (Piece& before : ended->pieces) {
    if (!Meet(before.statements, piece->statements)) continue;
    for (Group& group : piece->plan->groups()) {
      for (Group& other : before.plan->groups()) {
        if (other.interval() == group.interval()) group.Continue(&other);
      }
    }
  }
  for (Task& task : piece->plan->tasks()) {
    for (alarm::Watch& watch : task.watches) {
      const auto before = ended->watches.find(watch.statement().number);
      if (before != ended->watches.end()) watch.Continue(before->second);
    }
  }
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
  std::size_t unfinished();

 private:
  /// What is shown is shown in source order: it runs as one.
  bool shown() const { return options_.detail != alarm::Detail::kNone; }
  Remains End(const std::set<int>& sources);
  base::Result<void> Add(std::vector<expr::Statement> statements,
                         Remains* ended);
  base::Result<void> AddAll(std::vector<expr::Statement> statements,
                            Remains* ended);
  void KeepBusy(Remains* ended, std::vector<expr::Statement> statements);
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
  std::list<Past> past_;
  std::map<std::int64_t, Beat> beats_;  // by interval
  std::vector<Beat*> fresh_;            // that do not wait yet
  bool begun_ = false;                  // the first statements
  std::size_t running_ = 0;             // beats
  std::int64_t skipped_ = 0;
};

base::Result<void> Live::Impl::Begin(std::vector<expr::Statement> statements) {
  Remains none;
  return AddAll(std::move(statements), &none);
}

base::Result<void> Live::Impl::AddAll(std::vector<expr::Statement> statements,
                                      Remains* ended) {
  for (auto& [part, piece] : Divide(std::move(statements), shown())) {
    if (auto added = Add(std::move(piece), ended); !added) return added;
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
  Remains ended = End(sources);
  std::vector<expr::Statement> replaced;
  for (Piece& piece : ended.pieces) {
    for (expr::Statement& one : piece.plan->TakeStatements()) {
      const bool again = Meet(expr::SourcesOf(one), sources);
      (again ? replaced : statements).push_back(std::move(one));
    }
  }
  std::stable_sort(
      statements.begin(), statements.end(),
      [](const auto& a, const auto& b) { return a.number < b.number; });
  auto added = AddAll(std::move(statements), &ended);
  for (auto& [interval, beat] : beats_) beat.Resume();
  KeepBusy(&ended, std::move(replaced));
  return added;
}

/// What was begun is done to its end, also where its statement is gone.
void Live::Impl::KeepBusy(Remains* ended,
                          std::vector<expr::Statement> statements) {
  std::erase_if(past_, [](const Past& past) {
    return std::none_of(past.busy.begin(), past.busy.end(),
                        [](const auto& one) { return one->busy(); });
  });
  for (expr::Statement& one : statements) {
    auto busy = ended->watches.at(one.number)->TakeBusy();
    if (busy.empty()) continue;
    Past& past = past_.emplace_back(Past{std::move(one), std::move(busy)});
    for (auto& performer : past.busy) performer->MoveTo(past.statement);
  }
}

base::Result<void> Live::Impl::Add(std::vector<expr::Statement> statements,
                                   Remains* ended) {
  Piece& piece = pieces_.emplace_back();
  piece.statements = NumbersOf(statements);
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
  Continue(ended, &piece);
  AddParts(piece.plan.get());
  return {};
}

std::size_t Live::Impl::unfinished() {
  std::size_t count = 0;
  for (Piece& piece : pieces_) {
    for (Task& task : piece.plan->tasks()) {
      count += static_cast<std::size_t>(
          std::count_if(task.watches.begin(), task.watches.end(),
                        [](alarm::Watch& watch) { return watch.has_more(); }));
    }
  }
  for (const Past& past : past_) {
    count += std::any_of(past.busy.begin(), past.busy.end(),
                         [](const auto& one) { return one->has_more(); });
  }
  return count;
}

void Live::Impl::AddParts(Plan* plan) {
  for (Group& group : plan->groups()) {
    Part part{plan, &group, {}};
    for (Task& task : plan->tasks()) {
      if (task.group == &group) part.tasks.push_back(&task);
    }
    BeatOf(group.interval())->Add(std::move(part));
  }
}

Beat* Live::Impl::BeatOf(Duration interval) {
  const Timestamp first = begun_ ? rhythm_.clock->Now() : options_.start;
  const auto [at, is_new] =
      beats_.try_emplace(interval.ns, rhythm_, interval, first);
  if (is_new) fresh_.push_back(&at->second);
  return &at->second;
}

/// Ends what asks one of `sources`, and hands it out.
Remains Live::Impl::End(const std::set<int>& sources) {
  Remains ended;
  for (auto next = pieces_.begin(); next != pieces_.end();) {
    const auto piece = next++;
    if (!shown() && !Meet(piece->sources, sources)) continue;
    for (Group& group : piece->plan->groups()) group.Close();
    for (auto& [interval, beat] : beats_) beat.Drop(*piece->plan);
    AddWatches(&*piece, &ended.watches);
    ended.pieces.splice(ended.pieces.end(), pieces_, piece);
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
std::size_t Live::unfinished() { return impl_->unfinished(); }

}  // namespace engine::schedule
