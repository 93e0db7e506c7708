// A place in the queue, and what is said of how it went.
#include "actions/command_action.h"

#include <algorithm>
#include <memory>
#include <utility>

#include "actions/command_environment.h"
#include "actions/notification/notification.h"

namespace actions {
namespace {

using engine::alarm::EventSink;

/// What sh returns where it finds no such command.
constexpr int kNotFound = 127;

/// What killed it; empty if it ended by itself.
std::string KilledBy(const Ending& ending) {
  if (ending.timed_out) {
    return "after " +
           std::to_string(CommandAction::kLimit.ns / base::kNanosPerSecond) +
           " s";
  }
  return ending.signal == 0 ? "" : "by signal " + std::to_string(ending.signal);
}

}  // namespace

CommandAction::CommandAction(const std::string& name, CommandContext context,
                             const Log& log)
    : name_(name),
      context_(std::move(context)),
      not_begun_(name, log),
      killings_(name, log, "ended by itself again"),
      failures_(name, log, "succeeded again"),
      cuts_(name, log, "whole again") {}

bool CommandAction::NeedsParts(const engine::expr::ast::Call&) const {
  return true;
}

void CommandAction::Pipe(const engine::alarm::Event& event, std::string input,
                         Command* command) const {
  command->with_standard_files = false;
  command->input = std::move(input);
  command->says = [said = context_.said,
                   begin = event.statement.name + ": " + name_ +
                           ": says: "](const std::string& line) {
    said(LogLevel::kInfo, begin + line);
  };
}

/// Cuts what the system would not take.
void CommandAction::Fit(const Whose& whose, Command* command) {
  std::size_t longest = 0;
  for (auto* texts : {&command->arguments, &command->environment}) {
    for (std::string& text : *texts) {
      const std::size_t size = text.size();
      if (CutToArgument(&text)) longest = std::max(longest, size);
    }
  }
  if (longest == 0) return cuts_.Right(whose);
  cuts_.Wrong(whose, "cut: an argument or variable of " +
                         std::to_string(longest) + " bytes, of which " +
                         std::to_string(kMostInArgument) +
                         " fit, up to the first NUL");
}

CommandAction::Task CommandAction::FittingTask(
    const engine::alarm::Event& event, const std::string& id) {
  Task task = TaskFor(event, id);
  Fit(Whose(event), &task.command);
  return task;
}

void CommandAction::Perform(const engine::alarm::Event& event,
                            const Done& done) {
  const auto task =
      std::make_shared<Task>(FittingTask(event, NewNotificationId()));
  const Whose whose(event);
  task->command.limit = kLimit;
  const bool tells = context_.tells_failures && !event.asked;
  const auto command = [this, task] {
    Command whole = task->command;
    whole.environment.insert(whole.environment.end(),
                             context_.environment.begin(),
                             context_.environment.end());
    return whole;
  };
  context_.queue->Add(
      whose.rule, command,
      [this, task, tells, done, whose](const base::Result<Ending>& how) {
        const Outcome outcome = OutcomeOf(whose, task->text, how);
        if (tells && how && KilledBy(*how).empty()) {
          TellStatus(whose, task->text, how->status);
        }
        done(outcome);
      });
}

void CommandAction::TellStatus(const Whose& whose, const std::string& text,
                               int status) {
  if (status == 0) return failures_.Right(whose);
  ++context_.failures->failed;
  const bool not_found = status == kNotFound;
  failures_.Wrong(
      whose, "exit status " + std::to_string(status) +
                 (not_found ? ", as of what is not found: " : ": ") + text);
}

EventSink::Outcome CommandAction::OutcomeOf(const Whose& whose,
                                            const std::string& text,
                                            const base::Result<Ending>& how) {
  if (!how) {
    not_begun_.Wrong(whose, how.error().message + ": not begun: " + text);
    return Outcome::kNotPerformed;
  }
  not_begun_.Right(whose);
  if (const std::string by = KilledBy(*how); by.empty()) {
    killings_.Right(whose);
  } else {
    ++context_.failures->killed;
    killings_.Wrong(whose, "killed " + by + ": " + text);
  }
  return how->succeeded() ? Outcome::kSucceeded : Outcome::kFailed;
}

}  // namespace actions
