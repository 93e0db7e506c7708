// A beat an interval: wait, ask, evaluate.
#include "engine/schedule/live.h"

#include <algorithm>
#include <limits>
#include <list>
#include <map>
#include <optional>
#include <utility>

#include "base/stamp.h"
#include "engine/expr/sources.h"
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

/// What of a piece is due together.
struct Part {
  const Piece* piece = nullptr;
  Group* group = nullptr;
  std::vector<Task*> tasks;
  int number = 0;         // of its first statement
  bool awaited = false;   // has not been evaluated at this tick
  bool answered = false;  // and could be
};

/// For so long a tick's parts are evaluated in source order, as pmie does it;
/// then whoever has answered is not kept waiting by who has not.
constexpr Duration kPatience{base::kNanosPerSecond / 100};

/// All parts of one interval. Tick k is due at `epoch` + k intervals.
struct Beat {
  std::list<Part> parts;  // in source order
  Duration interval;
  Timestamp epoch;
  std::int64_t next = 0;
  bool asked = false;  // all parts have been, and the tick is not over
  std::size_t awaited = 0;
  std::list<Part>::iterator turn = parts.end();  // who is evaluated next
  bool in_order = true;                          // there is patience left
  base::loop::Pending timer;
  std::optional<base::loop::Pending> patience;  // that wears thin

  Timestamp due() const { return Timestamp{epoch.ns + next * interval.ns}; }
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
        timers_(timers),
        clock_(clock) {}

  base::Result<void> Begin(std::vector<expr::Statement> statements);
  base::Result<void> Replace(const std::set<int>& sources,
                             std::vector<expr::Statement> statements);
  std::int64_t skipped() const { return skipped_; }

 private:
  /// What is shown is shown in source order: it runs as one.
  bool shown() const { return options_.detail != alarm::Detail::kNone; }
  std::vector<expr::Statement> End(const std::set<int>& sources);
  base::Result<void> Add(std::vector<expr::Statement> statements);
  void AddParts(const Piece& piece);
  Beat* BeatOf(Duration interval);
  void Drop(const Piece& piece);
  void Wait(Beat* beat);
  void Wake(Beat* beat);
  void SkipMissed(Beat* beat, Timestamp now);
  void Ask(Beat* beat, Timestamp now);
  void Answered(Beat* beat, Part* part);
  void EvaluateInOrder(Beat* beat);
  void LosePatience(Beat* beat);
  void Evaluate(Beat* beat, Part* part);
  void NextTick(Beat* beat);
  void Evaluate(Task* task, Timestamp now);
  void TellAnswers(const Group& group);

  std::vector<pmapi::Source*> sources_;
  LiveOptions options_;
  alarm::EventSink* sink_;
  LiveHooks hooks_;
  base::loop::Timers* timers_;
  Clock* clock_;
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
  for (Beat* beat : std::exchange(fresh_, {})) Wait(beat);
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
  AddParts(piece);
  return {};
}

void Live::Impl::AddParts(const Piece& piece) {
  for (Group& group : piece.plan->groups()) {
    Part part{&piece, &group, {}};
    for (Task& task : piece.plan->tasks()) {
      if (task.group == &group) part.tasks.push_back(&task);
    }
    part.number = part.tasks.front()->watches.front().statement().number;
    std::list<Part>& parts = BeatOf(group.At(1) - group.At(0))->parts;
    const auto behind = std::find_if(
        parts.begin(), parts.end(),
        [&part](const Part& one) { return one.number > part.number; });
    parts.insert(behind, std::move(part));
  }
}

Beat* Live::Impl::BeatOf(Duration interval) {
  const auto [at, is_new] = beats_.try_emplace(interval.ns);
  Beat* beat = &at->second;
  if (!is_new) return beat;
  beat->interval = interval;
  beat->epoch = begun_ ? clock_->Now() : options_.start;
  fresh_.push_back(beat);
  return beat;
}

/// Ends what asks one of `sources`, and hands out what that was made of.
std::vector<expr::Statement> Live::Impl::End(const std::set<int>& sources) {
  std::vector<expr::Statement> ended;
  for (auto piece = pieces_.begin(); piece != pieces_.end();) {
    if (!shown() && !Meet(piece->sources, sources)) {
      ++piece;
      continue;
    }
    Drop(*piece);
    std::vector<expr::Statement> statements = piece->plan->TakeStatements();
    piece = pieces_.erase(piece);
    for (expr::Statement& one : statements) ended.push_back(std::move(one));
  }
  return ended;
}

