// Each such text with what stands before it in its command, cut into words as a
// shell cuts them, but that quotes do not matter: rather too strict.
#include "grammar/bound_texts.h"

#include <algorithm>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "base/ascii.h"

namespace grammar {
namespace {

using Words = std::vector<std::string>;

constexpr char kWordHint[] =
    "letters, digits and _ . / : , @ + - are plain, and a - is not the first; "
    "exec gives any text to a program that runs no others";
constexpr char kCommandHint[] =
    "the template says what is run, a parameter what it is run with";

bool IsBlank(char c) { return c == ' ' || c == '\t'; }
bool EndsCommand(char c) {
  return std::string_view(";&|\n(){}`").find(c) != std::string_view::npos;
}

bool IsPlainWord(std::string_view text) {
  return !text.empty() && text[0] != '-' &&
         std::all_of(text.begin(), text.end(), [](char c) {
           return base::IsLetterOrDigit(c) ||
                  std::string_view("_./:,@+-").find(c) !=
                      std::string_view::npos;
         });
}

/// The program that a word names, without its folder.
std::string_view NameOf(std::string_view word) {
  word.remove_prefix(std::min(word.find_first_not_of("\"'"), word.size()));
  const std::size_t slash = word.rfind('/');
  return slash == word.npos ? word : word.substr(slash + 1);
}

/// Of a program whose arguments are a command.
bool RunsOthers(std::string_view word) {
  constexpr std::string_view kRunners[] = {
      "!",           ".",
      "alias",       "ash",
      "bash",        "builtin",
      "busybox",     "chpst",
      "chroot",      "chrt",
      "command",     "coproc",
      "csh",         "dash",
      "declare",     "do",
      "doas",        "docker",
      "elif",        "else",
      "env",         "eval",
      "exec",        "export",
      "fakeroot",    "fish",
      "flock",       "if",
      "ionice",      "ip",
      "ksh",         "kubectl",
      "linux32",     "linux64",
      "local",       "ltrace",
      "machinectl",  "nerdctl",
      "nice",        "nohup",
      "nsenter",     "numactl",
      "parallel",    "pkexec",
      "podman",      "prlimit",
      "rbash",       "readonly",
      "runuser",     "script",
      "setarch",     "setpriv",
      "setsid",      "sg",
      "sh",          "source",
      "ssh",         "start-stop-daemon",
      "stdbuf",      "strace",
      "su",          "sudo",
      "systemd-run", "taskset",
      "tcsh",        "then",
      "time",        "timeout",
      "toybox",      "trap",
      "typeset",     "unbuffer",
      "unshare",     "until",
      "watch",       "while",
      "xargs",       "zsh",
  };
  return std::find(std::begin(kRunners), std::end(kRunners), NameOf(word)) !=
         std::end(kRunners);
}

/// Appends the whole words of `text`; what stands before a command that begins
/// in it is none of its words.
void AppendWords(std::string_view text, Words* words) {
  const auto end = std::find_if(text.rbegin(), text.rend(), EndsCommand);
  if (end != text.rend()) words->clear();
  std::string word;
  for (auto at = end.base(); at != text.end(); ++at) {
    if (!IsBlank(*at)) {
      word += *at;
    } else if (!word.empty()) {
      words->push_back(std::exchange(word, {}));
    }
  }
}

/// Of a program that runs what is written in its own language: a file, or what
/// stands behind an option.
bool Interprets(std::string_view word) {
  constexpr std::string_view kInterpreters[] = {
      "awk",  "gawk", "gdb",  "lua",    "mawk", "mysql", "node",   "nodejs",
      "perl", "php",  "psql", "python", "ruby", "sed",   "sqlite", "tclsh"};
  std::string_view name = NameOf(word);
  while (!name.empty() && (base::IsDigit(name.back()) || name.back() == '.')) {
    name.remove_suffix(1);
  }
  return std::find(std::begin(kInterpreters), std::end(kInterpreters), name) !=
         std::end(kInterpreters);
}

/// Whether what stands behind the last of `words` is a command, or a program in
/// another language: behind sh -c, perl -e, find -exec.
bool IsBrought(const Words& words) {
  if (words.size() < 2 || words.back()[0] != '-') return false;
  const std::string& last = words.back();
  if (last == "-exec" || last == "-execdir" || last == "-ok" ||
      last == "-okdir")
    return true;
  if (Interprets(words[0])) {
    return std::string_view("cerx").find(last.back()) != std::string_view::npos;
  }
  return RunsOthers(words[0]) && last.back() == 'c';
}

/// Of > or 2>> without and with its file.
bool IsRedirection(std::string_view word) {
  while (!word.empty() && base::IsDigit(word[0])) word.remove_prefix(1);
  return !word.empty() && (word[0] == '<' || word[0] == '>');
}

/// Whether a word behind `words` may be the program that is run: none of these
/// surely is. What follows an option may be its argument.
bool IsCommandBehind(const Words& words) {
  if (IsBrought(words)) return true;
  bool host = !words.empty() && NameOf(words[0]) == "ssh";
  bool taken = false;  // by what stands before
  for (const std::string& word : words) {
    const bool redirects = IsRedirection(word);
    const bool option = word[0] == '-';
    const bool passed = RunsOthers(word) || redirects || option ||
                        base::IsDigit(word[0]) || word.find('=') != word.npos;
    if (!passed && !taken && !std::exchange(host, false)) return false;
    taken = redirects ? word.find_last_of("<>") == word.size() - 1
                      : option && word.back() != 'c';
  }
  return true;
}

/// The action whose string is at `string`: its word, and its first string.
struct ActionAt {
  std::size_t word = 0;
  std::size_t first = 0;
};

std::optional<ActionAt> FindAction(const std::vector<Token>& tokens,
                                   std::size_t string) {
  std::size_t first = string;
  while (first > 0 && tokens[first - 1].kind == TokenKind::kString) --first;
  std::size_t word = first;
  const auto in_holdoff = [](TokenKind kind) {
    return kind == TokenKind::kNumber || kind == TokenKind::kVariable ||
           kind == TokenKind::kUnit || kind == TokenKind::kSlash ||
           kind == TokenKind::kCaret;
  };
  while (word > 0 && in_holdoff(tokens[word - 1].kind)) --word;
  if (word == 0) return std::nullopt;
  return ActionAt{word - 1, first};
}

class Judge {
 public:
  explicit Judge(const StatementText& statement) : statement_(statement) {}

