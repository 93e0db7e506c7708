// A function a command.
#include "rules/pmieconf/session.h"

#include <algorithm>
#include <cstdlib>
#include <utility>

#include "rules/pmieconf/lexer.h"
#include "rules/pmieconf/listing.h"
#include "rules/pmieconf/modifications.h"

namespace rules::pmieconf {
namespace {

using base::Error;
using base::ErrorCode;
using base::Result;

/// Those of the command line may be one more than those of a line.
constexpr std::size_t kMostWords = 5;
constexpr std::size_t kMostTyped = 4;
/// The message of an error that has been told.
constexpr char kTold[] = "";

constexpr std::string_view kSummary =
    "  1. help  [ { . | all | global | <rule> | <group> } [<variable>] ]\n"
    "               descriptive text on one or more variables or rules\n"
    "  2. rules  [ enabled | disabled ]\n"
    "               list of available, enabled, or disabled rules\n"
    "  3. groups    list of available groups of rules\n"
    "  4. status    print status information\n"
    "  5. enable  { . | all | <rule> | <group> }\n"
    "               switch evaluation on for given rule(s)\n"
    "  6. disable  { . | all | <rule> | <group> }\n"
    "               switch evaluation off for given rule(s)\n"
    "  7. list  { . | all | global | <rule> | <group> } [<variable>]\n"
    "               print values of variables for given rule(s)\n"
    "  8. modify  { . | all | global | <rule> | <group> } <variable> <value>\n"
    "               change the value of a rule variable\n"
    "  9. undo  { . | all | global | <rule> | <group> } [<variable>]\n"
    "               revert to default value of rule variable\n"
    " 10. verbose  [ { on | off } ]\n"
    "               change amount of info displayed ('*' denotes global "
    "variables)\n"
    " 11. quit      save changes then exit\n"
    " 12. abort     discard changes then exit\n";

Error Invalid(std::string message) {
  return {ErrorCode::kInvalid, std::move(message)};
}

/// Back to what the files say; a rule's own copy of a global one goes.
void Reset(const std::string& name, Rule* rule) {
  std::erase_if(rule->variables, [&name](const Object& one) {
    return one.promoted && (name.empty() || one.name == name);
  });
  for (Object& one : rule->variables) {
    if (!name.empty() && one.name != name) continue;
    one.value = one.factory;
    one.enabled = one.factory_enabled;
    one.changed = false;
  }
  if (!name.empty() && name != "enabled") return;
  rule->self.enabled = rule->self.factory_enabled;
  rule->self.changed = false;
}

Result<std::string> WholeListing(const Rule& rule, const Rule& global,
                                 const std::string&) {
  return RuleListing(rule, global, false);
}

Result<std::string> VerboseListing(const Rule& rule, const Rule& global,
                                   const std::string&) {
  return RuleListing(rule, global, true);
}

Result<std::string> WholeHelp(const Rule& rule, const Rule& global,
                              const std::string&) {
  return SummaryLine(rule, global, "  rule: ") +
         HelpBlock(rule.self.help, true);
}

}  // namespace

struct Session::Command {
  const char* name;
  std::size_t fewest, most;  // words behind it
  Result<void> (Session::*run)(const Words&);
  const char* others = "";  // each letter is its name, too
};

const Session::Command Session::kCommands[] = {
    {"help", 0, 2, &Session::Help, "h?"},
    {"rules", 0, 1, &Session::Rules, "r"},
    {"groups", 0, 0, &Session::Groups, "g"},
    {"status", 0, 0, &Session::Status, "s"},
    {"enable", 1, 1, &Session::Enable, "e"},
    {"disable", 1, 1, &Session::Enable, "d"},
    {"list", 1, 2, &Session::List, "l"},
    {"modify", 3, 3, &Session::Modify, "m"},
    {"undo", 1, 2, &Session::Undo, "u"},
    {"verbose", 0, 1, &Session::Verbose, "v"},
    {"quit", 0, kMostWords, nullptr, "q"},
    {"abort", 0, kMostWords, nullptr, "a"}};

std::string_view CommandSummary() { return kSummary; }

Result<std::vector<std::string>> WordsOf(std::string_view line) {
  Lexer lexer(line);
  std::vector<std::string> words;
  for (Token token = lexer.Next(); token.kind != Token::Kind::kEnd;
       token = lexer.Next()) {
    if (words.size() == kMostTyped) {
      return Invalid("too many arguments - try \"help\"");
    }
    if (token.kind == Token::Kind::kUnended) {
      return Invalid("failed to parse argument " +
                     std::to_string(words.size() + 1) + " correctly");
    }
    words.push_back(std::move(token.text));
  }
  return words;
}

Session::Session(Catalog* catalog, SessionContext context)
    : catalog_(*catalog), context_(std::move(context)) {}

/// By its name, a letter, or its number, behind which anything may stand.
const Session::Command* Session::Find(const std::string& name) {
  const auto number = static_cast<std::size_t>(std::atoi(name.c_str()));
  for (const Command& one : kCommands) {
    const bool letter =
        name.size() == 1 &&
        std::string_view(one.others).find(name) != std::string_view::npos;
    const auto own = static_cast<std::size_t>(&one - kCommands) + 1;
    if (name == one.name || letter || number == own) return &one;
  }
  return nullptr;
}

std::vector<std::string> Session::Names() {
  std::vector<std::string> names;
  for (const Command& one : kCommands) names.emplace_back(one.name);
  return names;
}

std::string Session::NameOf(const std::string& word) {
  const Command* const command = Find(word);
  return command == nullptr ? "" : command->name;
}

Session::After Session::Run(const Words& words) {
  if (words.empty()) return After::kGoOn;
  const Command* const command = Find(words[0]);
  const auto fail = [this](const std::string& message) {
    context_.error(message);
    return After::kFailed;
  };
  if (command == nullptr) {
    return fail("unrecognised command \"" + words[0] + "\" - try \"help\"");
  }
  const std::string name = command->name;
  const std::size_t count = words.size() - 1;
  if (count < command->fewest) {
    return fail("too few arguments for \"" + name + "\" command");
  }
  if (count > command->most) {
    return fail("too many arguments for \"" + name + "\" command");
  }
  if (name == "quit") return After::kQuit;
  if (name == "abort") return After::kAbort;
  Words whole = words;
  whole[0] = name;
  const auto done = (this->*command->run)(whole);
  if (done) return After::kGoOn;
  return done.error().message == kTold ? After::kFailed
                                       : fail(done.error().message);
}

Result<std::vector<Rule*>> Session::Target(const std::string& word) {
  const std::string& name = word == "." ? last_ : word;
  auto rules = name.empty() ? std::vector<Rule*>{} : catalog_.Matching(name);
  if (rules.empty()) {
    return Error{ErrorCode::kNotFound,
                 "no group or rule names match \"" + name + "\""};
  }
  return rules;
}

Result<void> Session::PrintEach(
    const std::vector<Rule*>& rules, const std::string& name,
    const char* between,
    Result<std::string> (*text)(const Rule&, const Rule&, const std::string&)) {
  Result<void> all;
  bool first = true;
  for (const Rule* rule : rules) {
    if (!std::exchange(first, false)) context_.out(between);
    const auto one = text(*rule, catalog_.global, name);
    if (one) {
      context_.out(*one);
    } else {
      context_.out(SummaryLine(*rule, catalog_.global, "  rule: "));
      context_.error(one.error().message);
      all = Error{one.error().code, kTold};
    }
  }
  return all;
}

Result<void> Session::Help(const Words& words) {
  if (words.size() == 1) {
    context_.out(std::string(kSummary));
    return {};
  }
  const auto rules = Target(words[1]);
  if (!rules) return rules.error();
  if (words[1] != ".") last_ = words[1];
  return words.size() == 2 ? PrintEach(*rules, "", "", WholeHelp)
                           : PrintEach(*rules, words[2], "", VariableHelp);
}

Result<void> Session::List(const Words& words) {
  const auto rules = Target(words[1]);
  if (!rules) return rules.error();
  if (words[1] != ".") last_ = words[1];
  if (words.size() > 2) {
    return PrintEach(*rules, words[2], "", VariableListing);
  }
  return PrintEach(*rules, "", "\n",
                   context_.verbose ? VerboseListing : WholeListing);
}

Result<void> Session::Rules(const Words& words) {
  std::optional<bool> enabled;
  if (words.size() > 1) {
    if (words[1] == "enabled") enabled = true;
    if (words[1] == "disabled") enabled = false;
    if (!enabled) return Invalid("invalid argument for \"rules\" command");
  }
  for (const Rule& rule : catalog_.rules) {
    if (enabled && rule.self.enabled != *enabled) continue;
    context_.out(SummaryLine(rule, catalog_.global));
  }
  return {};
}

Result<void> Session::Groups(const Words&) {
  std::string last;
  for (const Rule& rule : catalog_.rules) {
    const std::size_t dot = rule.self.name.find('.');
    if (dot == std::string::npos) continue;
    std::string group = rule.self.name.substr(0, dot);
    if (group != last) context_.out("  " + group + '\n');
    last = std::move(group);
  }
  return {};
}

Result<void> Session::Status(const Words&) {
  const auto enabled =
      std::count_if(catalog_.rules.begin(), catalog_.rules.end(),
                    [](const Rule& rule) { return rule.self.enabled; });
  const std::vector<int> processes = context_.processes();
  std::string list = processes.empty() ? " (none found)" : "";
  for (const int one : processes) list += ' ' + std::to_string(one);
  context_.out(std::string("  verbose:  ") + (context_.verbose ? "on" : "off") +
               "\n  enabled rules:  " + std::to_string(enabled) + " of " +
               std::to_string(catalog_.rules.size()) +
               "\n  pmie configuration file:  " + context_.file +
               (processes.size() == 1
                    ? "\n  pmie process (PID) using this file: "
                    : "\n  pmie processes (PIDs) using this file: ") +
               list + '\n');
  return {};
}

/// All of a group, or nothing.
Result<void> Session::Change(const std::string& target, const std::string& name,
                             const std::string& value) {
  if (IsAttribute(name) && name != "enabled") {
    return Invalid("no change - variable \"" + name + "\" is always readonly");
  }
  const auto wanted = Target(target);
  if (!wanted) return wanted.error();
  Catalog changed = catalog_;
  for (const Rule* rule : *wanted) {
    Rule* const copy = changed.Find(rule->self.name);
    const auto set = SetValue(name, value, &changed, copy);
    if (!set) return Invalid("change aborted - " + set.error().message);
  }
  catalog_ = std::move(changed);
  modified_ = true;
  if (target != ".") last_ = target;
  return {};
}

Result<void> Session::Enable(const Words& words) {
  if (words[1] == "global" || (words[1] == "." && last_ == "global")) {
    return Invalid("invalid argument - \"global\"");
  }
  return Change(words[1], "enabled", words[0] == "enable" ? "yes" : "no");
}

Result<void> Session::Modify(const Words& words) {
  return Change(words[1], words[2], words[3]);
}

Result<void> Session::Undo(const Words& words) {
  const auto rules = Target(words[1]);
  if (!rules) return rules.error();
  const std::string name = words.size() > 2 ? words[2] : "";
  if (IsAttribute(name) && name != "enabled") {
    return Invalid("no change - variable \"" + name + "\" is always readonly");
  }
  for (Rule* rule : *rules) Reset(name, rule);
  modified_ = true;
  if (words[1] != ".") last_ = words[1];
  return {};
}

Result<void> Session::Verbose(const Words& words) {
  if (words.size() == 1) {
    context_.out(std::string("  verbose:  ") +
                 (context_.verbose ? "on\n" : "off\n"));
    return {};
  }
  if (words[1] != "on" && words[1] != "off") {
    return Invalid("invalid argument, expected \"on\" or \"off\"");
  }
  context_.verbose = words[1] == "on";
  return {};
}

}  // namespace rules::pmieconf
