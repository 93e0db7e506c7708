// A function each for commands, targets, variables and values.
#include "rules/pmieconf/completion.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "rules/pmieconf/lexer.h"
#include "rules/pmieconf/session.h"
#include "rules/pmieconf/value.h"

namespace rules::pmieconf {
namespace {

using Words = std::vector<std::string>;

/// The words before the one that is being typed, and that.
struct Typed {
  Words before;
  std::string word;
  std::size_t begin = 0;
};

bool HasRemark(std::string_view between) {
  return between.find('#') != std::string_view::npos;
}

/// Nothing within quotes and remarks.
std::optional<Typed> Split(std::string_view line) {
  Lexer lexer(line);
  Typed typed;
  std::size_t end = 0;
  for (Token token = lexer.Next(); token.kind != Token::Kind::kEnd;
       token = lexer.Next()) {
    const bool quoted = line[token.begin] == '"';
    end = token.end;
    if (end < line.size() || token.Is(";") || token.Is("=")) {
      typed.before.push_back(std::move(token.text));
      continue;
    }
    if (quoted) return std::nullopt;
    typed.begin = token.begin;
    typed.word = std::move(token.text);
    return typed;
  }
  if (HasRemark(line.substr(end))) return std::nullopt;
  typed.begin = line.size();
  return typed;
}

/// Rules, what stands before each dot of their names, and what is neither.
Words TargetWords(const Catalog& catalog, bool global) {
  Words words{"all"};
  if (global) words.emplace_back("global");
  for (const Rule& rule : catalog.rules) {
    const std::string& name = rule.self.name;
    words.push_back(name);
    for (std::size_t dot = name.find('.'); dot != name.npos;
         dot = name.find('.', dot + 1)) {
      words.push_back(name.substr(0, dot));
    }
  }
  return words;
}

/// The attributes that a command minds.
Words AttributesOf(const std::string& command) {
  if (command == "help") return {"help", "predicate"};
  if (command != "list") return {"enabled"};
  return {"default", "display", "enabled",   "enumerate", "help",
          "modify",  "summary", "predicate", "version"};
}

Words VariableWords(const Catalog& catalog, const std::string& command,
                    const std::string& target) {
  Words words;
  bool any_rule = false;
  for (const Rule* rule : catalog.Matching(target)) {
    any_rule = any_rule || !rule->IsGlobal();
    for (const Object& one : rule->variables) words.push_back(one.name);
  }
  if (!any_rule) return words;
  for (const Object& one : catalog.global.variables) words.push_back(one.name);
  const Words attributes = AttributesOf(command);
  words.insert(words.end(), attributes.begin(), attributes.end());
  return words;
}

/// What it is set to, where all of `rules` agree.
Words ValueWords(const Catalog& catalog, const std::string& target,
                 const std::string& name) {
  if (name == "enabled") return {"no", "yes"};
  Words values;
  for (const Rule* rule : catalog.Matching(target)) {
    const Object* one = rule->Find(name);
    if (one == nullptr) one = catalog.global.Find(name);
    if (one == nullptr) return {};
    if (IsAction(one->type)) return {"no", "yes"};
    values.push_back(Displayed(*one, true));
  }
  const bool same = std::adjacent_find(values.begin(), values.end(),
                                       std::not_equal_to<>()) == values.end();
  if (!same) return {};
  values.resize(std::min<std::size_t>(values.size(), 1));
  return values;
}

/// All that may stand behind `before`.
Words WordsBehind(const Words& before, const Catalog& catalog,
                  const std::string& last_target) {
  if (before.empty()) return Session::Names();
  const std::string command = Session::NameOf(before[0]);
  const bool switches = command == "enable" || command == "disable";
  const bool sets = command == "modify";
  const bool takes_variable =
      sets || command == "help" || command == "list" || command == "undo";
  if (before.size() == 1) {
    if (command == "rules") return {"disabled", "enabled"};
    if (command == "verbose") return {"off", "on"};
    if (switches || takes_variable) return TargetWords(catalog, !switches);
    return {};
  }
  const std::string& target = before[1] == "." ? last_target : before[1];
  if (target.empty()) return {};
  if (before.size() == 2 && takes_variable) {
    return VariableWords(catalog, command, target);
  }
  if (before.size() == 3 && sets) return ValueWords(catalog, target, before[2]);
  return {};
}

}  // namespace

Completion Complete(std::string_view line, const Catalog& catalog,
                    const std::string& last_target) {
  const auto typed = Split(line);
  if (!typed) return {line.size(), {}};
  Completion done{typed->begin,
                  WordsBehind(typed->before, catalog, last_target)};
  std::erase_if(done.words, [&typed](const std::string& one) {
    return !one.starts_with(typed->word);
  });
  std::sort(done.words.begin(), done.words.end());
  done.words.erase(std::unique(done.words.begin(), done.words.end()),
                   done.words.end());
  return done;
}

}  // namespace rules::pmieconf
