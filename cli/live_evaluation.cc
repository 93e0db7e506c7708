// What a run tells goes to the observer; changes of hosts are seen to here.
#include "cli/live_evaluation.h"

#include <utility>

namespace cli {

using engine::schedule::LiveHooks;

LiveEvaluation::LiveEvaluation(LiveHosts* hosts,
                               const engine::schedule::LiveOptions& options,
                               engine::alarm::EventSink* actions,
                               engine::schedule::Clock* clock,
                               LiveObserver* observer)
    : hosts_(*hosts),
      observer_(*observer),
      live_(hosts->Sources(), options, actions, Hooks(), hosts->loop(), clock),
      changes_(hosts, [this](const std::set<int>& sources) {
        return BeginAnew(sources);
      }) {
  hosts_.OnReplaced([this](int source) { changes_.Changed(source); });
}

LiveEvaluation::~LiveEvaluation() { hosts_.OnReplaced(nullptr); }

LiveHooks LiveEvaluation::Hooks() {
  LiveHooks hooks;
  hooks.report = [this](const engine::schedule::TaskResults& results) {
    observer_.Evaluated(results);
  };
  hooks.answered = [this](int source, const base::Error* why) {
    Answered(source, why);
  };
  hooks.skipped = [this](base::Duration interval, std::int64_t ticks) {
    observer_.Skipped(interval, ticks);
  };
  hooks.ended = [this] { observer_.Ended(); };
  return hooks;
}

/// A host whose metrics have changed counts as one that has answered.
void LiveEvaluation::Answered(int source, const base::Error* why) {
  const bool changed = why != nullptr && why->code == base::ErrorCode::kChanged;
  if (changed) changes_.Changed(source);
  observer_.Answered(static_cast<std::size_t>(source), changed ? nullptr : why);
}

bool LiveEvaluation::BeginAnew(const std::set<int>& sources) {
  auto statements = observer_.CheckAgain(sources);
  if (statements) {
    status_ = live_.Replace(hosts_.Sources(sources), *std::move(statements));
    hosts_.LetGoOfReplaced();
  } else {
    status_ = statements.error();
  }
  if (!status_) hosts_.loop()->Stop();
  return status_.has_value();
}

}  // namespace cli