  void Look(const BoundPart& part);

  std::vector<Diagnostic> wrong;

 private:
  void LookInShell(const ActionAt& action, const BoundPart& part);
  void LookInExec(const ActionAt& action, const BoundPart& part);
  void LookInSyslog(const BoundPart& part);
  void LookAtWord(const Words& before, const BoundPart& part);
  void Add(const BoundPart& part, const std::string& what, const char* hint);

  const std::string& TextAt(std::size_t token) const {
    return statement_.tokens[token].text;
  }
  std::string_view Value(const BoundPart& part) const {
    return std::string_view(TextAt(part.token))
        .substr(part.begin, part.end - part.begin);
  }

  const StatementText& statement_;
};

void Judge::Add(const BoundPart& part, const std::string& what,
                const char* hint) {
  Diagnostic diagnostic;
  diagnostic.span = statement_.tokens[part.token].span;
  diagnostic.message = "the value of $" + part.origin.name + ' ' + what;
  diagnostic.hint = hint;
  if (!part.origin.file.empty()) diagnostic.macros = {part.origin};
  wrong.push_back(std::move(diagnostic));
}

void Judge::LookAtWord(const Words& before, const BoundPart& part) {
  if (!IsPlainWord(Value(part))) {
    return Add(part, "is no plain word, and a shell would read it", kWordHint);
  }
  if (IsCommandBehind(before)) {
    Add(part, "would be the command that is run", kCommandHint);
  }
}

void Judge::LookInShell(const ActionAt& action, const BoundPart& part) {
  std::string before;
  for (std::size_t i = action.first; i < part.token; ++i) before += TextAt(i);
  before += TextAt(part.token).substr(0, part.begin);
  Words words;
  AppendWords(before, &words);
  LookAtWord(words, part);
}

void Judge::LookInExec(const ActionAt& action, const BoundPart& part) {
  if (part.token == action.first) {
    return Add(part, "would be the program that is run", kCommandHint);
  }
  Words words;
  for (std::size_t i = action.first; i < part.token; ++i) {
    words.push_back(TextAt(i));
  }
  words.erase(std::remove(words.begin(), words.end(), ""), words.end());
  AppendWords(TextAt(part.token).substr(0, part.begin), &words);
  if (RunsOthers(TextAt(action.first)) || IsBrought(words)) {
    LookAtWord(words, part);
  }
}

void Judge::LookInSyslog(const BoundPart& part) {
  if (part.begin == 0 && Value(part).starts_with('-')) {
    Add(part, "would be an option of syslog",
        "the string begins with a word of the template");
  }
}

void Judge::Look(const BoundPart& part) {
  const auto& tokens = statement_.tokens;
  // Behind a fault no more tokens come, but the end.
  if (tokens[part.token].kind != TokenKind::kString) return;
  const auto action = FindAction(tokens, part.token);
  if (!action) return;
  const Token& word = tokens[action->word];
  if (word.kind == TokenKind::kShell) return LookInShell(*action, part);
  if (word.kind == TokenKind::kSyslog) return LookInSyslog(part);
  if (word.text == "exec" && !word.quoted) LookInExec(*action, part);
}

}  // namespace

std::vector<Diagnostic> WrongBoundTexts(const StatementText& statement) {
  Judge judge(statement);
  for (const BoundPart& part : statement.bound) judge.Look(part);
  return std::move(judge.wrong);
}

}  // namespace grammar
