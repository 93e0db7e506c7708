// Options of a replay, and what it tells.
#include "cli/replay.h"

#include <unistd.h>

#include <utility>

#include "cli/action_lines.h"
#include "cli/progress.h"
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
  return options;
}

}  // namespace

base::Result<void> ReplayArchives(
    const ReplayContext& context,
    std::vector<engine::expr::Statement> statements) {
  ActionLines actions(
      context.options.action_format.value_or(kDefaultActionFormat),
      &context.zone, context.file_name, context.out);
  engine::schedule::Replay replay(std::move(statements),
                                  context.archives.Sources(),
                                  OptionsOf(context), &actions);
  TaskReport report(context.options.report, true, &context.zone);
  Progress progress(STDERR_FILENO, context.window.first, context.window.end,
                    context.clock);
  // What goes elsewhere does not disturb the line.
  if (context.out->on_terminal()) {
    context.out->set_before_write([&] { progress.Wipe(); });
  }
  engine::schedule::ReplayHooks hooks;
  hooks.report = [&](const engine::schedule::TaskResults& results) {
    if (context.agent != nullptr) {
      context.agent->Append(results, context.out->text());
    } else {
      report.Append(results, context.out->text());
    }
    context.out->Grown();
  };
  hooks.go_on = [&](base::Timestamp now) {
    progress.At(now);
    return context.signal() == 0 && context.out->status().has_value();
  };
  auto done = replay.Run(hooks);
  progress.Wipe();
  context.out->Flush();
  context.out->set_before_write(nullptr);
  return done;
}

}  // namespace cli
