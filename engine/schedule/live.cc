// Rules as partitions, and a ticker an interval.
#include "engine/schedule/live.h"

#include <algorithm>
#include <limits>
#include <list>
#include <map>
#include <utility>

#include "base/stamp.h"
#include "engine/expr/sources.h"
#include "engine/schedule/partition.h"
#include "engine/schedule/schedule.h"
#include "engine/schedule/ticker.h"

namespace engine::schedule {
namespace {

using base::Duration;
using base::Timestamp;

constexpr Timestamp kNever{std::numeric_limits<std::int64_t>::max()};

/// Statements that run on their own, and the sources that they ask.
struct Partition {
  std::vector<int> statements;  // their numbers
  std::unique_ptr<Schedule> schedule;
  std::set<int> sources;
};

/// A statement that is not evaluated any more, while its actions last.
struct EndedStatement {
  expr::Statement statement;
  std::vector<std::unique_ptr<alarm::Performer>> busy;
};

/// The statements by partition; with `together`, as where they are shown, all
/// in one.
std::map<PartitionKey, std::vector<expr::Statement>> PartitionStatements(
    std::vector<expr::Statement> statements, bool together) {
  std::vector<PartitionKey> keys(statements.size());
  if (!together) keys = PartitionKeysOf(statements);
  std::map<PartitionKey, std::vector<expr::Statement>> partitions;
  for (std::size_t i = 0; i < statements.size(); ++i) {
    partitions[keys[i]].push_back(std::move(statements[i]));
  }
  return partitions;
}

std::set<int> SourcesOfAll(const std::vector<expr::Statement>& statements) {
  std::set<int> sources;
  for (const expr::Statement& statement : statements) {
    sources.merge(expr::SourcesOf(statement));
  }
  return sources;
}

std::vector<int> NumbersOf(const std::vector<expr::Statement>& statements) {
  std::vector<int> numbers;
  numbers.reserve(statements.size());
  for (const expr::Statement& one : statements) numbers.push_back(one.number);
  return numbers;
}

bool Meet(const std::set<int>& a, const std::set<int>& b) {
  return std::any_of(a.begin(), a.end(),
                     [&](int one) { return b.count(one) > 0; });
}

/// Partitions that have ended, and what may go on of them in others.
struct EndedPartitions {
  std::list<Partition> partitions;
  // By the statement's number; of partitions also which of them it is.
  std::map<int, std::pair<std::size_t, Partition*>> by_statement;
  std::map<int, alarm::Watch*> watches;
  // Where statements have got other numbers: those before, of which they say
  // the same.
  std::optional<std::map<int, int>> numbers;

  void AddStatementsOfLast() {
    Partition& last = partitions.back();
    for (const int number : last.statements) {
      by_statement[number] = {partitions.size(), &last};
    }
    for (Task& task : last.schedule->tasks()) {
      for (alarm::Watch& watch : task.watches) {
        watches.emplace(watch.statement().number, &watch);
      }
    }
  }

  /// That of the statement which has `number` now, if it was there.
  std::optional<int> NumberBefore(int number) const {
    if (!numbers) return number;
    const auto at = numbers->find(number);
    if (at == numbers->end()) return std::nullopt;
    return at->second;
  }

