// Fuzz target: one value for a parameter of each type, whatever it holds. What
// is taken leaves each statement what it was: as many, with the same words but
// for the value, and commands of plain words.
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <vector>

#include "base/check.h"
#include "grammar/parser.h"
#include "rules/site/render.h"

namespace {

using rules::site::Template;

constexpr char kText[] = R"(---
parameters:
  p: {type: TYPE, default: DEFAULT, among: [x]}
---
where = "a > $p";
one = a > 5 -> print "before $p after" & syslog "x $p" & exec "/bin/true" $p;
two = some_inst match_inst $p (a > 5) -> print $where;
)";
constexpr char kName[] = R"(---
parameters:
  p: {type: TYPE, default: DEFAULT, among: [x]}
---
one = a :$p > 5 -> print "$p";
two = a #$p > 5 -> print "$p";
)";
constexpr char kNumber[] = R"(---
parameters:
  p: {type: TYPE, default: DEFAULT}
---
one = a > $p -> print $p "before $p after";
two = a > 5 - $p -> shell "true $p";
)";
constexpr char kShell[] = R"(---
parameters:
  p: {type: TYPE, default: DEFAULT, among: [x]}
---
one = a > 5 -> shell "true $p" & shell "true '$p'";
two = a > 5 -> exec "/bin/sh" "-c" "true $p";
)";

struct Case {
  const char* rules;
  const char* type;
  const char* initial;
};
constexpr Case kCases[] = {
    {kText, "text", "x"},           {kText, "regex", "x"},
    {kText, "glob", "x"},           {kText, "host", "x"},
    {kName, "text", "x"},           {kName, "host", "x"},
    {kNumber, "number", "1"},       {kNumber, "percentage", "1 %"},
    {kNumber, "duration", "1 min"}, {kShell, "text", "x"},
    {kShell, "glob", "x"},          {kShell, "regex", "x"}};

Template Read(const Case& of) {
  std::string text = of.rules;
  for (const auto& [word, value] :
       {std::pair{"TYPE", of.type}, std::pair{"DEFAULT", of.initial}}) {
    text.replace(text.find(word), std::strlen(word), value);
  }
  const bool choice = text.find("among") != text.npos;
  if (choice) {
    const std::size_t at = text.find(", among: [x]");
    text.erase(at, std::strlen(", among: [x]"));
  }
  auto file = rules::site::ReadTemplate("x.rules", text);
  CHECK(file.diagnostics.empty());
  return std::move(file.read);
}

/// The statements with `value` for the parameter; none where it is refused.
std::vector<grammar::ast::Statement> Statements(const Template& from,
                                                const std::string& value,
                                                bool* wrong) {
  std::vector<rules::site::Link> values;
  for (const auto& one : from.parameters) {
    values.push_back({"default", "", one.initial, "x.rules", 1});
  }
  auto read = ReadValue(*from.Find("p"), value);
  if (auto* refusal = std::get_if<rules::site::Refusal>(&read)) {
    CHECK(!refusal->message.empty());
    return {};
  }
  values[1].value = std::get<rules::site::Value>(std::move(read));
  std::vector<grammar::ast::Statement> statements;
  for (auto& part : BindRules(from, values)) {
    for (const auto& one : part.parsed.diagnostics) {
      *wrong |= one.severity == grammar::Severity::kError;
    }
    for (auto& one : part.parsed.statements) {
      if (one.statement.expr == nullptr) continue;
      statements.push_back(std::move(one.statement));
    }
  }
  return statements;
}

const grammar::ast::Action* FirstCall(const grammar::ast::Statement& of) {
  const auto& rule = std::get<grammar::ast::Rule>(of.expr->node);
  const grammar::ast::Action* action = rule.action.get();
  while (const auto* two = std::get_if<grammar::ast::Combine>(&action->node)) {
    action = two->left.get();
  }
  return action;
}

void CheckValue(const Case& of, const std::string& value) {
  const Template from = Read(of);
  bool wrong = false;
  const auto statements = Statements(from, value, &wrong);
  if (statements.empty() || wrong) return;
  CHECK(statements.size() == 2);
  CHECK(statements[0].name == "one" && statements[1].name == "two");
  if (of.rules != kShell) return;
  const auto& call =
      std::get<grammar::ast::Call>(FirstCall(statements[0])->node);
  const std::string command = call.arguments.at(0);
  CHECK(command.starts_with("true "));
  for (const char c : command.substr(5)) {
    CHECK(std::strchr("|&;<>()$`\\\"' \t\n*?[]#~=%!{}", c) == nullptr);
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data,
                                      std::size_t size) {
  if (size == 0) return 0;
  const Case& of = kCases[data[0] % std::size(kCases)];
  CheckValue(of, {reinterpret_cast<const char*>(data + 1), size - 1});
  return 0;
}
