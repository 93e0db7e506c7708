// tocsin: which face it shows. A first word that is a subcommand is that;
// everything else is pmie's command line, also under the name pmie.
#include <fcntl.h>
#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <new>
#include <string>
#include <vector>

#include "base/overloaded.h"
#include "cli/check.h"
#include "cli/eval.h"
#include "cli/list.h"
#include "cli/notify.h"
#include "cli/outbox.h"
#include "cli/output.h"
#include "cli/pcp_conf.h"
#include "cli/pmie.h"
#include "cli/subcommand_options.h"

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

/// "pmie" for .../pmie, also where libtool or a test made it a link.
std::string ProgramName(const std::string& path) {
  const std::string name = path.substr(path.rfind('/') + 1);
  return name == "pmie" ? name : "tocsin";
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
    err->Print(program + ": warning - PCP_CONF: " + settings.error().message +
               '\n');
    return;
  }
  for (const auto& [name, value] : *settings) {
    ::setenv(name.c_str(), value.c_str(), 0);
  }
}

int Exit(const cli::UsageExit& exit, cli::Output* out, cli::Output* err) {
  (exit.status == 0 ? out : err)->Print(exit.text);
  return exit.status;
}

bool IsSubcommand(const std::string& program,
                  const std::vector<std::string>& arguments) {
  return program != "pmie" && arguments.size() > 1 &&
         (arguments[1] == "eval" || arguments[1] == "check" ||
          arguments[1] == "list" || arguments[1] == "notify" ||
          arguments[1] == "outbox");
}

int RunSubcommand(const std::string& word,
                  const std::vector<std::string>& arguments,
                  const cli::ProcessContext& process) {
  const auto end = [&](const cli::UsageExit& exit) {
    return Exit(exit, process.out, process.err);
  };
  if (word == "eval") {
    return std::visit(base::Overloaded{end,
                                       [&](const cli::EvalOptions& options) {
                                         return cli::RunEval(options, process);
                                       }},
                      cli::ParseEvalOptions(arguments));
  }
  if (word == "notify") {
    return std::visit(base::Overloaded{end,
                                       [&](const cli::NotifyOptions& options) {
                                         return cli::RunNotify(options,
                                                               process);
                                       }},
                      cli::ParseNotifyOptions(arguments));
  }
  if (word == "list") {
    return std::visit(base::Overloaded{end,
                                       [&](const cli::ListOptions& options) {
                                         return cli::RunList(options, process);
                                       }},
                      cli::ParseListOptions(arguments));
  }
  if (word == "outbox") {
    return std::visit(base::Overloaded{end,
                                       [&](const cli::OutboxOptions& options) {
                                         return cli::RunOutbox(options,
                                                               process);
                                       }},
                      cli::ParseOutboxOptions(arguments));
  }
  return std::visit(base::Overloaded{end,
                                     [&](const cli::CheckOptions& options) {
                                       return cli::RunCheck(options, process);
                                     }},
                    cli::ParseCheckOptions(arguments));
}

int RunAs(const std::string& program, const std::vector<std::string>& arguments,
          cli::Output* out, cli::Output* err) {
  const cli::ProcessContext process{program, Variable, out, err, [] {
                                      return static_cast<int>(last_signal);
                                    }};
  if (!IsSubcommand(program, arguments)) {
    return cli::RunPmie(arguments, process);
  }
  const int status = RunSubcommand(
      arguments[1], {arguments.begin() + 2, arguments.end()}, process);
  return cli::Delivered(status, 2, program, out, err);
}

/// Writes past Output, which may need memory.
void CannotGoOn(const std::string& program, const char* why) {
  ::dprintf(STDERR_FILENO, "%s: cannot go on: %s\n", program.c_str(), why);
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
  // Libraries throw where the system has no memory or descriptors left.
  try {
    ReadSettings(program, &err);
    const int status = RunAs(program, arguments, &out, &err);
    out.Flush();
    err.Flush();
    return status;
  } catch (const std::bad_alloc&) {
    CannotGoOn(program, "there is no memory left");
  } catch (const std::exception& denied) {
    CannotGoOn(program, denied.what());
  }
  // Another start may succeed, which a status of 1 rules out.
  return program == "pmie" ? 1 : 2;
}
