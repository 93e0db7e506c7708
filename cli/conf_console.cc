// Prompts and errors as the real pmieconf's, by whether a terminal is there.
#include "cli/conf_console.h"

#include <unistd.h>

#include <utility>

#include "cli/terminal_key.h"

namespace cli {

ConfConsole::ConfConsole(std::string name, const ProcessContext& process)
    : name_(std::move(name)),
      process_(process),
      pager_([this](std::string_view text) { process_.out->Print(text); },
             [this](std::string_view question) { return Ask(question); }),
      lines_(STDIN_FILENO, [this] { return process_.over(); }) {}

void ConfConsole::BeginSession(
    const std::string& file,
    std::function<rules::pmieconf::Completion(const std::string&)> complete) {
  person_ = ::isatty(STDIN_FILENO) == 1;
  if (!person_) return;
  paged_ = process_.out->on_terminal();
  if (paged_) BeginEditing(std::move(complete));
  process_.out->Print("Updates will be made to " + file + '\n');
}

/// The real pmieconf edits nothing: where that cannot be, it is as there.
void ConfConsole::BeginEditing(
    std::function<rules::pmieconf::Completion(const std::string&)> complete) {
  const std::string term = process_.environment("TERM").value_or("");
  auto editor = LineEditor::Open({.in = STDIN_FILENO,
                                  .out = STDOUT_FILENO,
                                  .term = term,
                                  .over = [this] { return process_.over(); },
                                  .complete = std::move(complete)});
  if (editor) {
    editor_.emplace(*std::move(editor));
  } else if (name_ != "pmieconf") {
    process_.err->Print(name_ + ": " + editor.error().message + '\n');
    process_.err->Flush();
  }
}

std::optional<std::string> ConfConsole::NextLine() {
  if (!person_) return lines_.Next();
  if (process_.over()) return std::nullopt;
  const std::string prompt = name_ + "> ";
  process_.out->Print(editor_ ? "\n" : '\n' + prompt);
  process_.out->Flush();
  auto line = editor_ ? editor_->Next(prompt) : lines_.Next();
  // Nobody has ended the line of the prompt.
  if (!line) process_.out->Print("\n");
  pager_.Begin(Pager::WindowOf(STDIN_FILENO));
  return line;
}

std::optional<char> ConfConsole::Ask(std::string_view question) {
  const auto print = [this, question] {
    process_.out->Print(question);
    process_.out->Flush();
  };
  return ReadKey(STDIN_FILENO, print, [this] { return process_.over(); });
}

void ConfConsole::Print(const std::string& text) {
  if (paged_) return pager_.Print(text);
  process_.out->Print(text);
}

void ConfConsole::PrintError(const std::string& message) {
  if (paged_) return pager_.PrintBeside("  Error - " + message + '\n');
  process_.out->Flush();
  process_.err->Print(name_ + ": error - " + message + '\n');
  process_.err->Flush();  // in its place where both are one
}

}  // namespace cli
