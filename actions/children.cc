// Programs are begun by base/spawn.h; SIGCHLD says that some have ended.
#include "actions/children.h"

#include <sys/wait.h>

#include <csignal>
#include <utility>

#include "base/sealed_file.h"
#include "base/spawn.h"
#include "base/system_error.h"

namespace actions {
namespace {

/// What a child has open: descriptors of ours, or -1.
struct Ends {
  int input = -1;
  int output = -1;
  int script = -1;
};

base::Result<pid_t> SpawnWith(const Command& command, const Ends& ends) {
  base::Descriptors descriptors;
  if (!command.with_standard_files) {
    descriptors = {{0, ends.input}, {1, ends.output}, {2, ends.output}};
  }
  if (ends.script >= 0) descriptors.emplace_back(kScript, ends.script);
  return base::Spawn({command.path, command.arguments, command.environment},
                     descriptors);
}

/// None of what is empty.
base::Result<std::optional<base::SealedFile>> FileOf(const std::string& text) {
  if (text.empty()) return std::optional<base::SealedFile>();
  auto file = base::SealedFile::Of(text);
  if (!file) return file.error();
  return std::optional(std::move(*file));
}

Ending EndingOf(int status) {
  Ending ending;
  if (WIFSIGNALED(status)) ending.signal = WTERMSIG(status);
  if (WIFEXITED(status)) ending.status = WEXITSTATUS(status);
  return ending;
}

}  // namespace

base::Result<void> Children::Start(const Command& command,
                                   std::function<void(const Ending&)> ended) {
  if (auto watching = WatchEnds(); !watching) return watching;
  const bool shares = command.with_standard_files;
  if (shares) sharing_(1);
  const std::uint64_t number = next_++;
  const auto pid = Spawn(command, number);
  if (!pid) {
    outputs_.erase(number);
    if (shares) sharing_(-1);
    return pid.error();
  }
  Child& child = running_[number];
  child.pid = *pid;
  child.ended = std::move(ended);
  child.shares = shares;
  if (command.limit) {
    child.limit =
        timers_.After(*command.limit, [this, number] { Kill(number); });
  }
  return {};
}

base::Result<pid_t> Children::Spawn(const Command& command,
                                    std::uint64_t number) {
  const auto cannot = [&command](const base::Error& why) {
    return base::SystemError(command.path, why.system_errno);
  };
  const auto input = FileOf(command.input);
  if (!input) return cannot(input.error());
  const auto script = FileOf(command.script);
  if (!script) return cannot(script.error());
  Ends ends;
  if (*input) ends.input = (*input)->fd();
  if (*script) ends.script = (*script)->fd();
  if (!command.says) return SpawnWith(command, ends);
  ChildOutput& output =
      outputs_.try_emplace(number, command.says).first->second;
  const auto opened =
      output.Open(&loop_, [this, number] { outputs_.erase(number); });
  if (!opened) return cannot(opened.error());
  ends.output = output.writing_end();
  auto pid = SpawnWith(command, ends);
  output.CloseWritingEnd();
  return pid;
}

/// SIGCHLD is handled from the first child on; a run without children leaves it
/// alone.
base::Result<void> Children::WatchEnds() {
  if (signals_) return {};
  auto signals = loop_.OnSignal({SIGCHLD}, [this](int) { Reap(); });
  if (!signals) return signals.error();
  signals_ = std::move(*signals);
  return {};
}

/// One signal may stand for several children, so each is asked.
void Children::Reap() {
  std::vector<std::pair<Child, Ending>> over;
  for (auto at = running_.begin(); at != running_.end();) {
    int status = 0;
    if (::waitpid(at->second.pid, &status, WNOHANG) <= 0) {
      ++at;
      continue;
    }
    Ending ending = EndingOf(status);
    ending.timed_out = at->second.timed_out;
    over.emplace_back(std::move(at->second), ending);
    TellOutput(at->first);
    at = running_.erase(at);
  }
  // `ended` may begin what follows, before `sharing_` hears that this child is
  // gone.
  for (const auto& [child, ending] : over) {
    child.ended(ending);
    if (child.shares) sharing_(-1);
  }
}

/// Of a child that has ended: what it said comes before what is said of that.
void Children::TellOutput(std::uint64_t number) {
  const auto output = outputs_.find(number);
  if (output != outputs_.end()) output->second.TellAll();
}

void Children::Kill(std::uint64_t number) {
  Child& child = running_.at(number);
  child.timed_out = true;
  ::kill(-child.pid, SIGKILL);
}

}  // namespace actions
