// Names, numbers, intervals of statements.
#include "engine/check/checker.h"

#include <utility>

#include "engine/check/statement.h"

namespace engine::check {

Checker::Checker(std::vector<SourceView> sources)
    : metrics_(std::move(sources)) {}

Checked Checker::Check(const grammar::Source& source,
                       grammar::ParsedFile parsed, int file) {
  using Outcome = grammar::ParsedStatement::Outcome;
  Checked checked;
  std::size_t copied = 0;
  const auto copy_until = [&](std::size_t end) {
    for (; copied < end; ++copied) {
      checked.diagnostics.push_back(std::move(parsed.diagnostics[copied]));
    }
  };
  for (grammar::ParsedStatement& one : parsed.statements) {
    copy_until(one.last_diagnostic);
    if (one.outcome == Outcome::kEvaluated) {
      CheckStatement(source,
                     std::make_shared<const expr::ast::Statement>(
                         std::move(one.statement)),
                     file, &checked);
    } else if (one.takes_number && one.statement.name.empty()) {
      ++last_number_;
    }
  }
  copy_until(parsed.diagnostics.size());
  grammar::AddMacros(parsed.expansions, &checked.diagnostics);
  return checked;
}

std::string Checker::NameOf(const expr::ast::Statement& statement) {
  if (!statement.name.empty()) return statement.name;
  return "expr_" + std::to_string(++last_number_);
}

void Checker::CheckStatement(
    const grammar::Source& source,
    std::shared_ptr<const expr::ast::Statement> statement, int file,
    Checked* checked) {
  Report report(source, &checked->diagnostics);
  auto body = CheckBody(*statement->expr, &metrics_, &report);
  if (report.unknown_host() && !checked->unknown_host) {
    checked->unknown_host = checked->diagnostics.size() - 1;
  }
  if (!body) return;
  const std::string name = NameOf(*statement);
  if (names_.count(name) != 0) {
    report.LocatedBehind(statement->span,
                         "there is a statement " + name + " already", {},
                         "rule \"" + name + "\" multiply defined");
  }
  const auto interval = IntervalOf(statement->interval);
  if (!interval) {
    report.LocatedBehind(statement->span,
                         "the interval (delta) must be more than 0", {},
                         "delta must be more than 0");
  }
  if (report.errors() > 0) return;
  names_.insert(name);
  expr::Statement result;
  result.name = name;
  result.interval = *interval;
  result.body = std::move(*body);
  result.arrow_line = statement->arrow_line;
  result.file = file;
  result.source = std::move(statement);
  checked->statements.push_back(std::move(result));
}

}  // namespace engine::check
