// tocsin-spec: the executable specification as a program.
// tocsin-spec [--switches=S] [-a ARCHIVE]... [-t I] [-S T] [-T T] [-O T]
//             [-A I] [-Z ZONE] [-v|-V|-W] FILE...; also --list, --describe,
//             --needed
#include <getopt.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "base/file.h"
#include "base/zone.h"
#include "grammar/parser.h"
#include "pmapi/notation/interval.h"
#include "pmapi/notation/time_window.h"
#include "tests/support/spec/describe.h"
#include "tests/support/spec/replay.h"

namespace {

struct Arguments {
  spec::RunOptions run;
  std::vector<std::string> archives;
  std::vector<std::string> files;
  pmapi::notation::WindowOptions window;
  double interval = 10;
  bool describe = false;
  bool needed = false;
};

[[noreturn]] void Refuse(const std::string& why) {
  std::fprintf(stderr, "tocsin-spec: %s\n", why.c_str());
  std::exit(2);
}

void ListSwitches() {
  for (const auto& name : spec::SwitchNames()) {
    std::printf("%s\t%s\t%s\n", std::string(name.name).c_str(),
                std::string(name.line).c_str(), std::string(name.what).c_str());
  }
}

void ParseInterval(const std::string& text, Arguments* arguments) {
  const auto interval = pmapi::notation::ParseInterval(text);
  if (!interval) Refuse("-t " + text);
  arguments->interval = interval->Seconds();
}

/// False of a letter that is not of the window.
bool SetWindowOption(int letter, const std::string& value,
                     pmapi::notation::WindowOptions* window) {
  if (letter == 'S') window->start = value;
  if (letter == 'T') window->finish = value;
  if (letter == 'O') window->origin = value;
  if (letter == 'A') window->align = value;
  return letter != 0 && std::strchr("STOA", letter) != nullptr;
}

/// False of a letter that has an argument, or none of ours.
bool SetFlag(int letter, Arguments* arguments) {
  switch (letter) {
    case 'v':
      arguments->run.verbosity = spec::Verbosity::kValues;
      return true;
    case 'V':
      arguments->run.verbosity = spec::Verbosity::kLines;
      return true;
    case 'W':
      arguments->run.verbosity = spec::Verbosity::kBindings;
      return true;
    case 'd':
      arguments->describe = true;
      return true;
    case 'n':
      arguments->needed = true;
      return true;
    default:
      return false;
  }
}

constexpr option kLongs[] = {{"switches", required_argument, nullptr, 's'},
                             {"list", no_argument, nullptr, 'l'},
                             {"describe", no_argument, nullptr, 'd'},
                             {"needed", no_argument, nullptr, 'n'},
                             {nullptr, 0, nullptr, 0}};

Arguments Parse(int argc, char** argv) {
  Arguments arguments;
  for (int c = 0; (c = getopt_long(argc, argv, "a:t:S:T:O:A:Z:vVW", kLongs,
                                   nullptr)) != -1;) {
    const std::string value = optarg != nullptr ? optarg : "";
    if (SetWindowOption(c, value, &arguments.window)) continue;
    if (SetFlag(c, &arguments)) continue;
    switch (c) {
      case 'a':
        arguments.archives.push_back(value);
        break;
      case 't':
        ParseInterval(value, &arguments);
        break;
      case 'Z':
        setenv("TZ", value.c_str(), 1);
        break;
      case 'l':
        ListSwitches();
        std::exit(0);
      case 's':
        if (spec::ParseSwitches(value, &arguments.run.switches)) break;
        Refuse("no such switches: " + value);
      default:
        std::exit(2);
    }
  }
  for (int i = optind; i < argc; ++i) arguments.files.push_back(argv[i]);
  return arguments;
}

std::vector<grammar::ParsedFile> ParseFiles(const Arguments& arguments) {
  std::vector<grammar::ParsedFile> parsed;
  grammar::Parser parser;
  parser.set_default_interval(arguments.interval);
  for (const std::string& file : arguments.files) {
    const auto text = base::ReadText(file, std::size_t{1} << 26);
    if (!text) Refuse(text.error().message);
    parsed.push_back(parser.Parse(grammar::SourceText(file, *text)));
  }
  return parsed;
}

std::vector<spec::Log> ReadLogs(
    const Arguments& arguments,
    const std::vector<grammar::ParsedFile>& parsed) {
  std::set<std::string> metrics;
  for (const auto& file : parsed) {
    for (const auto& one : file.statements) {
      spec::AddMetricNames(one.statement, &metrics);
    }
  }
  std::vector<spec::Log> logs;
  for (const std::string& name : arguments.archives) {
    auto log = spec::ReadLog(name, arguments.describe ? nullptr : &metrics);
    if (!log) Refuse(name + ": " + log.error().message);
    logs.push_back(*std::move(log));
  }
  return logs;
}

/// `instant $hour` makes an instantaneous value of the variable itself: pmie
/// ends where $hour is met again.
class SpoiltVariables {
 public:
  /// True if `statement` uses one that is spoilt before.
  bool AreUsedIn(const spec::Statement& statement) {
    used_ = false;
    if (statement.shown) Visit(*statement.shown);
    for (const spec::Rule& rule : statement.rules) Visit(*rule.condition);
    return used_;
  }

