// A command is a letter; what follows it on the line is its argument.
#include "cli/interactive.h"

#include <algorithm>
#include <csignal>
#include <optional>

#include "base/printable.h"
#include "cli/listing.h"
#include "cli/time_words.h"
#include "grammar/rule_text_end.h"
#include "pmapi/notation/interval.h"

namespace cli {
namespace {

using engine::expr::Statement;

constexpr int kFailed = 1;

/// No run goes on beyond: 2116, far from where times overflow.
constexpr base::Timestamp kLatest{std::int64_t{1} << 62};

constexpr char kMenu[] = R"(commands

  f [file-name]      - read rules from a file, or from here to "; ."
  l [expr-name]      - show an expression, or all
  r [interval]       - evaluate for so long
  S time-spec        - where runs begin
  T time-spec        - how long runs are
  v [expr-name]      - show what %h, %i and %v of an expression
                       (or of all) come from
  h or ?             - this menu
  q                  - quit

)";

std::string Trimmed(const std::string& text) {
  constexpr char kBlanks[] = " \t\r\n\v\f";
  const std::size_t begin = text.find_first_not_of(kBlanks);
  if (begin == std::string::npos) return "";
  return text.substr(begin, text.find_last_not_of(kBlanks) + 1 - begin);
}

class Talk {
 public:
  explicit Talk(const Conversation& about)
      : about_(about), first_(about.window.first) {
    if (about.window.end != pmapi::notation::kNoEnd) {
      length_ = base::Duration{about.window.end.ns - first_.ns};
    }
  }

  int Run();

 private:
  std::optional<std::string> NextLine();
  void Do(char command, const std::string& argument);
  void Load(const std::string& file);
  void Show(const std::string& name, char left, char right,
            std::string (*list)(const Statement&, const grammar::HostNames&));
  void RunFor(const std::string& interval);
  void SetStart(const std::string& time);
  void SetLength(const std::string& interval);
  bool TakeLength(const std::string& command, const std::string& interval);
  bool IsInMinutes(const std::string& command, const std::string& time);
  void End(int status) {
    ended_ = true;
    status_ = status;
  }
  void ComplainOf(const std::string& error) {
    about_.complain(about_.program + ": error - " + error + '\n');
  }

  const Conversation& about_;
  base::Timestamp first_;
  std::optional<base::Duration> length_;  // none: for ever
  bool ended_ = false;
  int status_ = 0;
};

std::optional<std::string> Talk::NextLine() {
  about_.out->Print(about_.program + "> ");
  about_.out->Flush();
  std::string line;
  if (!std::getline(*about_.in >> std::ws, line)) return std::nullopt;
  return line;
}

void Talk::Load(const std::string& file) {
  const bool loaded = file.empty()
                          ? about_.load_text(grammar::ReadRuleText(about_.in))
                          : about_.load_file(file);
  if (!loaded) End(kFailed);
}

void Talk::Show(const std::string& name, char left, char right,
                std::string (*list)(const Statement&,
                                    const grammar::HostNames&)) {
  const grammar::HostNames hosts = about_.hosts();
  bool shown = name.empty();
  for (const Statement& statement : about_.statements()) {
    if (!name.empty() && statement.name != name) continue;
    about_.out->Print(base::PrintableLines(list(statement, hosts)));
    shown = true;
  }
  if (!shown) ComplainOf("rule " + (left + name) + right + " not defined");
}

/// Complains of a time in "ms", which to pmie are minutes.
bool Talk::IsInMinutes(const std::string& command, const std::string& time) {
  if (about_.program == "pmie") return false;
  const auto words = MinutesWords(command, time);
  if (words) ComplainOf(*words);
  return words.has_value();
}

bool Talk::TakeLength(const std::string& command, const std::string& interval) {
  if (IsInMinutes(command, interval)) return false;
  const auto length = pmapi::notation::ParseInterval(interval);
  if (length) {
    length_ = *length;
  } else {
    about_.complain(pmapi::notation::FaultText(interval, length.fault()));
  }
  return length.has_value();
}

/// An interval stays that of the runs to come, as in pmie.
void Talk::RunFor(const std::string& interval) {
  if (!interval.empty() && !TakeLength("r", interval)) return;
  pmapi::notation::TimeWindow window;
  window.start = window.first = first_;
  window.end = pmapi::notation::kNoEnd;
  if (length_ &&
      !__builtin_add_overflow(first_.ns, length_->ns, &window.end.ns)) {
    window.end = std::min(window.end, kLatest);
  }
  const int status = about_.run(window);
  if (status != 0) End(status);
}

void Talk::SetStart(const std::string& time) {
  if (time.empty()) return ComplainOf("argument required");
  if (about_.frame.end == pmapi::notation::kNoEnd) {
    return ComplainOf("runs over live hosts begin now");
  }
  if (IsInMinutes("S", time)) return;
  pmapi::notation::WindowFrame frame = about_.frame;
  frame.start = first_;
  const auto point = pmapi::notation::ResolvePoint('S', time, frame);
  if (!point) return about_.complain(point.fault().lines);
  first_ = *point;
}

void Talk::SetLength(const std::string& interval) {
  if (interval.empty()) return ComplainOf("argument required");
  TakeLength("T", interval);
}

void Talk::Do(char command, const std::string& argument) {
  switch (command) {
    case 'f':
      return Load(argument);
    case 'l':
      return Show(argument, '"', '"', ListStatement);
    case 'v':
      return Show(argument, '\'', '\'', ListBindings);
    case 'r':
      return RunFor(argument);
    case 'S':
      return SetStart(argument);
    case 'T':
      return SetLength(argument);
    case 'q':
      return End(0);
    default:
      about_.out->Print(about_.program + ' ' + kMenu);
  }
}

int Talk::Run() {
  about_.out->Print(about_.program + " in interactive mode\n\n" +
                    about_.program + ' ' + kMenu);
  while (!ended_ && about_.signal() == 0) {
    const auto line = NextLine();
    if (!line) break;
    Do(line->front(), Trimmed(line->substr(1)));
  }
  return about_.signal() == SIGINT ? SIGINT : status_;
}

}  // namespace

int Converse(const Conversation& conversation) {
  return Talk(conversation).Run();
}

}  // namespace cli
