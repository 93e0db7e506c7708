// tocsin: which face it shows. A first word that is a subcommand is that;
// everything else is pmie's command line, also under the name pmie.
#include <fcntl.h>
#include <unistd.h>

#include <atomic>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <memory>
#include <new>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "base/overloaded.h"
#include "base/printable.h"
#include "cli/check.h"
#include "cli/conf.h"
#include "cli/conf_site.h"
#include "cli/eval.h"
#include "cli/events.h"
#include "cli/list.h"
#include "cli/notify.h"
#include "cli/outbox.h"
#include "cli/output.h"
#include "cli/pcp_conf.h"
#include "cli/pmie.h"
#include "cli/serve.h"
#include "cli/subcommand_options.h"

/// The address sanitizer's search for leaks, in a build that has it.
extern "C" void __lsan_do_leak_check() __attribute__((weak));

namespace {

/// Opens closed standard streams on /dev/null, for the wrong direction: the
/// next file that is opened would take their place, and to use them stays an
/// error.
void HoldStandardStreams() {
  for (const int fd : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
    if (::fcntl(fd, F_GETFD) >= 0) continue;
    ::open("/dev/null", fd == STDIN_FILENO ? O_WRONLY : O_RDONLY);
  }
}

volatile std::sig_atomic_t last_signal = 0;

bool Over() { return last_signal != 0; }

extern "C" void NoteSignal(int signal) { last_signal = signal; }

/// Also unblocks what the process that started us has blocked.
void WatchSignals() {
  sigset_t none;
  ::sigemptyset(&none);
  ::sigprocmask(SIG_SETMASK, &none, nullptr);
  struct sigaction action {};
  action.sa_handler = NoteSignal;
  ::sigaction(SIGINT, &action, nullptr);
  ::sigaction(SIGTERM, &action, nullptr);
  // With SIGXFSZ ignored, write(2) tells that a file may grow no more.
  std::signal(SIGXFSZ, SIG_IGN);
}

/// For what looks at none while it works.
void EndAtSignals() {
  for (const int signal : {SIGINT, SIGTERM}) std::signal(signal, SIG_DFL);
  if (Over()) std::raise(last_signal);
}

/// "pmie" for .../pmie, also where libtool or a test made it a link.
std::string ProgramName(const std::string& path) {
  const std::string name = path.substr(path.rfind('/') + 1);
  return name == "pmie" || name == "pmieconf" ? name : "tocsin";
}

std::optional<std::string> Variable(const std::string& name) {
  const char* value = std::getenv(name.c_str());
  if (value == nullptr) return std::nullopt;
  return value;
}

/// As PCP's programs: what the environment does not say, pcp.conf says, also
/// to the commands that rules run. We need no PCP: only who names its file is
/// told that it cannot be read, and, as from pmie, nobody.
void ReadSettings(const std::string& program, cli::Output* err) {
  const auto settings = cli::ReadPcpConf(cli::PcpConfPath(Variable));
  if (!settings) {
    if (program == "pmie" || !Variable("PCP_CONF")) return;
    err->Print(program + ": warning - PCP_CONF: " +
               base::Printable(settings.error().message) + '\n');
    return;
  }
  for (const auto& [name, value] : *settings) {
    ::setenv(name.c_str(), value.c_str(), 0);
  }
}

int RunSubcommand(const cli::Subcommand& subcommand,
                  const cli::ProcessContext& process) {
  using namespace cli;
  return std::visit(
      base::Overloaded{
          [&](const UsageExit& exit) {
            (exit.status == 0 ? process.out : process.err)->Print(exit.text);
            return exit.status;
          },
          [&](const EvalOptions& options) { return RunEval(options, process); },
          [&](const CheckOptions& options) {
            return RunCheck(options, process);
          },
          [&](const ListOptions& options) { return RunList(options, process); },
          [&](const EventsOptions& options) {
            return RunEvents(options, process);
          },
          [&](const NotifyOptions& options) {
            return RunNotify(options, process);
          },
          [&](const OutboxOptions& options) {
            return RunOutbox(options, process);
          },
          [&](const ServeOptions& options) {
            return RunServe(options, process);
          },
          [&](const ConfSiteOptions& options) {
            EndAtSignals();
            return RunConfSite(options, process);
          }},
      subcommand);
}

/// What is `kept` is not destroyed before it is.
int RunAs(const std::string& program, const std::vector<std::string>& arguments,
          cli::Output* out, cli::Output* err,
          std::vector<std::shared_ptr<const void>>* kept) {
  cli::ProcessContext process{program, Variable, out, err,
                              [] { return static_cast<int>(last_signal); }};
  process.keep = [kept](std::shared_ptr<const void> done) {
    kept->push_back(std::move(done));
  };
  if (program == "tocsin" && !arguments.empty()) {
    const auto subcommand =
        cli::ParseSubcommand({arguments.begin() + 1, arguments.end()});
    if (subcommand) {
      const int status = RunSubcommand(*subcommand, process);
      return cli::Delivered(status, 2, program, out, err);
    }
  }
  const bool conf =
      program == "tocsin" && arguments.size() > 1 && arguments[1] == "conf";
  if (conf || program == "pmieconf") {
    const auto begin = arguments.begin() + (conf ? 2 : 1);
    const std::string name = conf ? "tocsin conf" : program;
    const int status = cli::RunConf(name, {begin, arguments.end()}, process);
    return cli::Delivered(status, 1, name, out, err);
  }
  return cli::RunPmie(arguments, process);
}

const char* program_name = "tocsin";

/// Writes past Output, which may need memory. The exit status: another start
/// may succeed, which a status of 1 rules out.
int CannotGoOn(const char* why) {
  ::dprintf(STDERR_FILENO, "%s: cannot go on: %s\n", program_name, why);
  return std::string_view(program_name) == "pmie" ? 1 : 2;
}

/// Libraries throw where the system has no memory or descriptors left.
/// REQUIRES: something has been thrown.
int WhatWasThrown() {
  try {
    throw;
  } catch (const std::bad_alloc&) {
    return CannotGoOn("there is no memory left");
  } catch (const std::exception& denied) {
    return CannotGoOn(denied.what());
  }
}

/// Threads but the first have nobody who catches what they throw, perhaps
/// several at once.
[[noreturn]] void EndUncaught() {
  static std::atomic_flag told;
  if (std::current_exception() == nullptr) std::abort();
  while (told.test_and_set()) ::pause();
  ::_exit(WhatWasThrown());
}

/// Ends the program as it is: no static is destroyed, no library torn down
/// under threads that nobody waits for, which may be in the midst of it.
[[noreturn]] void End(int status) {
  if (__lsan_do_leak_check != nullptr) __lsan_do_leak_check();
  ::_exit(status);
}

}  // namespace

int main(int argc, char** argv) {
  HoldStandardStreams();
  const std::vector<std::string> arguments(argv, argv + argc);
  const std::string program =
      ProgramName(arguments.empty() ? "" : arguments[0]);
  cli::Output out(STDOUT_FILENO);
  cli::Output err = cli::Output::ForPeople(STDERR_FILENO);
  out.set_over(Over);
  err.set_over(Over);
  WatchSignals();
  if (program == "pmie") program_name = "pmie";
  std::set_terminate(EndUncaught);
  try {
    ReadSettings(program, &err);
    std::vector<std::shared_ptr<const void>> kept;  // until End()
    const int status = RunAs(program, arguments, &out, &err, &kept);
    out.Flush();
    err.Flush();
    End(status);
  } catch (const std::exception&) {
    return WhatWasThrown();
  }
}
