// Options of a replay, and what it tells.
#include "cli/replay.h"

#include <unistd.h>

#include <memory>
#include <optional>
#include <utility>

#include "base/quiet_thread.h"
#include "cli/action_lines.h"
#include "cli/progress.h"
#include "cli/replay_actions.h"
#include "cli/stomp_file.h"
#include "cli/task_report.h"
#include "engine/schedule/replay.h"

namespace cli {
namespace {

engine::schedule::ReplayOptions OptionsOf(const ReplayContext& context) {
  engine::schedule::ReplayOptions options;
  options.start = context.window.first;
  options.end = context.window.end;
  options.zone = &context.zone;
  options.rates.counter_wrap = context.options.counter_wrap;
  options.detail = DetailFor(context.options.report);
  options.threads = context.options.threads.value_or(base::Cores());
  return options;
}

/// False where the file of `stomp` is wrong, which is told.
bool BeginActions(const ReplayContext& context,
                  const std::vector<engine::expr::Statement>& statements,
                  std::optional<ReplayActions>* actions) {
  std::optional<actions::StompSettings> stomp;
  if (UsesStomp(statements)) {
    stomp = ReadStompOfRun(context.options.stomp_file,
                           context.process.environment, context.messages);
    if (!stomp) return false;
  }
  actions->emplace(context, statements, stomp);
  return true;
}

}  // namespace

base::Result<Replayed> ReplayArchives(
    const ReplayContext& context,
    std::vector<engine::expr::Statement> statements) {
  ActionLines lines(
      context.options.action_format.value_or(kDefaultActionFormat),
      &context.zone, context.file_name, context.process.out);
  std::optional<ReplayActions> actions;
  if (context.options.act && !BeginActions(context, statements, &actions)) {
    return Replayed{false, nullptr};
  }
  engine::alarm::EventSink* sink = &lines;
  if (actions) sink = &*actions;
  const auto replay = std::make_shared<engine::schedule::Replay>(
      std::move(statements), context.archives.Sources(), OptionsOf(context),
      sink);
  TaskReport report(context.options.report, true, &context.zone);
  Progress progress(STDERR_FILENO, context.window.first, context.window.end,
                    context.clock);
  // What goes elsewhere does not disturb the line.
  if (context.process.out->on_terminal()) {
    context.process.out->set_before_write([&] { progress.Wipe(); });
  }
  engine::schedule::ReplayHooks hooks;
  hooks.report = [&](const engine::schedule::TaskResults& results) {
    if (context.agent != nullptr) {
      context.agent->Append(results, context.process.out->text());
    } else {
      report.Append(results, context.process.out->text());
    }
    context.process.out->Grown();
  };
  hooks.go_on = [&](base::Timestamp now) {
    progress.At(now);
    return context.process.signal() == 0 &&
           context.process.out->status().has_value() &&
           (context.late_end == nullptr || context.late_end->Includes(now));
  };
  const auto done = replay->Run(hooks);
  if (actions) actions->Finish();
  progress.Wipe();
  context.process.out->Flush();
  context.process.out->set_before_write(nullptr);
  if (!done) return done.error();
  return Replayed{!actions || actions->acted(), replay};
}

}  // namespace cli