 private:
  void Visit(const spec::Node& node) {
    if (node.left) Visit(*node.left);
    if (node.right) Visit(*node.right);
    if (node.op == spec::Op::kClock && spoilt_.count(node.field) != 0) {
      used_ = true;
    }
    if (node.op == spec::Op::kInstant && node.left->op == spec::Op::kClock) {
      spoilt_.insert(node.left->field);
    }
  }

  std::set<spec::ast::ClockField> spoilt_;
  bool used_ = false;
};

/// The statements that are evaluated, which point into `parsed`.
std::vector<spec::Statement> BindAll(
    const std::vector<grammar::ParsedFile>& parsed,
    const std::vector<spec::Log>& logs) {
  std::vector<spec::Statement> statements;
  SpoiltVariables spoilt;
  int number = 0;
  for (const auto& file : parsed) {
    for (const auto& one : file.statements) {
      const bool named = !one.statement.name.empty();
      if (!named && one.takes_number) ++number;
      if (one.kind != grammar::ParsedStatement::Kind::kEvaluated) {
        continue;
      }
      auto bound = spec::Bind(one.statement, logs);
      if (!bound) {
        std::fprintf(stderr, "tocsin-spec: %s: rejected: %s\n",
                     one.statement.name.c_str(), bound.error().message.c_str());
        continue;
      }
      if (!named) bound->name = "expr_" + std::to_string(number);
      if (spoilt.AreUsedIn(*bound)) {
        std::fprintf(stderr,
                     "tocsin-spec: %s: pmie crashes on a variable that instant "
                     "has spoilt\n",
                     bound->name.c_str());
      }
      statements.push_back(*std::move(bound));
    }
  }
  return statements;
}

void SetWindow(const Arguments& arguments, const std::vector<spec::Log>& logs,
               spec::RunOptions* run) {
  pmapi::notation::WindowFrame frame;
  frame.start = logs.front().start();
  frame.end = logs.front().end();
  for (const spec::Log& log : logs) {
    frame.start = std::min(frame.start, log.start());
    frame.end = std::max(frame.end, log.end());
  }
  const char* zone = std::getenv("TZ");
  frame.zone = base::Zone::FromTz(zone != nullptr ? zone : "UTC");
  frame.now = frame.end;
  const auto window = pmapi::notation::ResolveWindow(arguments.window, frame);
  if (!window) Refuse(window.fault().lines);
  run->first = window->first;
  run->end = window->end;
}

/// Finds out which switches a run needs as we have them.
class NeededSwitches {
 public:
  /// Lifetime: keeps what it is given.
  NeededSwitches(const std::vector<spec::Log>& logs,
                 const std::vector<spec::Statement>& statements,
                 spec::RunOptions run)
      : logs_(logs), statements_(statements), run_(run) {
    run_.switches = spec::Switches::Ours();
    wanted_ = Output();
  }

  /// Turns `names` back to pmie's, all at once or, where that changes what is
  /// written, half by half; prints those that must stay as we have them.
  void Show(std::span<const spec::SwitchName> names) {
    const spec::Switches before = run_.switches;
    for (const spec::SwitchName& name : names) {
      run_.switches.*name.member = false;
    }
    if (Output() == wanted_) return;
    run_.switches = before;
    if (names.size() == 1) {
      std::printf("%s\n", std::string(names.front().name).c_str());
      return;
    }
    Show(names.first(names.size() / 2));
    Show(names.subspan(names.size() / 2));
  }

 private:
  std::string Output() const {
    std::string text;
    spec::Replay(logs_, statements_, run_,
                 [&](const std::string& more) { text += more; });
    return text;
  }

  const std::vector<spec::Log>& logs_;
  const std::vector<spec::Statement>& statements_;
  spec::RunOptions run_;
  std::string wanted_;
};

}  // namespace

int main(int argc, char** argv) {
  Arguments arguments = Parse(argc, argv);
  if (arguments.archives.empty()) Refuse("no archive");
  const auto parsed = ParseFiles(arguments);
  const auto logs = ReadLogs(arguments, parsed);
  if (arguments.describe) {
    for (const spec::Log& log : logs) {
      std::fputs(spec::Describe(log).c_str(), stdout);
    }
    return 0;
  }
  arguments.run.counter_wrap = std::getenv("PCP_COUNTER_WRAP") != nullptr;
  SetWindow(arguments, logs, &arguments.run);
  const auto statements = BindAll(parsed, logs);
  if (arguments.needed) {
    NeededSwitches needed(logs, statements, arguments.run);
    // Nearly always the first, and often no other.
    const auto names = spec::SwitchNames();
    needed.Show(names.first(1));
    needed.Show(names.subspan(1));
    return 0;
  }
  std::string output;
  spec::Replay(logs, statements, arguments.run, [&](const std::string& text) {
    output += text;
    if (output.size() < 65536) return;
    std::fputs(output.c_str(), stdout);
    output.clear();
  });
  std::fputs(output.c_str(), stdout);
  return 0;
}
