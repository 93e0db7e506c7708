// Words as the first shell would cut them, quotes left in.
#include "engine/check/second_shell.h"

#include <algorithm>
#include <cstddef>
#include <vector>

#include "engine/expr/selectors.h"
#include "grammar/record_text.h"

namespace engine::check {
namespace {

using Words = std::vector<std::string>;

bool IsBlank(char c) { return c == ' ' || c == '\t'; }

bool EndsCommand(char c) {
  return std::string_view(";&|\n()`").find(c) != std::string_view::npos;
}

// The words of each simple command; words in quotes are whole.
std::vector<Words> CommandsOf(std::string_view text) {
  std::vector<Words> commands(1);
  std::string word;
  char quote = 0;
  const auto end_word = [&] {
    if (!word.empty()) commands.back().push_back(word);
    word.clear();
  };
  for (const char c : text) {
    if (quote == 0 && (IsBlank(c) || EndsCommand(c))) {
      end_word();
      if (!IsBlank(c)) commands.emplace_back();
      continue;
    }
    if (quote == 0 && (c == '\'' || c == '"')) {
      quote = c;
    } else if (c == quote) {
      quote = 0;
    }
    word += c;
  }
  end_word();
  return commands;
}

std::string NameOf(const std::string& word) {
  return word.substr(word.rfind('/') + 1);
}

bool IsOneOf(const std::string& name,
             std::initializer_list<const char*> names) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

// -c, or -lc and its like.
bool BringsCommand(const std::string& word) {
  return word.size() > 1 && word[0] == '-' && word[1] != '-' &&
         word.find_first_not_of("abcdefghijklmnopqrstuvwxyz", 1) == word.npos &&
         word.back() == 'c';
}

// The place of the first word of the command of `ssh ... host command`.
std::size_t BehindHost(const Words& words, std::size_t at) {
  constexpr std::string_view kWithArgument = "BbcDEeFIiJLlmOopQRSWw";
  for (++at; at < words.size() && words[at][0] == '-'; ++at) {
    if (words[at].size() == 2 &&
        kWithArgument.find(words[at][1]) != kWithArgument.npos) {
      ++at;
    }
  }
  return at + 1;
}

// A parameter of a record, which is what somebody wrote into a log.
bool ShowsParameter(std::string_view word) {
  for (std::size_t at = word.find("%{"); at != word.npos;
       at = word.find("%{", at + 1)) {
    if (!grammar::RecordSelectorAt(word, at).empty()) return true;
  }
  return false;
}

bool ReadsAnew(const Words& words, std::size_t at, std::string_view selectors) {
  const auto selects = [&](std::size_t first, std::size_t end) {
    for (std::size_t i = first; i < std::min(end, words.size()); ++i) {
      if (expr::Selects(words[i], selectors) || ShowsParameter(words[i])) {
        return true;
      }
    }
    return false;
  };
  const std::string name = NameOf(words[at]);
  if (name == "eval") return selects(at + 1, words.size());
  if (name == "ssh") return selects(BehindHost(words, at), words.size());
  if (!IsOneOf(name,
               {"sh", "bash", "dash", "ash", "ksh", "zsh", "su", "runuser"})) {
    return false;
  }
  // What follows a script's name is the script's.
  const bool has_user = name == "su" || name == "runuser";
  for (std::size_t i = at + 1; i < words.size(); ++i) {
    if (BringsCommand(words[i])) return selects(i + 1, i + 2);
    if (words[i][0] != '-' && !has_user) return false;
  }
  return false;
}

// What runs the words behind it.
bool RunsWhatFollows(const std::string& word) {
  return word.find('=') != word.npos ||
         IsOneOf(NameOf(word),
                 {"!", "do", "doas", "else", "env", "exec", "if", "ionice",
                  "nice", "nohup", "setsid", "sudo", "then", "time", "timeout",
                  "until", "while", "xargs"});
}

}  // namespace

std::optional<std::string> SecondShellOf(const std::vector<std::string>& words,
                                         std::string_view selectors) {
  for (std::size_t at = 0; at < words.size(); ++at) {
    if (at > 0 && !RunsWhatFollows(words[0])) break;
    if (ReadsAnew(words, at, selectors)) return NameOf(words[at]);
  }
  return std::nullopt;
}

std::optional<std::string> SecondShellOf(std::string_view command,
                                         std::string_view selectors) {
  for (const Words& words : CommandsOf(command)) {
    if (auto shell = SecondShellOf(words, selectors)) return shell;
  }
  return std::nullopt;
}

}  // namespace engine::check