void Live::Impl::Drop(const Piece& piece) {
  for (auto& of_interval : beats_) {
    Beat& beat = of_interval.second;
    for (auto part = beat.parts.begin(); part != beat.parts.end();) {
      const auto one = part++;
      if (one->piece != &piece) continue;
      beat.awaited -= one->awaited;
      if (beat.turn == one) beat.turn = part;
      beat.parts.erase(one);
    }
    NextTick(&beat);
  }
}

void Live::Impl::Wait(Beat* beat) {
  if (options_.end && beat->due() > *options_.end) {
    if (--running_ == 0 && hooks_.ended) hooks_.ended();
    return;
  }
  const Duration left = beat->due() - clock_->Now();
  beat->timer = timers_->After(Duration{std::max<std::int64_t>(left.ns, 0)},
                               [this, beat] { Wake(beat); });
}

void Live::Impl::Wake(Beat* beat) {
  const Timestamp now = clock_->Now();
  const Duration early = beat->due() - now;
  if (early > beat->interval) {
    // The time of day was set back: its ticks will be counted from here.
    beat->epoch = now;
    beat->next = 0;
  } else if (early.ns > 0) {
    Wait(beat);
    return;
  }
  SkipMissed(beat, now);
  Ask(beat, now);
}

/// What is a whole interval late is not made up for: A17.
void Live::Impl::SkipMissed(Beat* beat, Timestamp now) {
  const std::int64_t missed = (now - beat->due()).ns / beat->interval.ns;
  if (missed <= 0) return;
  beat->next += missed;
  skipped_ += missed;
  if (hooks_.skipped) hooks_.skipped(beat->interval, missed);
}

void Live::Impl::Ask(Beat* beat, Timestamp now) {
  const Duration limit{std::min(options_.limit.ns, beat->interval.ns / 4 * 3)};
  for (Part& part : beat->parts) {
    part.awaited = true;
    part.answered = false;
  }
  beat->awaited = beat->parts.size();
  beat->turn = beat->parts.begin();
  beat->in_order = true;
  for (Part& part : beat->parts) {
    part.group->Ask(beat->due(), now, limit,
                    [this, beat, one = &part] { Answered(beat, one); });
  }
  beat->asked = true;
  NextTick(beat);
}

void Live::Impl::Answered(Beat* beat, Part* part) {
  part->answered = true;
  if (!beat->in_order) {
    Evaluate(beat, part);
    return;
  }
  EvaluateInOrder(beat);
  if (part->awaited && !beat->patience) {
    beat->patience =
        timers_->After(kPatience, [this, beat] { LosePatience(beat); });
  }
}

void Live::Impl::EvaluateInOrder(Beat* beat) {
  for (; beat->turn != beat->parts.end(); ++beat->turn) {
    if (!beat->turn->awaited) continue;
    if (!beat->turn->answered) return;
    Evaluate(beat, &*beat->turn);
  }
}

void Live::Impl::LosePatience(Beat* beat) {
  beat->in_order = false;
  for (Part& part : beat->parts) {
    if (part.awaited && part.answered) Evaluate(beat, &part);
  }
}

void Live::Impl::Evaluate(Beat* beat, Part* part) {
  part->awaited = false;
  --beat->awaited;
  part->group->Take();
  TellAnswers(*part->group);
  const Timestamp now = beat->due();
  for (Task* task : part->tasks) Evaluate(task, now);
  NextTick(beat);
}

/// Waits for it once this one is over. No part takes longer than the interval
/// (Ask): the next tick is not late for the slowest one.
void Live::Impl::NextTick(Beat* beat) {
  if (!beat->asked || beat->awaited > 0) return;
  beat->asked = false;
  beat->patience.reset();
  ++beat->next;
  Wait(beat);
}

void Live::Impl::Evaluate(Task* task, Timestamp now) {
  const alarm::Results results = task->group->results();
  const alarm::Moment moment{now, base::StampSeconds(now)};
  for (alarm::Watch& watch : task->watches) watch.Advance(results, 0, moment);
  if (hooks_.report) {
    hooks_.report(TaskResults{now, task->watches, results, 0});
  }
}

void Live::Impl::TellAnswers(const Group& group) {
  if (!hooks_.answered) return;
  for (const pmapi::Answer& answer : group.answers()) {
    hooks_.answered(answer.source, answer.failure ? &*answer.failure : nullptr);
  }
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