  /// Those that had statements of `partition`, in the order they ended in; of
  /// other rules also those that asked the same sources.
  std::map<std::size_t, Partition*> Before(const Partition& partition) {
    std::map<std::size_t, Partition*> before;
    for (const int number : partition.statements) {
      const auto old = NumberBefore(number);
      if (!old) continue;
      const auto at = by_statement.find(*old);
      if (at != by_statement.end()) before.insert(at->second);
    }
    if (!numbers) return before;
    std::size_t place = 0;
    for (Partition& one : partitions) {
      ++place;
      if (one.sources == partition.sources) before.emplace(place, &one);
    }
    return before;
  }
};

/// What is known and begun of the statements of `partition` goes on in it.
void Continue(EndedPartitions* ended, Partition* partition) {
  for (const auto& [place, before] : ended->Before(*partition)) {
    for (Group& group : partition->schedule->groups()) {
      for (Group& other : before->schedule->groups()) {
        if (other.interval() == group.interval()) group.Continue(&other);
      }
    }
  }
  for (Task& task : partition->schedule->tasks()) {
    for (alarm::Watch& watch : task.watches) {
      const auto old = ended->NumberBefore(watch.statement().number);
      const auto before =
          old ? ended->watches.find(*old) : ended->watches.end();
      if (before == ended->watches.end()) continue;
      if (ended->numbers) {
        watch.ContinueSame(before->second);
      } else {
        watch.Continue(before->second);
      }
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
        wake_queue_(timers, clock),
        context_{
            &wake_queue_,
            timers,
            clock,
            options.end,
            [this](const Batch& batch) { Take(batch); },
            [this](const Batch& batch, Timestamp due) { Judge(batch, due); },
            [this](Duration interval, std::int64_t ticks) {
              Skipped(interval, ticks);
            },
            [this] { Ended(); },
            options.together} {}

  base::Result<void> Begin(std::vector<expr::Statement> statements);
  base::Result<void> Replace(const std::map<int, pmapi::Source*>& sources,
                             std::vector<expr::Statement> statements);
  base::Result<void> Renew(Renewal renewal);
  std::int64_t skipped() const { return skipped_; }
  std::size_t unfinished();

 private:
  /// Statements that are shown run as one partition, in source order.
  bool shown() const { return options_.detail != alarm::Detail::kNone; }
  /// Where the source has changed, all of its statements are checked again.
  bool IsOfOneSource(const Partition& partition) const {
    return !shown() && partition.sources.size() == 1;
  }
  EndedPartitions End(const std::set<int>& sources, bool all = false);
  base::Result<void> Add(std::vector<expr::Statement> statements,
                         EndedPartitions* ended);
  base::Result<void> AddAll(std::vector<expr::Statement> statements,
                            EndedPartitions* ended);
  void KeepBusy(EndedPartitions* ended,
                std::vector<expr::Statement> statements);
  void AddBatches(Schedule* schedule);
  Ticker* TickerOf(Duration interval);
  void Take(const Batch& batch);
  void Judge(const Batch& batch, Timestamp due);
  void TellAnswers(const Group& group);
  void Skipped(Duration interval, std::int64_t ticks);
  void Ended();

  std::vector<pmapi::Source*> sources_;
  LiveOptions options_;
  alarm::EventSink* sink_;
  LiveHooks hooks_;
  WakeQueue wake_queue_;
  TickerContext context_;
  std::list<Partition> partitions_;
  std::list<EndedStatement> ended_statements_;
  std::map<std::int64_t, Ticker> tickers_;  // by interval
  std::vector<Ticker*> fresh_;              // that do not wait yet
  bool begun_ = false;                      // the first statements
  std::size_t running_ = 0;                 // tickers
  std::int64_t skipped_ = 0;
};

base::Result<void> Live::Impl::Begin(std::vector<expr::Statement> statements) {
  EndedPartitions none;
  return AddAll(std::move(statements), &none);
}

base::Result<void> Live::Impl::AddAll(std::vector<expr::Statement> statements,
                                      EndedPartitions* ended) {
  for (auto& [key, members] :
       PartitionStatements(std::move(statements), shown())) {
    if (auto added = Add(std::move(members), ended); !added) return added;
  }
  running_ += fresh_.size();
  begun_ = true;
  // The ticker that begins last comes first in the queue: it is to be the first
  // statements'.
  std::sort(fresh_.begin(), fresh_.end(), [](const Ticker* a, const Ticker* b) {
    return a->number() > b->number();
  });
  for (Ticker* ticker : std::exchange(fresh_, {})) ticker->Begin();
  return {};
}

base::Result<void> Live::Impl::Replace(
    const std::map<int, pmapi::Source*>& by_number,
    std::vector<expr::Statement> statements) {
  std::set<int> sources;
  for (const auto& [number, source] : by_number) sources.insert(number);
  EndedPartitions ended = End(sources);
  for (const auto& [number, source] : by_number) sources_[number] = source;
  std::vector<expr::Statement> replaced;
  for (Partition& partition : ended.partitions) {
    for (expr::Statement& one : partition.schedule->TakeStatements()) {
      const bool again =
          IsOfOneSource(partition) || Meet(expr::SourcesOf(one), sources);
      (again ? replaced : statements).push_back(std::move(one));
    }
  }
  std::stable_sort(
      statements.begin(), statements.end(),
      [](const auto& a, const auto& b) { return a.number < b.number; });
  auto added = AddAll(std::move(statements), &ended);
  for (auto& [interval, ticker] : tickers_) ticker.Resume();
  KeepBusy(&ended, std::move(replaced));
  return added;
}

base::Result<void> Live::Impl::Renew(Renewal renewal) {
  EndedPartitions ended = End({}, true);
  for (auto& [interval, ticker] : tickers_) ticker.Renumber(renewal.before);
  ended.numbers = std::move(renewal.before);
  sources_ = std::move(renewal.sources);
  std::vector<expr::Statement> replaced;
  for (Partition& partition : ended.partitions) {
    for (expr::Statement& one : partition.schedule->TakeStatements()) {
      replaced.push_back(std::move(one));
    }
  }
  auto added = AddAll(std::move(renewal.statements), &ended);
  for (auto& [interval, ticker] : tickers_) ticker.Resume();
  KeepBusy(&ended, std::move(replaced));
  return added;
}

/// Keeps actions that have been begun until they are done, though their
/// statement is gone.
void Live::Impl::KeepBusy(EndedPartitions* ended,
                          std::vector<expr::Statement> statements) {
  std::erase_if(ended_statements_, [](const EndedStatement& ended_one) {
    return std::none_of(ended_one.busy.begin(), ended_one.busy.end(),
                        [](const auto& one) { return one->busy(); });
  });
  for (expr::Statement& one : statements) {
    auto busy = ended->watches.at(one.number)->TakeBusy();
    if (busy.empty()) continue;
    EndedStatement& kept = ended_statements_.emplace_back(
        EndedStatement{std::move(one), std::move(busy)});
    for (auto& performer : kept.busy) performer->MoveTo(kept.statement);
  }
}

base::Result<void> Live::Impl::Add(std::vector<expr::Statement> statements,
                                   EndedPartitions* ended) {
  Partition& partition = partitions_.emplace_back();
  partition.statements = NumbersOf(statements);
  partition.sources = SourcesOfAll(statements);
  partition.schedule = std::make_unique<Schedule>(
      std::move(statements), sources_,
      ScheduleOptions{options_.start, kNever, options_.zone, options_.detail,
                      options_.programs},
      sink_);
  for (Group& group : partition.schedule->groups()) {
    if (auto opened = group.Open(sources_, options_.rates); !opened) {
      return opened;
    }
  }
  Continue(ended, &partition);
  AddBatches(partition.schedule.get());
  if (IsOfOneSource(partition)) partition.schedule->LetGoOfExpressions();
  return {};
}

std::size_t Live::Impl::unfinished() {
  std::size_t count = 0;
  for (Partition& partition : partitions_) {
    for (Task& task : partition.schedule->tasks()) {
      count += static_cast<std::size_t>(
          std::count_if(task.watches.begin(), task.watches.end(),
                        [](alarm::Watch& watch) { return watch.has_more(); }));
    }
  }
  for (const EndedStatement& ended : ended_statements_) {
    count += std::any_of(ended.busy.begin(), ended.busy.end(),
                         [](const auto& one) { return one->has_more(); });
  }
  return count;
}

void Live::Impl::AddBatches(Schedule* schedule) {
  for (Group& group : schedule->groups()) {
    Batch batch{schedule, &group, {}};
    for (Task& task : schedule->tasks()) {
      if (task.group == &group) batch.tasks.push_back(&task);
    }
    TickerOf(group.interval())->Add(std::move(batch));
  }
}

Ticker* Live::Impl::TickerOf(Duration interval) {
  const Timestamp first = begun_ ? context_.clock->Now() : options_.start;
  const auto [at, is_new] =
      tickers_.try_emplace(interval.ns, context_, interval, first);
  if (is_new) fresh_.push_back(&at->second);
  return &at->second;
}

/// Ends the partitions that ask one of `sources`, or `all`, and hands them out.
EndedPartitions Live::Impl::End(const std::set<int>& sources, bool all) {
  EndedPartitions ended;
  std::set<const Schedule*> schedules;
  for (auto next = partitions_.begin(); next != partitions_.end();) {
    const auto partition = next++;
    if (!all && !shown() && !Meet(partition->sources, sources)) continue;
    for (Group& group : partition->schedule->groups()) group.Close();
    schedules.insert(partition->schedule.get());
    ended.partitions.splice(ended.partitions.end(), partitions_, partition);
    ended.AddStatementsOfLast();
  }
  for (auto& [interval, ticker] : tickers_) ticker.Drop(schedules);
  return ended;
}

void Live::Impl::Take(const Batch& batch) {
  batch.schedule->BeginTick();
  batch.group->Take();
  TellAnswers(*batch.group);
}

void Live::Impl::Judge(const Batch& batch, Timestamp due) {
  const alarm::Results results = batch.group->results();
  const alarm::TickTime now{due, base::StampSeconds(due)};
  for (Task* task : batch.tasks) {
    for (alarm::Watch& watch : task->watches) watch.Advance(results, 0, now);
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
base::Result<void> Live::Replace(const std::map<int, pmapi::Source*>& sources,
                                 std::vector<expr::Statement> statements) {
  return impl_->Replace(sources, std::move(statements));
}
base::Result<void> Live::Renew(Renewal renewal) {
  return impl_->Renew(std::move(renewal));
}
std::int64_t Live::skipped_ticks() const { return impl_->skipped(); }
std::size_t Live::unfinished() { return impl_->unfinished(); }

}  // namespace engine::schedule
