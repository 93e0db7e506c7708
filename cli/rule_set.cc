// Parsed in order, for macros and the interval carry over.
#include "cli/rule_set.h"

#include <deque>
#include <utility>

#include "grammar/print.h"

namespace cli {
namespace {

std::string WordsOf(const grammar::ast::Statement& statement) {
  return statement.name + ' ' + std::to_string(statement.interval) + ' ' +
         grammar::Print(*statement.expr);
}

}  // namespace

RuleSet::RuleSet(const std::vector<RuleText>& texts, base::Duration interval,
                 const grammar::ReceiverNames& receivers,
                 const std::vector<Parsed>& parsed) {
  grammar::Parser parser;
  parser.set_default_interval(interval.Seconds());
  parser.set_receivers(receivers);
  for (const RuleText& one : texts) {
    auto source =
        std::make_shared<const grammar::SourceText>(one.name, one.text);
    auto file =
        std::make_shared<const grammar::ParsedFile>(parser.Parse(*source));
    files_.push_back({std::move(source), std::move(file)});
  }
  for (const Parsed& more : parsed) {
    files_.insert(files_.end(), more->begin(), more->end());
  }
  for (const File& file : files_) Note(file);
}

void RuleSet::Note(const File& file) {
  using Kind = grammar::ParsedStatement::Kind;
  AddNeeds(*file.parsed, &needs_);
  for (const grammar::ParsedStatement& one : file.parsed->statements) {
    written_ += one.kind != Kind::kConstant;
    if (one.kind == Kind::kEvaluated) words_.push_back(WordsOf(one.statement));
  }
  for (const grammar::Diagnostic& one : file.parsed->diagnostics) {
    has_errors_ |= one.severity == grammar::Severity::kError;
    diagnostics_.push_back({file.source.get(), one});
  }
}

std::map<int, int> SameStatements(const RuleSet& before, const RuleSet& now) {
  std::map<std::string, std::deque<int>> numbers;
  int next = 0;
  for (const std::string& words : before.words()) {
    numbers[words].push_back(next++);
  }
  std::map<int, int> same;
  next = 0;
  for (const std::string& words : now.words()) {
    const int number = next++;
    const auto at = numbers.find(words);
    if (at == numbers.end() || at->second.empty()) continue;
    same[number] = at->second.front();
    at->second.pop_front();
  }
  return same;
}

}  // namespace cli
